// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/google_benchmark.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/child_process.hpp"
#include "tools/perf/measure/name_pattern.hpp"

namespace wend::perf {
namespace {

/// Google Benchmark's own unit, seconds: version 1.7 takes a number alone, later ones still do.
constexpr const char* least_time = "--benchmark_min_time=0.02";

/// The time that its author measures by: UseRealTime and UseManualTime leave their mark on the name.
const char* time_of(const std::string& name) {
    for (const char* mark : {"/real_time", "/manual_time"})
        if (name.find(mark) != std::string::npos) return "real_time";
    return "cpu_time";
}

}  // namespace

ProcessTime run_google(const std::filesystem::path& executable, const std::string& name) {
    const ChildOutcome outcome = run_child(
        {executable.string(), "--benchmark_filter=" + exactly(name), least_time, "--benchmark_format=json"});
    const auto fail = [&](const std::string& what) -> command::MisuseError {
        return command::MisuseError(fmt::format("{} ({}): {}", executable.string(), name, what));
    };
    if (outcome.status != 0) throw fail(outcome.how_it_ended);
    const nlohmann::json report = nlohmann::json::parse(outcome.out, nullptr, false);
    if (!report.is_object() || !report.contains("benchmarks") || !report["benchmarks"].is_array())
        throw fail("its output is no JSON report of Google Benchmark");
    // Several benchmarks may have one name: a case is all of them.
    ProcessTime sum{.iterations = 0};
    std::size_t count = 0;
    try {
        for (const nlohmann::json& entry : report["benchmarks"]) {
            if (entry.value("run_type", "iteration") != "iteration") continue;
            if (entry.value("error_occurred", false))
                throw fail(entry.value("error_message", "reports an error"));
            const double time = entry.value(time_of(name), 0.0);
            const std::string unit = entry.value("time_unit", "ns");
            const double scale = unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : 1;
            if (!(time > 0) || !std::isfinite(time * scale)) throw fail("reports no time");
            sum.iterations += entry.value("iterations", std::uint64_t{1});
            sum.nanoseconds += time * scale;
            ++count;
        }
    } catch (const nlohmann::json::exception& error) {
        throw fail(error.what());
    }
    if (count == 0) throw fail("was not run");
    sum.nanoseconds /= static_cast<double>(count);
    return sum;
}

std::vector<std::string> google_names(const std::filesystem::path& executable) {
    const ChildOutcome outcome = run_child({executable.string(), "--benchmark_list_tests=true"});
    if (outcome.status != 0)
        throw command::MisuseError(fmt::format("{}: {}", executable.string(), outcome.how_it_ended));
    std::vector<std::string> names;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) names.push_back(line);
    return names;
}

}  // namespace wend::perf
