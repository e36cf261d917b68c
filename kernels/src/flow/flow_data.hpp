// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "wend/flow_field.hpp"

namespace wend::detail {

/// The data of a FlowField. Along an axis a place is (coordinate - first) * per_cell cells from the first
/// centre.
struct FlowData {
    FlowGrid grid;
    float first_x = 0, first_y = 0;
    float per_cell_x = 0, per_cell_y = 0;
    /// x and y of each cell, row by row; null without cells.
    const float* velocities = nullptr;
    std::vector<float> own;       ///< empty if they are the caller's, which are not checked
    std::vector<bool> cut_off;    ///< by cell: no way leads to a goal; empty where there are no such cells
    bool goals_are_shut = false;  ///< no way leads to a goal from any other cell

    /// The index of the cell that holds a place, or is nearest to it; its coordinates are numbers.
    [[nodiscard]] static std::size_t cell_at(const FlowGrid& grid, Point place) noexcept;
};

struct FlowDataAccess {
    [[nodiscard]] static const FlowData& data(const FlowField& field) noexcept { return *field.data_; }
    [[nodiscard]] static FlowField make(FlowData data) {
        const auto shared = std::make_shared<FlowData>(std::move(data));
        if (!shared->own.empty()) shared->velocities = shared->own.data();
        return FlowField(shared);
    }
};

}  // namespace wend::detail
