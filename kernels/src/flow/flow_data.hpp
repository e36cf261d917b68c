// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "wend/flow_field.hpp"

namespace wend::detail {

/// The x and y of a velocity, side by side.
struct FlowVector {
    float x = 0, y = 0;
};
static_assert(sizeof(FlowVector) == 8, "gathered as rows of two of them");

/// What is behind a FlowField. Along an axis a place is (coordinate - first) * per_cell cells from the first
/// centre.
struct FlowData {
    FlowGrid grid;
    float first_x = 0, first_y = 0;
    float per_cell_x = 0, per_cell_y = 0;
    std::vector<FlowVector> velocities;  ///< row by row
};

struct FlowDataAccess {
    [[nodiscard]] static const FlowData& data(const FlowField& field) noexcept { return *field.data_; }
    [[nodiscard]] static FlowField make(FlowData data) {
        return FlowField(std::make_shared<const FlowData>(std::move(data)));
    }
};

}  // namespace wend::detail
