// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/corridor.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "c/answer.hpp"
#include "c/structs.hpp"

using namespace wend;

namespace {

static_assert(sizeof(wend_portal) == sizeof(Portal) && alignof(wend_portal) == alignof(Portal));

Point read_point(wend_point point) { return {point.x, point.y}; }

/// Answers with the points that `append` appends.
template <class Append>
wend_code write(wend_point* points, size_t capacity, size_t* count, wend_result* result,
                const Append& append) noexcept {
    if (count != nullptr) *count = 0;
    return c::answer(result, [&]() -> Result {
        c::require("count", count);
        if (capacity != 0) c::require("points", points);
        std::vector<Point> corridor;
        if (Status s = append(corridor); !s) return {.status = s};
        *count = corridor.size();
        if (corridor.size() > capacity)
            c::refuse(WEND_BAD_ARGUMENT, "capacity",
                      {"capacity is ", std::to_string(capacity), ", the corridor has ",
                       std::to_string(corridor.size()), " points"});
        std::ranges::transform(corridor, points, [](Point point) -> wend_point {
            return {point.x, point.y};
        });
        return {};
    });
}

}  // namespace

wend_code wend_write_corridor(wend_point start, const wend_portal* portals, size_t portal_count,
                              wend_point goal, wend_point* points, size_t capacity, size_t* count,
                              wend_result* result) noexcept {
    return write(points, capacity, count, result, [&](std::vector<Point>& to) {
        if (portal_count != 0) c::require("portals", portals);
        const std::span given(reinterpret_cast<const Portal*>(portals), portal_count);
        return append_corridor(to, read_point(start), given, read_point(goal));
    });
}

wend_code wend_write_polygon_corridor(wend_point start, const wend_point* vertices, size_t vertex_count,
                                      const uint32_t* ends, size_t polygon_count, wend_point goal,
                                      wend_point* points, size_t capacity, size_t* count,
                                      wend_result* result) noexcept {
    return write(points, capacity, count, result, [&](std::vector<Point>& to) {
        if (polygon_count != 0) c::require("ends", ends);
        return append_polygon_corridor(to, read_point(start),
                                       c::points_of("vertices", vertices, vertex_count),
                                       std::span(ends, polygon_count), read_point(goal));
    });
}

wend_code wend_write_cell_corridor(wend_point start, const uint32_t* cells, size_t cell_count,
                                   uint32_t columns, uint32_t rows, const double* area, wend_point goal,
                                   wend_point* points, size_t capacity, size_t* count,
                                   wend_result* result) noexcept {
    return write(points, capacity, count, result, [&](std::vector<Point>& to) {
        if (cell_count != 0) c::require("cells", cells);
        c::require("area", area);
        return append_cell_corridor(to, read_point(start), std::span(cells, cell_count),
                                    {c::read_area(area), columns, rows}, read_point(goal));
    });
}

wend_code wend_write_lane(const wend_point* line, size_t line_count, double width, wend_point* points,
                          size_t capacity, size_t* count, wend_result* result) noexcept {
    return write(points, capacity, count, result, [&](std::vector<Point>& to) {
        return append_lane(to, c::points_of("line", line, line_count), width);
    });
}
