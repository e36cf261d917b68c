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

#include "tools/checksum.hpp"
#include "tools/command.hpp"
#include "tools/perf/child_process.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// What changes machine code, or how fast it is made.
constexpr std::array carried{"CMAKE_BUILD_TYPE",        "CMAKE_CXX_COMPILER",  "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_CXX_FLAGS",
                             "CMAKE_CXX_FLAGS_RELEASE", "BUILD_SHARED_LIBS"};

/// Held while one of several processes builds in a folder.
class Lock {
  public:
    explicit Lock(const fs::path& file) : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
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
    if (root_.empty()) throw command::MisuseError(fmt::format("{}: not in a git repository", fs::absolute(inside).string()));
}

std::string Repository::commit(const std::string& revision) const {
    std::string name = git(root_, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
    if (name.empty()) throw command::MisuseError(fmt::format("{}: no revision of {}", revision, root_.string()));
    return name;
}

std::string Repository::parent(const std::string& commit) const {
    return git(root_, {"rev-parse", "--verify", "--quiet", commit + "^"});
}

BuildFolder Repository::build(const std::string& commit, const std::vector<std::string>& settings) const {
    std::string all;
    for (const std::string& setting : settings) all += setting + "\n";
    const fs::path folder =
        root_ / "build" / "perf" / fmt::format("{}-{:08x}", commit.substr(0, 12), scenario::checksum(std::as_bytes(std::span(all))) & 0xffffffffu);
    const fs::path source = folder / "source";
    const fs::path checked_out = folder / "checked_out";
    const fs::path done = folder / "built";
    const fs::path log = folder / "log.txt";
    BuildFolder built{folder / "build", settings};
    if (std::error_code error; fs::create_directories(folder, error), error)
        throw command::MisuseError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
    const Lock lock(folder / "lock");
    if (fs::exists(done) && fs::exists(built.command())) return built;

    fs::remove(log);
    const std::string short_name = commit.substr(0, 12);
    if (!fs::exists(checked_out)) {
        fs::remove_all(source);  // half of a tree, where somebody was interrupted
        git(root_, {"worktree", "prune"});
        run_logged({"git", "-C", root_.string(), "worktree", "add", "--force", "--detach", source.string(), commit}, log,
                   fmt::format("{} cannot be checked out", short_name));
        std::ofstream(checked_out) << commit << "\n";
    }
    // Paths relative to here let ccache, where it is used, find what another revision had in common with this one.
    const std::vector<std::string> cmake{"cmake", "-E", "env", "CCACHE_BASEDIR=" + (root_ / "build" / "perf").string(), "CCACHE_NOHASHDIR=1", "cmake"};
    const auto with = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), cmake.begin(), cmake.end());
        return arguments;
    };
    std::vector<std::string> configure{"-S", source.string(), "-B", built.path.string(), "-G", "Ninja", "-DWEND_BUILD_TESTS=OFF",
                                       "-DWEND_WARNINGS_AS_ERRORS=OFF"};
    configure.insert(configure.end(), settings.begin(), settings.end());
    run_logged(with(configure), log, fmt::format("{} cannot be configured", short_name));
    run_logged(with({"--build", built.path.string(), "--target", "wend_command"}), log, fmt::format("{} does not build", short_name));
    std::ofstream(done) << commit << "\n";
    return built;
}

std::optional<fs::path> link_layout(const BuildFolder& folder, unsigned seed) {
    const std::string target = fmt::format("wend_layout_{}", seed);
    const ChildOutcome outcome = run_child({"cmake", "--build", folder.path.string(), "--target", target});
    const fs::path executable = folder.path / "bin" / target;
    if (outcome.status != 0 || !fs::exists(executable)) return std::nullopt;
    return executable;
}

}  // namespace wend::perf
