// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/machine.hpp"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "bench/cases/registry.hpp"
#include "bench/loops/tutorial_loop.hpp"
#include "bench/revision.hpp"
#include "bench/rivals/rival.hpp"
#include "wend/version.hpp"

namespace wend::bench {

namespace {

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    std::string model = "unknown";
    std::string family;
    for (std::string line; std::getline(file, line) && !line.empty();) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || colon + 2 > line.size()) continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name")) model = value;
        // A virtual machine's model name may say little.
        if (line.starts_with("cpu family")) family = " (family " + value;
        if (line.starts_with("model\t")) family += ", model " + value + ")";
    }
    return model + family;
}

std::string caches() {
    std::string text;
    for (const auto& cache : benchmark::CPUInfo::Get().caches) {
        const std::string kind = cache.type == "Data" ? "d" : cache.type == "Instruction" ? "i" : "";
        text +=
            fmt::format("{}L{}{} {} KiB{}", text.empty() ? "" : ", ", cache.level, kind, cache.size / 1024,
                        cache.num_sharing > 1 ? fmt::format(" (shared by {})", cache.num_sharing) : "");
    }
    return text.empty() ? "unknown" : text;
}

std::string load_average() {
    double load[1];
    return getloadavg(load, 1) == 1 ? fmt::format("{:.2f} at the start", load[0]) : "unknown";
}

using Lines = std::vector<std::pair<std::string, std::string>>;

void add_rivals(Lines& lines) {
    for (const rivals::Rival& rival : rivals::all())
        if (rival.nodes == rivals::Nodes::records)
            lines.emplace_back(rival.name, std::string(rival.how) +
                                               (rival.can_run() ? "" : " (this processor cannot run it)"));
    for (const rivals::Absent& rival : rivals::absent())
        lines.emplace_back(rival.name, fmt::format("not built: {}", rival.why));
}

std::string date() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(now));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe_setting() {
    Lines lines{
        {"cpu", cpu_model()},
        {"caches", caches()},
        {"hardware_threads", fmt::format("{}", all_threads())},
        {"load_average", load_average()},
        {"compiler", WEND_BENCH_COMPILER},
        {"flags", WEND_BENCH_FLAGS},
        {"isa_flags", WEND_BENCH_ISA_FLAGS},
        {"tutorial", fmt::format("{}: {} {} or {}", tutorial::source_file, WEND_BENCH_COMPILER,
                                 tutorial::loop_o2.flags, tutorial::loop_o3.flags)},
        {"wend", fmt::format("{} ({})", version, revision)},
        {"bits_version", fmt::format("{}", bits_version)},
        {"date", date()},
    };
    add_rivals(lines);
    return lines;
}

Sources sources() { return {commit, parent, dirty}; }

void add_benchmark_context() {
    benchmark::AddCustomContext("commit", commit);
    benchmark::AddCustomContext("parent", parent);
    benchmark::AddCustomContext("dirty", dirty ? "yes" : "no");
    for (const auto& [what, how] : describe_setting())
        if (what != "caches" && what != "date") benchmark::AddCustomContext(what, how);
}

}  // namespace wend::bench
