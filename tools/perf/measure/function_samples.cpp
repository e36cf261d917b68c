// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/function_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <set>
#include <sstream>
#include <system_error>

#include "bench/count/function_name.hpp"
#include "bench/support/command_line.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/child_process.hpp"
#include "tools/perf/measure/worker_process.hpp"

namespace wend::perf {
namespace {

/// So long that what comes between slices, the return to the initial state, is a small part.
constexpr double slice_nanoseconds = 1e6;

/// The file of a recording.
class Recording {
  public:
    Recording() {
        std::string pattern = (std::filesystem::temp_directory_path() / "wend_perf_XXXXXX").string();
        if (mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
    }
    ~Recording() {
        std::error_code ignored;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Empty where there is no room for one.
    [[nodiscard]] std::string file() const { return folder_.empty() ? "" : (folder_ / "data").string(); }

  private:
    std::filesystem::path folder_;
};

std::optional<SampledCall> sample(const std::filesystem::path& executable, const std::string& name) {
    const Recording recording;
    if (recording.file().empty()) return std::nullopt;
    WorkerProcess worker(executable, 0);
    worker.open(name, 0, 0);
    const auto calls =
        static_cast<std::uint64_t>(std::max(1.0, std::round(slice_nanoseconds / worker.pilot())));
    std::future<ChildOutcome> recorded = std::async(std::launch::async, [&] {
        return run_child({"perf", "record", "-q", "-F", "4999", "-o", recording.file(), "-p",
                          std::to_string(worker.process()), "--", "sleep", "1"});
    });
    const bool by_wall = has_threads(name);
    double nanoseconds = 0;
    double slices = 0;
    while (recorded.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        const SliceTime time = worker.slice(calls);
        nanoseconds += by_wall ? time.wall : time.cpu;
        ++slices;
    }
    try {
        if (recorded.get().status != 0) return std::nullopt;
    } catch (const command::MisuseError&) {  // no such program
        return std::nullopt;
    }
    const ChildOutcome report =
        run_child({"perf", "report", "-q", "-i", recording.file(), "--stdio", "-g", "none", "--no-children",
                   "--no-demangle", "--sort", "sym", "-F", "sample,sym"});
    SampledCall call{.nanoseconds = nanoseconds / (slices * static_cast<double>(calls)),
                     .samples = read_samples(report.out)};
    if (report.status != 0 || call.samples.empty()) return std::nullopt;
    return call;
}

}  // namespace

FunctionSamples read_samples(std::string_view report) {
    FunctionSamples samples;
    std::istringstream lines{std::string(report)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::size_t count = 0;
        std::string level;  // [.] of the program, [k] of the system
        std::string symbol;
        if (!(words >> count >> level >> symbol) || level.size() != 3 || level.front() != '[') continue;
        samples[level == "[.]" ? bench::function_name(symbol) : symbol + " (system)"] += count;
    }
    return samples;
}

std::vector<FunctionTime> compare_times(const SampledCall& before, const SampledCall& now) {
    const auto scale_of = [](const SampledCall& call) {
        std::size_t all = 0;
        for (const auto& [name, count] : call.samples) all += count;
        return call.nanoseconds / static_cast<double>(std::max<std::size_t>(all, 1));
    };
    const double before_scale = scale_of(before);
    const double now_scale = scale_of(now);
    std::set<std::string> names;
    for (const SampledCall* call : {&before, &now})
        for (const auto& [name, count] : call->samples) names.insert(name);
    std::vector<FunctionTime> times;
    for (const std::string& name : names) {
        const auto count_in = [&](const SampledCall& call) {
            const auto found = call.samples.find(name);
            return found == call.samples.end() ? 0.0 : static_cast<double>(found->second);
        };
        const FunctionTime time{name, count_in(before) * before_scale, count_in(now) * now_scale};
        const double variance = time.before * before_scale + time.now * now_scale;
        if (std::fabs(time.now - time.before) > 3 * std::sqrt(variance)) times.push_back(time);
    }
    std::ranges::stable_sort(times, std::ranges::greater{},
                             [](const FunctionTime& one) { return one.now - one.before; });
    return times;
}

std::string describe_sampled(const std::vector<FunctionTime>& times) {
    if (times.empty()) return "    sampled by perf: no function takes another time, as far as samples tell\n";
    constexpr std::size_t shown = 6;
    std::string text =
        fmt::format("    {:>10} {:>10} {:>10}  nanoseconds of a call in a function itself, sampled by perf\n",
                    "before", "now", "more");
    for (std::size_t i = 0; i < times.size() && i < shown; ++i)
        text += fmt::format("    {:>10.0f} {:>10.0f} {:>+10.0f}  {}\n", times[i].before, times[i].now,
                            times[i].now - times[i].before, times[i].name);
    return text;
}

std::optional<std::vector<FunctionTime>> sampled_times(const std::filesystem::path& base,
                                                       const std::filesystem::path& head,
                                                       const std::string& name) {
    const std::optional<SampledCall> before = sample(base, name);
    if (!before) return std::nullopt;
    const std::optional<SampledCall> now = sample(head, name);
    if (!now) return std::nullopt;
    return compare_times(*before, *now);
}

}  // namespace wend::perf
