// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/roofline_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench/cases/measure.hpp"
#include "bench/cases/setting.hpp"
#include "bench/ceilings/ceiling_loops.hpp"
#include "tools/count/case_count.hpp"
#include "tools/report/result_json.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"

namespace wend::report {

using bench::Group;
using bench::Row;
using support::show_progress;

namespace {

constexpr bench::CeilingEffort full_effort{.rounds = 15};
constexpr bench::CeilingEffort short_effort{.rounds = 5};
constexpr bench::Effort kernel_effort{
    .min_rounds = 9, .max_rounds = 25, .seconds = 0.5, .slice_seconds = 1e-3};
constexpr std::uint32_t ticks_a_call = 8;
/// Enough agents that the overhead of a call is some per cent; a call of several ticks needs fewer.
constexpr std::size_t counted_agents = 256;
constexpr std::size_t counted_agents_of_one_tick = 1'024;

void show_round(std::size_t round) { show_progress(fmt::format("the machine's ceilings: round {}", round)); }

/// `ceilings` has one entry for the row's instruction set.
void add_point(Roofline& roofline, const Row& row, std::size_t agents,
               const std::vector<bench::Ceilings>& ceilings, const bench::Registry& registry) {
    const bench::Case& what = row.what;
    RooflinePoint& point = roofline.points.emplace_back();
    point.which = what;
    point.measured = row.median_nanoseconds();
    point.counted_agents = agents;
    point.counts = count::count(registry.make_case(what.kernel, *what.wend_isa, agents, 1, what.ticks));
    fill_least(point, *std::ranges::find(ceilings, *what.wend_isa, &bench::Ceilings::isa), roofline.caches);
}

/// Rows that are counted in seconds: kernels with neighbours execute thousands of instructions an agent.
std::vector<const Row*> countable_rows(const Groups& groups) {
    std::vector<const Row*> rows;
    for (const Group& group : groups)
        for (const Row& row : group.rows)
            if (is_plain(row) && row.what.wend_isa == supported_isas().back() &&
                row.what.agents == bench::in_cache_size && row.what.threads == 1 && row.what.ticks == 1 &&
                static_cast<std::size_t>(row.what.kernel) < bench::named_kernel_count &&
                !bench::info(row.what.kernel).all_pairs)
                rows.push_back(&row);
    return rows;
}

/// One kernel at one size, on each instruction set: measured in turns, with ceilings that are measured just
/// before.
std::vector<Group> chosen_groups(const bench::Registry& registry, const support::NameFilter& filter) {
    std::vector<Group> groups;
    const auto add = [&](bench::KernelId kernel, std::size_t agents, std::uint32_t ticks) {
        Group group;
        for (const Isa isa : supported_isas()) {
            if (bench::ceiling_loops(isa) == nullptr) continue;
            bench::Case which = registry.make_case(kernel, isa, agents, 1, ticks);
            if (filter(which.name)) group.rows.push_back({.what = std::move(which)});
        }
        if (!group.rows.empty()) groups.push_back(std::move(group));
    };
    for (std::size_t k = 0; k < bench::kernel_count(); ++k)
        add(static_cast<bench::KernelId>(k), bench::in_cache_size, ticks_a_call);
    // Where memory binds: single ticks over streams that lie in it.
    for (std::size_t k = 0; k < bench::kernel_count(); ++k)
        if (bench::info(static_cast<bench::KernelId>(k)).rows == bench::Rows::all)
            add(static_cast<bench::KernelId>(k), bench::memory_size, 1);
    return groups;
}

}  // namespace

std::optional<Roofline> roofline_of_rows(const Groups& groups, const bench::Registry& registry) {
    const std::vector<const Row*> rows = countable_rows(groups);
    if (rows.empty() || bench::ceiling_loops(supported_isas().back()) == nullptr || !count::can_count())
        return std::nullopt;
    Roofline roofline;
    roofline.caches = bench::CacheSizes::of_this_machine();
    roofline.one_thread = bench::measure_ceilings(1, short_effort, show_round);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        show_progress(fmt::format("counting: {} of {}, {}", i + 1, rows.size(),
                                  bench::info(rows[i]->what.kernel).name));
        add_point(roofline, *rows[i], counted_agents_of_one_tick, roofline.one_thread, registry);
    }
    show_progress("");
    return roofline;
}

int run_roofline(const support::NameFilter& filter, const std::string& out) {
    if (!count::can_count())
        throw std::runtime_error(
            "--roofline needs exact counts, which are taken by the trap flag of x86-64 processors: it does "
            "not trap here");
    // Before anything is measured: a name that cannot be written is refused at once.
    std::optional<support::OutputFile> json;
    if (!out.empty()) json.emplace(out);
    const bench::Registry registry;
    std::vector<Group> groups = chosen_groups(registry, filter);
    if (groups.empty())
        throw std::runtime_error(
            "--filter matches no kernel at 8,192 agents with 8 ticks, nor at 4,194,304 with 1");

    fmt::print("{}", bench::setting_text());
    Roofline roofline;
    roofline.caches = bench::CacheSizes::of_this_machine();
    roofline.threads = bench::all_threads();
    roofline.one_thread = bench::measure_ceilings(1, full_effort, show_round);
    if (roofline.threads > 1)
        roofline.all_threads = bench::measure_ceilings(roofline.threads, full_effort, show_round);
    show_progress("");
    fmt::print("{}", text_of(ceiling_table(roofline)));
    std::fflush(stdout);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        show_progress(fmt::format("{} of {}: {}", i + 1, groups.size(),
                                  bench::info(groups[i].rows.front().what.kernel).name));
        const std::vector<bench::Ceilings> ceilings =
            bench::measure_ceilings(1, short_effort, [](std::size_t) {});
        bench::measure(groups[i], kernel_effort, [](std::size_t) {});
        for (const Row& row : groups[i].rows) add_point(roofline, row, counted_agents, ceilings, registry);
    }
    show_progress("");
    fmt::print("{}", text_of(roofline_table(roofline)));
    if (json) {
        json->write(roofline_json(roofline));
        json->commit();
    }
    return 0;
}

}  // namespace wend::report
