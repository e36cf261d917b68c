// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>

#include "stage/contract.hpp"
#include "tile/forces.hpp"
#include "wend/target.hpp"

namespace wend::detail {

/// The velocity of a target that is a point.
alignas(64) inline constexpr float zeros[tile_size] = {};

/// Buffers substituted for streams, and the velocities that a stage picks.
class Substitutes {
  private:
    const TargetPoint* point_ = nullptr;  ///< that target_x_ and target_y_ hold

  public:
    /// The force of a custom force. Velocities are picked behind the last force, in the same memory.
    alignas(64) float x[tile_size];
    alignas(64) float y[tile_size];

    /// Replaces the inputs target_* by a point, or by another family of target streams.
    void put_target(const Target& target, const void** streams) {
        const auto in = [&](Stream stream) -> const void*& {
            return streams[static_cast<std::size_t>(stream)];
        };
        const TargetFamily ours = target_family(TargetStreams::target);
        const Position at = position_of(&target, streams);
        in(ours.x) = at.x;
        in(ours.y) = at.y;
        if (target.point) {
            in(ours.velocity_x) = in(ours.velocity_y) = zeros;
        } else {
            const TargetFamily theirs = target_family(target.streams);
            in(ours.velocity_x) = in(theirs.velocity_x);
            in(ours.velocity_y) = in(theirs.velocity_y);
            in(ours.agent) = in(theirs.agent);
        }
    }

    struct Position {
        const float* x;
        const float* y;
    };
    /// The positions of a stage's target; null: it is in the streams target_*.
    Position position_of(const Target* target, const void* const* streams) {
        const TargetFamily family =
            target_family(target == nullptr ? TargetStreams::target : target->streams);
        const auto in = [&](Stream stream) {
            return static_cast<const float*>(streams[static_cast<std::size_t>(stream)]);
        };
        if (target == nullptr || !target->point) return {in(family.x), in(family.y)};
        fill(*target->point);
        return {target_x_, target_y_};
    }

    static void put_force(const float* force_x, const float* force_y, const void** streams) {
        streams[static_cast<std::size_t>(Stream::external_force_x)] = force_x;
        streams[static_cast<std::size_t>(Stream::external_force_y)] = force_y;
    }

  private:
    void fill(const TargetPoint& point) {
        if (point_ == &point) return;
        point_ = &point;
        for (std::size_t i = 0; i < tile_size; ++i) {
            target_x_[i] = as_read(point.x);
            target_y_[i] = as_read(point.y);
        }
    }

    alignas(64) float target_x_[tile_size];
    alignas(64) float target_y_[tile_size];
};

}  // namespace wend::detail
