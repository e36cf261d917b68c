// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/path.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// Steering along a path, node by node: seek of the current node; when distance(position, node) <= radius the
/// node's index moves by `direction`.
///
/// The force of the tick that reaches a node still seeks it. Modes: `once` keeps the last node (or node 0
/// with direction -1) and sets `finished`; `loop` goes on at the other end; `ping_pong` reverses the
/// direction past either end and seeks the end node again. At most one node a tick. With `slowing_radius`, in
/// mode once, agents arrive at the last node (wend/arrive.hpp).
///
/// With `swept`, every node whose circle the last step crossed counts, in order, at most 8 a tick: the
/// segment from the position before the last locomotion along its step, before wrap or bounce. The force of
/// the same tick seeks the node after them.
///
/// A node counts only within its radius: agents whose turning circle, mass * max_speed^2 / max_force or
/// max_speed / max_turn_rate, is wider may circle a node for ever (a notice of `validate`), unless there is a
/// `finish_line`: then a node also counts for an agent beyond the line through it,
///
///     dot(position - node, N) > 0, with unit vectors a and b along the segments before and behind the node
///     N = a + b, or -(a + b) against the path; at a turn of more than 120 degrees N = a - b
///
/// The line halves the angle between both segments, and lies across the tip of a sharp turn. At the ends, but
/// in mode loop, it lies across the one segment; a path of one node has no line.
///
/// Streams: position_*, velocity_*, path (read), node (state), direction (read; state in mode ping_pong),
/// max_speed (a stream or the locomotion's value); with `swept` also previous_*, step_* (state, written by
/// the locomotion; start as 0; with external locomotion previous_* alone); output where bound: finished;
/// records (record_streams; the tangent only with `finish_line`), which save looking up each node. Path -1
/// and a released path (PathPool) are "no path": the agent coasts, or brakes to a stop
/// (`brake_without_path`). A path index outside the set, a node outside its path, a direction other than 1
/// and -1 is a fault of an agent with a path. A path of one node is legal. Error: force as seek; beyond 1e-5
/// of the radius, and of the distance between agent and node from the line, it is certain whether a node is
/// reached (kernels/docs/math.md).
struct PathFollow {
    /// The stream `path` selects the path of an agent.
    PathSet paths;
    /// At the end of a path: stay, go on at the start, or reverse.
    PathMode mode = PathMode::once;
    /// A node counts as reached within it; larger cuts corners.
    float radius = 10;  ///< m
    /// True: nodes passed within a tick count, so that fast agents miss none.
    bool swept = false;
    /// True: nodes passed at any distance count, so that agents never turn back to one.
    bool finish_line = false;
    /// In mode once, agents slow down within this distance of the end; larger: earlier and more gently; not
    /// set: full speed.
    std::optional<float> slowing_radius{};  ///< m
    /// An agent without a path: false: no force; true: a force of minus its velocity.
    bool brake_without_path = false;
    /// Factor of the force; larger turns to the next node more sharply.
    float weight = 1;

    static constexpr std::string_view name = "path_follow";
    template <class S = PathFollow>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"paths", &S::paths},
                          Parameter{"mode", &S::mode},
                          Parameter{"radius", &S::radius, positive, Unit::metre},
                          Parameter{"swept", &S::swept},
                          Parameter{"finish_line", &S::finish_line},
                          Parameter{"slowing_radius", &S::slowing_radius, positive, Unit::metre},
                          Parameter{"brake_without_path", &S::brake_without_path},
                          Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        StreamUses uses = all_streams();
        if (mode != PathMode::ping_pong) uses.written &= ~stream_set(Stream::direction);
        if (mode != PathMode::once) uses.output = 0;
        if (!swept) uses.written &= ~swept_streams;
        if (!finish_line) uses.records &= ~line_records;
        return uses;
    }
    static constexpr StreamUses all_streams() {
        return {.read = position_streams | velocity_streams | stream_set(Stream::path, Stream::direction),
                .written = stream_set(Stream::node, Stream::direction) | swept_streams,
                .stream_or_value = stream_set(Stream::max_speed),
                .output = stream_set(Stream::finished),
                .records = stream_set(Stream::record_length, Stream::record_path, Stream::record_place,
                                      Stream::record_x, Stream::record_y) |
                           line_records};
    }

    /// Kept by the locomotion for `swept`: its last step.
    static constexpr StreamSet swept_streams =
        stream_set(Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y);
    /// The normal of the finish line.
    static constexpr StreamSet line_records = stream_set(Stream::record_tangent_x, Stream::record_tangent_y);
};

}  // namespace wend
