// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "bench/cases/setup_cases.hpp"

namespace wend::perf {

/// The variable of the environment that names the journal of `wend perf gate --journal`: a worker's cases are
/// its calls then, and an older worker has none in common with it.
inline constexpr const char* journal_variable = "WEND_JOURNAL";

/// All calls of a journal as one, on each set of vector instructions: journal/any/isa:NAME/agents:N. Throws
/// where the journal cannot be read, and a case where a call has another hash than the recorded one.
[[nodiscard]] std::vector<bench::SetupCase> journal_cases(const std::filesystem::path& file);

}  // namespace wend::perf
