// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "bench/count/counts.hpp"

/// Exact counts of what a function executes, without hardware counters: the processor's trap flag stops after
/// every instruction, and the handler of that trap notes the next one. Some microseconds an instruction;
/// AVX-512 included.
namespace wend::bench {

/// Whether this build and this machine can: x86-64, and a trap flag that traps (it does not under valgrind).
[[nodiscard]] bool can_count() noexcept;

/// Runs `body` on this thread, one instruction at a time, and returns what it executed, from its first
/// instruction to its return. What other threads do is not counted. One caller at a time; another waits.
/// Passes on what body throws. Throws std::runtime_error where can_count() is false, or an instruction is
/// unknown.
///
/// A first call binds symbols and takes ways of its own: let body run once before it is counted.
[[nodiscard]] Counts count_steps(const std::function<void()>& body);

}  // namespace wend::bench
