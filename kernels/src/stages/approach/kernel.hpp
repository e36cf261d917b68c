// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/draws.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/approach/fast_path.hpp"
#include "stages/approach/tick.hpp"

namespace wend::detail {
namespace {

/// The tiles that the fast path refuses: one tick a in, by the batch. Finds faults and repicks by time.
template <class A>
class ApproachFallback {
    using F = Floats<A>;
    using Agents = ApproachAgents<A>;
    using Inputs = ApproachInputs<A>;

  public:
    ApproachFallback(const StageInput& in, StageOutput& out) : in_(in), out_(out), tick_(in, out) {}

    /// Says whether the next tick must check its inputs.
    [[nodiscard]] bool run() const {
        bool check_again = false;
        for (std::size_t group = 0; group < in_.groups; ++group) {
            const GroupIds<A> ids(in_, group);
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
        std::uint64_t& faults = out_.faults[group];
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
                      .target_x = reader.read(in_.get<Stream::target_x>(), at, w),
                      .target_y = reader.read(in_.get<Stream::target_y>(), at, w),
                      .speed = F(tick_.parameters().speed)};
        const float* const speed = in_.get<Stream::speed>();
        if (speed != nullptr) {
            inputs.speed = reader.read(speed, at, w);
            reader.fault(inputs.speed < F(0), w);
        }
        return inputs;
    }

    [[nodiscard]] Agents read_agents(Reader<A, Reading::clean>& reader, std::size_t at, int w) const {
        Agents agents{.position_x = reader.read(in_.get<Stream::position_x>(), at, w),
                      .position_y = reader.read(in_.get<Stream::position_y>(), at, w),
                      .walk_x = reader.read(in_.get<Stream::walk_x>(), at, w),
                      .walk_y = reader.read(in_.get<Stream::walk_y>(), at, w),
                      .decision = load<A>(in_.get<Stream::decision>() + at)};
        if (tick_.repicks()) reader.read(in_.get<Stream::seconds_left>(), at, w, agents.seconds_left);
        return agents;
    }

    void store(const Inputs& inputs, const Agents& agents, std::size_t at, std::uint64_t faults) const {
        const std::uint32_t inactive = vector_bits<A>(faults, at, 0);
        tick_.for_each_output(out_, inputs, agents, [&](auto* stream, const auto& value) {
            if (inactive == 0) [[likely]]
                write(stream + at, value);
            else
                store_moving<A>(stream + at, value, inactive);
        });
    }

    const StageInput& in_;
    StageOutput& out_;
    const ApproachTick<A> tick_;
};

/// Approach (kernels/docs/math.md, "Approach"): by the fast path nearly always, else by the fallback. Both
/// take their formulas from tick.hpp.
template <class A>
class Kernel<A, Approach> {
  public:
    Kernel(const StageInput& in, StageOutput& out) : in_(in), out_(out) {}

    [[nodiscard]] StageResult run() const {
        // The fast path leaves no agent out.
        if (!in_.clean_copies && ApproachFastPath<A>(in_, out_).run())
            return {.ticks_taken = in_.ticks.count};
        if (in_.check_inputs) {
            out_.unfinished = {};
            return {.unfinished = true};
        }
        return {.check_inputs = ApproachFallback<A>(in_, out_).run()};
    }

  private:
    const StageInput& in_;
    StageOutput& out_;
};

}  // namespace
}  // namespace wend::detail
