// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/machine.hpp"

#include <benchmark/benchmark.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "bench/cases/wend_cases.hpp"
#include "bench/revision.hpp"
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

std::string date() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(now));
}

}  // namespace

Lines describe_machine_and_build() {
    return {
        {"cpu", cpu_model()},
        {"caches", caches()},
        {"hardware_threads", fmt::format("{}", all_threads())},
        {"load_average", load_average()},
        {"compiler", WEND_BENCH_COMPILER},
        {"flags", WEND_BENCH_FLAGS},
        {"isa_flags", WEND_BENCH_ISA_FLAGS},
        {"wend", fmt::format("{} ({})", version, revision)},
        {"bits_version", fmt::format("{}", bits_version)},
        {"date", date()},
    };
}

Sources sources() { return {commit, parent, dirty}; }

}  // namespace wend::bench
