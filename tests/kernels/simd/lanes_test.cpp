// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// kernels/src/simd/lanes.hpp, compiled for each instruction set, against scalar code. Tests are named after
// the defects of xsimd 8.1.0 that lanes.hpp works around, or after the required behaviour.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/src/simd/built_isas.hpp"
#include "support/isas.hpp"
#include "support/lanes_table.hpp"

namespace wend::test {

const LanesTable* lanes_table(Isa isa) { return detail::BuiltIsas::find<LanesTable>(isa); }

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t word_of(float x) { return std::bit_cast<std::uint32_t>(x); }
std::int32_t int_of(float x) { return std::bit_cast<std::int32_t>(x); }
float float_of(std::uint32_t word) { return std::bit_cast<float>(word); }

/// All pairs of special values, each with a third value, then random bits.
struct Inputs {
    std::vector<float> a, b, c;

    Inputs() {
        const std::vector<float> special{0.0f,
                                         -0.0f,
                                         1.0f,
                                         -1.0f,
                                         0.5f,
                                         -0.5f,
                                         1.5f,
                                         -2.5f,
                                         0x1p-149f,
                                         -0x1p-149f,
                                         0x1p-126f,
                                         0x1.fffffep-127f,
                                         3.4e38f,
                                         -3.4e38f,
                                         infinity,
                                         -infinity,
                                         nan,
                                         -nan,
                                         float_of(0x7f800001u),
                                         0x1p23f,
                                         8388609.0f,
                                         -8388607.5f,
                                         0x1p31f,
                                         1 / 3.0f};
        for (const float x : special)
            for (const float y : special) add(x, y, special[a.size() % 7 * 3]);
        std::mt19937 random(2026);
        const auto any_bits = [&] { return float_of(static_cast<std::uint32_t>(random())); };
        const auto ordinary = [&] {
            return static_cast<float>(static_cast<std::int32_t>(random())) * 0x1p-24f;
        };
        while (a.size() < 8192) add(any_bits(), any_bits(), any_bits());
        while (a.size() < 16384) add(ordinary(), ordinary(), ordinary());
    }
    void add(float x, float y, float z) {
        a.push_back(x);
        b.push_back(y);
        c.push_back(z);
    }
};

const Inputs& inputs() {
    static const Inputs all;
    return all;
}

class Lanes : public ::testing::TestWithParam<Isa> {
  protected:
    [[nodiscard]] const LanesTable& table() const { return *lanes_table(GetParam()); }

    [[nodiscard]] std::vector<float> results(LanesOperation operation) const {
        const Inputs& in = inputs();
        std::vector<float> out(in.a.size());
        operation(in.a.data(), in.b.data(), in.c.data(), out.data(), out.size());
        return out;
    }

    /// Expects the bits of `scalar` of the same inputs; all NaNs are equal.
    template <class Scalar>
    void expect_is(LanesOperation operation, Scalar scalar) const {
        const Inputs& in = inputs();
        const std::vector<float> out = results(operation);
        for (std::size_t i = 0; i < out.size(); ++i) {
            const float expected = scalar(in.a[i], in.b[i], in.c[i]);
            if (std::isnan(expected) && std::isnan(out[i])) continue;
            ASSERT_EQ(word_of(out[i]), word_of(expected))
                << std::hexfloat << in.a[i] << ", " << in.b[i] << ", " << in.c[i] << " give " << out[i];
        }
    }
    /// Expects the bits of `scalar`, also of NaNs.
    template <class Scalar>
    void expect_bits(LanesOperation operation, Scalar scalar) const {
        const Inputs& in = inputs();
        const std::vector<float> out = results(operation);
        for (std::size_t i = 0; i < out.size(); ++i)
            ASSERT_EQ(word_of(out[i]), static_cast<std::uint32_t>(scalar(in.a[i], in.b[i], in.c[i])))
                << std::hexfloat << in.a[i] << ", " << in.b[i] << ", " << in.c[i];
    }
    /// The index of the first lane of the vector with lane i.
    [[nodiscard]] std::size_t vector_of(std::size_t i) const { return i - i % table().lanes; }
};

// ---- defects of xsimd ----

TEST_P(Lanes, Avx512DoesNotCompileWithoutDqOrBw) {
    EXPECT_EQ(table().lanes, lane_count(GetParam()));
    if (GetParam() == Isa::avx512) {
        EXPECT_EQ(table().architecture, "avx512bw");
    }
}

TEST_P(Lanes, RsqrtOfAvx512DoesNotExistAndReciprocalIsAnEstimate) {
    expect_is(table().divide, [](float a, float b, float) { return a / b; });
}

TEST_P(Lanes, XorOfMasksIsOr) {
    const Inputs& in = inputs();
    const std::vector<float> out = results(table().combinations);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const bool m = in.a[i] < in.b[i];
        const bool n = in.a[i] < in.c[i];
        const std::uint32_t expected = (m && n ? 1u : 0u) | (m || n ? 2u : 0u) | (!m ? 4u : 0u);
        ASSERT_EQ(word_of(out[i]) & 7, expected) << i;
    }
}

