// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "support/oracle.hpp"

namespace wend::test {
namespace {

struct Way {
    double from_x, from_y, to_x, to_y;
};

double distance(const Way& way, const Point& node) {
    const double x = way.to_x - way.from_x;
    const double y = way.to_y - way.from_y;
    const double square = x * x + y * y;
    const double along =
        square == 0 ? 0
                    : std::clamp(((node.x - way.from_x) * x + (node.y - way.from_y) * y) / square, 0.0, 1.0);
    return std::hypot(node.x - way.from_x - x * along, node.y - way.from_y - y * along);
}

/// The metres beyond the finish line of a node times the normal's length, at most 2; without a line at most
/// those of any.
double beyond(const PathFollow& follow, std::size_t path, const OracleProgress& progress, double x,
              double y) {
    const std::uint32_t count = follow.paths.node_count(path);
    const bool loops = follow.mode == PathMode::loop;
    const auto at = [&](std::int64_t node) {
        return follow.paths.node(path, static_cast<std::uint32_t>((node + count) % count));
    };
    const auto n = static_cast<std::int64_t>(progress.node);
    const Point node = at(n);
    const auto tangent = [](const Point& from, const Point& to) -> Point {
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        if (length == 0) return {0, 0};
        return {(to.x - from.x) / length, (to.y - from.y) / length};
    };
    const Point in = n > 0 || loops ? tangent(at(n - 1), node) : Point{0, 0};
    const Point out = n + 1 < count || loops ? tangent(node, at(n + 1)) : Point{0, 0};
    const bool sharp = in.x * out.x + in.y * out.y < -0.5;
    const int sign = sharp ? -1 : 1;
    const Point normal{in.x + sign * out.x, in.y + sign * out.y};
    if (normal.x == 0 && normal.y == 0) return -std::numeric_limits<double>::infinity();
    return ((x - node.x) * normal.x + (y - node.y) * normal.y) * (sharp ? 1 : progress.direction);
}

}  // namespace

OracleProgress oracle_progress(const PathFollow& follow, const Population& start, std::size_t slot,
                               double margin) {
    const double radius = static_cast<double>(follow.radius) * (1 + margin);
    const auto path = static_cast<std::size_t>(start.get<Stream::path>(slot));
    const std::uint32_t count = follow.paths.node_count(path);
    OracleProgress progress{start.get<Stream::node>(slot), start.get<Stream::direction>(slot),
                            start.has(Stream::finished) ? start.get<Stream::finished>(slot) : 0};
    const double x = as_read(start.get<Stream::position_x>(slot));
    const double y = as_read(start.get<Stream::position_y>(slot));
    const Way here{x, y, x, y};
    Way step = here;
    if (follow.swept) {
        const double from_x = as_read(start.get<Stream::previous_x>(slot));
        const double from_y = as_read(start.get<Stream::previous_y>(slot));
        step = {from_x, from_y, from_x + as_read(start.get<Stream::step_x>(slot)),
                from_y + as_read(start.get<Stream::step_y>(slot))};
    }
    for (int moves = 0; moves < (follow.swept ? 8 : 1); ++moves) {
        const Point node = follow.paths.node(path, progress.node);
        // An agent that has not moved yet has no previous step.
        const bool stood = step.from_x == step.to_x && step.from_y == step.to_y;
        const bool passed = follow.finish_line && beyond(follow, path, progress, x, y) >
                                                      -2 * margin * std::hypot(x - node.x, y - node.y);
        if (distance(here, node) > radius && !passed && (stood || distance(step, node) > radius)) break;
        const std::int64_t next = std::int64_t{progress.node} + progress.direction;
        if (next >= 0 && next < std::int64_t{count}) {
            progress.node = static_cast<std::uint32_t>(next);
        } else if (follow.mode == PathMode::loop) {
            progress.node = next < 0 ? count - 1 : 0;
        } else if (follow.mode == PathMode::ping_pong) {
            progress.direction = -progress.direction;
        } else {
            progress.finished = 1;
            break;
        }
    }
    return progress;
}

}  // namespace wend::test
