// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/random.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

namespace detail {
struct CustomCallAccess;
}

/// Some agents in one tick, passed to a custom stage: agent i is element i of every array, i < count. There
/// are at most 512, in the order of the slots, or of the given list of slots.
struct CustomCall {
    std::size_t count = 0;   ///< agents
    float dt = 0;            ///< s
    std::uint64_t tick = 0;  ///< number of the tick
    std::uint64_t seed = 0;  ///< keys draws

    /// The force. A custom force adds to it (it is 0 at first); a custom locomotion reads the composed force.
    float* force_x = nullptr;  ///< N
    float* force_y = nullptr;  ///< N

    /// A stream of `reads` or `writes` at the tick's start. Other streams must not be requested, even if
    /// another stage reads them (an assertion in debug builds).
    template <Stream S>
    [[nodiscard]] const element_t<S>* read() const noexcept {
        assert(count == 0 || in_[static_cast<std::size_t>(S)] != nullptr);
        return static_cast<const element_t<S>*>(in_[static_cast<std::size_t>(S)]);
    }
    /// Memory for the next state of a stream of `writes`; it holds the tick's start. Other streams must not
    /// be requested.
    template <Stream S>
    [[nodiscard]] element_t<S>* write() const noexcept {
        assert(count == 0 || out_[static_cast<std::size_t>(S)] != nullptr);
        return static_cast<element_t<S>*>(out_[static_cast<std::size_t>(S)]);
    }

    /// Agent i's slot in its view: the index into arrays of the caller's own.
    [[nodiscard]] std::size_t slot(std::size_t i) const noexcept {
        return slots_ == nullptr ? first_slot_ + i : slots_[i];
    }
    /// Agent i's id.
    [[nodiscard]] std::uint32_t id(std::size_t i) const noexcept {
        return ids_ == nullptr ? first_id_ + static_cast<std::uint32_t>(i) : ids_[i];
    }
    /// 32 random bits of agent i in this tick. `number` < 65,536 distinguishes the draws of a program.
    [[nodiscard]] std::uint32_t draw(std::size_t i, std::uint32_t number = 0) const noexcept {
        return random_bits(seed, id(i), tick, purpose(Purpose::custom, number));
    }
    /// Skips agent i in this tick: it keeps all its streams, and counts as a fault.
    void fault(std::size_t i) const noexcept {
        const std::size_t at = first_in_group_ + i;
        faults_[at / 64] |= std::uint64_t{1} << (at % 64);
    }

  private:
    friend struct detail::CustomCallAccess;
    const void* const* in_ = nullptr;
    void* const* out_ = nullptr;
    const std::uint32_t* slots_ = nullptr;
    std::size_t first_slot_ = 0;
    const std::uint32_t* ids_ = nullptr;
    std::uint32_t first_id_ = 0;
    std::size_t first_in_group_ = 0;
    std::uint64_t* faults_ = nullptr;
};

/// The function of a custom force; returns whether it added to the force of any agent. If it returns false,
/// its forces are discarded.
///
/// A call covers groups of 64 agents in which at least one is active: a selection by bytes or bits, or the
/// stream `stages`, may leave out others, and some may hold NaN; their results are not used. With a list of
/// slots, the call covers only the listed agents.
///
/// Contract, a condition of the promise of the same bits: an agent's result depends only on that agent's
/// elements and id, dt, tick, seed and the contents of `context` when the call began (never on count, on
/// neighbours in the arrays, or on earlier calls); the function writes only the force, the streams of
/// `writes` and faults; it neither allocates nor throws. Several threads call it at the same time, with one
/// agent or many. It runs in C's default floating-point environment.
using CustomForceFunction = bool (*)(void* context, const CustomCall& call);

/// The function of a custom locomotion, which writes the new state from the composed force.
using CustomLocomotionFunction = void (*)(void* context, const CustomCall& call);

/// A force that the caller computes (an avoidance, a wind, a leash): called once for some agents and tick,
/// then weighted and composed like any other.
///
///     bool push_right(void*, const CustomCall& call) {
///         for (std::size_t i = 0; i < call.count; ++i)
///             if (call.read<Stream::position_x>()[i] < 0) call.force_x[i] += 3;
///         return true;
///     }
///     CustomForce{.function = push_right, .reads = position_streams}   // stream_set(Stream::...) for others
///
/// Pass limits that the locomotion has as values in `context`. Compile the function with -ffp-contract=off
/// where compilers differ: GCC fuses on processors that have the instruction.
///
/// A component that is NaN or beyond 1e18, of the force or of a float in `writes`, is a fault of its agent;
/// magnitudes below 2^-60 become 0. A plain loop suffices.
struct CustomForce {
    CustomForceFunction function = nullptr;  ///< required
    void* context = nullptr;                 ///< outlives the program
    StreamSet reads = 0;                     ///< streams that must be bound
    StreamSet writes = 0;                    ///< streams that it changes: state of the program
    bool draws = false;                      ///< calls `draw`: `run` then needs the number of the tick
    /// Factor of the force.
    float weight = 1;

    static constexpr std::string_view name = "custom_force";
    template <class S = CustomForce>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"weight", &S::weight, any_number}};
    }
    [[nodiscard]] constexpr StreamUses streams() const {
        return {.read = velocity_streams | reads, .written = writes};
    }
    static constexpr StreamUses all_streams() { return {.read = velocity_streams}; }
};

/// The last stage in place of the locomotion: the caller moves the agents by the composed force. There are no
/// limits: the force is the sum of the weighted forces, and a stage that needs max_speed needs it as a
/// stream. Nothing but `writes` is written: force_* and the locomotion's other outputs are not, even where
/// they are bound. For bodies that an engine moves see ExternalLocomotion.
struct CustomLocomotion {
    CustomLocomotionFunction function = nullptr;             ///< required
    void* context = nullptr;                                 ///< outlives the program
    StreamSet reads = 0;                                     ///< streams that must be bound
    StreamSet writes = position_streams | velocity_streams;  ///< streams that it changes: state
    bool draws = false;                                      ///< calls `draw`

    static constexpr std::string_view name = "custom_locomotion";
    static constexpr auto parameters() { return std::tuple{}; }
    [[nodiscard]] constexpr StreamUses streams() const { return {.read = reads, .written = writes}; }
    static constexpr StreamUses all_streams() { return {.written = position_streams | velocity_streams}; }
};

}  // namespace wend