TEST_P(Lanes, AndnotOfMasksIsTheOtherWayRoundOnAvx512) {
    const Inputs& in = inputs();
    const std::vector<float> out = results(table().combinations);
    for (std::size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ((word_of(out[i]) & 8) != 0, in.a[i] < in.b[i] && !(in.a[i] < in.c[i])) << i;
}

TEST_P(Lanes, NotEqualOfMasksAndOfNansIsNotUsedAndComparisonsWithNanAreFalse) {
    expect_bits(table().comparisons, [](float a, float b, float) {
        return (a < b ? 1 : 0) | (a <= b ? 2 : 0) | (a > b ? 4 : 0) | (a >= b ? 8 : 0) | (a == b ? 16 : 0);
    });
}

TEST_P(Lanes, UnaryMinusOfAvx512LosesTheSignOfZero) {
    expect_is(table().negate, [](float a, float, float) { return -a; });
}

TEST_P(Lanes, FmaOfAvx512IsNotFusedAndProductsAreRoundedByThemselves) {
    expect_is(table().add_product, [](float a, float b, float c) {
        const volatile float product = a * b;
        return product + c;
    });
}

TEST_P(Lanes, GatherGoesThroughTheStack) {
    float rows[2 * 32 + 2];
    for (std::size_t i = 0; i < std::size(rows); ++i) rows[i] = static_cast<float>(i);
    std::vector<std::uint32_t> index;
    std::mt19937 random(7);
    for (int i = 0; i < 256; ++i) index.push_back(static_cast<std::uint32_t>(random() % 32));
    std::vector<float> fours(4 * index.size()), pairs(2 * index.size());
    table().gather(rows, index.data(), fours.data(), pairs.data(), index.size());
    for (std::size_t i = 0; i < index.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(fours[4 * i + k], static_cast<float>(2 * index[i] + k));
        for (std::size_t k = 0; k < 2; ++k) ASSERT_EQ(pairs[2 * i + k], static_cast<float>(2 * index[i] + k));
    }
}

TEST_P(Lanes, RowsAreWrittenWithAnyStride) {
    constexpr std::size_t count = 32, stride = 5;
    std::vector<float> fours(4 * count), rows(stride * count, -1);
    for (std::size_t i = 0; i < fours.size(); ++i) fours[i] = static_cast<float>(i);
    table().scatter(fours.data(), rows.data(), stride, count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(rows[stride * i + k], fours[count * k + i]);
        ASSERT_EQ(rows[stride * i + 4], -1);
    }
}

TEST_P(Lanes, SomeLanesAreWrittenInOrder) {
    const std::size_t lanes = table().lanes;
    const std::uint32_t step = lanes == 16 ? 7 : 1;
    for (std::uint32_t set = 0; set < 1u << lanes; set += step) {
        std::int32_t vector[16], to[17];
        std::fill(std::begin(to), std::end(to), -1);
        for (std::size_t lane = 0; lane < lanes; ++lane) vector[lane] = static_cast<std::int32_t>(100 + lane);
        std::vector<std::int32_t> expected;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if ((set >> lane & 1) != 0) expected.push_back(vector[lane]);
        ASSERT_EQ(table().write_some(to, vector, set), expected.size());
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), to)) << set;
        ASSERT_EQ(to[lanes], -1) << "no more than a vector";
    }
}

