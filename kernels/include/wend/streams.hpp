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

/// The streams of an agent set, in alphabetical order of name (the state hash relies on it). One element an
/// agent. State is read and written by programs, and covered by the state hash; an output is written where it
/// is bound; a record is read and written where it is bound, and changes no result (record_streams); the
/// others are inputs, which programs only read, or those of measure_progress, which no stage uses.
enum class Stream : std::uint8_t {
    angular_velocity,  ///< float state: rad/s; the rate at which orientation turns
    arrived,      ///< uint32 output: 1 while arrive is near its target, or approach stands on it; otherwise 0
    body_radius,  ///< float input where bound: m; for stages with that parameter, from 0 to the parameter;
                  ///< unbound: the parameter
    decision,     ///< uint32 state: number of the agent's next decision, for the draws of retarget wander and
                  ///< approach
    desired_velocity_x,  ///< float output: m/s; the velocity that external locomotion asks its mover for
    desired_velocity_y,  ///< float output: m/s
    direction,  ///< int32 state: +1 or -1; the way along the path in path following and in waypoint advance,
                ///< mode ping-pong
    external_force_x,  ///< float input: N; a force of the caller's, for external force
    external_force_y,  ///< float input: N
    finished,          ///< uint32 output: 1 once path following, mode once, has reached its last node
    force_x,           ///< float output: N; the composed force, before truncation to max_force
    force_y,           ///< float output: N
    groups,            ///< uint32 input where bound: the groups of the agent, a bit each; unbound: all
    heading_x,  ///< float output: unit tangent of waypoint advance, in the direction of travel; unit velocity
                ///< of the locomotion, kept at rest
    heading_y,  ///< float output
    id,    ///< uint32 input: the agent's identity for draws and the state hash; first_id + slot if unbound
    mass,  ///< float input: kg, > 0
    max_force,          ///< float input: N, >= 0
    max_speed,          ///< float input: m/s, >= 0
    neighbour_horizon,  ///< float input where bound: s, from 2^-20 to 2^20; the agent's `horizon` in stages
                        ///< with neighbours, where that is less than the stage's; unbound: the stage's
    neighbour_radius,   ///< float input where bound: m, >= 0; the agent's `radius` in stages with neighbours,
                        ///< where that is less than the stage's; unbound: the stage's
    neighbour_weight,   ///< float input where bound: from 0 to 2^20; a factor of the agent's forces with
                        ///< neighbours, beside the stage's `weight`; unbound: 1
    node,               ///< uint32 state: the node that path following seeks, counted in its path
    offset_x,           ///< float input: m; place of offset pursuit ahead of the quarry
    offset_y,           ///< float input: m; and to its left
    orientation,        ///< float state: rad, kept in [-pi, pi); any finite value is accepted
    other_agent,        ///< int32 input: slot of the second quarry of interpose; -1: none
    other_target_velocity_x,  ///< float input: m/s
    other_target_velocity_y,  ///< float input: m/s
    other_target_x,           ///< float input: m; second quarry of interpose, or target `other_target`
    other_target_y,           ///< float input: m
    path,                     ///< int32 input: index into the path set; -1: no path
    path_deviation,           ///< float output of measure_progress: m; distance from the path
    path_distance,            ///< double output: m; waypoint advance's distance from the path's start
    path_remaining,           ///< float output of measure_progress: m; along the path to its end
    position_x,               ///< float state: m
    position_y,               ///< float state: m
    position_z,               ///< float input: m; the height, for stages with a height band
    previous_x,     ///< float state: m; position before the last locomotion, for swept path following; with
                    ///< external locomotion (0, 0) means that it is not known
    previous_y,     ///< float state: m
    priority,       ///< float input where bound: an agent is avoided by those of a lower one; unbound: 0
    record_length,  ///< float record: the largest distance on the segment, or the path's last node
    record_path,    ///< uint32 record: key of the path
    record_place,   ///< uint32 record: key of the segment or node
    record_tangent_x,  ///< float record: unit vector along the segment
    record_tangent_y,  ///< float record
    record_x,          ///< float record: m; the segment's start, or the node
    record_y,          ///< float record: m
    responsibility,    ///< float input where bound: from 0 to 1; the agent's share of avoiding, against the
                       ///< other's; unbound: 0.5
    seconds_left,  ///< double state: s until the next decision of retarget wander, or approach with a repick
                   ///< interval
    seen_groups,   ///< uint32 input where bound: the groups that the agent sees, a bit each; unbound: all
    segment,       ///< uint32 state: segment of the path, counted from its first node
    segment_distance,  ///< double state: m into that segment
    settled,           ///< uint32 state: the target at which settle has stopped (settled_at); 0: on its way
    speed,             ///< float input: m/s; signed along a path; >= 0 for approach
    stages,  ///< uint32 input where bound: stage i acts on the agent only if bit i is set; with 0 the agent
             ///< stays unchanged
    steering_force_x,  ///< float output: N; the composed force, truncated to max_force
    steering_force_y,  ///< float output: N
    step_x,  ///< float state: m; displacement of the last locomotion before wrap or bounce, for swept path
             ///< following
    step_y,  ///< float state: m
    still_time,               ///< float kept by measure_progress: s spent near (still_x, still_y)
    still_x,                  ///< float kept by measure_progress: m
    still_y,                  ///< float kept by measure_progress: m
    target_agent,             ///< int32 input: slot of the quarry, for stages with quarry `agent`; -1: none
    target_orientation,       ///< float input: rad; any finite value is accepted
    target_velocity_x,        ///< float input: m/s
    target_velocity_y,        ///< float input: m/s
    target_x,                 ///< float input: m; state of retarget wander
    target_y,                 ///< float input: m; state of retarget wander
    third_agent,              ///< int32 input: slot of the quarry, for target `third_target`; -1: none
    third_target_velocity_x,  ///< float input: m/s
    third_target_velocity_y,  ///< float input: m/s
    third_target_x,           ///< float input: m; target `third_target`
    third_target_y,           ///< float input: m
    velocity_x,               ///< float state: m/s; output of approach
    velocity_y,               ///< float state: m/s; output of approach
    walk_x,                   ///< float state: m; the point that approach walks to; starts as the position
    walk_y,                   ///< float state: m
    wander_angle,             ///< float state: rad, kept in [-pi, pi); any finite value is accepted
};
/// Number of enumerators of Stream.
inline constexpr std::size_t stream_count = 79;

