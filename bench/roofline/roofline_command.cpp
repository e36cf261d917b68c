// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/roofline/roofline_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bench/command/measure.hpp"
#include "bench/command/report.hpp"
#include "bench/count/case_count.hpp"
#include "bench/roofline/roofline_report.hpp"
#include "bench/support/output_file.hpp"
#include "bench/support/progress.hpp"

namespace wend::bench {

namespace {

constexpr CeilingEffort full_effort{.rounds = 15};
constexpr CeilingEffort beside_a_kernel{.rounds = 5};
constexpr Effort kernel_effort{.min_rounds = 9, .max_rounds = 25, .seconds = 0.5, .slice_seconds = 1e-3};
constexpr std::uint32_t ticks_a_call = 8;
constexpr std::size_t counted_agents = 256;

/// One kernel at one size, on each instruction set: measured by turns, under ceilings that are measured just
/// before.
using Batch = std::vector<Case>;

std::vector<Batch> chosen_batches(const std::vector<Ceilings>& ceilings, const std::regex& filter) {
    const Registry registry;
    std::vector<Batch> batches;
    const auto add = [&](Kernel kernel, std::size_t agents, std::uint32_t ticks) {
        Batch batch;
        for (const Ceilings& one : ceilings) {
            Case which = registry.make_case(kernel, one.isa, agents, 1, ticks);
            if (std::regex_search(which.name, filter)) batch.push_back(std::move(which));
        }
        if (!batch.empty()) batches.push_back(std::move(batch));
    };
    for (std::size_t k = 0; k < kernel_count(); ++k) add(static_cast<Kernel>(k), in_cache_size, ticks_a_call);
    // Where memory binds: single ticks over streams that lie in it.
    for (std::size_t k = 0; k < kernel_count(); ++k)
        if (info(static_cast<Kernel>(k)).rows == Rows::all) add(static_cast<Kernel>(k), memory_size, 1);
    return batches;
}

void add_points(Roofline& roofline, const Batch& batch) {
    const Registry registry;
    const std::vector<Ceilings> ceilings = measure_ceilings(1, beside_a_kernel, [](std::size_t) {});
    Group group;
    for (const Case& which : batch) group.rows.push_back({.what = which});
    measure(group, kernel_effort, [](std::size_t) {});
    for (const Row& row : group.rows) {
        RooflinePoint& point = roofline.points.emplace_back();
        point.which = row.what;
        point.measured = row.median_nanoseconds();
        point.counted_agents = counted_agents;
        point.counts = count(registry.make_case(row.what.kernel, *row.what.wend_isa, counted_agents, 1,
                                                row.what.ticks, row.what.start));
        const auto own = std::find_if(ceilings.begin(), ceilings.end(),
                                      [&](const Ceilings& one) { return one.isa == row.what.wend_isa; });
        fill_least(point, *own, roofline.caches);
        show_progress("");
        fmt::print("{}", point_line(point));
        std::fflush(stdout);
    }
}

}  // namespace

int run_roofline(const RooflineRequest& request) {
    if (!can_count())
        throw std::runtime_error(
            "--roofline needs exact counts, which are taken by the trap flag of x86-64 processors: it does "
            "not trap here");
    // Before anything is measured: a name that cannot be written is refused at once.
    std::optional<scenario::OutputFile> json;
    if (!request.out.empty()) json.emplace(request.out);
    std::optional<scenario::OutputFile> picture;
    if (!request.picture.empty()) picture.emplace(request.picture);

    Roofline roofline;
    roofline.caches = CacheSizes::of_this_machine();
    roofline.threads = all_threads();
    std::vector<Ceilings> probed;
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference) probed.push_back({.isa = isa});
    const std::vector<Batch> batches = chosen_batches(probed, request.filter);
    if (batches.empty())
        throw std::runtime_error(
            "--filter matches no kernel at 8,192 agents with 8 ticks, nor at 4,194,304 with 1");

    fmt::print("{}\n", setting_text());
    const auto progress = [](std::size_t round) { show_progress(fmt::format("ceilings: round {}", round)); };
    roofline.one_thread = measure_ceilings(1, full_effort, progress);
    if (roofline.threads > 1)
        roofline.all_threads = measure_ceilings(roofline.threads, full_effort, progress);
    show_progress("");
    fmt::print("{}\n{}", ceiling_table(roofline), point_head());
    for (std::size_t i = 0; i < batches.size(); ++i) {
        show_progress(
            fmt::format("{} of {}: {}", i + 1, batches.size(), info(batches[i].front().kernel).name));
        add_points(roofline, batches[i]);
    }
    if (json) {
        json->write(to_json(roofline));
        json->commit();
    }
    if (picture) {
        picture->write(picture_of(view_of(roofline)));
        picture->commit();
    }
    return 0;
}

}  // namespace wend::bench
