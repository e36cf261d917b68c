// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

static_assert(WEND_PATH_ONCE == static_cast<int>(PathMode::once) &&
              WEND_PATH_LOOP == static_cast<int>(PathMode::loop) &&
              WEND_PATH_PING_PONG == static_cast<int>(PathMode::ping_pong));
static_assert(words_of(PathMode{}).size() == 3, "a mode that wend.h lacks");
static_assert(sizeof(wend_point) == sizeof(Point));

namespace {

bool has(const wend_paths* paths, size_t path) { return paths != nullptr && path < paths->set.size(); }

std::optional<PathMode> mode_of(wend_path_mode mode) {
    if (mode < WEND_PATH_ONCE || mode > WEND_PATH_PING_PONG) return std::nullopt;
    return static_cast<PathMode>(mode);
}

}  // namespace

wend_code wend_paths_create(const wend_path* paths, size_t count, wend_paths** result_paths,
                            wend_result* result) noexcept {
    if (result_paths != nullptr) *result_paths = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("result_paths", result_paths);
        PathSetBuilder builder;
        std::vector<Point> points;
        c::for_each("paths", paths, count, [&](size_t, const wend_path& path) {
            if (path.point_count != 0) c::require("points", path.points);
            if (path.offset_count != 0) c::require("offsets", path.offsets);
            points.resize(path.point_count);
            for (size_t i = 0; i < path.point_count; ++i) points[i] = {path.points[i].x, path.points[i].y};
            builder.add(points, c::read_flag("closed", path.closed),
                        std::span(path.offsets, path.offset_count));
        });
        Expected<PathSet> set = builder.build();
        if (!set) return {.status = set.status()};
        *result_paths = new wend_paths{*set};
        return {};
    });
}

void wend_paths_destroy(wend_paths* paths) noexcept { delete paths; }

size_t wend_paths_count(const wend_paths* paths) noexcept { return paths == nullptr ? 0 : paths->set.size(); }

uint32_t wend_path_node_count(const wend_paths* paths, size_t path) noexcept {
    return has(paths, path) ? paths->set.node_count(path) : 0;
}
uint32_t wend_path_segment_count(const wend_paths* paths, size_t path, wend_path_mode mode) noexcept {
    const auto known = mode_of(mode);
    return known && has(paths, path) ? paths->set.segment_count(path, *known) : 0;
}
double wend_path_length(const wend_paths* paths, size_t path, wend_path_mode mode) noexcept {
    const auto known = mode_of(mode);
    return known && has(paths, path) ? paths->set.length(path, *known) : 0;
}
wend_point wend_path_node(const wend_paths* paths, size_t path, uint32_t node) noexcept {
    if (node >= wend_path_node_count(paths, path)) return {0, 0};
    const Point point = paths->set.node(path, node);
    return {point.x, point.y};
}
