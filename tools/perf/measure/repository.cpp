// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/repository.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>

#include "tools/perf/measure/built_with.hpp"
#include "tools/perf/measure/processes.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/progress.hpp"
#include "words/printable.hpp"

namespace wend::perf {

using support::MisuseError;

std::filesystem::path git_folder(const std::filesystem::path& inside) {
    try {
        ChildOutcome outcome = run_child({"git", "-C", inside.string(), "rev-parse", "--git-common-dir"});
        if (outcome.status != 0 || !outcome.out.ends_with('\n')) return {};
        outcome.out.pop_back();
        // An absolute path stays as it is.
        return (inside / outcome.out).lexically_normal() / "wend-perf";
    } catch (const MisuseError&) {
        return {};
    }
}

namespace {

namespace fs = std::filesystem;

void print_last_lines(const fs::path& file, std::size_t count) {
    std::ifstream stream(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
        if (lines.size() > count) lines.pop_front();
    }
    for (const std::string& line : lines) fmt::print(stderr, "    {}\n", words::printable(line));
}

std::string git(const fs::path& folder, std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", folder.string()});
    ChildOutcome outcome = run_child(words);
    while (!outcome.out.empty() && outcome.out.back() == '\n') outcome.out.pop_back();
    return outcome.status == 0 ? outcome.out : "";
}

bool is_on_path(const std::string& program) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
    return false;
}

/// A build in its folder: stderr says when it begins and ends, a terminal shows its steps.
class TracedBuild {
  public:
    TracedBuild(const RevisionFolder& folder, const std::string& commit)
        : folder_(folder), commit_(commit.substr(0, 12)) {
        fmt::print(stderr, "wend perf: building {}; the log is {}\n", commit_, folder.log().string());
        folder.check_out();
    }

    /// `otherwise`: the message about the commit when the command fails.
    void run(const std::vector<std::string>& command, const std::string& otherwise) const {
        const auto follow = [this](const std::string& line) {
            // Steps of ninja and make begin so: [12/345], [ 12%].
            const std::string step = line.starts_with("[") ? line.substr(0, line.find(']') + 1) : "";
            support::show_progress(
                fmt::format("building {}: {}{}{:.0f} s", commit_, step, step.empty() ? "" : ", ", seconds()));
        };
        const int status = run_child(command, folder_.log(), follow).status;
        support::show_progress("");
        if (status == 0) return;
        print_last_lines(folder_.log(), 8);
        throw MisuseError(fmt::format("{} {}; its log is {}", commit_, otherwise, folder_.log().string()));
    }

    void built() const {
        folder_.built();
        fmt::print(stderr, "wend perf: built {} in {:.0f} s\n", commit_, seconds());
    }

  private:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

