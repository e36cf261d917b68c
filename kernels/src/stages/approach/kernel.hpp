// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "stage/stage_call.hpp"
#include "stages/approach/fast_path.hpp"
#include "stages/approach/tick.hpp"

namespace wend::detail {
namespace {

/// The tiles that the fast path refuses: one tick a call, by the batch. Finds faults and repicks by time.
template <class A>
class ApproachFallback {
    using F = Floats<A>;
    using Agents = ApproachAgents<A>;
    using Inputs = ApproachInputs<A>;

  public:
    explicit ApproachFallback(const StageCall& call) : call_(call), tick_(call) {}

    /// Says whether the next tick must check its inputs.
    [[nodiscard]] bool run() const {
        bool check_again = false;
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            const GroupIds<A> ids(call_, group);
            for (std::size_t h = 0; h < batches_in_group<A>; ++h) check_again |= advance_batch(ids, group, h);
        }
        return check_again;
    }

  private:
    [[nodiscard]] bool advance_batch(const GroupIds<A>& ids, std::size_t group, std::size_t h) const {
        const std::size_t slot = batch_slot<A>(group, h);
        Reader<A, Reading::clean> reader;
        Inputs inputs[batch_vectors];
        Agents agents[batch_vectors];
        Ints<A> largest(0);
        std::uint64_t not_finite = 0;
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            inputs[w] = read_inputs(reader, ids.ids(h, w), at, w);
            agents[w] = read_agents(reader, at, w);
            const F zero(0);
            tick_.advance(inputs[w], zero == zero, agents[w]);
            const Ints<A> position =
                max(magnitude_bits(agents[w].position_x), magnitude_bits(agents[w].position_y));
            const Ints<A> walk = max(magnitude_bits(agents[w].walk_x), magnitude_bits(agents[w].walk_y));
            largest = max(largest, max(position, walk));
            not_finite |= std::uint64_t{bits(greater(position, Ints<A>(infinity_bits - 1)))}
                          << (at % group_size);
        }
        std::uint64_t& faults = call_.tile.faults[group];
        bool check_again = reader.finish(faults, slot % group_size);
        faults |= not_finite;
        // A point beyond the limit is stored, and is a fault in the next tick.
        check_again |= any(greater(largest, Ints<A>(limit_bits)));
        for (int w = 0; w < batch_vectors; ++w) store(inputs[w], agents[w], vector_slot(slot, w), faults);
        return check_again;
    }

    [[nodiscard]] Inputs read_inputs(Reader<A, Reading::clean>& reader, const Words<A>& id, std::size_t at,
                                     int w) const {
        Inputs inputs{.id = id,
                      .target_x = reader.read(call_.input<Stream::target_x>(), at, w),
                      .target_y = reader.read(call_.input<Stream::target_y>(), at, w),
                      .speed = F(tick_.parameters().speed)};
        const float* const speed = call_.input<Stream::speed>();
        if (speed != nullptr) {
            inputs.speed = reader.read(speed, at, w);
            reader.fault(inputs.speed < F(0), w);
        }
        return inputs;
    }

    [[nodiscard]] Agents read_agents(Reader<A, Reading::clean>& reader, std::size_t at, int w) const {
        Agents agents{.position_x = reader.read(call_.input<Stream::position_x>(), at, w),
                      .position_y = reader.read(call_.input<Stream::position_y>(), at, w),
                      .walk_x = reader.read(call_.input<Stream::walk_x>(), at, w),
                      .walk_y = reader.read(call_.input<Stream::walk_y>(), at, w),
                      .decision = load<A>(call_.input<Stream::decision>() + at)};
        if (tick_.repicks()) reader.read(call_.input<Stream::seconds_left>(), at, w, agents.seconds_left);
        return agents;
    }

    void store(const Inputs& inputs, const Agents& agents, std::size_t at, std::uint64_t faults) const {
        const std::uint32_t inactive = vector_bits<A>(faults, at, 0);
        tick_.for_each_output(call_, inputs, agents, [&](auto* stream, const auto& value) {
            if (inactive == 0) [[likely]]
                write(stream + at, value);
            else
                store_moving<A>(stream + at, value, inactive);
        });
    }

    const StageCall& call_;
    const ApproachTick<A> tick_;
};

/// Approach (kernels/docs/math.md, "Approach"): by the fast path nearly always, else by the fallback. Both
/// take their formulas from tick.hpp.
template <class A>
class Kernel<A, Approach> {
  public:
    explicit Kernel(const StageCall& call) : call_(call) {}

    [[nodiscard]] StageResult run() const {
        // The fast path leaves no agent out.
        if (!call_.clean_copies && ApproachFastPath<A>(call_).run())
            return {.ticks_taken = call_.ticks.count};
        if (call_.check_inputs) {
            *call_.tile.unfinished = {};
            return {.unfinished = true};
        }
        return {.check_inputs = ApproachFallback<A>(call_).run()};
    }

  private:
    const StageCall& call_;
};

}  // namespace
}  // namespace wend::detail
