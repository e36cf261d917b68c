// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "wend/path.hpp"
#include "wend/program.hpp"

namespace wend::pictures {

/// The paths of a program and how it uses them.
struct PathUse {
    const PathSet* paths = nullptr;  ///< null: no stage follows paths
    PathMode mode = PathMode::once;
    double radius = 0;          ///< of nodes; 0: none
    double slowing_radius = 0;  ///< 0: none
    double corridor = 0;        ///< half its width; 0: none
    bool portals = false;       ///< the nodes are the ends of portals

    [[nodiscard]] std::size_t size() const { return paths == nullptr ? 0 : paths->size(); }
};

[[nodiscard]] PathUse path_use_of(const Program& program);

/// The line of a path as agents follow it, with the first node once more where they go on to it from the
/// last; of a corridor of portals its outline.
[[nodiscard]] std::vector<Point> path_line(const PathUse& use, std::size_t path);

}  // namespace wend::pictures
