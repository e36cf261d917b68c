// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "obstacles/nearest_obstacles.hpp"
#include "obstacles/obstacle_data.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/hide.hpp"

namespace wend::detail {
namespace {

/// Hide (kernels/docs/math.md, "Hide"). First the agents of a batch find their nearest places, by pairs of
/// agents and obstacles; then a vector of agents seeks theirs.
template <class A>
class Kernel<A, Hide> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : stage_(in.stage<Hide>()),
          index_(*ObstacleDataAccess::data(stage_.obstacles).near),
          nearest_(index_),
          floor_(arrival_floor<A>(stage_.slowing_radius)) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { inactive_mask_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        F max_speed[batch_vectors];
        Aim<A> hunter[batch_vectors];
        std::uint32_t looking[batch_vectors], hiding[batch_vectors];
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            max_speed[w] = read_max_speed<A>(in, reader, at, w);
            Seen<A> seen;
            if (stage_.quarry == Quarry::agent)
                seen = see_agent<Stream::target_agent>(in, reader, at, w);
            else
                seen.position = read_target<A>(in, reader, at, w);
            hunter[w] = seen.position;
            // Those at fault search nothing.
            looking[w] = hiding[w] =
                ~seen.inactive_mask & bits(is_legal<A>(q.position_x[w]) && is_legal<A>(q.position_y[w]) &&
                                           is_legal<A>(hunter[w].x) && is_legal<A>(hunter[w].y));
            nearest_.set(w, q.position_x[w], q.position_y[w], hunter[w].x, hunter[w].y);
        }
        find_places(looking);
        for (int w = 0; w < batch_vectors; ++w) {
            hiding[w] &= ~looking[w];
            const std::size_t at = vector_slot(slot, w);
            seek_aim(desired, q, w, behind(nearest_.found(w), hunter[w]), max_speed[w], floor_);
            if (index_.fastest > 0) nearest_.write_velocities(w, drift_x_ + at, drift_y_ + at);
            inactive_mask_[at / group_size] |= std::uint64_t{~hiding[w] & all_lanes<A>} << (at % group_size);
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        if (!(index_.fastest > 0)) return steer_to(desired, q, slot, inactive_mask_[slot / group_size]);
        AgentBatch<A> beside = q;
        for (int w = 0; w < batch_vectors; ++w) {
            beside.velocity_x[w] = q.velocity_x[w] - load<A>(drift_x_ + vector_slot(slot, w));
            beside.velocity_y[w] = q.velocity_y[w] - load<A>(drift_y_ + vector_slot(slot, w));
        }
        steer_to(desired, beside, slot, inactive_mask_[slot / group_size]);
        for (int w = 0; w < batch_vectors; ++w) {
            q.force_x[w] = beside.force_x[w];
            q.force_y[w] = beside.force_y[w];
        }
    }

    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    /// The place of each of them.
    [[nodiscard]] Aim<A> behind(const ObstacleLanes<A>& one, const Aim<A>& hunter) const {
        const F middle_x = (one.from_x + one.to_x) * F(0.5f);
        const F middle_y = (one.from_y + one.to_y) * F(0.5f);
        const F dx = middle_x - hunter.x;
        const F dy = middle_y - hunter.y;
        const F scale =
            scale_to(one.radius + F(stage_.distance), squared_length(dx, dy), F(squared_length_floor));
        return {middle_x + dx * scale, middle_y + dy * scale};
    }

    /// Most have one near: a place within a part of the radius is the nearest, whatever lies farther. Leaves
    /// in `looking` the agents without one within the radius.
    void find_places(std::uint32_t (&looking)[batch_vectors]) {
        for (const float part : {0x1p-4f, 0x1p-3f, 0x1p-2f, 1.0f}) {
            const float radius = stage_.radius * part;
            // A place is so far from its obstacle's border.
            nearest_.search(looking, radius, radius + stage_.distance,
                            [&](const F(&agent)[4], const ObstacleLanes<A>& one, const std::uint32_t*) {
                                const Aim<A> place = behind(one, {agent[2], agent[3]});
                                return squared_length(place.x - agent[0], place.y - agent[1]);
                            });
        }
    }

    const Hide& stage_;
    const ObstacleIndex& index_;
    NearestObstacles<A> nearest_;
    F floor_;  ///< below this squared length the desired speed falls linearly
    std::uint64_t inactive_mask_[tile_groups];  ///< agents without a hunter or a place
    /// Velocities of the obstacles that they hide behind, where some move.
    alignas(64) float drift_x_[tile_groups * group_size], drift_y_[tile_groups * group_size];
};

}  // namespace
}  // namespace wend::detail
