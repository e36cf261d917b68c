// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <span>
#include <utility>

#include "bench/statistics/median.hpp"
#include "tools/scenario/checksum.hpp"

namespace wend::perf {

std::string fingerprint(const Machine& machine) {
    // A character that none of them holds keeps "a", "bc" apart from "ab", "c".
    const std::string text = fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}{0}{6}{0}{7}{0}{8}", '\0', machine.host,
                                         machine.cpu, machine.microcode, machine.flags, machine.cores,
                                         machine.caches, machine.hypervisor, machine.kernel);
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(text))));
}

std::string describe(const Machine& machine) {
    std::string text;
    for (const std::string* part : {&machine.host, &machine.cpu})
        if (!part->empty()) text += *part + ", ";
    text += fmt::format("{} core{}", machine.cores, machine.cores == 1 ? "" : "s");
    if (!machine.kernel.empty()) text += ", " + machine.kernel;
    return text;
}

std::string short_name(const Build& build) {
    if (build.revision.empty())
        return build.executable_hash.empty() ? "unknown" : "file " + build.executable_hash.substr(0, 8);
    return build.revision.substr(0, 12) + (build.dirty ? "+" : "");
}

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::optional<double> median_time(const BenchResult& result, Side side) {
    std::vector<double> times;
    for (const Sample& sample : result.samples)
        if (sample.side == side) times.push_back(sample.nanoseconds);
    if (times.empty()) return std::nullopt;
    return bench::median(std::move(times));
}

}  // namespace wend::perf
