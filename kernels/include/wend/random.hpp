// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/export.hpp"

namespace wend {

/// The purpose of a draw. Two stages of one kind in a program draw for different purposes: the upper 16 bits
/// are the stage's ordinal among its kind (`purpose(kind, ordinal)`).
enum class Purpose : std::uint32_t {
    wander = 1,
    retarget_wander_x = 2,
    retarget_wander_y = 3,
    retarget_wander_phase = 4,
    approach = 5,
    approach_jitter = 6,
    custom = 7,      ///< of a custom stage: the ordinal is the draw's number
    separation = 8,  ///< of agents on one spot: factors for a hash of ids, not by `random_bits`
    initial_state =
        0x8000,  ///< scenarios draw starting values: number = stream, see bench/scenarios/README.md
};

/// The argument `purpose` of random_bits: kind, and number of the stage or draw.
[[nodiscard]] constexpr std::uint32_t purpose(Purpose kind, std::uint32_t ordinal = 0) noexcept {
    return static_cast<std::uint32_t>(kind) | ordinal << 16;
}

/// The four words of Threefry4x32 with 13 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2,
/// 3", SC'11).
struct Words4 {
    std::uint32_t word[4];  ///< 32 bits each
};
/// A block of random bits: the function behind random_bits.
[[nodiscard]] WEND_API Words4 threefry4x32_13(const std::uint32_t (&counter)[4],
                                              const std::uint32_t (&key)[4]) noexcept;

/// The 32 random bits of an agent: a pure function of its arguments (kernels/docs/bits.md has the formula).
[[nodiscard]] WEND_API std::uint32_t random_bits(std::uint64_t seed, std::uint32_t id, std::uint64_t number,
                                                 std::uint32_t purpose) noexcept;

/// Uniform in [0, 1): the word's upper 24 bits times 2^-24, exactly.
[[nodiscard]] constexpr float random_unit(std::uint32_t word) noexcept {
    return static_cast<float>(word >> 8) * 0x1p-24f;
}

}  // namespace wend
