// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, which WEND_LANES_ISA names, as kernels are.
#include "support/lanes_table.hpp"

#include "simd/built_isas.hpp"
#include "simd/lanes.hpp"

namespace wend::test {
namespace {

using namespace wend::detail;

/// `operation` of three vectors, over arrays.
template <class A, auto operation>
void over(const float* a, const float* b, const float* c, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; i += lanes<A>)
        write(out + i, operation(load<A>(a + i), load<A>(b + i), load<A>(c + i)));
}

template <class A>
struct Operations {
    using F = Floats<A>;
    using I = Ints<A>;
    using W = Words<A>;

    template <class Mask>
    static W bit(const Mask& mask, std::uint32_t value) {
        return select(mask, W(value), W(0));
    }
    static F shown(const W& words) { return as_floats<A>(as_ints<A>(words)); }
    static W words(const F& x) { return as_words<A>(as_ints<A>(x)); }

    static F comparisons(const F& a, const F& b, const F&) {
        return shown(bit(a < b, 1) | bit(a <= b, 2) | bit(a > b, 4) | bit(a >= b, 8) | bit(a == b, 16));
    }
    static F combinations(const F& a, const F& b, const F& c) {
        const FloatMask<A> m = a < b;
        const FloatMask<A> n = a < c;
        return shown(bit(m && n, 1) | bit(m || n, 2) | bit(!m, 4) | bit(m && !n, 8) |
                     W(any<A>(m) ? 16u : 0u) | W(bits(m) << 6));
    }
    static F int_masks(const F& a, const F& b, const F&) {
        const IntMask<A> m = greater<A>(as_ints<A>(a), as_ints<A>(b));
        return shown(bit(m, 1) | W(any<A>(m) ? 2u : 0u) | W(all<A>(m) ? 4u : 0u) | W(bits(m) << 3) |
                     bit(mask_of<A>(bits(m)), 1u << 19));
    }
    static F choose(const F& a, const F& b, const F& c) { return select(a < b, a, c); }
    static F choose_words(const F& a, const F& b, const F& c) {
        return shown(select(a < b, words(a), words(c)));
    }
    static F choose_ints(const F& a, const F& b, const F& c) {
        return as_floats(select(a < b, as_ints<A>(a), as_ints<A>(c)));
    }
    static F choose_by_float_mask(const F& a, const F& b, const F& c) {
        return select(float_mask<A>(greater<A>(as_ints<A>(a), as_ints<A>(b))), a, c);
    }
    static F choose_by_ints(const F& a, const F& b, const F& c) {
        return shown(select(greater<A>(as_ints<A>(a), as_ints<A>(b)), words(a), words(c)));
    }
    static F choose_floats_by_ints(const F& a, const F& b, const F& c) {
        return select(greater<A>(as_ints<A>(a), as_ints<A>(b)), a, c);
    }
    static F negate(const F& a, const F&, const F&) { return a * F(-1); }
    static F add_product(const F& a, const F& b, const F& c) { return a * b + c; }
    static F divide(const F& a, const F& b, const F&) { return a / b; }
    static F root(const F& a, const F&, const F&) { return detail::sqrt(a); }
    static F round_down(const F& a, const F&, const F&) { return detail::floor(a); }
    static F at_least(const F& a, const F& b, const F&) { return max_keep_nan(a, b); }
    static F keep_positive(const F& a, const F& b, const F&) {
        return keep(greater<A>(as_ints<A>(b), I(0)), a);
    }
    static F greatest(const F& a, const F& b, const F&) {
        return as_floats<A>(detail::max(as_ints<A>(a), as_ints<A>(b)));
    }
    static F magnitude(const F& a, const F&, const F&) { return as_floats<A>(magnitude_bits(a)); }
    static F convert(const F& a, const F&, const F&) { return to_floats<A>(as_ints<A>(a)); }
    static F shift(const F& a, const F&, const F&) { return as_floats<A>(shift_right<8, A>(as_ints<A>(a))); }
    static F shift_words(const F& a, const F&, const F&) { return shown(shift_right<8, A>(words(a))); }
    static F rotate(const F& a, const F&, const F&) {
        return shown(detail::rotate_left<26>(detail::rotate_left<13>(detail::rotate_left<5>(words(a)))));
    }
    static F product(const F& a, const F& b, const F&) {
        Doubles<A> wide_a[2], wide_b[2];
        widen(a, wide_a);
        widen(b, wide_b);
        const Doubles<A> products[2] = {wide_a[0] * wide_b[0], wide_a[1] * wide_b[1]};
        return narrow(products);
    }
    template <class Use>
    static F in_double(const F& a, const F& b, const F& c, const Use& use) {
        Doubles<A> wide_a[2], wide_b[2], wide_c[2], result[2];
        widen(a, wide_a);
        widen(b, wide_b);
        widen(c, wide_c);
        for (int half = 0; half < 2; ++half) result[half] = use(wide_a[half], wide_b[half], wide_c[half]);
        return narrow(result);
    }
    static F quotient(const F& a, const F& b, const F& c) {
        return in_double(a, b, c, [](const auto& x, const auto& y, const auto&) { return x / y; });
    }
    static F wide_root(const F& a, const F& b, const F& c) {
        return in_double(a, b, c, [](const auto& x, const auto&, const auto&) { return detail::sqrt(x); });
    }
    static F wide_choice(const F& a, const F& b, const F& c) {
        return in_double(a, b, c, [](const auto& x, const auto& y, const auto& z) {
            const auto less = x < y;
            const auto other = !(x >= z) && ((x <= z) || (x == x) || (y > z));
            return select(any<A>(less) ? less || other : less, x, y);
        });
    }
    static F words_of_doubles(const F& a, const F& b, const F&) {
        const auto upper = [](const F& x) { return shift_right<1>(magnitude_bits(x)) + Ints<A>(0x100000); };
        Doubles<A> one[2], other[2], less[2], more[2];
        pack_words(upper(a), as_ints(b), one);
        pack_words(upper(b), as_ints(a), other);
        for (int i = 0; i < 2; ++i) {
            less[i] = smaller<A>(one[i], other[i]);
            more[i] = larger<A>(one[i], other[i]);
        }
        return as_floats(lower_words(less) - upper_words(more));
    }
    static F signs_in_double(const F& a, const F&, const F&) {
        Doubles<A> wide[2];
        widen(a, wide);
        return shown(bit(mask_of<A>(signs(wide)), 1));
    }
    static F count_up(const F&, const F&, const F&) { return shown(detail::iota<A>()); }

