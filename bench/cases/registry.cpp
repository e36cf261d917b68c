// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/registry.hpp"

#include <algorithm>

#include "bench/cases/agreement.hpp"
#include "bench/loops/tutorial_run.hpp"
#include "bench/rivals/grid_run.hpp"
#include "bench/rivals/rival_run.hpp"

namespace wend::bench {

namespace {

/// Agents that are compared with the reference: a rival treats all agents alike, so that these suffice.
constexpr std::size_t compared_agents = in_cache_size;

constexpr Locomotion flock_vehicle{.max_force = max_force, .max_speed = max_speed, .mass = mass};

GridStart grid_start(const Population& population) {
    return {.side = area.max_x,
            .x = population.position_x,
            .y = population.position_y,
            .velocity_x = population.velocity_x,
            .velocity_y = population.velocity_y};
}

std::shared_ptr<GridRun> grid_run(const Input& input) {
    return std::make_shared<GridRun>(grid_start(input.population), flock_radius, flock_vehicle, dt);
}

Run make_grid_run(const std::shared_ptr<const Input>& input, const GridLoop& loop) {
    const std::shared_ptr<GridRun> state = grid_run(*input);
    return {.reset = [state, input] { state->reset(grid_start(input->population)); },
            .run =
                [state, tick = loop.flock](std::uint64_t calls) {
                    for (std::uint64_t i = 0; i < calls; ++i) tick(state->flock);
                },
            .hash = [] { return std::uint64_t{0}; }};
}

/// The loop's agents are in another order after every tick.
std::string disagreement(const Input& input, const GridLoop& loop) {
    const std::shared_ptr<GridRun> state = grid_run(input);
    for (std::uint32_t tick = 0; tick < hash_ticks_of(input.kernel); ++tick) loop.flock(state->flock);
    Positions positions{std::vector<float>(input.agents), std::vector<float>(input.agents)};
    for (std::size_t i = 0; i < input.agents; ++i) {
        positions.x[state->flock.id[i]] = state->flock.x[i];
        positions.y[state->flock.id[i]] = state->flock.y[i];
    }
    return disagreement(input, positions);
}

}  // namespace

Case Registry::rival_case(Kernel kernel, std::string_view rival, std::size_t agents, Start start) {
    Case which;
    which.name = name_of(kernel, rival, agents, 1) + std::string(info(start).suffix);
    which.kernel = kernel;
    which.isa = std::string(rival);
    which.agents = agents;
    which.threads = 1;
    which.ticks = 1;
    which.start = start;
    which.bytes = bytes_of(kernel);
    which.operations = info(kernel).operations;
    return which;
}

Case Registry::make_rival(Kernel kernel, const tutorial::Loop& loop, std::size_t agents, Start start) const {
    Case which = rival_case(kernel, loop.name, agents, start);
    which.side = Side::tutorial;
    which.make = [inputs = wend_.inputs(), kernel, agents, &loop, start] {
        return make_tutorial_run(inputs->get(kernel, agents, start), loop);
    };
    which.disagreement = [inputs = wend_.inputs(), kernel, agents, &loop, start] {
        return disagreement(*inputs->get(kernel, std::min(agents, compared_agents), start), loop);
    };
    return which;
}

Case Registry::make_rival(Kernel kernel, const rivals::Rival& rival, std::size_t agents, Start start) const {
    Case which = rival_case(kernel, rival.name, agents, start);
    which.side = rival.made == rivals::Made::by_compiler ? Side::vectorised : Side::other;
    which.vector_bits = rival.vector_bits;
    which.ieee = rival.arithmetic == rivals::Arithmetic::ieee;
    which.make = [inputs = wend_.inputs(), kernel, agents, rival, start] {
        return rivals::make_rival_run(inputs->get(kernel, agents, start), rival);
    };
    which.disagreement = [inputs = wend_.inputs(), kernel, agents, rival, start] {
        return rivals::disagreement(*inputs->get(kernel, std::min(agents, compared_agents), start), rival);
    };
    return which;
}

Case Registry::make_rival(const GridLoop& loop, std::size_t agents) const {
    Case which = rival_case(Kernel::flock, loop.name, agents, Start::ordinary);
    which.side = Side::vectorised;
    which.vector_bits = loop.vector_bits;
    which.ieee = loop.ieee;
    which.make = [inputs = wend_.inputs(), agents, &loop] {
        return make_grid_run(inputs->get(Kernel::flock, agents), loop);
    };
    which.disagreement = [inputs = wend_.inputs(), agents, &loop] {
        return disagreement(*inputs->get(Kernel::flock, std::min(agents, compared_agents)), loop);
    };
    return which;
}

Registry::Registry() : cases_(wend_.cases()) {
    const auto add_rivals = [&](Kernel kernel, std::size_t agents, Start start = Start::ordinary) {
        for (const rivals::Rival& rival : rivals::all())
            if (rival.can_run() && rival.frame_of(kernel) != nullptr)
                cases_.push_back(make_rival(kernel, rival, agents, start));
    };
    const auto add_size = [&](Kernel kernel, std::size_t agents) {
        for (const tutorial::Loop* loop : {&tutorial::loop_o2, &tutorial::loop_o3})
            if (loop->row_of(kernel) != nullptr) cases_.push_back(make_rival(kernel, *loop, agents));
        if (agents == in_cache_size || agents == million) add_rivals(kernel, agents);
    };
    for (std::size_t k = 0; k < named_kernel_count; ++k)
        for (const std::size_t agents : sizes_of(static_cast<Kernel>(k)))
            add_size(static_cast<Kernel>(k), agents);
    for (const Kernel kernel : million_kernels) add_size(kernel, million);
    for (const tutorial::Loop* loop : {&tutorial::loop_o2, &tutorial::loop_o3})
        cases_.push_back(make_rival(Kernel::waypoint_advance, *loop, in_cache_size, Start::segments));
    add_rivals(Kernel::waypoint_advance, in_cache_size, Start::segments);
    for (const GridLoop* const loop : grid_loops()) cases_.push_back(make_rival(*loop, in_cache_size));
}

}  // namespace wend::bench
