// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/registry.hpp"

#include <algorithm>
#include <array>
#include <set>
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
Case Registry::make_rival(KernelId kernel, const Rival& rival, std::size_t agents, Start start,
                          std::uint32_t ticks) const {
    Case which;
    describe(which, rival);
    which.name = name_of(kernel, which.isa, agents, 1, ticks, start);
    which.kernel = kernel;
    which.agents = agents;
    which.threads = 1;
    which.ticks = ticks;
    which.start = start;
    which.bytes = bytes_of(kernel);
    which.operations = info(kernel).operations;
    which.make = [inputs = wend_.inputs(), kernel, agents, rival, start, ticks] {
        const auto state = make_state(inputs->get(kernel, agents, start), rival);
        return Run{.reset = [state] { state->reset(); },
                   .run = [state, ticks](std::uint64_t calls) { state->run(calls * ticks); },
                   .hash = [] { return std::uint64_t{0}; }};
    };
    const std::size_t compared = std::min(agents, compared_agents);
    which.disagreement = [inputs = wend_.inputs(), known = references_, kernel, compared, rival, start] {
        return disagreement(*inputs->get(kernel, compared, start), rival,
                            &(*known)[{kernel, compared, start}]);
    };
    return which;
}

template Case Registry::make_rival(KernelId, const tutorial::Loop&, std::size_t, Start, std::uint32_t) const;
template Case Registry::make_rival(KernelId, const rivals::RivalLoop&, std::size_t, Start,
                                   std::uint32_t) const;

std::vector<Case> Registry::rivals_of(KernelId kernel, std::size_t agents, std::uint32_t ticks,
                                      Start start) const {
    std::vector<Case> all;
    for (const tutorial::Loop* const loop : {&tutorial::loop_o2, &tutorial::loop_o3})
        if (loop->row_of(kernel) != nullptr) all.push_back(make_rival(kernel, *loop, agents, start, ticks));
    for (const rivals::RivalLoop& loop : rivals::loops_of(kernel))
        all.push_back(make_rival(kernel, loop, agents, start, ticks));
    return all;
}

Registry::Registry() : cases_(wend_.cases()) {
    // Beside each number of ticks a call that wend's cases have.
    const auto add = [&](KernelId kernel, std::size_t agents, Start start = Start::ordinary) {
        std::set<std::uint32_t> all_ticks;
        for (const Case& which : wend_.cases())
            if (which.kernel == kernel && which.agents == agents && which.start == start)
                all_ticks.insert(which.ticks);
        for (const std::uint32_t ticks : all_ticks)
            for (Case& rival : rivals_of(kernel, agents, ticks, start)) cases_.push_back(std::move(rival));
    };
    for (std::size_t k = 0; k < named_kernel_count; ++k)
        for (const std::size_t agents : sizes_of(static_cast<KernelId>(k)))
            add(static_cast<KernelId>(k), agents);
    for (std::size_t k = 0; k < named_kernel_count; ++k)
        for (const std::size_t agents : {few_agents, curve_size, million})
            add(static_cast<KernelId>(k), agents);
    for (const auto& [kernel, start] : starts_with_rivals) add(kernel, in_cache_size, start);
}

}  // namespace wend::bench
