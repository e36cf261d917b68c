// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "bench/cases/cpu_clock.hpp"
#include "bench/loops/streams_run.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/statistics/median.hpp"

namespace wend::report {

using bench::Case;
using bench::Group;
using bench::KernelId;
using bench::Row;

namespace {

constexpr bench::Effort effort{
    .min_rounds = 7, .max_rounds = 11, .seconds = 0.6, .slice_seconds = 1e-3, .placements = 3};

/// The goal of trusted inputs, as a multiple of the checked goal.
constexpr double trusted_goal = 1.15;

/// Speeds of the core that count as equal. Steps at a lower one are measured up to so many times more.
constexpr double steady_core = 0.9;
constexpr int most_again = 2;

/// The share of the streams' speed from which on memory is the limit.
constexpr double near_memory = 0.9;

/// Times as fast as a plain loop.
struct Goal {
    double avx512, avx2;

    [[nodiscard]] double on(Isa isa) const { return isa == Isa::avx512 ? avx512 : avx2; }
};
struct Goals {
    KernelId kernel;
    Goal ieee;  ///< the fastest loop without -ffast-math
    Goal any;   ///< the fastest of all
};

/// Below 1 where a loop with -ffast-math saves correctly rounded roots and quotients, which are the same on
/// every instruction set.
constexpr std::array frame_goals{
    Goals{KernelId::seek, {1.1, 1.1}, {0.8, 1.0}},
    Goals{KernelId::flee, {1.1, 1.1}, {0.8, 1.0}},
    Goals{KernelId::arrive, {1.1, 1.1}, {0.8, 1.0}},
    Goals{KernelId::pursue, {1.0, 1.1}, {0.75, 1.0}},
    Goals{KernelId::evade, {1.0, 1.1}, {0.75, 1.0}},
    Goals{KernelId::offset_pursue, {1.0, 1.1}, {0.75, 1.0}},
    Goals{KernelId::interpose, {1.0, 1.1}, {0.75, 1.0}},
    Goals{KernelId::external_force, {1.0, 1.1}, {0.75, 1.0}},
    Goals{KernelId::wander, {1.05, 1.15}, {0.85, 1.05}},
    Goals{KernelId::retarget_wander, {1.1, 1.2}, {0.95, 1.05}},
    Goals{KernelId::weighted, {1.1, 1.2}, {0.95, 1.05}},
    Goals{KernelId::prioritised, {1.1, 1.2}, {0.95, 1.05}},
    Goals{KernelId::corridor_follow, {1.0, 1.0}, {1.0, 1.0}},
    Goals{KernelId::path_follow, {1.6, 1.6}, {1.5, 1.5}},
    Goals{KernelId::waypoint_advance, {1.3, 1.2}, {1.3, 1.2}},
    Goals{KernelId::approach, {0.95, 0.95}, {0.9, 0.9}},
};

constexpr std::array goal_isas{Isa::avx2, Isa::avx512};
constexpr std::array<std::size_t, 2> frame_sizes{bench::in_cache_size, bench::beyond_size};

std::optional<FrameRatio> ratio_to(const Row* loop, const Row& row, double goal) {
    if (loop == nullptr) return std::nullopt;
    const bench::SpeedUp ratio = bench::speed_up_interval(row, *loop);
    return FrameRatio{.rival = loop->what.isa,
                      .rival_nanoseconds = loop->median_nanoseconds(),
                      .middle = ratio.middle,
                      .low = ratio.low,
                      .high = ratio.high,
                      .goal = goal};
}

/// The quartiles of a row's rounds.
std::pair<double, double> middle_half(const Row& row) {
    std::vector<double> rounds;
    for (std::size_t round = 0; round < row.slices.size(); ++round) rounds.push_back(row.nanoseconds(round));
    std::ranges::sort(rounds);
    return {rounds[rounds.size() / 4], rounds[rounds.size() - 1 - rounds.size() / 4]};
}

std::vector<FrameRow> rows_of(const Group& group, const Goals& goals) {
    /// The median of the first row that is `wanted`.
    const auto median_where = [&](const auto& wanted) -> std::optional<double> {
        const auto found = std::ranges::find_if(
            group.rows, [&](const Row& row) { return wanted(row.what) && !row.slices.empty(); });
        if (found == group.rows.end()) return std::nullopt;
        return found->median_nanoseconds();
    };
    std::vector<FrameRow> results;
    for (const Row& row : group.rows) {
        const Case& what = row.what;
        if (what.is_rival() || what.ticks != 1 || row.slices.empty()) continue;
        const bool trusted = what.inputs == Inputs::trusted;
        const double factor = trusted ? trusted_goal : 1;
        const auto [low, high] = middle_half(row);
        results.push_back(
            {.kernel = std::string(bench::info(what.kernel).name),
             .isa = what.isa,
             .agents = what.agents,
             .trusted = trusted,
             .one_tick = row.median_nanoseconds(),
             .one_tick_low = low,
             .one_tick_high = high,
             .eight_ticks = median_where([&](const Case& other) {
                 return other.wend_isa == what.wend_isa && other.ticks == 8 && other.inputs == what.inputs;
             }),
             .streams = median_where([](const Case& other) { return other.isa == "streams"; }),
             .ieee = ratio_to(group.ieee_rival(row), row, factor * goals.ieee.on(*what.wend_isa)),
             .any = ratio_to(group.rival(row), row, factor * goals.any.on(*what.wend_isa)),
             .hash = row.hash});
    }
    return results;
}

Group make_group(const bench::Registry& registry, KernelId kernel, std::size_t agents,
                 const support::NameFilter& filter) {
    Group group;
    for (const Isa isa : supported_isas()) {
        if (std::ranges::find(goal_isas, isa) == goal_isas.end()) continue;
        const auto add = [&](std::uint32_t ticks, Inputs inputs) {
            Case which = registry.make_case(kernel, isa, agents, 1, ticks, bench::Start::ordinary, inputs);
            if (filter(which.name)) group.rows.push_back({.what = std::move(which)});
        };
        add(1, Inputs::checked);
        add(1, Inputs::trusted);
        if (agents == bench::in_cache_size) add(8, Inputs::checked);
    }
    if (group.rows.empty()) return group;
    for (const bench::rivals::Rival& rival : bench::rivals::all())
        if (rival.made == bench::rivals::Made::by_compiler && rival.can_run() &&
            rival.frame_of(kernel) != nullptr)
            group.rows.push_back({.what = registry.make_rival(kernel, rival, agents)});
    return group;
}

/// A row of the streams alone, after the check: it has no state. Reset like the others, so that the caches
/// hold as much.
void add_streams(const bench::Registry& registry, Group& group) {
    Case which = group.rows.front().what;
    const Isa isa = *which.wend_isa;
    const auto state = std::make_shared<bench::WendRun>(registry.input(which.kernel, which.agents),
                                                        bench::make_calls(isa, 1, 1));
    which.isa = "streams";
    which.name = bench::name_of(which.kernel, which.isa, which.agents, 1, 1);
    which.wend_isa = std::nullopt;
    which.side = bench::Side::other;
    which.make = [state, isa] {
        bench::Run run = bench::make_streams_run(state, isa, 1);
        run.reset = [state] { state->reset(); };
        return run;
    };
    group.rows.push_back({.what = std::move(which)});
}

/// Of at least one step.
double fastest_core(const std::vector<FrameStep>& steps) {
    return std::ranges::min_element(steps, {}, &FrameStep::core_nanoseconds)->core_nanoseconds;
}

}  // namespace

bool FrameRow::is_below() const {
    if (streams && *streams >= near_memory * one_tick) return false;
    return (ieee && ieee->is_below()) || (any && any->is_below());
}

std::vector<FrameStep> measure_frame(const bench::Registry& registry, const support::NameFilter& filter,
                                     const std::function<void(const std::string&)>& show) {
    bench::Checker checker(registry);
    const auto place_of = [](const Case& what) {
        return fmt::format("{}, {} agents", bench::info(what.kernel).name, what.agents);
    };
    // Of a group that is checked.
    const auto measure_step = [&](Group group, const Goals& goals) {
        FrameStep step{.group = std::move(group)};
        std::vector<double> core;
        bench::measure(step.group, effort, [&](std::size_t round) {
            show(fmt::format("{}: round {}", place_of(step.group.rows.front().what), round));
            core.push_back(bench::core_nanoseconds());
        });
        step.core_nanoseconds = bench::median(std::move(core));
        step.rows = rows_of(step.group, goals);
        for (FrameRow& row : step.rows) row.core_nanoseconds = step.core_nanoseconds;
        for (const Row& row : step.group.rows)
            if (!row.problem.empty()) step.problems.push_back(row.what.name + ": " + row.problem);
        return step;
    };
    std::vector<FrameStep> steps;
    std::vector<const Goals*> goals_of_steps;
    for (const Goals& goals : frame_goals)
        for (const std::size_t agents : frame_sizes) {
            Group group = make_group(registry, goals.kernel, agents, filter);
            if (group.rows.empty()) continue;
            show(place_of(group.rows.front().what) + ": checking");
            checker.check(group);
            if (agents != bench::in_cache_size) add_streams(registry, group);
            steps.push_back(measure_step(std::move(group), goals));
            goals_of_steps.push_back(&goals);
        }
    for (int again = 0; again < most_again; ++again)
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (fastest_core(steps) >= steady_core * steps[i].core_nanoseconds) continue;
            Group group = steps[i].group;
            for (Row& row : group.rows) {
                row.calls = 0;
                row.slices.clear();
            }
            FrameStep step = measure_step(std::move(group), *goals_of_steps[i]);
            if (step.core_nanoseconds < steps[i].core_nanoseconds) steps[i] = std::move(step);
        }
    return steps;
}

}  // namespace wend::report
