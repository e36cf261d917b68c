// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace wend::support {

/// The most that is read of a file, where a reader gives no other limit.
inline constexpr std::uint64_t most_file_bytes = std::uint64_t{1} << 30;
/// The limit of state dumps, as large as the agents that they hold.
inline constexpr std::uint64_t most_dump_bytes = std::uint64_t{1} << 40;

/// All bytes of a file; fails with the reason. More than `most_bytes` are refused, of a pipe or a device more
/// than most_file_bytes: these may have no end. Of a file that does not begin with `start` some bytes alone.
[[nodiscard]] std::string read_file(const std::filesystem::path& file,
                                    std::uint64_t most_bytes = most_file_bytes, std::string_view start = {});

/// The same of a text: it ends at a NUL byte with a refusal, so that little is read of what is no text.
[[nodiscard]] std::string read_text(const std::filesystem::path& file,
                                    std::uint64_t most_bytes = most_file_bytes);

}  // namespace wend::support
