// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "driver/stage_call.hpp"
#include "wend/program.hpp"

/// What the library knows of each kind of stage, as overloads on the public struct: adding a kind is adding
/// one of each (in <kind>_stage.cpp).
namespace wend::detail {

using StreamMask = std::uint64_t;
static_assert(stream_count <= 64);

[[nodiscard]] constexpr StreamMask mask(Stream stream) {
    return StreamMask{1} << static_cast<unsigned>(stream);
}
template <class... Streams>
[[nodiscard]] constexpr StreamMask mask(Stream first, Streams... rest) {
    return (mask(first) | ... | mask(rest));
}

/// The streams of a stage, or of a whole program.
struct StreamNeeds {
    StreamMask read = 0;              ///< must be bound
    StreamMask written = 0;           ///< must be bound, writable
    StreamMask alternative = 0;       ///< a stream, or a value
    StreamMask valued = 0;            ///< those of `alternative` that have a value
    StreamMask output = 0;            ///< written where bound
    StreamMask scratch = 0;           ///< must be bound, writable; filled by the run
    bool positive_max_speed = false;  ///< a max_speed of 0 is out of range

    void add(const StreamNeeds& more) {
        read |= more.read;
        written |= more.written;
        alternative |= more.alternative;
        valued |= more.valued;
        output |= more.output;
        scratch |= more.scratch;
        positive_max_speed |= more.positive_max_speed;
    }
    [[nodiscard]] StreamMask required() const { return read | written | scratch | (alternative & ~valued); }
};

/// What is known when a call resolves a stage's parameters.
struct ResolveContext {
    float dt;
    std::uint32_t ordinal;  ///< among the program's stages of this kind
};

/// What moves agents by itself; everything else is a force.
template <class Kind>
inline constexpr bool is_mover = std::is_same_v<Kind, Locomotion> || std::is_same_v<Kind, WaypointAdvance> ||
                                 std::is_same_v<Kind, Approach>;

StreamNeeds needs(const Wander&);
StreamNeeds needs(const Seek&);
StreamNeeds needs(const Flee&);
StreamNeeds needs(const Arrive&);
StreamNeeds needs(const Pursue&);
StreamNeeds needs(const Evade&);
StreamNeeds needs(const RetargetWander&);
StreamNeeds needs(const PathFollow&);
StreamNeeds needs(const Locomotion&);
StreamNeeds needs(const WaypointAdvance&);
StreamNeeds needs(const Approach&);

/// Parameters against the ranges of the public header.
Status check(const Wander&);
Status check(const Seek&);
Status check(const Flee&);
Status check(const Arrive&);
Status check(const Pursue&);
Status check(const Evade&);
Status check(const RetargetWander&);
Status check(const PathFollow&);
Status check(const Locomotion&);
Status check(const WaypointAdvance&);
Status check(const Approach&);

StageParameters resolve(const Wander&, const ResolveContext&);
StageParameters resolve(const Seek&, const ResolveContext&);
StageParameters resolve(const Flee&, const ResolveContext&);
StageParameters resolve(const Arrive&, const ResolveContext&);
StageParameters resolve(const Pursue&, const ResolveContext&);
StageParameters resolve(const Evade&, const ResolveContext&);
StageParameters resolve(const RetargetWander&, const ResolveContext&);
StageParameters resolve(const PathFollow&, const ResolveContext&);
StageParameters resolve(const Locomotion&, const ResolveContext&);
StageParameters resolve(const WaypointAdvance&, const ResolveContext&);
StageParameters resolve(const Approach&, const ResolveContext&);

/// A stream's value, or one given in its place, as it is read: below the floor it is +0.
[[nodiscard]] inline float as_read(float value) {
    return value < component_floor && value > -component_floor ? 0.0f : value;
}

/// A status when value is NaN or outside [low, high].
Status in_range(const char* parameter, float value, float low, float high);

/// A rectangle of positive, finite size.
Status check_rectangle(const char* parameter, const Rectangle& rectangle);

}  // namespace wend::detail
