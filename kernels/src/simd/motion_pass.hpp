// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/locomotion/motion_options.hpp"
#include "stages/locomotion/vehicle_model.hpp"

/// Loops over a tile's batches: a force by itself, the locomotion by itself, or both in one pass, from the
/// same kernels.
namespace wend::detail {
namespace {

/// Where nothing is computed: the sum of forces that earlier stages left in the scratch.
template <class A>
class SummedForces {
  public:
    using Prepared = NothingPrepared;
    static constexpr bool pipelined = true;
    SummedForces(const StageInput&, StageOutput& out) : sum_(out.force) {}
    void enter_group(const StageInput&, StageOutput&, std::size_t) {}
    template <Reading reading>
    void force(const StageInput&, Reader<A, reading>&, std::size_t slot, AgentBatch<A>& q, const Prepared&) {
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            q.force_x[w] = load<A>(sum_.x + vector_slot(slot, w));
            q.force_y[w] = load<A>(sum_.y + vector_slot(slot, w));
        }
    }
    void store_state(const StageInput&, StageOutput&, std::size_t, std::uint64_t) const {}

  private:
    const ForceSum& sum_;
};

/// A weight of 1 changes no bit, so that skipping it is no second definition.
template <class A>
inline void weigh(const StageInput& in, AgentBatch<A>& q) {
    if (in.weight == 1) return;
    const Floats<A> weight(in.weight);
#pragma GCC unroll 4
    for (int w = 0; w < batch_vectors; ++w) {
        q.force_x[w] = q.force_x[w] * weight;
        q.force_y[w] = q.force_y[w] * weight;
    }
}

/// Prioritised composition: the force, truncated to the rest of max_force.
template <class A, Reading reading>
inline void truncate_to_budget(const StageInput& in, const float* budget, Reader<A, reading>& reader,
                               std::size_t slot, AgentBatch<A>& q, Floats<A> (&left)[batch_vectors]) {
    using F = Floats<A>;
    const float* const max_force = in.get<Stream::max_force>();
#pragma GCC unroll 4
    for (int w = 0; w < batch_vectors; ++w) {
        const std::size_t at = vector_slot(slot, w);
        F force_budget(in.limits.max_force);
        if (!in.first_force) {
            force_budget = load<A>(budget + at);
        } else if (max_force != nullptr) {
            force_budget = reader.read(max_force, at, w);
            reader.fault(force_budget < F(0), w);
        }
        const F squared = squared_length(q.force_x[w], q.force_y[w]);
        const F length = sqrt(squared);
        const FloatMask<A> fits = length <= force_budget;
        // budget / sqrt(max(squared, budget^2, floor)) where it counts, by one root less: a length above the
        // budget means a square above the budget's, because the root of a rounded square is exact.
        const F k = force_budget / max_keep_nan(length, F(length_floor));
        q.force_x[w] = select(fits, q.force_x[w], q.force_x[w] * k);
        q.force_y[w] = select(fits, q.force_y[w], q.force_y[w] * k);
        left[w] = select(fits, force_budget - length, F(0));
    }
}

/// A weighted sum that ends here, in registers.
template <class A>
inline void add_earlier_forces(const StageInput& in, const ForceSum& sum, std::size_t slot,
                               AgentBatch<A>& q) {
    if (in.first_force) return;
#pragma GCC unroll 4
    for (int w = 0; w < batch_vectors; ++w) {
        q.force_x[w] = load<A>(sum.x + vector_slot(slot, w)) + q.force_x[w];
        q.force_y[w] = load<A>(sum.y + vector_slot(slot, w)) + q.force_y[w];
    }
}

/// From a step of a batch to the next one of the same. With 3, all take the same. With 2, AVX-512 takes 0.96
/// of the time in later ticks of a call; but a tile's first tick, whose streams may come from memory, keeps
/// lines waiting that are to be stored to: a single tick of seek over 4 million agents took 1.55 ns with 2,
/// and 1.2 with 1.
template <class A>
inline constexpr std::size_t pipeline_depth = lanes<A> == 16 ? 1 : 2;

/// Batches between their steps; few, for the same reason: with as many as a tile has, that tick took 1.7
/// (AVX-512) and 2.1 ns (AVX2, which takes 1.55).
template <class A>
inline constexpr std::size_t ring_size = 2 * pipeline_depth<A>;

/// Agents: 128 to 384 take the same time.
inline constexpr std::size_t prefetch_distance = 256;

/// Prefetches a group `prefetch_distance` ahead of the batch's, with the first batch of each group. Inlined,
/// wander on AVX2 took 1.05 of the time where nothing is prefetched.
template <class A>
[[gnu::noinline]] void prefetch_group(const StageInput& in, std::size_t index) {
    asm volatile("");  // GCC 12 takes prefetches for no effect, and leaves the call out
    if (index % batches_in_group<A> != 0) return;
    const std::size_t first = (index / batches_in_group<A> * group_size + prefetch_distance) * sizeof(float);
    for (std::uint32_t i = 0; i < in.prefetched_count; ++i)
        for (std::size_t line = 0; line < group_size * sizeof(float); line += 64)
            __builtin_prefetch(in.prefetched[i] + first + line);
}

template <class Force>
struct NewStateOf {
    struct Type {};
};
template <HasNewState Force>
struct NewStateOf<Force> {
    using Type = typename Force::NewState;
};

/// A force on a tile, batch by batch: for those that desire a velocity first that one, `depth` batches ahead,
/// so that its root and division are done when the force is asked for. Clang would call its functions and the
/// locomotion's, and keep vectors in memory for that: pursue took 1.4 times as long as by GCC.
template <class A, class Force, Reading reading>
class ForcePass {
  public:
    using Prepared = typename Force::Prepared;
    static constexpr bool prepares = !std::is_empty_v<Prepared>;
    static constexpr std::size_t depth = prepares ? pipeline_depth<A> : 0;