    const RevisionFolder& folder_;
    std::string commit_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

std::optional<BuildFolder> folder_of(const fs::path& executable) {
    const fs::path path = fs::weakly_canonical(executable).parent_path().parent_path();
    if (!fs::exists(path / "CMakeCache.txt")) return std::nullopt;
    return BuildFolder{path};
}

Repository::Repository(const fs::path& inside) : root_(git(inside, {"rev-parse", "--show-toplevel"})) {
    if (root_.empty())
        throw MisuseError(fmt::format("{}: not in a git repository", fs::absolute(inside).string()));
}

std::string Repository::commit(const std::string& revision) const {
    std::string name =
        git(root_, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
    if (name.empty())
        throw MisuseError(
            fmt::format("{}: no revision of {}{}", revision, root_.string(), how_to_fetch_all()));
    return name;
}

std::string Repository::parent(const std::string& commit) const {
    return git(root_, {"rev-parse", "--verify", "--quiet", commit + "^"});
}

bool Repository::is_ancestor(const std::string& ancestor, const std::string& commit) const {
    return run_child({"git", "-C", root_.string(), "merge-base", "--is-ancestor", ancestor, commit}).status ==
           0;
}

std::string Repository::ask(std::vector<std::string> words) const { return git(root_, std::move(words)); }

std::string Repository::how_to_fetch_all() const {
    const std::string remotes = ask({"remote"});
    if (remotes.empty()) return "";
    // With the branches by name: a clone of a single branch fetches no other.
    const std::string remote = ("\n" + remotes + "\n").find("\norigin\n") == std::string::npos
                                   ? remotes.substr(0, remotes.find('\n'))
                                   : "origin";
    const bool is_shallow = ask({"rev-parse", "--is-shallow-repository"}) == "true";
    return fmt::format(
        "{}; fetch what is missing with: git fetch {}--tags {} '+refs/heads/*:refs/remotes/{}/*'",
        is_shallow ? " (the clone is shallow)" : "", is_shallow ? "--unshallow " : "", remote, remote);
}

BuildFolder Repository::build(const std::string& commit, const std::vector<std::string>& settings) const {
    const std::string way = fmt::format("{}\n{}\n", built_by(), fmt::join(settings, "\n"));
    const RevisionFolder folder(*this, commit, way, "build/bin/wend_perf_worker");
    const BuildFolder built{folder.folder() / "build"};
    if (folder.is_built()) return built;

    const TracedBuild build(folder, commit);
    // Paths relative to here let ccache, where it is used, find what another revision had in common with this
    // one. With comments, or a header precompiled by an older one comes back, which GCC takes for another
    // header.
    const auto cmake = [&](const std::vector<std::string>& arguments) {
        std::vector<std::string> words{"cmake",
                                       "-E",
                                       "env",
                                       "CCACHE_BASEDIR=" + folder.folder().parent_path().string(),
                                       "CCACHE_NOHASHDIR=1",
                                       "CCACHE_COMMENTS=1",
                                       "CCACHE_SLOPPINESS=pch_defines,time_macros",
                                       "NINJA_STATUS=[%f/%t] ",
                                       "cmake"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return words;
    };
    // Parts that no worker has are neither found nor built.
    std::vector<std::string> configure{"-S",
                                       folder.source().string(),
                                       "-B",
                                       built.path.string(),
                                       "-G",
                                       "Ninja",
                                       "-DWEND_BUILD_TESTS=OFF",
                                       "-DWEND_BUILD_C=OFF",
                                       "-DWEND_BENCH_RIVALS=OFF",
                                       "-DWEND_FORMATS=OFF",
                                       "-DWEND_INSTALL=OFF",
                                       "-DWEND_WARNINGS_AS_ERRORS=OFF"};
    if (std::getenv("CMAKE_CXX_COMPILER_LAUNCHER") == nullptr && is_on_path("ccache"))
        configure.emplace_back("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache");
    configure.insert(configure.end(), settings.begin(), settings.end());
    build.run(cmake(configure), "cannot be configured");
    build.run(cmake({"--build", built.path.string(), "--target", "wend_perf_worker"}), "does not build");
    build.built();
    return built;
}

fs::path Repository::build_with(const std::string& commit, const std::string& command,
                                const fs::path& executable) const {
    const RevisionFolder folder(*this, commit, command, "source" / executable);
    const fs::path made = folder.source() / executable;
    if (folder.is_built()) return made;
    const TracedBuild build(folder, commit);
    build.run({"cmake", "-E", "chdir", folder.source().string(), "sh", "-c", command}, "does not build");
    if (!fs::exists(made))
        throw MisuseError(
            fmt::format("{}: the command made no {}", commit.substr(0, 12), executable.string()));
    build.built();
    return made;
}

std::optional<fs::path> link_layout(const BuildFolder& folder, unsigned seed) {
    const std::string target = fmt::format("wend_layout_{}", seed);
    const ChildOutcome outcome = run_child({"cmake", "--build", folder.path.string(), "--target", target});
    const fs::path executable = folder.path / "bin" / target;
    if (outcome.status != 0 || !fs::exists(executable)) return std::nullopt;
    return executable;
}

namespace {

/// The locked file of a folder, which is made where it is not there.
int lock(const fs::path& folder, int operation) {
    for (;;) {
        if (std::error_code error; fs::create_directories(folder, error), error)
            throw MisuseError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
        const fs::path file = folder / "lock";
        const int descriptor = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
        if (descriptor < 0 && errno == ENOENT) continue;  // removed a moment ago
        bool is_locked = descriptor >= 0 && flock(descriptor, operation | LOCK_NB) == 0;
        if (descriptor >= 0 && !is_locked) {
            fmt::print(stderr, "wend perf: waiting for another process that builds in {}\n", folder.string());
            is_locked = flock(descriptor, operation) == 0;
        }
        if (!is_locked) throw MisuseError(fmt::format("{}: cannot be locked", file.string()));
        struct stat about {};
        if (fstat(descriptor, &about) == 0 && about.st_nlink > 0) {
            futimens(descriptor, nullptr);  // the folder's last use
            return descriptor;
        }
        close(descriptor);  // removed by the process that had the lock
    }
}

/// Unless a process builds there or uses the build.
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
                               const std::string& way, fs::path makes)
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
    // A build is in use until the process ends, and with it this descriptor.
    if (!is_built()) close(lock_);
}

bool RevisionFolder::is_built() const {
    return fs::exists(folder_ / "built") && fs::exists(folder_ / makes_);
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
        throw MisuseError(
            fmt::format("{} cannot be checked out; the log is {}", commit_.substr(0, 12), log().string()));
    std::ofstream(checked_out) << commit_ << "\n";
}

void RevisionFolder::built() const {
    std::ofstream(folder_ / "built") << commit_ << "\n" << way_;
    flock(lock_, LOCK_SH);
    remove_oldest(folder_.parent_path(), most);
    (void)repository_.ask({"worktree", "prune"});
}

namespace {

/// The main branch of the remote, otherwise the local one; empty if there is none.
std::string main_branch(const Repository& repository) {
    const std::string remote = repository.ask({"symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"});
    for (const std::string& branch :
         {remote, std::string("refs/remotes/origin/main"), std::string("refs/remotes/origin/master"),
          std::string("refs/heads/main"), std::string("refs/heads/master")})
        if (!branch.empty() &&
            !repository.ask({"rev-parse", "--verify", "--quiet", branch + "^{commit}"}).empty())
            return branch;
    return "";
}

std::string short_name(const std::string& branch) {
    return branch.substr(
        std::string_view(branch.starts_with("refs/heads/") ? "refs/heads/" : "refs/remotes/").size());
}

bool has_uncommitted_changes(const Repository& repository) {
    return !repository.ask({"--no-optional-locks", "status", "--porcelain", "--untracked-files=no"}).empty();
}

}  // namespace

BaseRevision default_base(const Repository& repository, const std::string& head) {
    const std::string name = head.empty() ? "HEAD" : head;
    const std::string commit = repository.commit(name);
    const std::string branch = main_branch(repository);
    std::string where = ", and no main branch is here";
    if (!branch.empty()) {
        const std::string main = short_name(branch);
        const std::string merge_base = repository.ask({"merge-base", commit, branch});
        if (merge_base.empty())
            throw MisuseError(fmt::format("{} and {} have no common ancestor here{}", name, main,
                                          repository.how_to_fetch_all()));
        if (merge_base != commit) return {merge_base, fmt::format("the merge base of {} and {}", name, main)};
        where = fmt::format(", which is on {}", main);
    }
    if (head.empty() && has_uncommitted_changes(repository))
        return {commit, fmt::format("HEAD{}, for the uncommitted changes", where)};
    const std::string parent = repository.parent(commit);
    if (parent.empty())
        throw MisuseError(fmt::format("{} has no parent here{}; --base names another revision", name,
                                      repository.how_to_fetch_all()));
    return {parent, fmt::format("the parent of {}{}", name, where)};
}

}  // namespace wend::perf
