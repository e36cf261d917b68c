// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "wend/isa.hpp"

namespace wend {

/// The caller's own job system: wend hands it blocks of agents and never starts a thread itself.
struct JobSystem {
    /// Runs `body` over [0, block_count): every block exactly once, on any threads, in any order, in ranges
    /// of any size
    /// (`body(body_context, block_begin, block_end)`), and returns when all are done. Must not throw.
    void (*parallel_for)(void* context, std::uint32_t block_count,
                         void (*body)(void* body_context, std::uint32_t block_begin, std::uint32_t block_end),
                         void* body_context) = nullptr;
    void* context = nullptr;
};

/// Who does the work of a call.
enum class Threading : std::uint8_t {
    tbb,  ///< oneTBB, in the arena that the call is made in; refused after fork(), in the child of a process
          ///< whose calls had used it
    serial,    ///< the caller's thread alone
    callback,  ///< the caller's job system
};

/// How a call is carried out. Nothing in it changes a bit of the result.
struct Execution {
    std::optional<Isa> isa{};  ///< default: default_isa()
    Threading threading = Threading::tbb;
    std::uint32_t max_threads = 0;  ///< oneTBB: at most that many at once; 0: as many as the arena has
    std::uint32_t block =
        0;  ///< agents a block (rounded up to a multiple of 64); 0: chosen, by threads and grain
    std::uint32_t grain = 0;  ///< agents times ticks that are worth handing to another thread: chosen blocks
                              ///< are no smaller; 0: 8,192
    std::uint32_t ticks_per_pass =
        0;             ///< ticks that a block advances before the next block's turn; 0: all of the call
    JobSystem jobs{};  ///< for Threading::callback
};

}  // namespace wend
