// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::bench {

/// Nanoseconds of a fixed loop that keeps a core's units for whole numbers busy. A lower clock, or another
/// machine's thread on the same core, slows it down as it does wend's kernels, and plain loops, which wait
/// for their divisions, less: on an AMD Zen 3 seek took 1.5 times as long in such minutes, the fastest
/// loop 1.1.
[[nodiscard]] double core_nanoseconds();

}  // namespace wend::bench
