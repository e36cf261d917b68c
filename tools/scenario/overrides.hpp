// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/files/path_file.hpp"

namespace wend::scenario {

/// A part of the agents: the `rank`-th of `ranks`, which differ in size by one at most.
struct Share {
    std::uint64_t rank = 0;
    std::uint64_t ranks = 1;

    /// The slot of its first agent, of so many in all; that of the next share is its end.
    [[nodiscard]] constexpr std::uint64_t first_of(std::uint64_t agents) const {
        return first_of(agents, rank);
    }
    [[nodiscard]] constexpr std::uint64_t size_of(std::uint64_t agents) const {
        return first_of(agents, rank + 1) - first_of(agents, rank);
    }

  private:
    [[nodiscard]] constexpr std::uint64_t first_of(std::uint64_t agents, std::uint64_t of) const {
        return agents * of / ranks;  // ids have 32 bits, and so have ranks
    }
};

/// Values that replace those of the file, and the part of its agents that is wanted.
struct Overrides {
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> ticks;
    std::optional<std::filesystem::path> paths;            ///< a path file, relative to the working folder
    std::optional<std::string> projection = std::nullopt;  ///< of the path file
    Share share{};
    files::ReadText read_paths = nullptr;  ///< how the text of the path file is read; nullptr: from the file
};

}  // namespace wend::scenario
