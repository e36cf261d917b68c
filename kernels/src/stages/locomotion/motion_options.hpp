// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/locomotion.hpp"

// Compiled into the objects of every instruction set, so in an anonymous namespace.
namespace wend::detail {
namespace {

/// Whether the locomotion has an option, which fused passes leave out.
[[nodiscard]] inline bool has_motion_options(const Locomotion& locomotion) {
    return locomotion.max_turn_rate || locomotion.min_speed;
}

}  // namespace
}  // namespace wend::detail