    ForcePass(const StageInput& in, StageOutput& out) : in_(in), out_(out), force_(in, out) {}

    /// Begins batch `index`; returns its reader's verdict.
    [[gnu::always_inline]] bool begin(std::size_t index) {
        if (in_.prefetched_count != 0) [[unlikely]]
            prefetch_group<A>(in_, index);
        const std::size_t slot = slot_of(index);
        if (index % batches_in_group<A> == 0) force_.enter_group(in_, out_, slot / group_size);
        if constexpr (prepares) {
            AgentBatch<A> q;
            Reader<A, reading> reader;
            read_position(in_, reader, slot, q);
            force_.template prepare<reading>(in_, reader, slot, q, prepared_[index % kept]);
            return reader.finish(out_.faults[slot / group_size], slot % group_size);
        }
        return false;
    }

    /// The velocities and the force of a batch that was begun.
    [[gnu::always_inline]] void finish(Reader<A, reading>& reader, std::size_t index, AgentBatch<A>& q) {
        const std::size_t slot = slot_of(index);
        read_velocity(in_, reader, slot, q);
        if constexpr (HasNewState<Force>)
            force_.template force<reading>(in_, reader, slot, q, prepared_[index % kept],
                                           new_state_[index % kept_states]);
        else
            force_.template force<reading>(in_, reader, slot, q, prepared_[index % kept]);
    }

    [[gnu::always_inline]] void store_state(std::size_t index) {
        const std::size_t slot = slot_of(index);
        const std::uint64_t faults = out_.faults[slot / group_size];
        if constexpr (HasNewState<Force>)
            force_.store_state(in_, out_, slot, new_state_[index % kept_states], faults);
        else
            force_.store_state(in_, out_, slot, faults);
    }

    /// Ends the pass before batch `end`.
    void leave(std::size_t end) {
        if constexpr (EndsTiles<Force>) force_.end_tile(in_, out_, end);
    }

    static std::size_t slot_of(std::size_t index) {
        return batch_slot<A>(index / batches_in_group<A>, index % batches_in_group<A>);
    }

  private:
    const StageInput& in_;
    StageOutput& out_;
    Force force_;
    static constexpr std::size_t kept = prepares ? ring_size<A> : 1;
    Prepared prepared_[kept];
    /// Beside the force and not in it: a variable index into a member keeps all of its members in memory
    /// (wander 1.7 times as long on AVX2).
    static constexpr std::size_t kept_states = HasNewState<Force> ? ring_size<A> : 1;
    typename NewStateOf<Force>::Type new_state_[kept_states];
};

/// The batches of a tile that a pass takes: all, or those before one that a scanning pass found something in.
template <class A>
class Batches {
  public:
    explicit Batches(const StageInput& in) : all_(in.groups * batches_in_group<A>), size_(all_) {}

