// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A git repository, and builds of its revisions: of wend's worker or of another project's program, made once
/// and kept.
namespace wend::perf {

/// The folder for the history and the builds of a repository: `wend-perf` in its git folder, which all of its
/// work trees share. Empty outside of a repository, and if git cannot be run.
[[nodiscard]] std::filesystem::path git_folder(const std::filesystem::path& inside);

/// A folder that CMake has configured.
struct BuildFolder {
    std::filesystem::path path;

    [[nodiscard]] std::filesystem::path worker() const { return path / "bin" / "wend_perf_worker"; }
};

/// The folder that an executable was built in; none when it is installed.
[[nodiscard]] std::optional<BuildFolder> folder_of(const std::filesystem::path& executable);

/// The git repository that contains a folder. All but ask() throw support::MisuseError.
class Repository {
  public:
    explicit Repository(const std::filesystem::path& inside);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    [[nodiscard]] std::string commit(const std::string& revision) const;  ///< its full name
    [[nodiscard]] std::string parent(const std::string& commit) const;    ///< empty for the first
    /// Whether all of `ancestor` is in `commit`; a commit is in itself. False where one is not known.
    [[nodiscard]] bool is_ancestor(const std::string& ancestor, const std::string& commit) const;

    /// The output of git for these words; empty if it fails.
    [[nodiscard]] std::string ask(std::vector<std::string> words) const;

    /// The end of a message about a commit that is not here: "; fetch it with: git fetch ...". Empty where
    /// the repository has no remote.
    [[nodiscard]] std::string how_to_fetch_all() const;

    /// The worker at that commit, built with these settings (built_with.hpp) unless it already was. The log's
    /// path and the time go to stderr.
    [[nodiscard]] BuildFolder build(const std::string& commit,
                                    const std::vector<std::string>& settings) const;

    /// The file `executable` (relative to the tree) that a project's own shell command makes in a work tree
    /// of that commit. Made once a command; reported as by build().
    [[nodiscard]] std::filesystem::path build_with(const std::string& commit, const std::string& command,
                                                   const std::filesystem::path& executable) const;

  private:
    std::filesystem::path root_;
};

/// Links the worker again, with its functions in an order that `seed` determines. None if this build cannot
/// do that (README.md: lld).
[[nodiscard]] std::optional<std::filesystem::path> link_layout(const BuildFolder& folder, unsigned seed);

/// A commit checked out in the repository's git folder, and its build: found again by every executable and
/// from every work tree of the repository.
///
/// A process that builds holds the folder's lock alone; others wait for it. A build is locked against removal
/// until the process that asked for it ends.
class RevisionFolder {
  public:
    /// `way` is everything that changes the build; `makes`, relative to the folder, is its executable.
    RevisionFolder(const Repository& repository, const std::string& commit, const std::string& way,
                   std::filesystem::path makes);
    ~RevisionFolder();
    RevisionFolder(const RevisionFolder&) = delete;
    RevisionFolder& operator=(const RevisionFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
    [[nodiscard]] std::filesystem::path source() const { return folder_ / "source"; }
    [[nodiscard]] std::filesystem::path log() const { return folder_ / "log.txt"; }
    [[nodiscard]] bool is_built() const;

    /// Checks the commit out, unless it is, and starts the log anew.
    void check_out() const;

    /// Keeps the build, and removes the folders that were not used for longest.
    void built() const;

    /// As many folders as stay, the newest by their last use.
    static constexpr std::size_t most = 8;

  private:
    const Repository& repository_;
    std::filesystem::path folder_;
    std::string commit_;
    std::string way_;
    std::filesystem::path makes_;
    int lock_ = -1;
};

struct BaseRevision {
    std::string commit;  ///< its full name
    std::string why;     ///< "the merge base of HEAD and origin/main"
};

/// The default base: the merge base of `head` and the main branch (the branch of origin/HEAD, otherwise
/// origin/main, origin/master, main, master). If `head` itself is that merge base, or there is no main
/// branch, it is the parent of `head`. An empty `head` is the working tree: HEAD; on the main branch its
/// uncommitted changes are compared with HEAD. Throws support::MisuseError if that commit is missing, with
/// the command that fetches it.
[[nodiscard]] BaseRevision default_base(const Repository& repository, const std::string& head);

}  // namespace wend::perf
