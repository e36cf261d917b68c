// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <variant>
#include <vector>

#include "wend/program.hpp"

namespace wend::support {

/// The program's outputs without the locomotion's forces and headings: with those, force and locomotion are
/// two passes over a tile.
[[nodiscard]] inline std::vector<Stream> ordinary_outputs(const Program& program) {
    const bool moves = std::holds_alternative<Locomotion>(program.stages().back());
    constexpr StreamSet of_locomotion = Locomotion::force_outputs | Locomotion::heading_outputs;
    std::vector<Stream> outputs;
    for (const Stream output : program.outputs())
        if (!moves || (stream_set(output) & of_locomotion) == 0) outputs.push_back(output);
    return outputs;
}

}  // namespace wend::support
