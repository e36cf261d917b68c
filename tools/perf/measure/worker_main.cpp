// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// wend_perf_worker: `wend perf gate` builds it of a revision, and measures it. It contains the library, its
// cases and nothing else.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/cases/cpu_clock.hpp"
#include "bench/cases/machine.hpp"
#include "bench/cases/setup_cases.hpp"
#include "bench/cases/wend_cases.hpp"
#include "tools/count/function_counts.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/exact_numbers.hpp"
#include "tools/perf/measure/journal_cases.hpp"
#include "tools/perf/measure/worker_protocol.hpp"

namespace wend::perf {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* first_call_name = "first_call/any/agents:64";

/// How often the system took a processor from this process.
std::int64_t switches() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return use.ru_nivcsw;
}

struct SliceCost {
    std::int64_t wall;
    std::int64_t cpu;
    std::int64_t switches;
};

/// First calls, each in a fresh process of this executable; adds their nanoseconds.
void make_first_calls(std::uint64_t calls, std::int64_t& sum) {
    for (std::uint64_t i = 0; i < calls; ++i) {
        const std::unique_ptr<FILE, int (*)(FILE*)> child(
            popen("exec /proc/$PPID/exe perf worker --first-call", "r"), pclose);
        long long nanoseconds = 0;
        if (!child || std::fscanf(child.get(), "%lld", &nanoseconds) != 1 || nanoseconds <= 0)
            throw std::runtime_error("the process of a first call says no time");
        sum += nanoseconds;
    }
}

/// The cases that a comparison measures by default: every kernel on every set of vector instructions in an
/// L2; and on the widest instruction set calls so small that their overhead counts, populations beyond the
/// caches, all threads, and the work before the first frame.
bool is_in_suite(const bench::Case& which) {
    if (which.wend_isa == Isa::reference || which.wend_isa == Isa::scalar) return false;
    if (which.agents == bench::in_cache_size && which.threads == 1) return true;
    if (which.wend_isa != supported_isas().back() || which.ticks != 1) return false;
    if (which.threads > 1) return which.agents == bench::beyond_size;
    // A population of 4 million is made anew in each process, which takes longer than measuring it.
    return which.agents <= bench::beyond_size || which.kernel == bench::KernelId::seek;
}

class Worker {
  public:
    std::string answer(const std::string& line) {
        std::istringstream words(line);
        std::string request;
        words >> request;
        if (request == "about") return about();
        if (request == "list") return list([](const bench::Case&) { return true; });
        if (request == "suite") return list(is_in_suite);
        if (request == "exact" && journal_ == nullptr) return exact();
        if (request == "open") {
            std::size_t agents = 0;
            std::uint32_t ticks = 0;
            std::size_t offset = 0;
            std::string name;
            if (words >> agents >> ticks >> offset >> name) return open(name, agents, ticks, offset);
        }
        if (request == "functions") return functions();
        if (request == "pilot") return fmt::format("call {}\n", pilot());
        if (request == "slice") {
            std::uint64_t calls = 0;
            if (words >> calls && calls > 0) {
                const SliceCost one = slice(calls);
                return fmt::format("slice {} {} {}\n", one.wall, one.cpu, one.switches);
            }
        }
        throw std::runtime_error(unknown_request + line);
    }

  private:
    static std::string about() {
        const bench::Sources sources = bench::sources();
        std::string text = fmt::format("about revision {}\nabout parent {}\nabout dirty {}\n", sources.commit,
                                       sources.parent, sources.dirty ? 1 : 0);
        for (const auto& [key, value] : bench::describe_machine_and_build())
            if (key == "compiler" || key == "flags") text += fmt::format("about {} {}\n", key, value);
        return text + "end\n";
    }

    template <class Predicate>
    [[nodiscard]] std::string list(const Predicate& is_wanted) const {
        std::string names;
        const auto add = [&](std::string_view name) { names += fmt::format("case {}\n", name); };
        if (journal_ == nullptr) {
            for (const bench::Case& which : cases_.cases())
                if (is_wanted(which)) add(which.name);
            add(first_call_name);
        }
        for (const bench::SetupCase& which : setup_cases_) add(which.name);
        return names + "end\n";
    }

