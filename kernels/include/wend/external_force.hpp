// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <tuple>

#include "wend/parameter.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// A force of the caller's, from the streams external_force_x and external_force_y: computed before the call
/// (avoidance, wind, a push), weighted and composed like any other.
///
///     force = external_force
///
/// Error: none. wend/custom.hpp has forces that a function computes tile by tile.
struct ExternalForce {
    /// Factor of the force; larger moves agents farther.
    float weight = 1;

    static constexpr std::string_view name = "external_force";
    template <class S = ExternalForce>
    static constexpr auto parameters() {
        return std::tuple{Parameter{"weight", &S::weight, any_number}};
    }
    static constexpr StreamUses streams() {
        return {.read = velocity_streams | stream_set(Stream::external_force_x, Stream::external_force_y)};
    }
};

}  // namespace wend
