// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace wend::perf {

class Repository;

/// A commit checked out in the repository's git folder, and what is built of it in one way: found again by
/// every executable and from every work tree of the repository.
///
/// A process that builds holds the folder's lock alone; others wait for it. What is built is locked against
/// removal until the process ends that asked for it.
class RevisionFolder {
  public:
    /// `way` is all that changes what is built; `makes`, relative to the folder, the executables of which at
    /// least one is made.
    RevisionFolder(const Repository& repository, const std::string& commit, const std::string& way,
                   std::vector<std::filesystem::path> makes);
    ~RevisionFolder();
    RevisionFolder(const RevisionFolder&) = delete;
    RevisionFolder& operator=(const RevisionFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
    [[nodiscard]] std::filesystem::path source() const { return folder_ / "source"; }
    [[nodiscard]] std::filesystem::path log() const { return folder_ / "log.txt"; }
    [[nodiscard]] bool is_built() const;

    /// Checks the commit out, unless it is, and starts the log anew.
    void check_out() const;

    /// Keeps what was made, and removes the folders that were not used for longest.
    void built() const;

    /// As many folders as stay, the newest by their last use.
    static constexpr std::size_t most = 8;

  private:
    const Repository& repository_;
    std::filesystem::path folder_;
    std::string commit_;
    std::string way_;
    std::vector<std::filesystem::path> makes_;
    int lock_ = -1;
};

}  // namespace wend::perf
