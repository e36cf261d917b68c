// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "wend/program.hpp"

namespace wend::mpi {

/// How far the agents of a program see each other, and the edge of their world.
struct Sight {
    double radius = 0;              ///< m; 0: they do not see each other
    std::optional<Rectangle> wrap;  ///< the world whose opposite sides are joined
    bool has_quarries = false;      ///< some stage looks at agents by their slots
};

[[nodiscard]] Sight sight_of(const Program& program);

}  // namespace wend::mpi
