// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/command/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bench/command/setting.hpp"

namespace wend::bench {

namespace {

constexpr const char* line_format =
    "{:<40} {:>8} {:>5}  {:<24} {:>7} {:>9} {:>10} {:>6} {:>11} {:>10} {:>7} {:>12}  {}\n";

std::string kernel_text(const Case& which) {
    return fmt::format("{}{}{}{}", info(which.kernel).name, info(which.kernel).suffix,
                       info(which.start).suffix, which.inputs == Inputs::trusted ? "/inputs:trusted" : "");
}

std::string ratio_text(const Row& row, const Row* base) {
    return base == nullptr ? "-" : fmt::format("{:.2f}", speed_up(row, *base));
}

std::string table_line(const Group& group, const Row& row) {
    const Case& what = row.what;
    const std::string hash = what.is_rival() ? "-" : fmt::format("{:016x}", row.hash);
    if (row.slices.empty())
        return fmt::format(line_format, kernel_text(what), what.agents, what.ticks, what.isa, what.threads,
                           "-", "-", "-", "-", "-", "-", "-", hash + "  WRONG");
    const double ns = row.median_nanoseconds();
    return fmt::format(line_format, kernel_text(what), what.agents, what.ticks, what.isa, what.threads,
                       fmt::format("{:.3f}", ns), fmt::format("{:.1f}", 1e3 / ns),
                       fmt::format("{:.1f}", what.bytes / ns), ratio_text(row, group.reference(what.start)),
                       ratio_text(row, group.tutorial(what.start)), ratio_text(row, group.rival(row)),
                       ratio_text(row, group.ieee_rival(row)), hash);
}

/// The row of the same case but for threads, agents and start; null when it was not measured.
const Row* sibling(const Group& group, const Row& row, unsigned threads, std::size_t agents,
                   Start start = Start::ordinary) {
    for (const Row& other : group.rows)
        if (other.what.isa == row.what.isa && other.what.ticks == row.what.ticks &&
            other.what.threads == threads && other.what.agents == agents && other.what.start == start &&
            other.what.inputs == row.what.inputs && !other.slices.empty())
            return &other;
    return nullptr;
}

/// What a line of the summary is about.
std::string line_start(const Case& what) {
    return fmt::format("{:<40} {:>8} {:>5}  {:<11} ", kernel_text(what), what.agents, what.ticks, what.isa);
}

std::string thread_line(const Group& group, const Row& row) {
    if (row.what.threads == 1 || row.slices.empty()) return {};
    const Row* one = sibling(group, row, 1, row.what.agents);
    if (one == nullptr) return {};
    const std::optional<double> cpus = row.cpus_at_work();
    const bool crowded = cpus && *cpus < 0.9 * row.what.threads;
    return line_start(row.what) +
           fmt::format("{} threads {:.2f} times as fast as one{}\n", row.what.threads, speed_up(row, *one),
                       crowded ? fmt::format(", with {:.2f} CPUs at work", *cpus) : "");
}

/// What an unusual start costs, in each of its twins' cost.
std::string start_lines(const Group& group, const Row& row) {
    if (row.what.is_rival() || row.slices.empty()) return {};
    std::string text;
    for (const Twin& twin : info(row.what.start).twins) {
        const Row* base = sibling(group, row, row.what.threads, row.what.agents, twin.start);
        if (base == nullptr) continue;
        const double cost = speed_up(*base, row);
        text +=
            line_start(row.what) + fmt::format("{:.2f} times the cost of {}{}\n", cost, twin.text,
                                               cost > twin.most ? fmt::format(": ABOVE {}", twin.most) : "");
    }
    return text;
}

/// How much of their width the vectors use: against the narrowest vectors of the same case. The interval
/// is that of this process: another one, with other addresses, may lie outside (`wend perf compare` starts
/// many).
std::string width_line(const Group& group, const Row& row) {
    const Case& what = row.what;
    if (what.is_rival() || what.threads != 1 || what.start != Start::ordinary || row.slices.empty() ||
        lane_count(*what.wend_isa) == 1)
        return {};
    const Row* narrow = nullptr;
    for (const Row& other : group.rows)
        if (narrow == nullptr && !other.what.is_rival() && lane_count(*other.what.wend_isa) > 1 &&
            other.what.ticks == what.ticks && other.what.agents == what.agents &&
            other.what.start == what.start && other.what.inputs == what.inputs && other.what.threads == 1 &&
            !other.slices.empty())
            narrow = &other;
    if (narrow == nullptr || narrow == &row) return {};
    const SpeedUp ratio = speed_up_interval(row, *narrow);
    const double ideal = static_cast<double>(lane_count(*what.wend_isa)) /
                         static_cast<double>(lane_count(*narrow->what.wend_isa));
    const bool enough = ratio.low > 0 && std::isfinite(ratio.high);
    return line_start(what) +
           fmt::format("{:.2f} {} times as fast as {}, {:.0f} % of the ideal\n", ratio.middle,
                       enough ? fmt::format("[{:.2f}, {:.2f}]", ratio.low, ratio.high)
                              : fmt::format("({} rounds: too few for an interval)", row.slices.size()),
                       narrow->what.isa, 100 * ratio.middle / ideal);
}

/// The best ISA of the group: the last of wend's in its order.
std::string_view best_isa(const Group& group) {
    std::string_view best;
    for (const Row& row : group.rows)
        if (!row.what.is_rival()) best = row.what.isa;
    return best;
}

}  // namespace

std::string short_name(const Case& what) {
    std::string_view kernel = info(what.kernel).name;
    constexpr std::string_view locomotion = "+locomotion";
    if (kernel.ends_with(locomotion)) kernel.remove_suffix(locomotion.size());
    return fmt::format("{}{}", kernel, info(what.kernel).suffix);
}

std::string setting_text() {
    std::string text;
    for (const auto& [what, how] : describe_setting()) text += fmt::format("{:<18} {}\n", what, how);
    return text;
}

std::string table_head() {
    return fmt::format(line_format, "kernel", "agents", "ticks", "ISA", "threads", "ns/agent", "Magents/s",
                       "GB/s", "x reference", "x tutorial", "x rival", "x IEEE rival", "state hash");
}

std::string table_lines(const Group& group) {
    std::string text;
    for (const Row& row : group.rows) text += table_line(group, row);
    return text;
}

std::string summary(const std::vector<Group>& groups) {
    std::string threads;
    std::string starts;
    std::string widths;
    for (const Group& group : groups)
        for (const Row& row : group.rows) {
            widths += width_line(group, row);
            starts += start_lines(group, row);
            if (row.what.isa != best_isa(group)) continue;
            threads += thread_line(group, row);
        }
    std::string text;
    if (!widths.empty())
        text += "\nwider vectors (centre of the ratios within each round, with 99 % intervals)\n" + widths;
    if (!threads.empty()) text += "\nthreads (medians of the ratios within each round)\n" + threads;
    if (!starts.empty()) text += "\nat rest, of denormal floats, and of uneven populations\n" + starts;
    return text;
}

}  // namespace wend::bench
