// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/command/measure.hpp"

namespace wend::bench {

/// "seek": that locomotion is there too goes without saying.
[[nodiscard]] std::string short_name(const Case& what);

/// What stands above the table: machine, compiler, flags, revision, date.
[[nodiscard]] std::string setting_text();

/// The table's head, and the lines of one group, each with a line feed.
[[nodiscard]] std::string table_head();
[[nodiscard]] std::string table_lines(const Group& group);

/// What all threads gain over one, and what uneven populations cost; empty when the groups
/// do not show it.
[[nodiscard]] std::string summary(const std::vector<Group>& groups);

}  // namespace wend::bench