    [[nodiscard]] std::size_t size() const { return size_; }

    /// `found`: a reader's verdict. Returns it: nothing of batch `index`, and of those behind it, is stored.
    bool leave(std::size_t index, bool found) {
        if (found) [[unlikely]]
            size_ = index;
        return found;
    }

    [[nodiscard]] StageResult result(StageOutput& out, bool look_again) const {
        if (size_ < all_) [[unlikely]]
            out.unfinished = {.group = static_cast<std::uint32_t>(size_ / batches_in_group<A>),
                              .done = done_lanes<A>(size_)};
        return {.check_inputs = look_again, .unfinished = size_ < all_};
    }

  private:
    std::size_t all_, size_;
};

/// Force and locomotion. Three steps of three batches are made beside each other: one desires a velocity, one
/// is pushed, and one moves. Each begins a root and a division that the next one needs, and a processor does
/// not look ahead far enough to fill that time by itself: one batch after the other, seek takes 1.45 (AVX2)
/// and 1.16 times as long.
template <class A, class Force, bool uniform, bool limited, Reading reading>
StageResult move_batches(const StageInput& in, StageOutput& out, const Locomotion& parameters) {
    using Pass = ForcePass<A, Force, reading>;
    constexpr bool staged = std::is_same_v<Force, SummedForces<A>>;
    constexpr std::size_t depth = Force::pipelined ? pipeline_depth<A> : 0;
    // Scanned positions of a batch that was begun by them are clean.
    using MoveReader = Reader<A, Pass::prepares ? Reading::clean : reading>;
    Pass pass(in, out);
    const LocomotionKernel<A, uniform, limited> locomotion(in, parameters);
    ScaledDirections<A> pushed[ring_size<A>];
    Batches<A> batches(in);
    bool look_again = staged && locomotion.may_store_beyond_limit(in);
    const auto store = [&](std::size_t index, AgentBatch<A>& q) {
        const std::size_t slot = Pass::slot_of(index);
        std::uint64_t& faults = out.faults[slot / group_size];
        look_again |= locomotion.finish(in, out, q, faults, slot);
        pass.store_state(index);
        locomotion.store_state(in, out, slot, q, faults);
    };
    for (std::size_t i = 0; i < batches.size() + Pass::depth + depth; ++i) {
        if (i < batches.size()) batches.leave(i, pass.begin(i));
        if (const std::size_t index = i - Pass::depth; index < batches.size()) {
            const std::size_t slot = Pass::slot_of(index);
            AgentBatch<A> q;
            Reader<A, reading> reader;
            pass.finish(reader, index, q);
            if constexpr (!staged) {
                weigh(in, q);
                add_earlier_forces(in, out.force, slot, q);
            }
            if constexpr (depth == 0) read_position(in, reader, slot, q);
            locomotion.template push<reading>(
                in, out, reader, slot, q, [&](int w, const ScaledDirection<A>& velocity) {
                    if constexpr (depth == 0)
                        locomotion.template move<staged>(in, out, slot, w, velocity, q);
                    else
                        pushed[index % ring_size<A>].vector[w] = velocity;
                });
            const bool left =
                batches.leave(index, reader.finish(out.faults[slot / group_size], slot % group_size));
            if constexpr (depth == 0)
                if (!left) store(index, q);
        }
        if constexpr (depth != 0) {
            const std::size_t index = i - Pass::depth - depth;
            if (index >= batches.size()) continue;
            const std::size_t slot = Pass::slot_of(index);
            AgentBatch<A> q;
            MoveReader reader;
            read_position(in, reader, slot, q);
            if constexpr (!Pass::prepares)  // otherwise they were looked at
                if (batches.leave(index, reader.finish(out.faults[slot / group_size], slot % group_size)))
                    continue;
#pragma GCC unroll 4
            for (int w = 0; w < batch_vectors; ++w)
                locomotion.template move<staged>(in, out, slot, w, pushed[index % ring_size<A>].vector[w], q);
            store(index, q);
        }
    }
    pass.leave(batches.size());
    return batches.result(out, look_again);
}

/// A force by itself, to those of the stages before it.
template <class A, class Force, Reading reading>
StageResult add_force(const StageInput& in, StageOutput& out) {
    using Pass = ForcePass<A, Force, reading>;
    Pass pass(in, out);
    Batches<A> batches(in);
    // In variables of their own: members are read again after every store (6 % of this pass's instructions).
    const ForceSum sum = out.force;
    const bool first = in.first_force;
    const bool prioritised = in.prioritised;
    for (std::size_t i = 0; i < batches.size() + Pass::depth; ++i) {
        if (i < batches.size()) batches.leave(i, pass.begin(i));
        const std::size_t index = i - Pass::depth;
        if (index >= batches.size()) continue;
        const std::size_t slot = Pass::slot_of(index);
        AgentBatch<A> q;
        Reader<A, reading> reader;
        Floats<A> budget[batch_vectors] = {Floats<A>(0), Floats<A>(0), Floats<A>(0), Floats<A>(0)};
        pass.finish(reader, index, q);
        weigh(in, q);
        if (prioritised) truncate_to_budget(in, sum.budget, reader, slot, q, budget);
        if (batches.leave(index, reader.finish(out.faults[slot / group_size], slot % group_size))) continue;
#pragma GCC unroll 4
        for (int w = 0; w < batch_vectors; ++w) {
            float* const x = sum.x + vector_slot(slot, w);
            float* const y = sum.y + vector_slot(slot, w);
            write(x, first ? q.force_x[w] : load<A>(x) + q.force_x[w]);
            write(y, first ? q.force_y[w] : load<A>(y) + q.force_y[w]);
            if (prioritised) write(sum.budget + vector_slot(slot, w), budget[w]);
        }
        pass.store_state(index);
    }
    pass.leave(batches.size());
    return batches.result(out, false);
}

// Not by a function that is given the pass: through a lambda, seek took 1.2 times as long (AVX-512).

template <class A, class Force>
StageResult force_stage(const StageInput& in, StageOutput& out) {
    return in.check_inputs ? add_force<A, Force, Reading::scanned>(in, out)
                           : add_force<A, Force, Reading::clean>(in, out);
}

template <class A, class Force, bool uniform, bool limited = false>
StageResult move_tile(const StageInput& in, StageOutput& out, const Locomotion& locomotion) {
    return in.check_inputs ? move_batches<A, Force, uniform, limited, Reading::scanned>(in, out, locomotion)
                           : move_batches<A, Force, uniform, limited, Reading::clean>(in, out, locomotion);
}

/// Summed forces: limits may be streams.
template <class A>
StageResult move_with_sums(const StageInput& in, StageOutput& out, const Locomotion& locomotion) {
    using Force = SummedForces<A>;
    if (has_motion_options(locomotion) || in.writes_outputs || in.picked_x != nullptr)
        return move_tile<A, Force, false, true>(in, out, locomotion);
    const bool uniform = in.get<Stream::max_force>() == nullptr && in.get<Stream::max_speed>() == nullptr &&
                         in.get<Stream::mass>() == nullptr;
    return uniform ? move_tile<A, Force, true>(in, out, locomotion)
                   : move_tile<A, Force, false>(in, out, locomotion);
}

/// A force and the locomotion in one pass, where no limit is a stream. Passes for streams too took 1.4 times
/// as long to build; without, seek with three streams of limits takes 1.13 (AVX-512) and 1.29 times as long
/// (AVX2).
template <class A, class Force>
StageResult force_and_locomotion(const StageInput& in, StageOutput& out) {
    return move_tile<A, Force, true>(in, out, *in.locomotion);
}

/// A stage that is no force: it picks a velocity, is the locomotion behind all of them, or a program by
/// itself.
template <class A, class S>
StageResult whole_stage(const StageInput& in, StageOutput& out) {
    if constexpr (std::is_same_v<S, CustomLocomotion>)
        return {};  // the driver calls it
    else if constexpr (std::is_same_v<S, Locomotion>)
        return move_with_sums<A>(in, out, in.stage<Locomotion>());
    else
        return Kernel<A, S>(in, out).run();
}

}  // namespace
}  // namespace wend::detail
