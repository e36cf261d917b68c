// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// wend_perf_worker measures slices of cases on request, so that a caller can alternate between two builds.
///
/// Lines on stdin, one answer a line on stdout; `error TEXT` answers a request that cannot be met. Builds of
/// different versions have to work together: requests may be added, none may change. An unknown request is
/// answered by `error no such request: LINE`.
///
///     (at the start)              wend worker 1
///     about                       about KEY VALUE ..., then end: the build: revision, parent, dirty (0 or 1),
///                                 compiler, flags
///     list                        case NAME ..., then end
///     suite                       case NAME ..., then end: the cases that are compared by default
///     open AGENTS TICKS OFFSET NAME    opened    the case, with so many agents and ticks a call (0: those of
///                                 its name), its memory moved by OFFSET bytes
///     pilot                       call NS      about how long a call takes
///     slice CALLS                 slice WALL CPU SWITCHES    so many calls from the initial state: nanoseconds
///                                 of the wall clock and of the thread, and how often the system took a
///                                 processor from the process
///     functions                   function INSTRUCTIONS NAME ..., then end: the instructions of each function itself
///                                 in one call of the open case, counted one at a time
///     exact                       exact VALUE LIMIT UNIT NAME ..., then end: numbers that are the same in every
///                                 run; one that grows by a part of more than LIMIT is a regression
namespace wend::perf {

/// A number that is the same in every run of one build.
struct ExactNumber {
    std::string name;  ///< the counted quantity, and the case
    std::string unit;
    double value = 0;
    double limit = 0;  ///< growth by a larger part is a regression
};

inline constexpr const char* worker_greeting = "wend worker 1";

/// The answer to a request that a worker does not know begins so.
inline constexpr const char* unknown_request = "no such request: ";

}  // namespace wend::perf
