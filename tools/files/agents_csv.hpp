// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/files/csv_reader.hpp"
#include "wend/path.hpp"
#include "wend/streams.hpp"

namespace wend::files {

/// The initial state in a CSV file: one row an agent, one column a stream.
struct AgentTable {
    std::size_t count = 0;
    std::array<bool, stream_count> given{};
    /// Values by stream; a double holds the values of every element type exactly.
    std::array<std::vector<double>, stream_count> columns;
};

/// Reads agents. The header names streams; with a column `tick`, as `wend run --out` writes it, the rows of
/// that tick alone, by default of the last one. Fails with the line on an unknown or repeated column, a row
/// of another length, a value that is not a finite number of the stream's element type, or a repeated id.
/// Places are relative to `origin`.
[[nodiscard]] AgentTable read_agents_csv(CsvReader& reader, std::optional<std::uint64_t> tick = std::nullopt,
                                         Point origin = {});
[[nodiscard]] AgentTable read_agents_csv(const std::filesystem::path& file,
                                         std::optional<std::uint64_t> tick = std::nullopt, Point origin = {});

}  // namespace wend::files
