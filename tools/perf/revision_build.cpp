// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/revision_build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>
#include <fstream>
#include <span>

#include "bench/support/command_line.hpp"
#include "tools/perf/child_process.hpp"
#include "tools/run/checksum.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// What changes machine code, or how fast it is made.
constexpr std::array carried{"CMAKE_BUILD_TYPE", "CMAKE_CXX_COMPILER",      "CMAKE_CXX_COMPILER_LAUNCHER",
                             "CMAKE_CXX_FLAGS",  "CMAKE_CXX_FLAGS_RELEASE", "BUILD_SHARED_LIBS"};

/// Locked while one of several processes builds in a folder.
class Lock {
  public:
    explicit Lock(const fs::path& file)
        : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
        if (descriptor_ < 0 || flock(descriptor_, LOCK_EX) != 0)
            throw command::MisuseError(fmt::format("{}: cannot be locked", file.string()));
    }
    ~Lock() { close(descriptor_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    int descriptor_;
};

std::string last_lines(const fs::path& file, std::size_t count) {
    std::ifstream stream(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
        if (lines.size() > count) lines.pop_front();
    }
    std::string text;
    for (const std::string& line : lines) text += "    " + line + "\n";
    return text;
}

void run_logged(const std::vector<std::string>& words, const fs::path& log, const std::string& what) {
    if (run_child(words, log).status == 0) return;
    throw command::MisuseError(fmt::format("{}; its log is {}\n{}", what, log.string(), last_lines(log, 8)));
}

std::string git(const fs::path& folder, std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-C", folder.string()});
    ChildOutcome outcome = run_child(words);
    while (!outcome.out.empty() && outcome.out.back() == '\n') outcome.out.pop_back();
    return outcome.status == 0 ? outcome.out : "";
}

/// A commit checked out under build/perf, for builds made in one way; locked while a process builds there.
class WorkTree {
  public:
    WorkTree(const fs::path& root, const std::string& commit, const std::string& way)
        : folder_(make(root / "build" / "perf" /
                       fmt::format("{}-{:08x}", commit.substr(0, 12),
                                   scenario::checksum(std::as_bytes(std::span(way))) & 0xffffffffu))),
          lock_(folder_ / "lock"),
          root_(root),
          commit_(commit) {}

    [[nodiscard]] const fs::path& folder() const noexcept { return folder_; }
    [[nodiscard]] fs::path source() const { return folder_ / "source"; }
    [[nodiscard]] bool is_built() const { return fs::exists(folder_ / "built"); }
    void built() const { std::ofstream(folder_ / "built") << commit_ << "\n"; }

    /// Starts the log anew.
    void check_out() const {
        fs::remove(log());
        const fs::path checked_out = folder_ / "checked_out";
        if (fs::exists(checked_out)) return;
        fs::remove_all(source());  // half of a tree, where a build was interrupted
        git(root_, {"worktree", "prune"});
        run({"git", "-C", root_.string(), "worktree", "add", "--force", "--detach", source().string(),
             commit_},
            "cannot be checked out");
        std::ofstream(checked_out) << commit_ << "\n";
    }

    /// `otherwise`: the message about the commit when the command fails.
    void run(const std::vector<std::string>& command, const std::string& otherwise) const {
        run_logged(command, log(), fmt::format("{} {}", commit_.substr(0, 12), otherwise));
    }

  private:
    [[nodiscard]] fs::path log() const { return folder_ / "log.txt"; }

    static fs::path make(const fs::path& folder) {
        if (std::error_code error; fs::create_directories(folder, error), error)
            throw command::MisuseError(
                fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
        return folder;
    }

    fs::path folder_;
    Lock lock_;
    fs::path root_;
    std::string commit_;
};

}  // namespace

std::optional<BuildFolder> folder_of(const fs::path& executable) {
    const fs::path path = fs::weakly_canonical(executable).parent_path().parent_path();
    std::ifstream cache(path / "CMakeCache.txt");
    if (!cache) return std::nullopt;
    BuildFolder folder{path, {}};
    for (std::string line; std::getline(cache, line);) {
        const std::size_t colon = line.find(':');
        const std::size_t equals = line.find('=');
        if (colon == std::string::npos || equals == std::string::npos || colon > equals) continue;
        const std::string name = line.substr(0, colon);
        if (std::find(carried.begin(), carried.end(), name) != carried.end() && equals + 1 < line.size())
            folder.settings.push_back(fmt::format("-D{}={}", name, line.substr(equals + 1)));
    }
    std::sort(folder.settings.begin(), folder.settings.end());
    return folder;
}

Repository::Repository(const fs::path& inside) : root_(git(inside, {"rev-parse", "--show-toplevel"})) {
    if (root_.empty())
        throw command::MisuseError(fmt::format("{}: not in a git repository", fs::absolute(inside).string()));
}

std::string Repository::commit(const std::string& revision) const {
    std::string name =
        git(root_, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
    if (name.empty())
        throw command::MisuseError(fmt::format("{}: no revision of {}", revision, root_.string()));
    return name;
}

std::string Repository::parent(const std::string& commit) const {
    return git(root_, {"rev-parse", "--verify", "--quiet", commit + "^"});
}

bool Repository::is_ancestor(const std::string& ancestor, const std::string& commit) const {
    return run_child({"git", "-C", root_.string(), "merge-base", "--is-ancestor", ancestor, commit}).status ==
           0;
}

BuildFolder Repository::build(const std::string& commit, const std::vector<std::string>& settings) const {
    std::string all;
    for (const std::string& setting : settings) all += setting + "\n";
    const WorkTree tree(root_, commit, all);
    BuildFolder built{tree.folder() / "build", settings};
    if (tree.is_built() && fs::exists(built.command())) return built;

    tree.check_out();
    // Paths relative to here let ccache, where it is used, find what another revision had in common with this
    // one.
    const std::vector<std::string> cmake{
        "cmake", "-E", "env", "CCACHE_BASEDIR=" + (root_ / "build" / "perf").string(), "CCACHE_NOHASHDIR=1",
        "cmake"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), cmake.begin(), cmake.end());
        return arguments;
    };
    std::vector<std::string> configure{"-S",
                                       tree.source().string(),
                                       "-B",
                                       built.path.string(),
                                       "-G",
                                       "Ninja",
                                       "-DWEND_BUILD_TESTS=OFF",
                                       "-DWEND_WARNINGS_AS_ERRORS=OFF"};
    configure.insert(configure.end(), settings.begin(), settings.end());
    tree.run(with(configure), "cannot be configured");
    tree.run(with({"--build", built.path.string(), "--target", "wend_command"}), "does not build");
    tree.built();
    return built;
}

fs::path Repository::build_with(const std::string& commit, const std::string& command,
                                const fs::path& executable) const {
    const WorkTree tree(root_, commit, command);
    const fs::path made = tree.source() / executable;
    if (tree.is_built() && fs::exists(made)) return made;
    tree.check_out();
    tree.run({"cmake", "-E", "chdir", tree.source().string(), "sh", "-c", command}, "does not build");
    if (!fs::exists(made))
        throw command::MisuseError(
            fmt::format("{}: the command made no {}", commit.substr(0, 12), executable.string()));
    tree.built();
    return made;
}

std::optional<fs::path> link_layout(const BuildFolder& folder, unsigned seed) {
    const std::string target = fmt::format("wend_layout_{}", seed);
    const ChildOutcome outcome = run_child({"cmake", "--build", folder.path.string(), "--target", target});
    const fs::path executable = folder.path / "bin" / target;
    if (outcome.status != 0 || !fs::exists(executable)) return std::nullopt;
    return executable;
}

}  // namespace wend::perf
