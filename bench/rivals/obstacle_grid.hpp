// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace wend::bench::rivals {

/// An obstacle, widened by the agents' body: a circle where both ends are the same.
struct Capsule {
    float from_x, from_y, to_x, to_y, reach;
};
/// Its bounding box.
struct Box {
    float min_x, min_y, max_x, max_y;
};

/// Square cells, each with the obstacles whose boxes touch it, so that an agent reads one run a row of cells.
struct ObstacleGrid {
    float min_x, min_y, per_cell;
    std::int32_t columns, rows;
    const std::uint32_t* first;  ///< entries of the cells, row by row: columns * rows + 1
    const Capsule* capsules;     ///< one an entry
    const Box* boxes;            ///< one an entry
    bool are_circles;
    float horizon;  ///< s
};

}  // namespace wend::bench::rivals
