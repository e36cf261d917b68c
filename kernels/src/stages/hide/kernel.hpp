// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "obstacles/obstacle_lanes.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/quarry/quarry.hpp"
#include "stages/seek/kernel.hpp"
#include "wend/hide.hpp"

namespace wend::detail {
namespace {

/// Hide (kernels/docs/math.md, "Hide"). First each agent finds the nearest place, many obstacles at a time;
/// then a vector of agents seeks theirs.
template <class A>
class Kernel<A, Hide> {
    using F = Floats<A>;

  public:
    using Prepared = ScaledDirections<A>;
    static constexpr bool pipelined = true;

    Kernel(const StageInput& in, StageOutput&)
        : stage_(in.stage<Hide>()),
          data_(ObstacleDataAccess::data(stage_.obstacles)),
          floor_(arrival_floor<A>(stage_.slowing_radius)) {}

    void enter_group(const StageInput&, StageOutput&, std::size_t group) { inactive_mask_[group] = 0; }

    template <Reading reading>
    void prepare(const StageInput& in, Reader<A, reading>& reader, std::size_t slot, const AgentBatch<A>& q,
                 ScaledDirections<A>& desired) {
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const F max_speed = read_max_speed<A>(in, reader, at, w);
            Seen<A> hunter;
            if (stage_.quarry == Quarry::agent)
                hunter = see_agent<Stream::target_agent>(in, reader, at, w);
            else
                hunter.position = read_target<A>(in, reader, at, w);
            std::uint32_t hiding = ~hunter.inactive_mask & all_lanes<A>;
            const ObstacleLanes<A> nearest = find_nearest(q, w, hunter.position, hiding);
            seek_aim(desired, q, w, behind(nearest, hunter.position), max_speed, floor_);
            inactive_mask_[at / group_size] |= std::uint64_t{~hiding & all_lanes<A>} << (at % group_size);
        }
    }

    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q,
               const ScaledDirections<A>& desired) {
        steer_to(desired, q, slot, inactive_mask_[slot / group_size]);
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

    /// The obstacle behind which each agent of a vector has its place; takes those without one out of
    /// `hiding`.
    ObstacleLanes<A> find_nearest(const AgentBatch<A>& q, int w, const Aim<A>& hunter,
                                  std::uint32_t& hiding) const {
        alignas(64) float px[lanes<A>], py[lanes<A>], hx[lanes<A>], hy[lanes<A>];
        write(px, q.position_x[w]);
        write(py, q.position_y[w]);
        write(hx, hunter.x);
        write(hy, hunter.y);
        // Those at fault search nothing.
        hiding &= bits(is_legal<A>(q.position_x[w]) && is_legal<A>(q.position_y[w]) &&
                       is_legal<A>(hunter.x) && is_legal<A>(hunter.y));
        ChosenObstacles<A> nearest{};
        for (std::size_t lane = 0; lane < lanes<A>; ++lane) {
            if ((hiding >> lane & 1) == 0) continue;
            const std::int32_t index = find(px[lane], py[lane], hx[lane], hy[lane]);
            if (index < 0) {
                hiding &= ~(1u << lane);
                continue;
            }
            nearest.set(lane, data_.obstacles[static_cast<std::size_t>(index)]);
        }
        return ObstacleLanes<A>::from(nearest, 0);
    }

    /// The obstacle of the nearest place; -1: none is within the radius. Most have one near: a place within a
    /// part of the radius is the nearest, whatever lies farther. In one step an agent and tick took 540
    /// (AVX-512) and 650 ns (AVX2), so it takes 180 and 140 (8,192 agents, 130 obstacles within the radius).
    [[gnu::noinline]] std::int32_t find(float px, float py, float hx, float hy) const {
        if (data_.obstacles.empty()) return -1;
        for (const float part : {0x1p-4f, 0x1p-2f, 1.0f}) {
            const std::int32_t index = find_within(stage_.radius * part, px, py, hx, hy);
            if (index >= 0) return index;
        }
        return -1;
    }

    std::int32_t find_within(float radius, float px, float py, float hx, float hy) const {
        NearestObstacle<A> nearest;
        const double x = static_cast<double>(px), y = static_cast<double>(py);
        // A place is so far from its obstacle's border.
        const double reach = static_cast<double>(radius) + static_cast<double>(stage_.distance);
        const Aim<A> agent{F(px), F(py)}, hunter{F(hx), F(hy)};
        for_each_near_way<A>(data_, x, y, x, y, reach, [&](std::size_t at) {
            const Aim<A> place = behind(ObstacleLanes<A>::from(data_, at), hunter);
            nearest.add(squared_length(place.x - agent.x, place.y - agent.y),
                        as_ints(load<A>(data_.index.data() + at)));
        });
        return nearest.index_within(radius * radius);
    }

    const Hide& stage_;
    const ObstacleData& data_;
    F floor_;  ///< below this squared length the desired speed falls linearly
    std::uint64_t inactive_mask_[tile_groups];  ///< agents without a hunter or a place
};

}  // namespace
}  // namespace wend::detail
