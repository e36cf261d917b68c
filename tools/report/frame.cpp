// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
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

/// Speeds of the core that count as equal. Steps at a lower one are measured up to so many times more.
constexpr double steady_core = 0.9;
constexpr int most_again = 2;

/// The share of the streams' speed from which on memory is the limit.
constexpr double near_memory = 0.9;

/// A step has fewer rounds where the agents take so much memory that a return to the start takes longer.
constexpr bench::Effort memory_effort{
    .min_rounds = 9, .max_rounds = 9, .seconds = 1, .slice_seconds = 1e-3, .placements = 1};
constexpr std::size_t million = 1'048'576;

/// Times as fast as a plain loop, by wend on AVX-512 and on AVX2; 0: none.
struct Goal {
    double avx512 = 0, avx2 = 0;

    [[nodiscard]] double on(Isa isa) const { return isa == Isa::avx512 ? avx512 : avx2; }
};
struct Goals {
    KernelId kernel;
    std::size_t agents;
    Goal any{};     ///< the fastest loop
    Goal ieee{};    ///< the fastest loop without -ffast-math
    Goal scalar{};  ///< the fastest scalar loop
};

constexpr std::size_t small = 64, in_cache = bench::in_cache_size, beyond = bench::beyond_size;

/// Quotients of nanoseconds on one machine (Zen 5): those of its fastest loop by those that wend is to take.
constexpr std::array frame_goals{
    Goals{KernelId::seek, small, {48.0 / 110, 48.0 / 110}},
    Goals{KernelId::seek, in_cache},
    Goals{KernelId::seek, beyond},
    Goals{KernelId::seek, million, {1, 1}},
    Goals{KernelId::seek, bench::memory_size, {1, 1}},
    Goals{KernelId::flee, in_cache},
    Goals{KernelId::flee, beyond},
    Goals{KernelId::arrive, in_cache},
    Goals{KernelId::arrive, beyond},
    Goals{KernelId::pursue, in_cache, {1, 1}},
    Goals{KernelId::pursue, beyond},
    Goals{KernelId::evade, in_cache},
    Goals{KernelId::evade, beyond},
    Goals{KernelId::offset_pursue, in_cache},
    Goals{KernelId::offset_pursue, beyond},
    Goals{KernelId::interpose, in_cache},
    Goals{KernelId::interpose, beyond},
    Goals{KernelId::external_force, in_cache},
    Goals{KernelId::external_force, beyond},
    Goals{KernelId::wander, in_cache, {}, {0.95, 0.95}},
    Goals{KernelId::wander, beyond},
    Goals{KernelId::wander, million, {1, 1}},
    Goals{KernelId::wander, bench::memory_size, {1, 1}},
    Goals{KernelId::retarget_wander, in_cache},
    Goals{KernelId::retarget_wander, beyond},
    Goals{KernelId::weighted, in_cache, {}, {0.85, 0.85}},
    Goals{KernelId::weighted, beyond},
    Goals{KernelId::prioritised, in_cache, {}, {0.85, 0.85}},
    Goals{KernelId::prioritised, beyond},
    Goals{KernelId::corridor_follow, in_cache, {10.07 / 4.30, 11.46 / 5.37}},
    Goals{KernelId::corridor_follow, beyond},
    Goals{KernelId::path_follow, in_cache, {0.93 / 1.0, 0.93 / 1.5}},
    Goals{KernelId::path_follow, beyond, {0.93 / 1.0, 0.93 / 1.5}},
    Goals{KernelId::waypoint_advance, in_cache, {0.35 / 0.50, 0.35 / 0.65}},
    Goals{KernelId::waypoint_advance, beyond, {0.35 / 0.50, 0.35 / 0.65}},
    Goals{KernelId::approach, in_cache, {1, 1}},
    Goals{KernelId::approach, beyond},
    Goals{KernelId::flock_of_8, in_cache, {16.0 / 20, 1}},
    Goals{KernelId::flock, in_cache, {19.0 / 23, 1}},
    Goals{KernelId::flock_of_32, in_cache, {25.0 / 30, 1}},
    Goals{KernelId::avoid_obstacles, in_cache, {24.0 / 28, 24.0 / 32}, {}, {2, 2}},
};

constexpr std::array goal_isas{Isa::avx2, Isa::avx512};

/// Views of so many agents in one call, seek: the time that they may take, in times of one array.
struct Views {
    std::size_t size;
    double times;
};
constexpr std::array view_goals{Views{64, 1.6}, Views{128, 1.3}, Views{512, 1.1}};

double view_goal(std::size_t size) { return 1 / std::ranges::find(view_goals, size, &Views::size)->times; }

std::optional<FrameRatio> ratio_to(const Row* loop, const Row& row, double goal) {
    if (loop == nullptr) return std::nullopt;
    const bench::SpeedUp ratio = bench::speed_up(row, *loop);
    return FrameRatio{.rival = loop->what.isa,
                      .rival_nanoseconds = loop->median_nanoseconds(),
                      .middle = ratio.middle,
                      .low = ratio.low,
                      .high = ratio.high,
                      .goal = goal};
}