    static void gather(const float* rows, const std::uint32_t* index, float* fours, float* pairs,
                       std::size_t count) {
        for (std::size_t i = 0; i < count; i += lanes<A>) {
            F four[4], pair[2];
            gather_rows(rows, index + i, four);
            gather_pairs(rows, index + i, pair);
            for (std::size_t k = 0; k < 4; ++k) spread(four[k], fours + 4 * i + k, 4);
            for (std::size_t k = 0; k < 2; ++k) spread(pair[k], pairs + 2 * i + k, 2);
        }
    }
    static void scatter(const float* fours, float* rows, std::size_t stride, std::size_t count) {
        for (std::size_t i = 0; i < count; i += lanes<A>) {
            F four[4];
            for (std::size_t k = 0; k < 4; ++k) four[k] = load<A>(fours + count * k + i);
            write_rows(rows + stride * i, stride, four);
        }
    }
    static std::size_t write_lanes(std::int32_t* to, const std::int32_t* vector, std::uint32_t set) {
        return write_some(to, load<A>(vector), set);
    }
    static std::uint32_t hold(const float* components, const float* block) {
        return FourBounds<A>(components).hold(block);
    }
    static void spread(const F& field, float* out, std::size_t stride) {
        float of_lanes[lanes<A>];
        write(of_lanes, field);
        for (std::size_t j = 0; j < lanes<A>; ++j) out[stride * j] = of_lanes[j];
    }
};

template <class A>
constexpr LanesTable table_of(std::string_view architecture) {
    using O = Operations<A>;
    return {.architecture = architecture,
            .lanes = lanes<A>,
            .comparisons = over<A, O::comparisons>,
            .combinations = over<A, O::combinations>,
            .int_masks = over<A, O::int_masks>,
            .select = over<A, O::choose>,
            .select_words = over<A, O::choose_words>,
            .select_ints = over<A, O::choose_ints>,
            .select_by_float_mask = over<A, O::choose_by_float_mask>,
            .select_by_ints = over<A, O::choose_by_ints>,
            .select_floats_by_ints = over<A, O::choose_floats_by_ints>,
            .negate = over<A, O::negate>,
            .add_product = over<A, O::add_product>,
            .divide = over<A, O::divide>,
            .sqrt = over<A, O::root>,
            .floor = over<A, O::round_down>,
            .max_keep_nan = over<A, O::at_least>,
            .keep = over<A, O::keep_positive>,
            .max = over<A, O::greatest>,
            .magnitude_bits = over<A, O::magnitude>,
            .to_floats = over<A, O::convert>,
            .shift_right = over<A, O::shift>,
            .shift_right_words = over<A, O::shift_words>,
            .rotate_left = over<A, O::rotate>,
            .product_in_double = over<A, O::product>,
            .quotient_in_double = over<A, O::quotient>,
            .root_in_double = over<A, O::wide_root>,
            .select_in_double = over<A, O::wide_choice>,
            .signs = over<A, O::signs_in_double>,
            .words_of_doubles = over<A, O::words_of_doubles>,
            .iota = over<A, O::count_up>,
            .gather = O::gather,
            .scatter = O::scatter,
            .write_some = O::write_lanes,
            .hold = O::hold};
}

}  // namespace
}  // namespace wend::test

template <>
const wend::test::LanesTable wend::detail::OfIsa<wend::Isa::WEND_LANES_ISA, wend::test::LanesTable>::table =
    wend::test::table_of<wend::detail::arch::WEND_LANES_ISA>(wend::detail::arch::WEND_LANES_ISA::name());
