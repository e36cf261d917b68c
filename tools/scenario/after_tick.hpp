// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/program.hpp"

namespace wend::scenario {

/// The scenario's key "after_tick": a program that runs behind each tick of the scenario's stages.
struct AfterTick {
    static constexpr std::uint32_t most_ticks = 64;

    Program program;
    std::uint32_t ticks = 1;  ///< of it, for each of theirs
};

}  // namespace wend::scenario
