// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "tools/report/roofline.hpp"

namespace wend::report {

/// Google Benchmark's JSON, by its own reporter: one entry a case and round, in order of rounds; for a case
/// that was not timed an entry with the error. The key "wend" beside "context" and "benchmarks" names the
/// instruction sets and the rivals, and has the roofline where there is one.
[[nodiscard]] std::string result_json(const std::vector<bench::Group>& groups,
                                      const Roofline* roofline = nullptr);

}  // namespace wend::report