/// The quartiles of a row's rounds.
std::pair<double, double> middle_half(const Row& row) {
    std::vector<double> rounds = row.all_nanoseconds();
    std::ranges::sort(rounds);
    return {rounds[rounds.size() / 4], rounds[rounds.size() - 1 - rounds.size() / 4]};
}

/// The end of the names of loops over obstacles that go from one agent to the next.
constexpr std::string_view scalar_form = "_scalar";

/// Of these.
const Row* scalar_rival(const Group& group) {
    const Row* best = nullptr;
    for (const Row& row : group.rows)
        if (row.is_timed() && row.what.isa.ends_with(scalar_form) &&
            (best == nullptr || row.median_nanoseconds() < best->median_nanoseconds()))
            best = &row;
    return best;
}

/// The same case with all agents in one view.
const Row* one_array(const Group& group, const Row& row) {
    const auto found = std::ranges::find_if(group.rows, [&](const Row& other) {
        return other.is_timed() && other.what.wend_isa == row.what.wend_isa && other.what.ticks == 1 &&
               other.what.inputs == row.what.inputs && other.what.view_size == 0;
    });
    return found == group.rows.end() ? nullptr : &*found;
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
        const auto goal_of = [&](const Goal& goal) { return trusted ? 0 : goal.on(*what.wend_isa); };
        const auto [low, high] = middle_half(row);
        results.push_back(
            {.kernel = std::string(bench::info(what.kernel).name) +
                       std::string(bench::info(what.kernel).suffix) +
                       (what.view_size == 0 ? "" : fmt::format("/views:{}", what.view_size)),
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
             .ieee = ratio_to(group.ieee_rival(row), row, goal_of(goals.ieee)),
             .any = ratio_to(group.rival(row), row, what.view_size == 0 ? goal_of(goals.any) : 0),
             .other = what.view_size == 0 ? ratio_to(scalar_rival(group), row, goal_of(goals.scalar))
                                          : ratio_to(one_array(group, row), row, view_goal(what.view_size)),
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
        for (const Views& views : view_goals) {
            if (kernel != KernelId::seek || agents != in_cache) continue;
            Case which = registry.make_case(kernel, isa, agents, 1, 1);
            which.name += fmt::format("/views:{}", views.size);
            which.view_size = views.size;
            bench::Calls calls = bench::make_calls(isa, 1, 1);
            calls.view_size = views.size;
            which.make = [input = registry.input(kernel, agents), calls] {
                return bench::make_wend_run(input, calls);
            };
            if (filter(which.name)) group.rows.push_back({.what = std::move(which)});
        }
        if (!bench::info(kernel).all_pairs) add(1, Inputs::trusted);
        if (agents == in_cache && !bench::info(kernel).all_pairs) add(8, Inputs::checked);
    }
    if (group.rows.empty()) return group;
    for (const bench::rivals::RivalLoop& loop : bench::rivals::loops_of(kernel))
        if (loop.rival->made == bench::rivals::Made::by_compiler)
            group.rows.push_back({.what = registry.make_rival(kernel, loop, agents)});
    return group;
}

/// Times all plain loops for a moment, and keeps those that may be the fastest of their arithmetic and width:
/// a kernel has up to a hundred.
void keep_fast_loops(Group& group) {
    constexpr bench::Effort moment{.min_rounds = 2, .max_rounds = 2, .seconds = 0, .slice_seconds = 1e-3};
    constexpr double near_enough = 1.2;
    bench::measure(group, moment, [](std::size_t) {});
    std::map<std::pair<bool, unsigned>, double> best;
    const auto is_timed_loop = [](const Row& row) { return row.what.is_rival() && row.is_timed(); };
    const auto best_of = [&](const Row& row) -> double& {
        return best.try_emplace({row.what.ieee, row.what.vector_bits}, HUGE_VAL).first->second;
    };
    for (const Row& row : group.rows)
        if (is_timed_loop(row)) best_of(row) = std::min(best_of(row), row.median_nanoseconds());
    std::erase_if(group.rows, [&](const Row& row) {
        return is_timed_loop(row) && !row.what.isa.ends_with(scalar_form) &&
               row.median_nanoseconds() > near_enough * best_of(row);
    });
    for (Row& row : group.rows) {
        row.calls = 0;
        row.slices.clear();
    }
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
    return (ieee && ieee->is_below()) || (any && any->is_below()) || (other && other->is_below());
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
        bench::measure(step.group, goals.agents < million ? effort : memory_effort, [&](std::size_t round) {
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
    for (const Goals& goals : frame_goals) {
        Group group = make_group(registry, goals.kernel, goals.agents, filter);
        if (group.rows.empty()) continue;
        show(place_of(group.rows.front().what) + ": checking");
        checker.check(group);
        keep_fast_loops(group);
        if (goals.agents > in_cache) add_streams(registry, group);
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
