// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/machine.hpp"
#include "tools/report/frame.hpp"
#include "tools/support/table.hpp"

/// The results of `wend bench --frame`, as JSON for each machine and as a page for all.
namespace wend::report {

struct FrameResult {
    std::string command;   ///< that measured it
    bench::Lines setting;  ///< machine, build, plain loops
    std::vector<FrameRow> rows;
};

[[nodiscard]] FrameResult frame_result(const std::vector<FrameStep>& steps, std::string command);

[[nodiscard]] std::string frame_json(const FrameResult& result);
/// `file` is its name in errors, which are FileErrors.
[[nodiscard]] FrameResult read_frame(std::string_view text, const std::filesystem::path& file);

/// A sentence about a core that lost more than a tenth of its speed meanwhile; otherwise empty.
[[nodiscard]] std::string core_note(const FrameResult& result);
/// The numbers of agents, ascending.
[[nodiscard]] std::vector<std::size_t> frame_sizes(const FrameResult& result);
/// The rows of one number of agents.
[[nodiscard]] support::Table frame_table(const FrameResult& result, std::size_t agents);

/// Stores a result as CPU.json in a folder, named after its processor.
void store_frame(const FrameResult& result, const std::filesystem::path& folder);
/// Writes README.md, which compares the JSON files of a folder. Returns their number.
std::size_t write_frame_page(const std::filesystem::path& folder);

}  // namespace wend::report
