// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/shell_command.hpp"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "bench/support/command_line.hpp"
#include "bench/support/median.hpp"
#include "tools/perf/report/time_text.hpp"
#include "tools/perf/measure/timed_process.hpp"

namespace wend::perf {
namespace {

/// A process that does nothing takes a millisecond, and one with a shell or large libraries more.
constexpr double short_nanoseconds = 5e6;

}  // namespace

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty()) throw command::MisuseError("a command is blank");
    const bool needs_shell = line.find_first_of("|&;<>()$`\\\"'*?[]{}#~!\n") != std::string::npos ||
                             words[0].find('=') != std::string::npos;  // a variable of its environment
    return needs_shell ? std::vector<std::string>{"sh", "-c", line} : words;
}

ProcessTime run_command(const std::string& line, const std::filesystem::path& folder) {
    const TimedProcess process = run_timed(words_of(line), folder);
    if (process.status != 0)
        throw command::MisuseError(
            fmt::format("{}: {}{}", line, process.how_it_ended,
                        process.last_lines.empty() ? "" : "; the end of its stderr: " + process.last_lines));
    return {.nanoseconds = process.wall_nanoseconds, .cpu_nanoseconds = process.cpu_nanoseconds};
}

std::vector<std::string> describe_times(const ShellCommands& commands, std::span<const Sample> samples,
                                        std::span<const Counter> counters) {
    std::vector<std::string> lines;
    bool is_short = false;
    for (const Side side : {Side::a, Side::b}) {
        std::vector<double> times;
        for (const Sample& sample : samples)
            if (sample.side == side) times.push_back(sample.nanoseconds);
        const double median = bench::median(std::move(times));
        is_short = is_short || median < short_nanoseconds;
        std::string line = fmt::format("{:<9}  {}", side == Side::a ? "base" : "head", time_text(median));
        for (const Counter& counter : counters)
            if (counter.side == side) line += fmt::format(", {} of the CPUs", time_text(counter.value));
        lines.push_back(line + ": " + (side == Side::a ? commands.base : commands.head));
    }
    if (is_short)
        lines.push_back(
            fmt::format("short      under {}, the start of the process is a good part of the time",
                        time_text(short_nanoseconds)));
    return lines;
}

}  // namespace wend::perf
