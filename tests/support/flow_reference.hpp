// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "wend/flow_field.hpp"

namespace wend::test {

/// A flow field by fast marching with a heap, which fixes the times in ascending order.
struct FlowReference {
    std::vector<float> velocities;  ///< x and y, row by row
    std::vector<bool> reaches;
};

[[nodiscard]] FlowReference flow_reference(const FlowGrid& grid, const FlowGoals& goals);

}  // namespace wend::test