/// The type of a stream's elements.
enum class ElementType : std::uint8_t { f32, f64, i32, u32 };

/// A stream's name, type and first value.
struct StreamInfo {
    std::string_view name;  ///< as in messages and files
    ElementType element;    ///< type of its elements
    double initial = 0;     ///< a new agent's value in AgentBuffer and in the packages; legal in every stage
};

namespace detail {
inline constexpr double all_bits = 0xFFFFFFFF;
}

/// Facts of each stream, indexed by the enumerator.
inline constexpr std::array<StreamInfo, stream_count> stream_infos{{
    {"angular_velocity", ElementType::f32},
    {"arrived", ElementType::u32},
    {"body_radius", ElementType::f32},
    {"decision", ElementType::u32},
    {"desired_velocity_x", ElementType::f32},
    {"desired_velocity_y", ElementType::f32},
    {"direction", ElementType::i32, 1},
    {"external_force_x", ElementType::f32},
    {"external_force_y", ElementType::f32},
    {"finished", ElementType::u32},
    {"force_x", ElementType::f32},
    {"force_y", ElementType::f32},
    {"groups", ElementType::u32, detail::all_bits},
    {"heading_x", ElementType::f32},
    {"heading_y", ElementType::f32},
    {"id", ElementType::u32},
    {"mass", ElementType::f32, 1},
    {"max_force", ElementType::f32},
    {"max_speed", ElementType::f32, 1},
    {"neighbour_horizon", ElementType::f32, 0x1p20},
    {"neighbour_radius", ElementType::f32, 1e18},
    {"neighbour_weight", ElementType::f32, 1},
    {"node", ElementType::u32},
    {"offset_x", ElementType::f32},
    {"offset_y", ElementType::f32},
    {"orientation", ElementType::f32},
    {"other_agent", ElementType::i32, -1},
    {"other_target_velocity_x", ElementType::f32},
    {"other_target_velocity_y", ElementType::f32},
    {"other_target_x", ElementType::f32},
    {"other_target_y", ElementType::f32},
    {"path", ElementType::i32},
    {"path_deviation", ElementType::f32},
    {"path_distance", ElementType::f64},
    {"path_remaining", ElementType::f32},
    {"position_x", ElementType::f32},
    {"position_y", ElementType::f32},
    {"position_z", ElementType::f32},
    {"previous_x", ElementType::f32},
    {"previous_y", ElementType::f32},
    {"priority", ElementType::f32},
    {"record_length", ElementType::f32},
    {"record_path", ElementType::u32},
    {"record_place", ElementType::u32},
    {"record_tangent_x", ElementType::f32},
    {"record_tangent_y", ElementType::f32},
    {"record_x", ElementType::f32},
    {"record_y", ElementType::f32},
    {"responsibility", ElementType::f32, 0.5},
    {"seconds_left", ElementType::f64},
    {"seen_groups", ElementType::u32, detail::all_bits},
    {"segment", ElementType::u32},
    {"segment_distance", ElementType::f64},
    {"settled", ElementType::u32},
    {"speed", ElementType::f32},
    {"stages", ElementType::u32, detail::all_bits},
    {"steering_force_x", ElementType::f32},
    {"steering_force_y", ElementType::f32},
    {"step_x", ElementType::f32},
    {"step_y", ElementType::f32},
    {"still_time", ElementType::f32},
    {"still_x", ElementType::f32},
    {"still_y", ElementType::f32},
    {"target_agent", ElementType::i32, -1},
    {"target_orientation", ElementType::f32},
    {"target_velocity_x", ElementType::f32},
    {"target_velocity_y", ElementType::f32},
    {"target_x", ElementType::f32},
    {"target_y", ElementType::f32},
    {"third_agent", ElementType::i32, -1},
    {"third_target_velocity_x", ElementType::f32},
    {"third_target_velocity_y", ElementType::f32},
    {"third_target_x", ElementType::f32},
    {"third_target_y", ElementType::f32},
    {"velocity_x", ElementType::f32},
    {"velocity_y", ElementType::f32},
    {"walk_x", ElementType::f32},
    {"walk_y", ElementType::f32},
    {"wander_angle", ElementType::f32},
}};

