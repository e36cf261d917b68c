// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "wend/isa.hpp"

namespace wend {

/// The caller's own job system: wend passes it blocks of agents and never starts a thread itself.
struct JobSystem {
    /// Runs `body` over [0, block_count): every block exactly once, on any threads, in any order, in ranges
    /// of any size (`body(body_context, block_begin, block_end)`), and returns when all are done. Must not
    /// throw.
    void (*parallel_for)(void* context, std::uint32_t block_count,
                         void (*body)(void* body_context, std::uint32_t block_begin, std::uint32_t block_end),
                         void* body_context) = nullptr;
    void* context = nullptr;  ///< first argument of parallel_for
    /// The number of threads that work on it: blocks are sized so that each thread gets four. 0: unknown;
    /// blocks are as small as is worthwhile.
    std::uint32_t threads = 0;
};

/// The threads that do the work of a call.
enum class Threading : std::uint8_t {
    tbb,  ///< oneTBB, in the arena that the call is made in; in the child of a process whose calls had used
          ///< it, after fork(), calls with more than one block are refused; in a library without oneTBB
          ///< (WEND_TBB=OFF, WebAssembly) the same as `serial`
    serial,    ///< the caller's thread alone
    callback,  ///< the caller's job system
};

/// Bytes: the largest stack that a call (`run`, `run_views`, `explain`, ...) or a block of it uses on any
/// instruction set (optimised builds without sanitizers; oneTBB or the caller's job system needs more on
/// top).
inline constexpr std::size_t stack_bytes = 230 * 1024;

/// The same with `Scratch`, for fibres and other small stacks.
inline constexpr std::size_t stack_bytes_with_scratch = 60 * 1024;

/// Bytes: the size of the memory that `Scratch` provides.
inline constexpr std::size_t scratch_bytes = 136 * 1024;

/// Memory that replaces most of the stack: streams of a tile until its faults are known, composed forces,
/// copies of incomplete groups. Nothing in it outlives a block.
struct Scratch {
    /// Called once a block on the thread that runs it, in the caller's floating-point environment; returns
    /// `scratch_bytes` bytes of any alignment, which no other block uses at the same time (such as
    /// thread-local memory), or null to use the stack. Must not throw.
    void* (*of_this_thread)(void* context) = nullptr;
    void* context = nullptr;  ///< argument of of_this_thread
};

/// Hooks of a profiler, such as Tracy or ITT, whose zones nest on each thread. Without them a zone costs a
/// comparison. They must not throw.
struct Profiler {
    /// Where a zone begins, on the thread that it runs on. `name` is never freed: "run", "run_views",
    /// "validate", "forces" (a call), "neighbour grid" (its sort, in each pass), "tiles" (a thread's share of
    /// a pass), "neighbours" (the pass over them, of a group), and a stage's name (the stage on a tile; a
    /// force that is computed together with the locomotion stands for both).
    void (*begin)(void* context, const char* name) = nullptr;  ///< null: no profiler
    /// Where the thread's last zone ends; null: nothing is called.
    void (*end)(void* context) = nullptr;
    void* context = nullptr;  ///< first argument of both
};

/// Whether a call checks its inputs.
enum class Inputs : std::uint8_t {
    /// In each agent's first tick of the call, finds values that are not finite or beyond the limits (faults)
    /// and components below `component_floor` (read as 0).
    checked,
    /// Skips these checks, for callers that own all inputs of the program. Inputs may be trusted that
    /// `validate` has found without a fault or that wend has written since, if each component of the caller's
    /// is +0 or at least `component_floor` in magnitude, and wander_angle, orientation and
    /// target_orientation lie in [-pi, pi]. Otherwise the
    /// agents concerned get meaningless values, but no memory beyond the streams is touched: indices (paths,
    /// nodes, segments, slots) are checked in every call. Builds with assertions always check.
    trusted,
};

/// How a call is carried out. Nothing in it changes a bit of the result, if the conditions of `inputs` hold.
struct Execution {
    std::optional<Isa> isa{};  ///< default: default_isa()
    /// Default: callback where `jobs` has a parallel_for, otherwise tbb.
    std::optional<Threading> threading{};
    std::uint32_t max_threads = 0;  ///< oneTBB: at most that many at once; 0: as many as the arena has
    std::uint32_t block =
        0;  ///< agents a block (rounded up to a multiple of 64); 0: chosen, by threads and grain
    std::uint32_t grain = 0;  ///< agents times ticks of seek that are worth another thread; 0: 8,192. Calls
                              ///< of less than two grains are one block. Other programs count by their cost
    std::uint32_t ticks_per_pass =
        0;                ///< ticks that a block advances before the next block's turn; 0: all of the call
    JobSystem jobs{};     ///< of Threading::callback
    Scratch scratch{};    ///< memory in place of most of the stack
    Profiler profiler{};  ///< hooks around calls, passes and stages
    Inputs inputs = Inputs::checked;  ///< checked or trusted
};

}  // namespace wend
