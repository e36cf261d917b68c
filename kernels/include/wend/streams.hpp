// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "wend/export.hpp"

namespace wend {

/// The streams of an agent set, in alphabetical order of name (the state hash relies on it). One element an agent.
/// "State" is what programs write; the rest is input, which they only read.
enum class Stream : std::uint8_t {
    direction,         ///< int32 state: +1 or -1; multiplies the speed of waypoint advance in mode ping-pong
    id,                ///< uint32 input: the agent's identity for draws and the state hash; first_id + slot if unbound
    mass,              ///< float input, > 0
    max_force,         ///< float input, >= 0
    max_speed,         ///< float input, >= 0
    path,              ///< int32 input: index into the path set; -1 is "no path"
    position_x,        ///< float state
    position_y,        ///< float state
    segment,           ///< uint32 state: segment of the path, counted from its first node
    segment_distance,  ///< double state: distance into that segment
    speed,             ///< float input: signed speed along the path
    target_x,          ///< float input
    target_y,          ///< float input
    velocity_x,        ///< float state
    velocity_y,        ///< float state
    wander_angle,      ///< float state: radians, kept in [-pi, pi); any finite value is accepted
};
inline constexpr std::size_t stream_count = 16;

enum class ElementType : std::uint8_t { f32, f64, i32, u32 };

struct StreamInfo {
    std::string_view name;
    ElementType element;
};

/// Facts of each stream, indexed by the enumerator.
inline constexpr std::array<StreamInfo, stream_count> stream_infos{{
    {"direction", ElementType::i32},
    {"id", ElementType::u32},
    {"mass", ElementType::f32},
    {"max_force", ElementType::f32},
    {"max_speed", ElementType::f32},
    {"path", ElementType::i32},
    {"position_x", ElementType::f32},
    {"position_y", ElementType::f32},
    {"segment", ElementType::u32},
    {"segment_distance", ElementType::f64},
    {"speed", ElementType::f32},
    {"target_x", ElementType::f32},
    {"target_y", ElementType::f32},
    {"velocity_x", ElementType::f32},
    {"velocity_y", ElementType::f32},
    {"wander_angle", ElementType::f32},
}};

[[nodiscard]] constexpr const StreamInfo& info(Stream stream) noexcept {
    return stream_infos[static_cast<std::size_t>(stream)];
}
[[nodiscard]] constexpr std::string_view name(Stream stream) noexcept { return info(stream).name; }

[[nodiscard]] constexpr std::optional<Stream> find_stream(std::string_view name) noexcept {
    for (std::size_t i = 0; i < stream_count; ++i)
        if (stream_infos[i].name == name) return static_cast<Stream>(i);
    return std::nullopt;
}

[[nodiscard]] constexpr std::size_t size_of(ElementType element) noexcept {
    return element == ElementType::f64 ? 8 : 4;
}

namespace detail {
template <ElementType E>
struct ElementOf;
template <>
struct ElementOf<ElementType::f32> { using type = float; };
template <>
struct ElementOf<ElementType::f64> { using type = double; };
template <>
struct ElementOf<ElementType::i32> { using type = std::int32_t; };
template <>
struct ElementOf<ElementType::u32> { using type = std::uint32_t; };
}  // namespace detail

/// The element type of a stream: `element_t<Stream::position_x>` is float.
template <Stream S>
using element_t = typename detail::ElementOf<info(S).element>::type;

template <class T>
[[nodiscard]] constexpr ElementType element_type() noexcept {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
                  std::is_same_v<T, std::uint32_t>);
    if constexpr (std::is_same_v<T, float>) return ElementType::f32;
    if constexpr (std::is_same_v<T, double>) return ElementType::f64;
    if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::i32;
    return ElementType::u32;
}

}  // namespace wend
