// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "bench/rivals/rival.hpp"

namespace wend::bench::rivals {

/// The table of one object.
struct Unit {
    std::string_view name, how;
    unsigned vector_bits;
    Made made;
    Arithmetic arithmetic;
    const Loops* loops;
};

/// Defined in the generated units.cpp.
extern const std::span<const Unit> units;
extern const std::span<const Absent> absent_units;

}  // namespace wend::bench::rivals