TEST_P(Lanes, FourBoundsHoldWhereNoComponentIsGreater) {
    std::mt19937 random(5);
    const float values[] = {0, 1, 2, infinity, -infinity, nan};
    for (int i = 0; i < 10'000; ++i) {
        float components[4], block[16];
        for (float& component : components) component = values[random() % 6];
        for (float& component : block) component = values[random() % 6];
        std::uint32_t expected = 0;
        for (unsigned point = 0; point < 4; ++point)
            if (block[point] <= components[0] && block[4 + point] <= components[1] &&
                block[8 + point] <= components[2] && block[12 + point] <= components[3])
                expected |= 1u << point;
        ASSERT_EQ(table().hold(components, block) & 15, expected);
    }
}

TEST_P(Lanes, MinAndMaxOfNanDependOnTheVersion) {
    expect_is(table().select, [](float a, float b, float c) { return a < b ? a : c; });
    expect_is(table().max_keep_nan, [](float a, float b, float) { return a < b ? b : a; });
}

TEST_P(Lanes, DivisionAndRootOfNeonAreNewtonSteps) {
    expect_is(table().divide, [](float a, float b, float) { return a / b; });
    expect_is(table().sqrt, [](float a, float, float) { return std::sqrt(a); });
}

TEST_P(Lanes, CastsOfNeonTakeTheAddressesOfFunctions) {
    expect_bits(table().magnitude_bits, [](float a, float, float) { return word_of(a) & 0x7fffffff; });
    expect_bits(table().select_words, [](float a, float b, float c) { return word_of(a < b ? a : c); });
}

TEST_P(Lanes, Sse2HasNoMaximumOfIntegers) {
    expect_bits(table().max, [](float a, float b, float) { return std::max(int_of(a), int_of(b)); });
}

TEST_P(Lanes, FloorOfSse2LosesTheSignOfZero) {
    expect_is(table().floor, [](float a, float, float) { return std::floor(a); });
}

// ---- required behaviour ----

TEST_P(Lanes, KeepGivesPositiveZeroElsewhere) {
    expect_is(table().keep, [](float a, float b, float) { return int_of(b) > 0 ? a : 0.0f; });
}

TEST_P(Lanes, MasksOfFloatsSelectIntegersAndMasksOfIntegersFloats) {
    expect_is(table().select_ints, [](float a, float b, float c) { return a < b ? a : c; });
    expect_is(table().select_by_float_mask,
              [](float a, float b, float c) { return int_of(a) > int_of(b) ? a : c; });
}

TEST_P(Lanes, BitsAnyAndAllOfMasksAreInTheOrderOfLanes) {
    const Inputs& in = inputs();
    const std::vector<float> of_floats = results(table().combinations);
    const std::vector<float> of_ints = results(table().int_masks);
    for (std::size_t i = 0; i < in.a.size(); ++i) {
        std::uint32_t less = 0;
        std::uint32_t greater = 0;
        for (std::size_t j = 0; j < table().lanes; ++j) {
            const std::size_t at = vector_of(i) + j;
            less |= (in.a[at] < in.b[at] ? 1u : 0u) << j;
            greater |= (int_of(in.a[at]) > int_of(in.b[at]) ? 1u : 0u) << j;
        }
        ASSERT_EQ(word_of(of_floats[i]) >> 6, less) << i;
        ASSERT_EQ((word_of(of_floats[i]) & 16) != 0, less != 0) << i;
        ASSERT_EQ(word_of(of_ints[i]) >> 3 & 0xffff, greater) << i;
        ASSERT_EQ((word_of(of_ints[i]) & 1), greater >> (i % table().lanes) & 1) << i;
        ASSERT_EQ(word_of(of_ints[i]) >> 19, greater >> (i % table().lanes) & 1) << i;
        ASSERT_EQ((word_of(of_ints[i]) & 2) != 0, greater != 0) << i;
        ASSERT_EQ((word_of(of_ints[i]) & 4) != 0, greater == (1u << table().lanes) - 1) << i;
    }
}

