// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/files/csv_reader.hpp"
#include "wend/streams.hpp"

namespace wend::scenario {

/// The initial state that a CSV file gives: one row an agent, one column a stream.
struct AgentTable {
    std::size_t count = 0;
    std::array<bool, stream_count> given{};
    /// Values by stream; a double holds each element type's values exactly.
    std::array<std::vector<double>, stream_count> columns;
};

/// Reads agents. The header names streams; a column `tick` is passed over, so that what `wend run
/// --out` wrote can be read. Fails, with the line, on a column that is no stream or stands twice, a row of
/// another length, a value that is not a finite number of the stream's element type, and an id that stands
/// twice.
[[nodiscard]] AgentTable read_agents_csv(CsvReader& reader);
[[nodiscard]] AgentTable read_agents_csv(const std::filesystem::path& file);

}  // namespace wend::scenario
