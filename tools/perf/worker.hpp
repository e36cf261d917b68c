// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

/// `wend perf worker`: measures slices of cases on request, so that a caller can let two builds take turns.
///
/// Lines on stdin, one answer a line on stdout; whatever cannot be done is answered by `error TEXT`. Builds
/// of different versions have to work together: requests may be added, none may change.
///
///     (at the start)              wend worker 1
///     about                       about KEY VALUE ..., then end: the build: revision, parent, dirty (0 or 1), compiler, flags
///     list                        case NAME ..., then end
///     open AGENTS TICKS OFFSET NAME    opened    the case, with so many agents and ticks a call (0: those of its name), its memory moved by OFFSET bytes
///     pilot                       call NS      about how long a call takes
///     slice CALLS                 slice WALL CPU    so many calls from the initial state, in nanoseconds; CPU is the thread's own time
namespace wend::perf {

inline constexpr const char* worker_greeting = "wend worker 1";

}  // namespace wend::perf
