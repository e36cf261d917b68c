// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend {

/// The unit of a number. A metre stands for the caller's unit of length, a kilogram for its unit of mass.
enum class Unit : std::uint8_t {
    none,
    metre,
    metre_per_second,
    newton,
    kilogram,
    second,
    radian,
    radian_per_second,
    radian_per_square_second
};

/// The legal values of a number: [low, high], or [low, high) where `high_excluded`.
struct Range {
    float low = 0;               ///< the smallest legal value
    float high = 0;              ///< the largest, or the first above the legal ones
    bool high_excluded = false;  ///< `high` itself is not legal

    /// False for NaN.
    [[nodiscard]] constexpr bool contains(float value) const noexcept {
        return value >= low && (high_excluded ? value < high : value <= high);
    }
};

/// Components and parameters beyond this magnitude are refused; magnitudes below `component_floor` count as
/// 0.
inline constexpr float component_limit = 1e18f;
/// The smallest magnitude that does not count as 0.
inline constexpr float component_floor = 0x1p-60f;

/// Up to component_limit in magnitude.
inline constexpr Range any_number{-component_limit, component_limit};
/// From 0 to component_limit.
inline constexpr Range not_negative{0, component_limit};
/// From component_floor to component_limit.
inline constexpr Range positive{component_floor, component_limit};

/// One parameter of a stage: its name in scenarios and messages, the member that holds it, and for a number
/// (float, std::optional<float> or std::uint32_t) its range and unit. Each stage lists its own in
/// `parameters()`; checks, scenario files, fuzzing and kernels/docs/stages.md follow from these lists. That
/// page also shows the members' comments: the one above as the effect, the one behind as the unit.
/// `parameters()` is a template, because the types of all lists took half of the time of including wend.
template <class Stage, class Value>
struct Parameter {
    const char* name;        ///< in scenarios and messages
    Value Stage::*member;    ///< holds its value
    Range range{};           ///< legal values of a number
    Unit unit = Unit::none;  ///< unit of a number
};
/// Deduces the types from the member.
template <class Stage, class Value>
Parameter(const char*, Value Stage::*, Range = {}, Unit = Unit::none) -> Parameter<Stage, Value>;

/// One word of an enumeration in scenarios. `words_of(E{})` lists those of E.
template <class E>
struct Word {
    const char* name;  ///< in scenarios
    E value;           ///< its enumerator
};
/// Deduces the type from the enumerator.
template <class E>
Word(const char*, E) -> Word<E>;

}  // namespace wend
