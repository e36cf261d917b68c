// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

    /// Of pages.
    [[nodiscard]] std::string title() const { return name.empty() ? "Performance" : name + ": performance"; }

    /// Of a build's name: without the + of one with changes. Null where it is not known.
    [[nodiscard]] const Commit* find(const std::string& build) const {
        const auto found = commits.find(commit_of(build));
        return found == commits.end() ? nullptr : &found->second;
    }
    /// Empty without a template.
    [[nodiscard]] std::string link(const std::string& build) const {
        std::string address = commit_link;
        if (const std::size_t at = address.find("{}"); at != std::string::npos)
            address.replace(at, 2, commit_of(build));
        return address;
    }

    [[nodiscard]] static std::string commit_of(const std::string& build) {
        return build.substr(0, build.find('+'));
    }
};

/// Of the repository around a folder. `builds` are names of commits, with a + behind those with changes.
/// `rules`: the file of the project's rules; empty: the one in its root. No words outside of a repository.
/// Throws FileError where the rules cannot be read.
[[nodiscard]] ProjectWords project_words(const std::filesystem::path& inside,
                                         std::span<const std::string> builds,
                                         const std::filesystem::path& rules = {});

}  // namespace wend::perf
