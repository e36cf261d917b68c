// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Builds of wend's command, or of others' programs, at any revision of a repository, made once and kept.
namespace wend::perf {

/// A folder that CMake has configured.
struct BuildFolder {
    std::filesystem::path path;

    /// What answers `perf worker`: bin/wend_perf_worker, or bin/wend of a revision that has no such target.
    [[nodiscard]] std::filesystem::path command() const;
};

/// The folder that an executable was built in; none when it is installed.
[[nodiscard]] std::optional<BuildFolder> folder_of(const std::filesystem::path& executable);

/// The git repository that a folder is in. All but ask() throw command::MisuseError.
class Repository {
  public:
    explicit Repository(const std::filesystem::path& inside);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    [[nodiscard]] std::string commit(const std::string& revision) const;  ///< its full name
    [[nodiscard]] std::string parent(const std::string& commit) const;    ///< empty for the first
    /// Whether all of `ancestor` is in `commit`; a commit is in itself. False where one is not known.
    [[nodiscard]] bool is_ancestor(const std::string& ancestor, const std::string& commit) const;

    /// What git answers to these words; empty where it fails.
    [[nodiscard]] std::string ask(std::vector<std::string> words) const;

    /// The end of a message about a commit that is not here: "; fetch it with: git fetch ...". Empty where
    /// the repository has no remote.
    [[nodiscard]] std::string how_to_fetch_all() const;

    /// The command at that commit, built with these settings (built_with.hpp) unless it already was
    /// (revision_folder.hpp). The log's path and the time go to stderr.
    [[nodiscard]] BuildFolder build(const std::string& commit,
                                    const std::vector<std::string>& settings) const;

    /// What a project's own command makes at `executable` (relative to the tree) in a work tree of that
    /// commit, where a shell runs it. Made once a command; told as by build().
    [[nodiscard]] std::filesystem::path build_with(const std::string& commit, const std::string& command,
                                                   const std::filesystem::path& executable) const;

  private:
    std::filesystem::path root_;
};

/// Links the command anew, with its functions in the order that `seed` gives. None when this build cannot do
/// that (README.md: lld).
[[nodiscard]] std::optional<std::filesystem::path> link_layout(const BuildFolder& folder, unsigned seed);

}  // namespace wend::perf
