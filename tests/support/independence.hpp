// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/statistics.hpp"

/// Whether draws look like independent uniform words.
namespace wend::test {

/// The arguments of wend::random_bits.
struct DrawArguments {
    std::uint64_t seed = 0;
    std::uint32_t id = 0;
    std::uint64_t number = 0;
    std::uint32_t purpose = 0;
};
using Drawer = std::uint32_t (*)(const DrawArguments&);

/// Draws in rows. Under the hypothesis, rows are independent and each is a random sequence.
struct DrawTable {
    std::string name;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<std::uint32_t> words;  ///< row by row
    int low_bits = 0;  ///< low bits of each word to ignore, because the draws were read from rounded values

    [[nodiscard]] const std::uint32_t* row(std::size_t r) const { return words.data() + r * columns; }
};

/// A table of drawer(at(row, column)).
template <class At>
[[nodiscard]] DrawTable draw_table(std::string name, Drawer drawer, std::size_t rows, std::size_t columns,
                                   At at) {
    DrawTable table{std::move(name), rows, columns, {}};
    table.words.reserve(rows * columns);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) table.words.push_back(drawer(at(r, c)));
    return table;
}

/// Every byte of the words has 256 equally probable values.
void judge_uniformity(const DrawTable& table, PValues& p);

/// Within rows, words at distances from 1 to 64: no correlation, and their upper four bits in 256 equally
/// probable pairs.
void judge_sequences(const DrawTable& table, PValues& p);

/// Between any two rows, also shifted by one column either way: no correlation, of one pair or of all.
void judge_rows(const DrawTable& table, PValues& p);

/// Each bit of each argument, flipped, flips each bit of the word in half of the cases.
void judge_avalanche(Drawer drawer, PValues& p);

}  // namespace wend::test
