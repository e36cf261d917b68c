// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/google_measuring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "bench/support/command_line.hpp"
#include "tools/perf/child_process.hpp"
#include "tools/perf/name_pattern.hpp"
#include "tools/perf/paired_measuring.hpp"

namespace wend::perf {
namespace {

/// Google Benchmark's own unit, seconds: version 1.7 takes a number alone, later ones still do.
constexpr const char* least_time = "--benchmark_min_time=0.02";

struct Measured {
    std::uint64_t iterations;
    double nanoseconds;
};

Measured run_once(const std::filesystem::path& executable, const std::string& name) {
    const ChildOutcome outcome = run_child(
        {executable.string(), "--benchmark_filter=" + exactly(name), least_time, "--benchmark_format=json"});
    const auto fail = [&](const std::string& what) -> command::MisuseError {
        return command::MisuseError(fmt::format("{} ({}): {}", executable.string(), name, what));
    };
    if (outcome.status != 0) throw fail(outcome.how_it_ended);
    const nlohmann::json report = nlohmann::json::parse(outcome.out, nullptr, false);
    if (!report.is_object() || !report.contains("benchmarks") || !report["benchmarks"].is_array())
        throw fail("its output is no JSON report of Google Benchmark");
    try {
        for (const nlohmann::json& entry : report["benchmarks"]) {
            if (entry.value("run_type", "iteration") != "iteration") continue;
            if (entry.value("error_occurred", false))
                throw fail(entry.value("error_message", "reports an error"));
            const double time = entry.value("cpu_time", 0.0);
            const std::string unit = entry.value("time_unit", "ns");
            const double scale = unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : 1;
            if (!(time > 0) || !std::isfinite(time * scale)) throw fail("reports no time");
            return {entry.value("iterations", std::uint64_t{1}), time * scale};
        }
    } catch (const nlohmann::json::exception& error) {
        throw fail(error.what());
    }
    throw fail("was not run");
}

}  // namespace

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

GoogleMeasuring::GoogleMeasuring(std::filesystem::path base, std::filesystem::path head,
                                 std::vector<std::string> cases, std::uint64_t seed)
    : base_(std::move(base)),
      head_(std::move(head)),
      cases_(std::move(cases)),
      samples_(cases_.size()),
      random_(seed) {}

std::vector<std::vector<double>> GoogleMeasuring::measure(std::span<const std::size_t> cases,
                                                          std::size_t pairs,
                                                          const std::function<void()>& on_case) {
    const OnOneCore on_one_core;
    std::vector<std::vector<double>> values(cases.size());
    for (std::size_t done = 0; done < pairs; ++done, ++pair_) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Side outer = random_() % 2 == 0 ? Side::a : Side::b;
            const Side inner = outer == Side::a ? Side::b : Side::a;
            std::array<double, 2> spent{};
            std::uint32_t position = 0;
            for (const Side side : {outer, inner, inner, outer}) {
                const Measured one = run_once(side == Side::a ? base_ : head_, cases_[cases[i]]);
                spent[static_cast<std::size_t>(side)] += one.nanoseconds;
                samples_[cases[i]].push_back({.side = side,
                                              .pair = pair_,
                                              .round = 0,
                                              .position = position++,
                                              .iterations = one.iterations,
                                              .nanoseconds = one.nanoseconds});
            }
            values[i].push_back(std::log(spent[1] / spent[0]));
            on_case();
        }
    }
    return values;
}

}  // namespace wend::perf
