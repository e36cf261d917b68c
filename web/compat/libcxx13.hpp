// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

// What wend uses of C++20 and LLVM 13's C++ library (Emscripten 3.1.6) has not. Included before every file of
// the WebAssembly build; goes once Emscripten is newer. Names in std are not ours to add; the alternative,
// other names all over the library, would outlive the need.
#if __cplusplus > 201703L
#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

/// There is one thread.
template <class T>
class atomic_ref {
  public:
    explicit atomic_ref(T& value) : value_(value) {}
    T fetch_add(T more, memory_order) const { return exchange(value_, value_ + more); }

  private:
    T& value_;
};

namespace ranges {

template <class Range, class Function>
constexpr bool any_of(Range&& range, Function function) {
    return std::any_of(std::begin(range), std::end(range),
                       [&](const auto& element) { return std::invoke(function, element); });
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
template <class Range, class Output>
constexpr auto copy(Range&& range, Output output) {
    return std::copy(std::begin(range), std::end(range), output);
}

}  // namespace ranges
}  // namespace std

#endif

#endif
