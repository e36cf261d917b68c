// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "driver/stage_traits.hpp"
#include "paths/path_data.hpp"

namespace wend::detail {

StreamNeeds needs(const WaypointAdvance& advance) {
    StreamNeeds needs{
        .read = mask(Stream::path),
        .written = mask(Stream::position_x, Stream::position_y, Stream::segment, Stream::segment_distance),
        .alternative = mask(Stream::speed),
        .output = mask(Stream::path_distance, Stream::heading_x, Stream::heading_y)};
    if (advance.mode == PathMode::ping_pong) needs.written |= mask(Stream::direction);
    if (advance.speed) needs.valued |= mask(Stream::speed);
    return needs;
}

Status check(const WaypointAdvance& advance) {
    if (advance.speed)
        if (Status s = in_range("speed", *advance.speed, -component_limit, component_limit); !s) return s;
    if (Status s = in_range("ease_power", advance.ease_power, 1.0f / 16, 16); !s) return s;
    if (Status s = in_range("bell_power", advance.bell_power, 1.0f / 16, 16); !s) return s;
    if (advance.offset)
        if (Status s = in_range("offset", *advance.offset, -component_limit, component_limit); !s) return s;
    const std::vector<PathRecord>& paths = advance.paths.data().paths;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].node_count < 2)
            return {.code = Code::too_few_points, .subject = "paths", .sub_index = i};
    return {};
}

StageParameters resolve(const WaypointAdvance& advance, const ResolveContext&) {
    const PathData& paths = advance.paths.data();
    return {.waypoint_advance = {.paths = &paths,
                                 .mode = advance.mode,
                                 .speed = as_read(advance.speed.value_or(0.0f)),
                                 .ease = advance.ease,
                                 .ease_power = advance.ease_power,
                                 .own_offset = advance.offset.has_value(),
                                 .offset = advance.offset.value_or(0.0f),
                                 .offset_sign = advance.offset_sign,
                                 .curved = advance.offset ? *advance.offset != 0 : paths.curved,
                                 .bell = advance.bell,
                                 .bell_power = advance.bell_power}};
}

}  // namespace wend::detail