/// Whether the enumerator is in range.
[[nodiscard]] constexpr bool is_stream(Stream stream) noexcept {
    return static_cast<std::size_t>(stream) < stream_count;
}

/// Streams of slots of a view, -1 for none (also initially): code that permutes the view's agents must map
/// them.
inline constexpr std::array slot_streams{Stream::other_agent, Stream::target_agent, Stream::third_agent};
/// Whether the stream is one of slot_streams.
[[nodiscard]] constexpr bool is_slot_stream(Stream stream) noexcept {
    for (const Stream one : slot_streams)
        if (one == stream) return true;
    return false;
}

/// The facts of a stream; the enumerator must be in range.
[[nodiscard]] constexpr const StreamInfo& info(Stream stream) noexcept {
    return stream_infos[static_cast<std::size_t>(stream)];
}
/// The stream's name; empty for an enumerator out of range.
[[nodiscard]] constexpr std::string_view name(Stream stream) noexcept {
    return is_stream(stream) ? info(stream).name : std::string_view();
}

/// The stream of that name.
[[nodiscard]] constexpr std::optional<Stream> find_stream(std::string_view name) noexcept {
    for (std::size_t i = 0; i < stream_count; ++i)
        if (stream_infos[i].name == name) return static_cast<Stream>(i);
    return std::nullopt;
}

/// Bytes of an element.
[[nodiscard]] constexpr std::size_t size_of(ElementType element) noexcept {
    return element == ElementType::f64 ? 8 : 4;
}

namespace detail {
template <ElementType E>
struct ElementOf;
template <>
struct ElementOf<ElementType::f32> {
    using type = float;
};
template <>
struct ElementOf<ElementType::f64> {
    using type = double;
};
template <>
struct ElementOf<ElementType::i32> {
    using type = std::int32_t;
};
template <>
struct ElementOf<ElementType::u32> {
    using type = std::uint32_t;
};
}  // namespace detail

/// The element type of a stream: `element_t<Stream::position_x>` is float.
template <Stream S>
using element_t = typename detail::ElementOf<info(S).element>::type;

template <class T>
/// The enumerator of a type.
[[nodiscard]] constexpr ElementType element_type() noexcept {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
                  std::is_same_v<T, std::uint32_t>);
    if constexpr (std::is_same_v<T, float>) return ElementType::f32;
    if constexpr (std::is_same_v<T, double>) return ElementType::f64;
    if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::i32;
    return ElementType::u32;
}

}  // namespace wend
