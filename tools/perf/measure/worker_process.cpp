// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/worker_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sstream>
#include <utility>

#include "tools/perf/measure/processes.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

/// Longer than the largest case takes to make on a busy machine. In steps: while job control or a container
/// stops both processes, at most one step passes.
constexpr int patience_seconds = 120;

/// The state of a worker until its first answer.
constexpr std::string_view starting = "starting";

/// argv[0] is `executable`, which messages name.
pid_t spawn(const std::filesystem::path& executable, const std::filesystem::path& file, std::size_t padding,
            int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    std::string name = executable.string();
    std::array<std::string, 2> words{"perf", "worker"};
    std::array<char*, 4> arguments{name.data(), words[0].data(), words[1].data(), nullptr};
    std::string pad = "WEND_WORKER_PADDING=" + std::string(padding, 'x');
    std::vector<char*> environment{pad.data()};
    for (char** one = environ; *one != nullptr; ++one) environment.push_back(*one);
    environment.push_back(nullptr);
    pid_t process = -1;
    const int error =
        posix_spawn(&process, file.c_str(), &actions, nullptr, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw support::MisuseError(fmt::format("{}: cannot be run: {}", name, std::strerror(error)));
    return process;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& executable, std::size_t padding)
    : WorkerProcess(executable, executable, padding) {}

WorkerProcess::WorkerProcess(std::filesystem::path executable, const std::filesystem::path& file,
                             std::size_t padding)
    : executable_(std::move(executable)) {
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        throw support::MisuseError(fmt::format("no socket for a worker: {}", std::strerror(errno)));
    socket_ = sockets[0];
    try {
        process_ = spawn(executable_, file, padding, sockets[1]);
    } catch (...) {
        close(sockets[0]);
        close(sockets[1]);
        throw;
    }
    close(sockets[1]);
    doing_ = starting;
    try {
        if (const std::string greeting = hear(); greeting != worker_greeting)
            fail(fmt::format("does not answer as a worker of `wend perf`, but \"{}\"",
                             greeting.substr(0, 80)));
    } catch (...) {
        end();
        throw;
    }
    doing_ = "before its first case";
}

WorkerProcess::~WorkerProcess() { end(); }

void WorkerProcess::end() {
    if (socket_ >= 0) close(std::exchange(socket_, -1));
    if (process_ <= 0) return;
    kill(process_, SIGKILL);  // it has nothing to save
    waitpid(std::exchange(process_, -1), nullptr, 0);
}

Build WorkerProcess::about() {
    Build build;
    build.executable_hash = file_hash(executable_);
    for (const std::string& line : ask_lines("about", "about").value_or(std::vector<std::string>{})) {
        std::istringstream words(line);
        std::string key, value;
        words >> key >> std::ws;
        std::getline(words, value);
        if (key == "revision") build.revision = value;
        if (key == "parent") build.parent = value;
        if (key == "dirty") build.dirty = value == "1";
        if (key == "compiler") build.compiler = value;
        if (key == "flags") build.flags = value;
    }
    return build;
}

std::vector<std::string> WorkerProcess::list() {
    return ask_lines("list", "case").value_or(std::vector<std::string>{});
}

std::vector<std::string> WorkerProcess::suite() {
    const std::optional<std::vector<std::string>> names = ask_lines("suite", "case");
    return names ? *names : list();
}

std::vector<ExactNumber> WorkerProcess::exact() {
    std::vector<ExactNumber> numbers;
    for (const std::string& line : ask_lines("exact", "exact").value_or(std::vector<std::string>{})) {
        std::istringstream words(line);
        ExactNumber& number = numbers.emplace_back();
        const auto is_same = [&](const ExactNumber& one) { return one.name == number.name; };
        if (!(words >> number.value >> number.limit >> number.unit >> number.name) || number.value < 0 ||
            std::count_if(numbers.begin(), numbers.end(), is_same) > 1)
            fail(fmt::format("answers \"{}\" when asked for exact numbers", line));
    }
    return numbers;
}

void WorkerProcess::open(const std::string& name, std::size_t agents, std::size_t offset) {
    doing_ = name;
    if (!ask(fmt::format("open {} 0 {} {}", agents, offset, name), "opened").empty())
        fail("says more than \"opened\"");
}

double WorkerProcess::pilot() {
    double nanoseconds = 0;
    if (!(std::istringstream(ask("pilot", "call")) >> nanoseconds) || !(nanoseconds > 0))
        fail("measures no time");
    return nanoseconds;
}

count::FunctionCounts WorkerProcess::functions() {
    count::FunctionCounts functions;
    tell("functions");
    for (std::string line = hear(); line != "end"; line = hear()) {
        std::istringstream words(line);
        std::string word;
        std::string name;
        std::uint64_t instructions = 0;
        if (!(words >> word >> instructions >> std::ws) || word != "function" || !std::getline(words, name))
            fail(fmt::format("answers \"{}\" when asked for its functions", line));
        functions[name].instructions += instructions;
    }
    return functions;
}

SliceTime WorkerProcess::slice(std::uint64_t calls) {
    // A virtual machine's system takes stolen time off its threads' when it learns of it, and a slice of 50
    // microseconds has none left: once in half an hour on an AMD Zen 3.
    constexpr int attempts = 10;
    constexpr double longest = 1e15;  // nanoseconds: eleven days
    for (int attempt = 0; attempt < attempts; ++attempt) {
        SliceTime time{};
        std::istringstream answer(ask(fmt::format("slice {}", calls), "slice"));
        if (!(answer >> time.wall >> time.cpu) || !(time.wall >= 1 && time.wall < longest)) break;
        if (!(answer >> time.switches)) time.switches = 0;
        if (time.cpu >= 1 && time.cpu < longest) return time;
    }
    fail("measures no time");
}

std::optional<std::vector<std::string>> WorkerProcess::ask_lines(const std::string& request,
                                                                 const std::string& first_word) {
    tell(request);
    std::vector<std::string> lines;
    for (std::string line = hear(); line != "end"; line = hear()) {
        if (line.starts_with(fmt::format("error {}", unknown_request))) return std::nullopt;
        if (!line.starts_with(first_word + " ")) fail(fmt::format("answers \"{}\" to \"{}\"", line, request));
        lines.push_back(line.substr(first_word.size() + 1));
    }
    return lines;
}

void WorkerProcess::tell(const std::string& request) {
    const std::string line = request + '\n';
    if (send(socket_, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
        fail(how_it_ended());
}

std::string WorkerProcess::hear() {
    for (int patience = patience_seconds;;) {
        if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
            std::string line = heard_.substr(0, end);
            heard_.erase(0, end + 1);
            return line;
        }
        pollfd wait{socket_, POLLIN, 0};
        const int ready = poll(&wait, 1, 1'000);
        if (ready == 0 && --patience == 0) fail("has not answered for two minutes");
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        std::array<char, 4096> bytes{};
        const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
        if (count <= 0) fail(how_it_ended());
        heard_.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

std::string WorkerProcess::ask(const std::string& request, const std::string& answer_word) {
    tell(request);
    const std::string answer = hear();
    if (!answer.starts_with(answer_word)) fail(fmt::format("says: {}", answer));
    return answer.substr(answer_word.size());
}

std::string WorkerProcess::how_it_ended() {
    if (process_ <= 0) return "is gone";
    int status = 0;
    pid_t ended = 0;
    for (int patience = 100; patience > 0 && (ended = waitpid(process_, &status, WNOHANG)) == 0; --patience)
        usleep(10'000);
    if (ended == 0) return "no longer listens or answers, and goes on";
    process_ = -1;
    if (ended < 0) return "is gone";
    return perf::how_it_ended(status);
}

void WorkerProcess::fail(const std::string& problem) const {
    constexpr std::string_view hint =
        "; expected a wend_perf_worker (with --google, an executable of Google Benchmark)";
    throw support::MisuseError(fmt::format("{} ({}): {}{}", executable_.string(), doing_, problem,
                                           doing_ == starting ? hint : std::string_view()));
}

}  // namespace wend::perf
