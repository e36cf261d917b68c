// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "wend/isa.hpp"

namespace wend::test {

/// An operation of kernels/src/simd/lanes.hpp, lane by lane over `count` floats (a multiple of 16).
/// Operations on integers or bits use the bits of the floats.
using LanesOperation = void (*)(const float* a, const float* b, const float* c, float* out,
                                std::size_t count);

/// lanes.hpp, compiled for one instruction set.
struct LanesTable {
    std::string_view architecture;  ///< xsimd's name for it
    std::size_t lanes;

    LanesOperation comparisons;   ///< bits 0 to 4: a < b, a <= b, a > b, a >= b, a == b
    LanesOperation combinations;  ///< of m = a < b and n = a < c; bits 0 to 5: m && n, m || n, !m, m && !n,
                                  ///< any m in the vector, bits 6 on: the vector's bits of m
    LanesOperation
        int_masks;          ///< of m = a > b, as integers; bits 0 to 2: m, any m in the vector, all m in
                            ///< the vector, bits 3 to 18: the vector's bits of m, bit 19: m from those bits
    LanesOperation select;  ///< a < b ? a : c
    LanesOperation select_words;           ///< a < b ? a : c, selected as words
    LanesOperation select_ints;            ///< and as integers
    LanesOperation select_by_float_mask;   ///< a > b as integers ? a : c, by a mask made for floats
    LanesOperation select_by_ints;         ///< a > b as integers ? a : c, selected as words
    LanesOperation select_floats_by_ints;  ///< the same, selected as floats
    LanesOperation negate;                 ///< -a
    LanesOperation add_product;            ///< a * b + c, rounded twice
    LanesOperation divide;                 ///< a / b
    LanesOperation sqrt;
    LanesOperation floor;
    LanesOperation max_keep_nan;  ///< b where a < b, otherwise a
    LanesOperation keep;          ///< a where b's bits are above 0, otherwise +0
    LanesOperation max;           ///< as integers
    LanesOperation magnitude_bits;
    LanesOperation to_floats;           ///< of integers
    LanesOperation shift_right;         ///< of integers, by 8
    LanesOperation shift_right_words;   ///< by 8
    LanesOperation rotate_left;         ///< of words, by 5, the result by 13, and that by 26
    LanesOperation product_in_double;   ///< a * b, widened, multiplied and narrowed
    LanesOperation quotient_in_double;  ///< a / b, widened, divided and narrowed
    LanesOperation root_in_double;      ///< of a
    /// a where a < b, or where some a < b in the half of the vector, not a >= c, and a <= c, a == a or b > c;
    /// otherwise b.
    LanesOperation select_in_double;
    LanesOperation signs;  ///< 1 where a, widened, is negative
    /// Of doubles made of the words (|a|, b) and (|b|, a): the lower word of the smaller one less the upper
    /// word of the larger one.
    LanesOperation words_of_doubles;
    LanesOperation iota;  ///< 0, 1, 2 ... in each vector

    /// fours[4 * i + k] = rows[2 * index[i] + k], pairs[2 * i + k] the same.
    void (*gather)(const float* rows, const std::uint32_t* index, float* fours, float* pairs,
                   std::size_t count);
    /// The inverse: rows[stride * i + k] = fours[count * k + i].
    void (*scatter)(const float* fours, float* rows, std::size_t stride, std::size_t count);
    /// Writes the lanes of a vector in a set one behind the other, and returns their number.
    std::size_t (*write_some)(std::int32_t* to, const std::int32_t* vector, std::uint32_t set);
    /// Bit i: block[4 * k + i] <= components[k] for each k below 4.
    std::uint32_t (*hold)(const float* components, const float* block);
};

/// Null for the reference, which has no lanes, and for instruction sets that are not built.
[[nodiscard]] const LanesTable* lanes_table(Isa isa);

}  // namespace wend::test
