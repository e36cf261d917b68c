// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/rows.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bench/rivals/grid_loop.hpp"
#include "bench/rivals/grid_run.hpp"
#include "wend/random.hpp"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

constexpr float radius = 8;
constexpr float time_step = 1.0f / 60;
constexpr Locomotion vehicle{.max_force = 27.0f, .max_speed = 9.0f, .mass = 1.0f};

/// Positions and velocities, in the order of cells (as an engine that sorts now and then has them) but for
/// Spread::shuffled.
struct Start {
    float side;
    std::vector<std::array<float, 4>> agents;
};

enum class Spread { uniform, clustered, shuffled };
constexpr std::array spread_names{"uniform", "clustered", "shuffled"};

/// So many agents that each has `near` neighbours on average, were they uniform; clustered: half of them in a
/// hundredth of the area.
Start make_start(std::size_t count, double near, Spread spread) {
    Start start{static_cast<float>(std::sqrt(static_cast<double>(count) * 3.14159265 * 64 / near)), {}};
    for (std::size_t i = 0; i < count; ++i) {
        const auto draw = [&](std::uint32_t number) {
            return random_unit(random_bits(1, static_cast<std::uint32_t>(i), number, 1));
        };
        const float share = spread == Spread::clustered && i % 2 == 0 ? 0.1f : 1;
        start.agents.push_back(
            {draw(0) * start.side * share, draw(1) * start.side * share, draw(2) * 8 - 4, draw(3) * 8 - 4});
    }
    if (spread == Spread::shuffled) return start;
    std::ranges::sort(start.agents, {}, [](const std::array<float, 4>& agent) {
        return std::pair(std::floor(agent[1] / radius), agent[0]);
    });
    return start;
}

enum class Behaviour {
    flock,
    flock_that_looks_ahead,
    flock_of_seven,
    avoid_neighbours,
    avoid_by_power_law,
    orca
};
constexpr std::array behaviour_names{"neighbours/",       "neighbours_ahead/",   "nearest_seven/",
                                     "avoid_neighbours/", "avoid_by_power_law/", "orca/"};

Program make_program(Behaviour behaviour) {
    const std::uint32_t most = behaviour == Behaviour::flock_of_seven ? 7 : 0;
    const float view =
        behaviour == Behaviour::flock_that_looks_ahead ? -0.5f : -1;  // 240 degrees, or all around
    const std::vector<Stage> flock{
        Separation{.radius = radius, .cos_field_of_view = view, .max_neighbours = most},
        Alignment{.radius = radius, .cos_field_of_view = view, .max_neighbours = most},
        Cohesion{.radius = radius, .cos_field_of_view = view, .max_neighbours = most}, vehicle};
    const Avoidance method =
        behaviour == Behaviour::avoid_neighbours ? Avoidance::nearest_approach : Avoidance::power_law;
    // Each prefers the velocity that it has: no force is given.
    const auto stages = [&]() -> std::vector<Stage> {
        switch (behaviour) {
            case Behaviour::flock:
            case Behaviour::flock_that_looks_ahead:
            case Behaviour::flock_of_seven: return flock;
            case Behaviour::orca: return {ExternalForce{}, Orca{.radius = radius}, vehicle};
            default: return {AvoidNeighbours{.radius = radius, .method = method}, vehicle};
        }
    };
    const Expected<Program> built = Program::build(stages());
    if (!built) throw std::runtime_error(message(built.status()));
    return *built;
}

struct Row {
    std::size_t agents;
    int near;
    Spread spread;
    Behaviour behaviour = Behaviour::flock;
    bool pairs = false;  ///< of a plain loop: over all pairs
};

/// Kept for the next row: rows that are compared start alike, and to sort a million agents takes longer than
/// most of them.
const Start& start_of(const Row& row) {
    static std::optional<std::tuple<std::size_t, int, Spread>> kept;
    static Start start;
    const std::tuple wanted{row.agents, row.near, row.spread};
    if (kept != wanted) {
        start = make_start(row.agents, row.near, row.spread);
        kept = wanted;
    }
    return start;
}

AgentBuffer make_buffer(const Program& program, const Start& start) {
    AgentBuffer agents(program);
    agents.spawn(start.agents.size());
    for (std::size_t i = 0; i < start.agents.size(); ++i) {
        agents.get<Stream::position_x>()[i] = start.agents[i][0];
        agents.get<Stream::position_y>()[i] = start.agents[i][1];
        agents.get<Stream::velocity_x>()[i] = start.agents[i][2];
        agents.get<Stream::velocity_y>()[i] = start.agents[i][3];
    }
    return agents;
}

