// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace wend::perf {

struct Commit {
    std::string date;  ///< 2026-11-29
    std::string subject;
};

/// A project and its commits, for pages; empty where they are not known.
struct ProjectWords {
    std::string name{};                       ///< of the project
    std::string commit_link{};                ///< an address, in which {} stands for the commit's name
    std::map<std::string, Commit> commits{};  ///< by full name

    /// Of a build's name: without the + of one with changes. Null where it is not known.
    [[nodiscard]] const Commit* find(const std::string& build) const;
    /// Empty without a template.
    [[nodiscard]] std::string link(const std::string& build) const;
};

/// Of the repository around a folder. `builds` are names of commits, with a + behind those with changes. No
/// words outside of a repository. Throws FileError where its rules cannot be read.
[[nodiscard]] ProjectWords project_words(const std::filesystem::path& inside,
                                         std::span<const std::string> builds);

}  // namespace wend::perf
