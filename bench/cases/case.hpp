// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/cases/kernel_id.hpp"
#include "bench/cases/start.hpp"
#include "wend/execution.hpp"

namespace wend::bench {

/// Ticks from the initial state to the state that a case's hash is taken of.
inline constexpr std::uint32_t hash_ticks = 64;

/// The sizes that speeds are compared at: agents that fit an L2, and agents that fit an L3.
inline constexpr std::size_t in_cache_size = 8'192;
inline constexpr std::size_t beyond_size = 262'144;

/// Ticks after which a measurement returns to the initial state: agents that have turned towards their
/// targets are no longer limited, and a faster row, which makes more ticks a slice, would get easier work.
/// More of few agents, because each return costs two readings of the clock.
[[nodiscard]] constexpr std::uint64_t ticks_before_reset(std::size_t agents) noexcept {
    return hash_ticks * (agents < in_cache_size ? in_cache_size / agents : 1);
}

/// Agents' positions, and velocities where the kernel has them.
struct Motion {
    std::vector<float> x, y, velocity_x, velocity_y;
};

/// A case with its state.
struct Run {
    std::function<void()> reset;  ///< back to the initial state
    /// Makes `calls` calls of `ticks` ticks each. Throws std::runtime_error when wend refuses a call or
    /// counts a fault.
    std::function<void(std::uint64_t calls)> run;
    std::function<std::uint64_t()> hash;  ///< of the current state; 0 for rivals
};

/// The implementation that a case measures. `plain`: a plain loop over separate arrays, as a
/// compiler builds it; `other`: rivals written by hand for one kernel or with one library.
enum class Side : std::uint8_t { wend, tutorial, plain, other };

struct Case {
    std::string name;  ///< unique and stable: kernel/isa/agents:N/threads:N, then options that differ
    KernelId kernel;
    std::string isa;              ///< the name of an ISA or of a rival
    std::optional<Isa> wend_isa;  ///< empty for rivals
    Side side = Side::wend;
    unsigned vector_bits = 0;  ///< of the widest vectors that the case's instruction set has
    bool ieee = true;          ///< no -ffast-math
    std::size_t agents;
    unsigned threads;
    std::uint32_t ticks;        ///< per call; divides the kernel's hash_ticks_of
    std::size_t view_size = 0;  ///< agents a view; 0: all in one
    Start start = Start::ordinary;
    Inputs inputs = Inputs::checked;
    double bytes;       ///< per agent and tick: each stream read once, and written once if it is written
    double operations;  ///< per agent and tick: floating-point operations of the formulas
    std::function<Run()> make;
    /// Rivals only: empty when the agents are where the reference puts them, or one sentence that says how
    /// they differ.
    std::function<std::string()> disagreement;

    [[nodiscard]] bool is_rival() const noexcept { return !wend_isa; }
};

/// Ticks after which a kernel's states are compared: hash_ticks, but few where the reference looks at all
/// pairs.
[[nodiscard]] std::uint32_t hash_ticks_of(KernelId kernel) noexcept;
/// The state hash after that many ticks from the initial state.
[[nodiscard]] std::uint64_t hash_of(const Case& which);

}  // namespace wend::bench
