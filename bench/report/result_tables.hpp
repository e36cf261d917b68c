// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench/report/result.hpp"
#include "bench/report/table.hpp"

/// A result's sections that are tables, without rows where nothing of the kind was measured.
namespace wend::bench {

/// A row a kernel: nanoseconds at one tick on each instruction set, and the best one's speed-ups.
[[nodiscard]] Table kernel_table(const Result& result);
[[nodiscard]] Table thread_table(const Result& result);
[[nodiscard]] Table start_table(const Result& result);
/// The machine's ceilings, and the kernels under them.
[[nodiscard]] Table ceiling_table(const Result& result);
[[nodiscard]] Table roofline_table(const Result& result);
/// All rows, with hashes.
[[nodiscard]] Table row_table(const Result& result);

}  // namespace wend::bench