    [[nodiscard]] std::string exact() const {
        std::string text;
        for (const ExactNumber& number : exact_numbers(cases_))
            text += fmt::format("exact {} {} {} {}\n", number.value, number.limit, number.unit, number.name);
        return text + "end\n";
    }

    std::string open(const std::string& name, std::size_t agents, std::uint32_t ticks, std::size_t offset) {
        offset_ = std::make_unique<char[]>(offset + 1);
        // The earlier case is dropped last: parts that cases of a kernel share are not made anew.
        bench::Run next = make(name, agents, ticks);
        run_ = std::move(next);
        name_ = name;
        run_.reset();
        run_.run(1);
        return "opened\n";
    }

    [[nodiscard]] bench::Run make(const std::string& name, std::size_t agents, std::uint32_t ticks) {
        if (name == first_call_name)
            return {.reset = [] {},
                    .run = [this](std::uint64_t calls) { make_first_calls(calls, first_calls_took_); },
                    .hash = [] { return std::uint64_t{0}; }};
        for (const bench::SetupCase& which : setup_cases_)
            if (which.name == name) return which.make();
        for (const bench::Case& which : cases_.cases()) {
            if (which.name != name) continue;
            if (agents == 0 && ticks == 0) return which.make();
            return cases_
                .make_case(which.kernel, *which.wend_isa, agents == 0 ? which.agents : agents, which.threads,
                           ticks == 0 ? which.ticks : ticks, which.start, which.inputs)
                .make();
        }
        throw std::runtime_error(fmt::format("no such case: {}", name));
    }

    [[nodiscard]] std::string functions() const {
        require_case();
        if (name_ == first_call_name) throw std::runtime_error("a first call is a process of its own");
        std::string text;
        for (const auto& [name, counts] : count::count_functions([this] { run_.run(1); }))
            text += fmt::format("function {} {}\n", counts.instructions, name);
        return text + "end\n";
    }

    std::int64_t pilot() {
        require_case();
        constexpr std::int64_t enough = 200'000;
        for (std::uint64_t calls = 1;; calls *= 4) {
            run_.reset();
            const SliceCost one = time(calls);
            const std::int64_t spent = has_threads(name_) ? one.wall : one.cpu;
            if (spent >= enough) return std::max<std::int64_t>(1, spent / static_cast<std::int64_t>(calls));
        }
    }

    SliceCost slice(std::uint64_t calls) {
        require_case();
        run_.reset();
        if (calls > 1) run_.run(1);  // caches and branch predictors as in the middle of a run
        return time(calls);
    }

    [[nodiscard]] SliceCost time(std::uint64_t calls) {
        first_calls_took_ = 0;
        const std::int64_t switched = switches();
        const Clock::time_point wall = Clock::now();
        const std::int64_t cpu = bench::cpu_nanoseconds();
        run_.run(calls);
        const std::int64_t cpu_spent = bench::cpu_nanoseconds() - cpu;
        const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - wall);
        if (name_ == first_call_name) return {first_calls_took_, first_calls_took_, 0};
        return {spent.count(), cpu_spent, switches() - switched};
    }

    void require_case() const {
        if (!run_.run) throw std::runtime_error("no case is open");
    }

    bench::WendCases cases_;
    const char* journal_ = std::getenv(journal_variable);  ///< instead of all other cases
    std::vector<bench::SetupCase> setup_cases_ =
        journal_ == nullptr ? bench::setup_cases() : journal_cases(journal_);
    std::unique_ptr<char[]> offset_;
    bench::Run run_{};
    std::string name_;  ///< of the case that is open
    std::int64_t first_calls_took_ = 0;
};

void serve_requests() {
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
}

}  // namespace
}  // namespace wend::perf

int main(int argc, char** argv) {
    const auto is = [&](int which, const char* word) {
        return argc > which && std::strcmp(argv[which], word) == 0;
    };
    const bool serve = argc == 3;
    const bool first_call = argc == 4 && is(3, "--first-call");
    if (!is(1, "perf") || !is(2, "worker") || (!serve && !first_call)) {
        std::fprintf(stderr, "usage: wend_perf_worker perf worker [--first-call]\n");
        return 2;
    }
    try {
        if (first_call)
            std::printf("%lld\n", static_cast<long long>(wend::bench::time_first_call()));
        else
            wend::perf::serve_requests();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "wend_perf_worker: %s\n", error.what());
        return 2;
    }
    return 0;
}
