// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/stream_memory.hpp"
#include "wend/wend.hpp"

namespace wend::fuzz {

/// One call of `run` as a fuzzer's bytes describe it.
struct ProgramInput {
    Program program;
    StreamMemory memory;  ///< the initial state
    Ticks ticks;
    Execution execution;  ///< any instruction set, thread kind, block and pass
};

/// Reads stages with parameters, paths, a number of agents, streams (unaligned, missing, of another length,
/// shared, read-only), values, ticks and execution. None when the bytes describe a program or path set that
/// `build` refuses.
[[nodiscard]] std::optional<ProgramInput> read_program_input(const std::uint8_t* data, std::size_t size);

}  // namespace wend::fuzz