TEST_P(Lanes, WordsAndFloatsAreChosenByIntegers) {
    for (const LanesOperation select : {table().select_by_ints, table().select_floats_by_ints})
        expect_bits(select, [](float a, float b, float c) { return word_of(int_of(a) > int_of(b) ? a : c); });
}

TEST_P(Lanes, IntegersBecomeTheNearestFloats) {
    expect_is(table().to_floats, [](float a, float, float) { return static_cast<float>(int_of(a)); });
}

TEST_P(Lanes, ShiftsKeepTheSignOfIntegersAlone) {
    expect_bits(table().shift_right, [](float a, float, float) { return int_of(a) >> 8; });
    expect_bits(table().shift_right_words, [](float a, float, float) { return word_of(a) >> 8; });
}

TEST_P(Lanes, RotationsAddUp) {
    expect_bits(table().rotate_left,
                [](float a, float, float) { return std::rotl(word_of(a), 5 + 13 + 26); });
}

TEST_P(Lanes, DoublesKeepTheOrderOfLanesAndRoundOnce) {
    expect_is(table().product_in_double, [](float a, float b, float) {
        return static_cast<float>(static_cast<double>(a) * static_cast<double>(b));
    });
}

TEST_P(Lanes, DoublesDivideAndHaveRootsAndMasks) {
    const auto wide = [](float x) { return static_cast<double>(x); };
    expect_is(table().quotient_in_double,
              [&](float a, float b, float) { return static_cast<float>(wide(a) / wide(b)); });
    expect_is(table().root_in_double,
              [&](float a, float, float) { return static_cast<float>(std::sqrt(wide(a))); });
    const Inputs& in = inputs();
    const std::vector<float> out = results(table().select_in_double);
    const std::size_t half = std::max<std::size_t>(table().lanes / 2, 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        bool any = false;
        for (std::size_t j = i - i % half; j < i - i % half + half; ++j) any = any || in.a[j] < in.b[j];
        const float a = in.a[i], b = in.b[i], c = in.c[i];
        const bool other = any && !(a >= c) && (a <= c || a == a || b > c);
        const float expected = a < b || other ? a : b;
        if (std::isnan(expected) && std::isnan(out[i])) continue;
        ASSERT_EQ(word_of(out[i]), word_of(expected)) << i;
    }
}

TEST_P(Lanes, SignsOfDoublesAreInTheOrderOfTheLanes) {
    expect_bits(table().signs, [](float a, float, float) { return std::signbit(a); });
}

TEST_P(Lanes, PairsOfWordsOrderAsDoubles) {
    const Inputs& in = inputs();
    const std::vector<float> out = results(table().words_of_doubles);
    const auto pair = [](float upper, float lower) {
        return std::uint64_t{((word_of(upper) & 0x7fffffffu) >> 1) + 0x100000u} << 32 | word_of(lower);
    };
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto [smaller, larger] = std::minmax({pair(in.a[i], in.b[i]), pair(in.b[i], in.a[i])});
        ASSERT_EQ(word_of(out[i]), static_cast<std::uint32_t>(smaller - (larger >> 32))) << i;
    }
}

TEST_P(Lanes, IotaCountsLanes) {
    const std::vector<float> out = results(table().iota);
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(word_of(out[i]), i - vector_of(i));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Lanes, each_vector_isa(), isa_name);

}  // namespace
}  // namespace wend::test
