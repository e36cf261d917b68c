// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wend::count {

/// Executed instructions and operations: exact, independent of the machine's load.
struct Counts {
    std::uint64_t instructions = 0;  ///< a repeated string instruction counts once
    /// Floating-point: +, -, *, / and square root count one for each active lane, a fused multiply-add two.
    /// Comparisons, minima, conversions, shuffles and integer arithmetic do not count.
    std::uint64_t operations = 0;
    std::uint64_t double_operations = 0;  ///< of them, in double precision
    std::uint64_t divisions = 0;          ///< of them, divisions
    std::uint64_t roots = 0;              ///< of them, square roots
    std::uint64_t bytes_loaded = 0;  ///< by all loads, also of stack and constants; without inactive lanes
    std::uint64_t bytes_stored = 0;
    std::uint64_t vector_arithmetic = 0;  ///< vector instructions other than moves, loads and stores
    std::uint64_t scalar_float = 0;       ///< floating-point instructions on one lane
    std::uint64_t vector_128 = 0;         ///< instructions on whole vectors, by their widest register
    std::uint64_t vector_256 = 0;
    std::uint64_t vector_512 = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

struct CountField {
    std::string_view name;
    std::uint64_t Counts::*value;
};

/// All counts, by their names in JSON and messages.
inline constexpr std::array count_fields{
    CountField{"instructions", &Counts::instructions},
    CountField{"operations", &Counts::operations},
    CountField{"double_operations", &Counts::double_operations},
    CountField{"divisions", &Counts::divisions},
    CountField{"roots", &Counts::roots},
    CountField{"bytes_loaded", &Counts::bytes_loaded},
    CountField{"bytes_stored", &Counts::bytes_stored},
    CountField{"vector_arithmetic", &Counts::vector_arithmetic},
    CountField{"scalar_float", &Counts::scalar_float},
    CountField{"vector_128", &Counts::vector_128},
    CountField{"vector_256", &Counts::vector_256},
    CountField{"vector_512", &Counts::vector_512},
};

inline Counts& operator+=(Counts& sum, const Counts& more) {
    for (const CountField& field : count_fields) sum.*field.value += more.*field.value;
    return sum;
}

}  // namespace wend::count