void run_wend(benchmark::State& state, std::optional<Isa> isa, Threading threading, Row row) {
    const Program program = make_program(row.behaviour);
    AgentBuffer agents = make_buffer(program, start_of(row));
    Clock clock{.dt = time_step, .seed = 1};
    const auto tick = [&] {
        const Result result = run(program, agents.view(), clock.next(), {.isa = isa, .threading = threading});
        if (!result.status || result.faults != 0) state.SkipWithError(message(result.status).c_str());
    };
    tick();  // the workspace's pages are there from the second tick on
    for (auto _ : state) tick();
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

/// The start as columns, for a plain loop.
struct StartColumns {
    std::array<std::vector<float>, 4> column;
    GridStart start;

    explicit StartColumns(const Start& from) {
        for (std::size_t i = 0; i < column.size(); ++i)
            for (const std::array<float, 4>& agent : from.agents) column[i].push_back(agent[i]);
        start = {.side = from.side,
                 .x = column[0],
                 .y = column[1],
                 .velocity_x = column[2],
                 .velocity_y = column[3]};
    }
};

GridTick tick_of(const GridLoop& loop, const Row& row) {
    if (row.pairs) return loop.flock_of_pairs;
    return row.behaviour == Behaviour::flock  ? loop.flock
           : row.behaviour == Behaviour::orca ? loop.orca
                                              : loop.avoid;
}

/// Whether the plain loop moves the agents as wend does, but for the rounding of sums. Where half-planes
/// leave next to nothing, roundings decide what ORCA picks: of a hundred agents one may go elsewhere.
bool agrees(const GridLoop& loop, Row row) {
    row.agents = std::min<std::size_t>(row.agents, 20'000);
    const Start start = make_start(row.agents, row.near, row.spread);
    const Program program = make_program(row.behaviour);
    AgentBuffer agents = make_buffer(program, start);
    if (!run(program, agents.view(), {.dt = time_step, .first_tick = 0}).status) return false;
    GridRun plain(StartColumns(start).start, radius, vehicle, time_step);
    tick_of(loop, row)(plain.flock);
    std::size_t elsewhere = 0;
    for (std::size_t i = 0; i < row.agents; ++i) {
        const std::size_t slot = plain.flock.id[i];
        const float x = std::abs(plain.flock.velocity_x[i] - agents.get<Stream::velocity_x>()[slot]);
        const float y = std::abs(plain.flock.velocity_y[i] - agents.get<Stream::velocity_y>()[slot]);
        elsewhere += x < 1e-3f && y < 1e-3f ? 0 : 1;
    }
    return elsewhere <= (row.behaviour == Behaviour::orca ? row.agents / 100 : 0);
}

void run_plain(benchmark::State& state, const GridLoop& loop, Row row) {
    if (!agrees(loop, row)) {
        state.SkipWithError("moves the agents elsewhere than wend does");
        return;
    }
    GridRun plain(StartColumns(start_of(row)).start, radius, vehicle, time_step);
    tick_of(loop, row)(plain.flock);  // as run_wend does
    for (auto _ : state) tick_of(loop, row)(plain.flock);
    state.SetLabel(loop.flags);
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

}  // namespace

void register_neighbour_rows() {
    const std::vector<const GridLoop*> loops = grid_loops();
    const auto add = [](const std::string& what, Row row, const auto& function) {
        const std::string kind = spread_names[static_cast<std::size_t>(row.spread)];
        const std::string behaviour = behaviour_names[static_cast<std::size_t>(row.behaviour)];
        benchmark::RegisterBenchmark((behaviour + kind + "/" + what + "/agents:" +
                                      std::to_string(row.agents) + "/near:" + std::to_string(row.near))
                                         .c_str(),
                                     [=](benchmark::State& state) { function(state, row); })
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    };
    const auto add_all = [&](const Row& row) {
        for (const Isa isa : supported_isas()) {
            if (isa == Isa::reference) continue;
            add(std::string(name(isa)), row,
                [=](benchmark::State& state, Row of) { run_wend(state, isa, Threading::serial, of); });
        }
        add("all_threads", row,
            [](benchmark::State& state, Row of) { run_wend(state, {}, Threading::tbb, of); });
        // The plain loop has these alone.
        if (row.behaviour != Behaviour::flock && row.behaviour != Behaviour::avoid_neighbours &&
            row.behaviour != Behaviour::orca)
            return;
        for (const GridLoop* const loop : loops)
            add(loop->name, row, [loop](benchmark::State& state, Row of) { run_plain(state, *loop, of); });
    };
    // So sparse that there are more cells as wide as the radius than agents.
    for (const Spread spread : {Spread::uniform, Spread::clustered})
        for (const std::size_t agents : {8'192, 1'000'000})
            for (const Behaviour behaviour : {Behaviour::flock, Behaviour::avoid_neighbours})
                add_all({agents, 1, spread, behaviour});
    for (const int near : {8, 16, 32}) {
        for (const Spread spread : {Spread::uniform, Spread::clustered})
            for (const std::size_t agents : {8'192, 131'072, 1'000'000, 4'000'000})
                add_all({agents, near, spread});
        add_all({1'000'000, near, Spread::shuffled});
        for (const Behaviour behaviour :
             {Behaviour::flock_that_looks_ahead, Behaviour::flock_of_seven, Behaviour::avoid_neighbours,
              Behaviour::avoid_by_power_law, Behaviour::orca})
            for (const std::size_t agents : {8'192, 1'000'000})
                add_all({agents, near, Spread::uniform, behaviour});
    }
    for (const GridLoop* const loop : loops)
        add("all_pairs_" + std::string(loop->name), {8'000, 16, Spread::uniform, Behaviour::flock, true},
            [loop](benchmark::State& state, Row of) { run_plain(state, *loop, of); });
}

}  // namespace wend::bench
