// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "stage_call.hpp"
#include "wend/program.hpp"

/// What the library knows of each kind of stage, as overloads on the public struct: adding a kind is adding one of each (in <kind>_stage.cpp).
namespace wend::detail {

using StreamMask = std::uint32_t;

[[nodiscard]] constexpr StreamMask mask(Stream stream) { return StreamMask{1} << static_cast<unsigned>(stream); }
template <class... Streams>
[[nodiscard]] constexpr StreamMask mask(Stream first, Streams... rest) {
    return (mask(first) | ... | mask(rest));
}

/// The streams of a stage, or of a whole program.
struct StreamNeeds {
    StreamMask read = 0;         ///< must be bound
    StreamMask written = 0;      ///< must be bound, writable
    StreamMask alternative = 0;  ///< a stream, or a value
    StreamMask valued = 0;       ///< those of `alternative` that have a value

    void add(const StreamNeeds& more) {
        read |= more.read;
        written |= more.written;
        alternative |= more.alternative;
        valued |= more.valued;
    }
    [[nodiscard]] StreamMask required() const { return read | written | (alternative & ~valued); }
};

/// What is known when a call resolves a stage's parameters.
struct ResolveContext {
    float dt;
    std::uint32_t ordinal;  ///< among the program's stages of this kind
};

inline constexpr bool is_force(const Wander&) { return true; }
inline constexpr bool is_force(const Seek&) { return true; }
inline constexpr bool is_force(const Locomotion&) { return false; }
inline constexpr bool is_force(const WaypointAdvance&) { return false; }

StreamNeeds needs(const Wander&);
StreamNeeds needs(const Seek&);
StreamNeeds needs(const Locomotion&);
StreamNeeds needs(const WaypointAdvance&);

/// Parameters against the ranges of the public header.
Status check(const Wander&);
Status check(const Seek&);
Status check(const Locomotion&);
Status check(const WaypointAdvance&);

StageParameters resolve(const Wander&, const ResolveContext&);
StageParameters resolve(const Seek&, const ResolveContext&);
StageParameters resolve(const Locomotion&, const ResolveContext&);
StageParameters resolve(const WaypointAdvance&, const ResolveContext&);

/// A value given in place of a stream, as the stream would be read: below the floor it is +0.
[[nodiscard]] inline float as_read(float value) { return value < component_floor && value > -component_floor ? 0.0f : value; }

/// A status when value is NaN or outside [low, high].
Status in_range(const char* parameter, float value, float low, float high);

}  // namespace wend::detail
