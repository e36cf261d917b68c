// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wend::bench {

/// What a piece of code executes: exact, and the same on a busy machine and on an idle one.
struct Counts {
    std::uint64_t instructions = 0;  ///< a repeated string instruction counts once
    /// Floating-point: +, -, *, / and square root count one for each lane that is not masked off, a fused
    /// multiply-add two. Comparisons, minima, conversions, shuffles and integer arithmetic count nothing.
    std::uint64_t operations = 0;
    std::uint64_t double_operations = 0;  ///< those among them in double precision
    std::uint64_t divisions = 0;          ///< those among them that divide
    std::uint64_t roots = 0;              ///< those among them that are square roots
    std::uint64_t bytes_loaded =
        0;  ///< by instructions: stack and constants too, however often; masked lanes not
    std::uint64_t bytes_stored = 0;
    std::uint64_t vector_arithmetic =
        0;  ///< instructions on vector registers that compute: all but moves, loads and stores
    std::uint64_t scalar_float = 0;  ///< instructions on one lane of a vector register
    std::uint64_t vector_128 = 0;    ///< instructions on whole vectors, by the widest register that they name
    std::uint64_t vector_256 = 0;
    std::uint64_t vector_512 = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

struct CountField {
    std::string_view name;
    std::uint64_t Counts::*value;
};

/// All of them, by the names that JSON and messages use.
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

}  // namespace wend::bench
