// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "wend/isa.hpp"

namespace wend::test {

/// Small loops with costs known by formula, to check counts against. `count` is a multiple of 16.
using CountedKernel = void (*)(const float* a, const float* b, float* out, std::size_t count);

/// A loop and its cost per float.
struct CountedRow {
    std::string_view name;
    CountedKernel run;
    unsigned operations;
    unsigned double_operations;
    unsigned divisions;
    unsigned roots;
    unsigned bytes_loaded;
    unsigned bytes_stored;
    unsigned vector_arithmetic;  ///< instructions per vector
};

struct CountedTable {
    std::size_t lanes;
    std::array<CountedRow, 7> rows;
};

/// Null for instruction sets that are not built, and for the reference.
[[nodiscard]] const CountedTable* counted_table(Isa isa);

}  // namespace wend::test
