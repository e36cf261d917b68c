// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/revision_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <span>
#include <system_error>
#include <utility>

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/child_process.hpp"
#include "tools/perf/measure/git_folder.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/run/checksum.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// The locked file of a folder, which is made where it is not there.
int lock(const fs::path& folder, int operation) {
    for (;;) {
        if (std::error_code error; fs::create_directories(folder, error), error)
            throw command::MisuseError(
                fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
        const fs::path file = folder / "lock";
        const int descriptor = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
        if (descriptor < 0 && errno == ENOENT) continue;  // removed a moment ago
        bool is_locked = descriptor >= 0 && flock(descriptor, operation | LOCK_NB) == 0;
        if (descriptor >= 0 && !is_locked) {
            fmt::print(stderr, "wend perf: waiting for another process that builds in {}\n", folder.string());
            is_locked = flock(descriptor, operation) == 0;
        }
        if (!is_locked) throw command::MisuseError(fmt::format("{}: cannot be locked", file.string()));
        struct stat about {};
        if (fstat(descriptor, &about) == 0 && about.st_nlink > 0) {
            futimens(descriptor, nullptr);  // the folder's last use
            return descriptor;
        }
        close(descriptor);  // removed by the process that had the lock
    }
}

/// Unless a process builds there or uses what it made.
void remove_unlocked(const fs::path& folder) {
    const int descriptor = open((folder / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (descriptor < 0) return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        // Under another name first: a process that asks for the folder meanwhile makes a new one.
        const fs::path removed = folder.string() + ".removed";
        std::error_code ignored;
        fs::rename(folder, removed, ignored);
        fs::remove_all(removed, ignored);
    }
    close(descriptor);
}

void remove_oldest(const fs::path& builds, std::size_t most) {
    std::vector<std::pair<fs::file_time_type, fs::path>> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(builds)) {
        std::error_code ignored;
        folders.emplace_back(fs::last_write_time(entry.path() / "lock", ignored), entry.path());
    }
    std::sort(folders.begin(), folders.end(), std::greater());
    for (std::size_t i = most; i < folders.size(); ++i) remove_unlocked(folders[i].second);
}

}  // namespace

RevisionFolder::RevisionFolder(const Repository& repository, const std::string& commit,
                               const std::string& way, std::vector<fs::path> makes)
    : repository_(repository),
      folder_(git_folder(repository.root()) / "builds" /
              fmt::format("{}-{:08x}", commit.substr(0, 12),
                          scenario::checksum(std::as_bytes(std::span(way))) & 0xffffffffu)),
      commit_(commit),
      way_(way),
      makes_(std::move(makes)),
      lock_(lock(folder_, LOCK_SH)) {
    if (is_built()) return;
    close(lock_);
    lock_ = lock(folder_, LOCK_EX);
    if (is_built()) flock(lock_, LOCK_SH);  // by the process that had the lock
}

RevisionFolder::~RevisionFolder() {
    // What is built is in use until the process ends, and with it this descriptor.
    if (!is_built()) close(lock_);
}

bool RevisionFolder::is_built() const {
    return fs::exists(folder_ / "built") &&
           std::any_of(makes_.begin(), makes_.end(),
                       [&](const fs::path& one) { return fs::exists(folder_ / one); });
}

void RevisionFolder::check_out() const {
    fs::remove(log());
    const fs::path checked_out = folder_ / "checked_out";
    if (fs::exists(checked_out)) return;
    fs::remove_all(source());  // half of a tree, where a build was interrupted
    (void)repository_.ask({"worktree", "prune"});
    const ChildOutcome outcome = run_child({"git", "-C", repository_.root().string(), "worktree", "add",
                                            "--force", "--detach", source().string(), commit_},
                                           log());
    if (outcome.status != 0)
        throw command::MisuseError(
            fmt::format("{} cannot be checked out; the log is {}", commit_.substr(0, 12), log().string()));
    std::ofstream(checked_out) << commit_ << "\n";
}

void RevisionFolder::built() const {
    std::ofstream(folder_ / "built") << commit_ << "\n" << way_;
    flock(lock_, LOCK_SH);
    remove_oldest(folder_.parent_path(), most);
    (void)repository_.ask({"worktree", "prune"});
}

}  // namespace wend::perf
