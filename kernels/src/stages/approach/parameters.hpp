// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "stage/contract.hpp"
#include "wend/approach.hpp"

namespace wend::detail {
namespace {

/// The parameters of approach without optional ones, for kernel and reference.
struct ApproachParameters {
    float step_fraction, min_step, max_step, max_fov, aggro_radius, step_jitter;
    float repick_interval;  ///< 0: none
    float speed;            ///< used where no speed stream is bound

    explicit ApproachParameters(const Approach& stage)
        : step_fraction(stage.step_fraction),
          min_step(stage.min_step),
          max_step(stage.max_step),
          max_fov(stage.max_fov),
          aggro_radius(stage.aggro_radius),
          step_jitter(stage.step_jitter),
          repick_interval(stage.repick_interval ? *stage.repick_interval : 0),
          speed(stage.speed ? as_read(*stage.speed) : 0) {}
};

}  // namespace
}  // namespace wend::detail
