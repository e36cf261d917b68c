// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/revision_build.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <sstream>
#include <utility>

#include "bench/support/command_line.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/measure/built_with.hpp"
#include "tools/perf/measure/child_process.hpp"
#include "tools/perf/measure/revision_folder.hpp"
#include "words/printable.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

void print_last_lines(const fs::path& file, std::size_t count) {
    std::ifstream stream(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
        if (lines.size() > count) lines.pop_front();
    }
    for (const std::string& line : lines) fmt::print(stderr, "    {}\n", printable(line));
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

/// A build in its folder: told on stderr when it begins and ends, its steps shown on a terminal meanwhile.
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
            // What ninja and make's generators begin their lines with: [12/345], [ 12%].
            const std::string step = line.starts_with("[") ? line.substr(0, line.find(']') + 1) : "";
            bench::show_progress(
                fmt::format("building {}: {}{}{:.0f} s", commit_, step, step.empty() ? "" : ", ", seconds()));
        };
        const int status = run_child(command, folder_.log(), follow).status;
        bench::show_progress("");
        if (status == 0) return;
        print_last_lines(folder_.log(), 8);
        throw command::MisuseError(
            fmt::format("{} {}; its log is {}", commit_, otherwise, folder_.log().string()));
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

const fs::path worker = "bin/wend_perf_worker";
const fs::path whole_command = "bin/wend";

}  // namespace

fs::path BuildFolder::command() const { return path / (fs::exists(path / worker) ? worker : whole_command); }

std::optional<BuildFolder> folder_of(const fs::path& executable) {
    const fs::path path = fs::weakly_canonical(executable).parent_path().parent_path();
    if (!fs::exists(path / "CMakeCache.txt")) return std::nullopt;
    return BuildFolder{path};
}

Repository::Repository(const fs::path& inside) : root_(git(inside, {"rev-parse", "--show-toplevel"})) {
    if (root_.empty())
        throw command::MisuseError(fmt::format("{}: not in a git repository", fs::absolute(inside).string()));
}

std::string Repository::commit(const std::string& revision) const {
    std::string name =
        git(root_, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
    if (name.empty())
        throw command::MisuseError(
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
    const RevisionFolder folder(*this, commit, way, {"build" / worker, "build" / whole_command});
    const BuildFolder built{folder.folder() / "build"};
    if (folder.is_built()) return built;

    const TracedBuild build(folder, commit);
    // Paths relative to here let ccache, where it is used, find what another revision had in common with this
    // one.
    const auto cmake = [&](const std::vector<std::string>& arguments) {
        std::vector<std::string> words{"cmake",
                                       "-E",
                                       "env",
                                       "CCACHE_BASEDIR=" + folder.folder().parent_path().string(),
                                       "CCACHE_NOHASHDIR=1",
                                       "NINJA_STATUS=[%f/%t] ",
                                       "cmake"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return words;
    };
    // Neither found nor built: what no worker has.
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
    const std::vector<std::string> list{"cmake", "--build", built.path.string(), "--target", "help"};
    const bool has_worker = run_child(list).out.find("wend_perf_worker:") != std::string::npos;
    build.run(
        cmake({"--build", built.path.string(), "--target", has_worker ? "wend_perf_worker" : "wend_command"}),
        "does not build");
    build.built();
    return built;
}

fs::path Repository::build_with(const std::string& commit, const std::string& command,
                                const fs::path& executable) const {
    const RevisionFolder folder(*this, commit, command, {"source" / executable});
    const fs::path made = folder.source() / executable;
    if (folder.is_built()) return made;
    const TracedBuild build(folder, commit);
    build.run({"cmake", "-E", "chdir", folder.source().string(), "sh", "-c", command}, "does not build");
    if (!fs::exists(made))
        throw command::MisuseError(
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

}  // namespace wend::perf
