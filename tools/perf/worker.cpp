// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/worker.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/cases/registry.hpp"
#include "bench/support/command_line.hpp"
#include "tools/perf/perf_command.hpp"
#include "tools/perf/this_machine.hpp"

namespace wend::perf {
namespace {

using Clock = std::chrono::steady_clock;

/// Cases of one thread, rivals left out: a slice is the time of the thread that serves.
bool can_serve(const bench::Case& which) { return !which.is_rival() && which.threads == 1; }

std::int64_t thread_nanoseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

class Worker {
  public:
    std::string answer(const std::string& line) {
        std::istringstream words(line);
        std::string request;
        words >> request;
        if (request == "about") return about();
        if (request == "list") return list();
        if (request == "open") {
            std::size_t agents = 0;
            std::uint32_t ticks = 0;
            std::size_t offset = 0;
            std::string name;
            if (words >> agents >> ticks >> offset >> name) return open(name, agents, ticks, offset);
        }
        if (request == "pilot") return fmt::format("call {}\n", pilot());
        if (request == "slice") {
            std::uint64_t calls = 0;
            if (words >> calls && calls > 0) return slice(calls);
        }
        throw std::runtime_error(fmt::format("no such request: {}", line));
    }

  private:
    static std::string about() {
        const Build build = this_build();
        return fmt::format(
            "about revision {}\nabout parent {}\nabout dirty {}\nabout compiler {}\nabout flags {}\nend\n",
            build.revision, build.parent, build.dirty ? 1 : 0, build.compiler, build.flags);
    }

    std::string list() const {
        std::string names;
        for (const bench::Case& which : registry_.cases())
            if (can_serve(which)) names += fmt::format("case {}\n", which.name);
        return names + "end\n";
    }

    std::string open(const std::string& name, std::size_t agents, std::uint32_t ticks, std::size_t offset) {
        const auto& cases = registry_.cases();
        const auto found = std::find_if(cases.begin(), cases.end(), [&](const bench::Case& which) {
            return which.name == name && can_serve(which);
        });
        if (found == cases.end()) throw std::runtime_error(fmt::format("no such case: {}", name));
        const bool as_named = agents == 0 && ticks == 0;
        const bench::Case& which =
            as_named
                ? *found
                : registry_.make_case(found->kernel, *found->wend_isa, agents == 0 ? found->agents : agents,
                                      1, ticks == 0 ? found->ticks : ticks, found->start);
        offset_ = std::make_unique<char[]>(offset + 1);
        // The earlier case is dropped last: what its kernel's cases share is not made anew.
        bench::Run next = which.make();
        run_ = std::move(next);
        run_.reset();
        run_.run(1);
        return "opened\n";
    }

    std::int64_t pilot() {
        require_case();
        for (std::uint64_t calls = 1;; calls *= 4) {
            run_.reset();
            const std::int64_t start = thread_nanoseconds();
            run_.run(calls);
            const std::int64_t spent = thread_nanoseconds() - start;
            constexpr std::int64_t enough = 200'000;
            if (spent >= enough) return std::max<std::int64_t>(1, spent / static_cast<std::int64_t>(calls));
        }
    }

    std::string slice(std::uint64_t calls) {
        require_case();
        run_.reset();
        if (calls > 1) run_.run(1);  // caches and branch predictors as in the middle of a run
        const Clock::time_point wall = Clock::now();
        const std::int64_t cpu = thread_nanoseconds();
        run_.run(calls);
        const std::int64_t cpu_spent = thread_nanoseconds() - cpu;
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - wall);
        return fmt::format("slice {} {}\n", spent.count(), cpu_spent);
    }

    void require_case() const {
        if (!run_.run) throw std::runtime_error("no case is open");
    }

    bench::Registry registry_;
    std::unique_ptr<char[]> offset_;
    bench::Run run_{};
};

}  // namespace

int main_worker(int argc, char** argv) {
    CLI::App app(
        "Measures slices of benchmark cases on request, by lines on stdin: what `ab` and `gate` run "
        "of each build.",
        "wend perf worker");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    Worker worker;
    const auto say = [](const std::string& text) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    };
    say(fmt::format("{}\n", worker_greeting));
    for (std::string line; std::getline(std::cin, line);) {
        try {
            say(worker.answer(line));
        } catch (const std::exception& error) {
            say(fmt::format("error {}\n", error.what()));
        }
    }
    return 0;
}

}  // namespace wend::perf
