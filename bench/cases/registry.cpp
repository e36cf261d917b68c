// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/registry.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "bench/cases/rival_state.hpp"

namespace wend::bench {

namespace {

/// Agents that are compared with the reference: a rival treats all agents alike, so that these suffice.
constexpr std::size_t compared_agents = in_cache_size;

/// Populations of which rivals have rows too.
constexpr std::array starts_with_rivals{
    std::pair{KernelId::waypoint_advance, Start::segments}, std::pair{KernelId::wander, Start::wide_limits},
    std::pair{KernelId::seek, Start::wide_limits}, std::pair{KernelId::path_follow, Start::wide_limits}};

void describe(Case& which, const tutorial::Loop& loop) {
    which.isa = std::string(loop.name);
    which.side = Side::tutorial;
}

void describe(Case& which, const rivals::RivalLoop& loop) {
    which.isa = loop.name();
    which.side = loop.rival->made == rivals::Made::by_compiler ? Side::plain : Side::other;
    which.vector_bits = loop.rival->vector_bits;
    which.ieee = loop.rival->arithmetic == rivals::Arithmetic::ieee;
}

}  // namespace

template <class Rival>
Case Registry::make_rival(KernelId kernel, const Rival& rival, std::size_t agents, Start start) const {
    Case which;
    describe(which, rival);
    which.name = name_of(kernel, which.isa, agents, 1) + std::string(info(start).suffix);
    which.kernel = kernel;
    which.agents = agents;
    which.threads = 1;
    which.ticks = 1;
    which.start = start;
    which.bytes = bytes_of(kernel);
    which.operations = info(kernel).operations;
    which.make = [inputs = wend_.inputs(), kernel, agents, rival, start] {
        return make_run(make_state(inputs->get(kernel, agents, start), rival),
                        [] { return std::uint64_t{0}; });
    };
    const std::size_t compared = std::min(agents, compared_agents);
    which.disagreement = [inputs = wend_.inputs(), known = references_, kernel, compared, rival, start] {
        return disagreement(*inputs->get(kernel, compared, start), rival,
                            &(*known)[{kernel, compared, start}]);
    };
    return which;
}

template Case Registry::make_rival(KernelId, const tutorial::Loop&, std::size_t, Start) const;
template Case Registry::make_rival(KernelId, const rivals::RivalLoop&, std::size_t, Start) const;

Registry::Registry() : cases_(wend_.cases()) {
    const auto add_rivals = [&](KernelId kernel, std::size_t agents, Start start = Start::ordinary) {
        for (const rivals::RivalLoop& loop : rivals::loops_of(kernel))
            cases_.push_back(make_rival(kernel, loop, agents, start));
    };
    const auto add_size = [&](KernelId kernel, std::size_t agents) {
        for (const tutorial::Loop* loop : {&tutorial::loop_o2, &tutorial::loop_o3})
            if (loop->row_of(kernel) != nullptr) cases_.push_back(make_rival(kernel, *loop, agents));
        add_rivals(kernel, agents);
    };
    for (std::size_t k = 0; k < named_kernel_count; ++k)
        for (const std::size_t agents : sizes_of(static_cast<KernelId>(k)))
            add_size(static_cast<KernelId>(k), agents);
    for (const KernelId kernel : million_kernels) add_size(kernel, million);
    for (std::size_t k = 0; k < named_kernel_count; ++k)
        if (const KernelInfo& one = info(static_cast<KernelId>(k));
            one.rows != Rows::in_cache && !one.all_pairs &&
            static_cast<KernelId>(k) != KernelId::waypoint_advance_long)
            add_size(static_cast<KernelId>(k), few_agents);
    for (const auto& [kernel, start] : starts_with_rivals) {
        for (const tutorial::Loop* loop : {&tutorial::loop_o2, &tutorial::loop_o3})
            cases_.push_back(make_rival(kernel, *loop, in_cache_size, start));
        add_rivals(kernel, in_cache_size, start);
    }
}

}  // namespace wend::bench
