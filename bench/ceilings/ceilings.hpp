// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "wend/isa.hpp"

namespace wend::bench {

enum class Level : std::uint8_t { l1, l2, l3, memory };
inline constexpr std::size_t level_count = 4;
inline constexpr std::array<std::string_view, level_count> level_names{"L1", "L2", "L3", "memory"};

/// Bytes of the caches; of the L1 and the L2 each core's own.
struct CacheSizes {
    std::array<std::size_t, 3> bytes;  ///< by Level
    bool assumed = false;              ///< some are: this machine does not tell them

    [[nodiscard]] static CacheSizes of_this_machine();

    /// The innermost level that holds so many bytes.
    [[nodiscard]] Level level_of(double footprint) const;
};

/// The machine's maximum rates with one instruction set, a second, all threads together: measured by loops
/// that do nothing else.
struct Ceilings {
    Isa isa = Isa::reference;
    double fused = 0;      ///< operations, two a fused multiply-add; 0 where there are none
    double sums = 0;       ///< additions and multiplications, alternating
    double mixed = 0;      ///< vector instructions of any kind
    double divisions = 0;  ///< lanes
    double roots = 0;      ///< lanes
    std::array<double, level_count>
        bandwidth{};  ///< bytes loaded and stored, by the faster of copy and triad

    /// Takes over the rates of another measurement that are higher.
    void raise_to(const Ceilings& other);
};

/// Whether the entry at `index` has less bandwidth than a narrower instruction set before it, by more than
/// 5 %: something disturbed its loops.
[[nodiscard]] bool is_below_narrower(const std::vector<Ceilings>& ceilings, std::size_t index,
                                     std::size_t level);

struct CeilingEffort {
    std::size_t rounds;
};

/// One entry an instruction set that has loops and runs here. All loops of all of them take turns; each
/// figure is the median of the rounds, over CPU time, so that other processes' turns do not count. `on_round`
/// gets the number of rounds done.
[[nodiscard]] std::vector<Ceilings> measure_ceilings(unsigned threads, const CeilingEffort& effort,
                                                     const std::function<void(std::size_t)>& on_round);

}  // namespace wend::bench
