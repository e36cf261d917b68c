// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

// C++20 that wend uses and LLVM 13's C++ library (Emscripten 3.1.6) lacks. Included before every file of the
// WebAssembly build, until Emscripten is newer. Names in std are not ours to add; the alternative, other
// names all over the library, would outlive the need.
#if __cplusplus > 201703L
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

/// The fewest digits that give the number back; powers of ten from printf's bounds on.
template <class Float, enable_if_t<is_floating_point_v<Float>, int> = 0>
to_chars_result to_chars(char* first, char* last, Float value) {
    char text[32];
    int length = 0;
    for (int digits = 1; digits <= numeric_limits<Float>::max_digits10; ++digits) {
        length = snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        if (static_cast<Float>(strtod(text, nullptr)) == value) break;
    }
    if (last - first < length) return {last, errc::value_too_large};
    memcpy(first, text, static_cast<size_t>(length));
    return {first + length, errc()};
}

/// By strtod, without its extensions: white space, a plus sign, hexadecimal numbers, words.
template <class Float, enable_if_t<is_floating_point_v<Float>, int> = 0>
from_chars_result from_chars(const char* first, const char* last, Float& value) {
    const string_view given(first, static_cast<size_t>(last - first));
    const string text(given.substr(0, given.find_first_not_of("+-.0123456789eE")));
    if (text.empty() || text.front() == '+') return {first, errc::invalid_argument};
    char* end = nullptr;
    const Float read = is_same_v<Float, float> ? static_cast<Float>(strtof(text.c_str(), &end))
                                               : static_cast<Float>(strtod(text.c_str(), &end));
    if (end == text.c_str()) return {first, errc::invalid_argument};
    const char* const behind = first + (end - text.c_str());
    const bool is_zero = text.find_first_of("123456789") >= min(text.find_first_of("eE"), text.size());
    if (read > numeric_limits<Float>::max() || read < numeric_limits<Float>::lowest() ||
        (read == 0 && !is_zero))
        return {behind, errc::result_out_of_range};
    value = read;
    return {behind, errc()};
}

namespace ranges {

template <class Range, class Function>
constexpr bool any_of(Range&& range, Function function) {
    return std::any_of(std::begin(range), std::end(range),
                       [&](const auto& element) { return std::invoke(function, element); });
}
template <class Range, class Function>
constexpr bool none_of(Range&& range, Function function) {
    return !any_of(range, function);
}
template <class Range, class Function>
constexpr bool all_of(Range&& range, Function function) {
    return std::all_of(std::begin(range), std::end(range),
                       [&](const auto& element) { return std::invoke(function, element); });
}
template <class Range, class Function>
constexpr auto count_if(Range&& range, Function function) {
    return std::count_if(std::begin(range), std::end(range), function);
}
template <class Range, class Function>
constexpr auto find_if(Range&& range, Function function) {
    return std::find_if(std::begin(range), std::end(range), function);
}
template <class Range, class T, class Projection = std::identity>
constexpr auto find(Range&& range, const T& value, Projection projection = {}) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& element) { return std::invoke(projection, element) == value; });
}
template <class Range, class T, class Projection = std::identity>
constexpr auto count(Range&& range, const T& value, Projection projection = {}) {
    return std::count_if(std::begin(range), std::end(range),
                         [&](const auto& element) { return std::invoke(projection, element) == value; });
}
template <class Range, class T, class Compare = std::less<>, class Projection = std::identity>
constexpr auto upper_bound(Range&& range, const T& value, Compare compare = {}, Projection projection = {}) {
    return std::upper_bound(std::begin(range), std::end(range), value,
                            [&](const T& given, const auto& element) {
                                return compare(given, std::invoke(projection, element));
                            });
}
template <class Range, class Output>
constexpr auto copy(Range&& range, Output output) {
    return std::copy(std::begin(range), std::end(range), output);
}
template <class Range, class T>
constexpr void fill(Range&& range, const T& value) {
    std::fill(std::begin(range), std::end(range), value);
}
template <class Range>
constexpr void sort(Range&& range) {
    std::sort(std::begin(range), std::end(range));
}
template <class Range, class Output, class Function>
constexpr auto transform(Range&& range, Output output, Function function) {
    return std::transform(std::begin(range), std::end(range), output, function);
}

}  // namespace ranges
}  // namespace std

#endif

#endif
