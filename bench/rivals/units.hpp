// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "bench/rivals/rival.hpp"

namespace wend::bench::rivals {

/// One object, or one table of it.
struct Unit {
    std::string_view name, how;
    unsigned vector_bits;
    Made made;
    const Loops* loops;
};

/// Both written by CMake.
extern const std::span<const Unit> units;
extern const std::span<const Absent> absent_units;

}  // namespace wend::bench::rivals
