// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "tools/count/counts.hpp"

/// Exact counts of what a function executes, without hardware counters. The trap flag stops the processor
/// after every instruction; the handler of the trap notes the next one. This takes some microseconds an
/// instruction and includes AVX-512.
namespace wend::count {

/// Whether counting works here: it needs x86-64 and a trap flag that traps (under valgrind it does not).
[[nodiscard]] bool can_count() noexcept;

/// Counts what `body` executes on this thread, from its first instruction to its return; other threads are
/// not counted. Callers take turns. Rethrows what `body` throws; throws std::runtime_error where can_count()
/// is false or an instruction is unknown. Run `body` once before: the first call also binds symbols.
[[nodiscard]] Counts count_steps(const std::function<void()>& body);

/// The same for each instruction, by its address.
using AddressCounts = std::map<std::uint64_t, Counts>;
[[nodiscard]] AddressCounts count_addresses(const std::function<void()>& body);

}  // namespace wend::count
