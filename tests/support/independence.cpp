// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/independence.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>
#include <span>

namespace wend::test {
namespace {

constexpr std::size_t longest_lag = 64;

/// A word, scaled to mean 0 and variance 1.
double standardised(std::uint32_t word) { return (word * 0x1p-32 + (0x1p-33 - 0.5)) * std::sqrt(12.0); }

std::vector<double> standardised(const DrawTable& table) {
    std::vector<double> values;
    values.reserve(table.words.size());
    for (const std::uint32_t word : table.words) values.push_back(standardised(word));
    return values;
}

/// The correlation of `count` pairs: about standard normal for independent ones.
double correlation(const double* a, const double* b, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum / std::sqrt(static_cast<double>(count));
}

/// Disjoint pairs: the first half of each 2 * lag words with the second.
double p_of_pairs(const DrawTable& table, std::size_t lag) {
    std::array<std::uint32_t, 256> pairs{};
    for (std::size_t r = 0; r < table.rows; ++r)
        for (std::size_t start = 0; start + 2 * lag <= table.columns; start += 2 * lag)
            for (std::size_t c = start; c < start + lag; ++c)
                ++pairs[table.row(r)[c] >> 28 << 4 | table.row(r)[c + lag] >> 28];
    return p_of_equal_shares(pairs);
}

DrawArguments flipped(DrawArguments arguments, int bit) {
    if (bit < 64)
        arguments.seed ^= std::uint64_t{1} << bit;
    else if (bit < 96)
        arguments.id ^= std::uint32_t{1} << (bit - 64);
    else if (bit < 160)
        arguments.number ^= std::uint64_t{1} << (bit - 96);
    else
        arguments.purpose ^= std::uint32_t{1} << (bit - 160);
    return arguments;
}

std::string name_of_bit(int bit) {
    if (bit < 64) return fmt::format("seed bit {}", bit);
    if (bit < 96) return fmt::format("id bit {}", bit - 64);
    if (bit < 160) return fmt::format("number bit {}", bit - 96);
    return fmt::format("purpose bit {}", bit - 160);
}

/// One half with values as in a game, the other half random.
std::vector<DrawArguments> avalanche_cases() {
    std::mt19937_64 random(2026);
    std::vector<DrawArguments> cases;
    for (int i = 0; i < 8192; ++i) {
        const std::uint64_t bits = random();
        if (i % 2 == 0)
            cases.push_back({bits % 16, static_cast<std::uint32_t>(bits >> 8) % 100'000, bits >> 50,
                             static_cast<std::uint32_t>(1 + (bits >> 4) % 6)});
        else
            cases.push_back(
                {bits, static_cast<std::uint32_t>(random()), random(), static_cast<std::uint32_t>(random())});
    }
    return cases;
}

}  // namespace

void judge_uniformity(const DrawTable& table, PValues& p) {
    for (int shift = 24; shift >= table.low_bits; shift -= 8) {
        std::array<std::uint32_t, 256> counts{};
        for (const std::uint32_t word : table.words) ++counts[word >> shift & 255];
        p.add(fmt::format("{}, values of bits {} to {}", table.name, shift, shift + 7),
              p_of_equal_shares(counts));
    }
}

void judge_sequences(const DrawTable& table, PValues& p) {
    const std::vector<double> values = standardised(table);
    for (std::size_t lag = 1; lag <= longest_lag; ++lag) {
        double sum = 0;
        for (std::size_t r = 0; r < table.rows; ++r) {
            const double* row = values.data() + r * table.columns;
            sum += correlation(row, row + lag, table.columns - lag);
        }
        p.add(fmt::format("{}, correlation at distance {}", table.name, lag),
              p_of_normal(sum / std::sqrt(static_cast<double>(table.rows))));
    }
    for (std::size_t lag = 1; lag <= longest_lag; lag *= 2)
        p.add(fmt::format("{}, pairs at distance {}", table.name, lag), p_of_pairs(table, lag));
}

void judge_rows(const DrawTable& table, PValues& p) {
    const std::vector<double> values = standardised(table);
    const std::size_t count = table.columns - 1;
    double squares = 0;
    double degrees = 0;
    const auto compare = [&](std::size_t a, std::size_t b, std::size_t shift_a, std::size_t shift_b) {
        const double z = correlation(values.data() + a * table.columns + shift_a,
                                     values.data() + b * table.columns + shift_b, count);
        squares += z * z;
        degrees += 1;
        p.add(fmt::format("{}, rows {} + {} and {} + {}", table.name, a, shift_a, b, shift_b),
              p_of_normal(z));
    };
    for (std::size_t a = 0; a < table.rows; ++a)
        for (std::size_t b = a + 1; b < table.rows; ++b) {
            compare(a, b, 0, 0);
            compare(a, b, 0, 1);
            compare(a, b, 1, 0);
        }
    p.add(fmt::format("{}, all rows together", table.name), p_of_chi_squared(squares, degrees));
}

void judge_avalanche(Drawer drawer, PValues& p) {
    constexpr int argument_bits = 192;
    const std::vector<DrawArguments> cases = avalanche_cases();
    const double trials = static_cast<double>(cases.size());
    double squares = 0;
    for (int bit = 0; bit < argument_bits; ++bit) {
        std::array<std::uint32_t, 32> flips{};
        for (const DrawArguments& arguments : cases) {
            const std::uint32_t change = drawer(arguments) ^ drawer(flipped(arguments, bit));
            for (std::size_t i = 0; i < 32; ++i) flips[i] += change >> i & 1;
        }
        for (std::size_t i = 0; i < 32; ++i) {
            const double z = (flips[i] - trials / 2) / std::sqrt(trials / 4);
            squares += z * z;
            p.add(fmt::format("{} and the word's bit {}", name_of_bit(bit), i), p_of_normal(z));
        }
    }
    p.add("all bits of all arguments", p_of_chi_squared(squares, argument_bits * 32.0));
}

}  // namespace wend::test
