// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/neighbour_rows.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/rivals/grid_loop.hpp"
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

enum class Behaviour { flock, flock_of_seven, avoid_neighbours, avoid_by_power_law, orca };
constexpr std::array behaviour_names{"neighbours/", "nearest_seven/", "avoid_neighbours/",
                                     "avoid_by_power_law/", "orca/"};

Program make_program(Behaviour behaviour) {
    const std::uint32_t most = behaviour == Behaviour::flock_of_seven ? 7 : 0;
    const std::vector<Stage> flock{
        Separation{.radius = radius, .cos_field_of_view = -1, .max_neighbours = most},
        Alignment{.radius = radius, .cos_field_of_view = -1, .max_neighbours = most},
        Cohesion{.radius = radius, .cos_field_of_view = -1, .max_neighbours = most}, vehicle};
    const Avoidance method =
        behaviour == Behaviour::avoid_neighbours ? Avoidance::nearest_approach : Avoidance::power_law;
    // Each prefers the velocity that it has: no force is given.
    const auto stages = [&]() -> std::vector<Stage> {
        switch (behaviour) {
            case Behaviour::flock:
            case Behaviour::flock_of_seven: return flock;
            case Behaviour::orca: return {ExternalForce{}, Orca{.radius = radius}, vehicle};
            default: return {AvoidNeighbours{.radius = radius, .method = method}, vehicle};
        }
    };
    const Expected<Program> built = Program::build(stages());
    if (!built) throw std::runtime_error(message(built.status()));
    return *built;
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

struct Row {
    std::size_t agents;
    int near;
    Spread spread;
    Behaviour behaviour = Behaviour::flock;
};

void run_wend(benchmark::State& state, std::optional<Isa> isa, Threading threading, Row row) {
    const Program program = make_program(row.behaviour);
    AgentBuffer agents = make_buffer(program, make_start(row.agents, row.near, row.spread));
    Clock clock{.dt = time_step, .seed = 1};
    for (auto _ : state) {
        const Result result = run(program, agents.view(), clock.next(), {.isa = isa, .threading = threading});
        if (!result.status || result.faults != 0) state.SkipWithError(message(result.status).c_str());
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

/// The memory of a plain loop's flock.
class GridRun {
  public:
    explicit GridRun(const Start& start)
        : floats_(10 * start.agents.size()),
          words_(3 * start.agents.size()),
          columns_(static_cast<std::uint32_t>(start.side / radius) + 3),
          starts_(std::size_t{columns_} * columns_ + 1) {
        const std::size_t count = start.agents.size();
        const auto floats = [&](std::size_t i) { return floats_.data() + i * count; };
        const auto words = [&](std::size_t i) { return words_.data() + i * count; };
        flock = {.count = count,
                 .radius = radius,
                 .separation_weight = Separation{}.weight,
                 .alignment_weight = Alignment{}.weight,
                 .cohesion_weight = Cohesion{}.weight,
                 .horizon = AvoidNeighbours{}.horizon,
                 .orca_horizon = Orca{}.horizon,
                 .clearance = 2 * AvoidNeighbours{}.body_radius,
                 .max_force = *vehicle.max_force,
                 .max_speed = *vehicle.max_speed,
                 .dt = time_step,
                 .x = floats(0),
                 .y = floats(1),
                 .velocity_x = floats(2),
                 .velocity_y = floats(3),
                 .other_x = floats(4),
                 .other_y = floats(5),
                 .other_velocity_x = floats(6),
                 .other_velocity_y = floats(7),
                 .heading_x = floats(8),
                 .heading_y = floats(9),
                 .id = words(0),
                 .other_id = words(1),
                 .cells = words(2),
                 .starts = starts_.data(),
                 .columns = columns_};
        for (std::size_t i = 0; i < count; ++i) {
            flock.x[i] = start.agents[i][0];
            flock.y[i] = start.agents[i][1];
            flock.velocity_x[i] = start.agents[i][2];
            flock.velocity_y[i] = start.agents[i][3];
            flock.id[i] = static_cast<std::uint32_t>(i);
        }
    }
    GridRun(const GridRun&) = delete;
    GridRun& operator=(const GridRun&) = delete;

    GridFlock flock;

  private:
    std::vector<float> floats_;
    std::vector<std::uint32_t> words_;
    std::uint32_t columns_;
    std::vector<std::uint32_t> starts_;
};

GridTick tick_of(const GridLoop& loop, const Row& row) {
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
    GridRun plain(start);
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
    const Start start = make_start(row.agents, row.near, row.spread);
    GridRun plain(start);
    for (auto _ : state) tick_of(loop, row)(plain.flock);
    state.SetLabel(loop.flags);
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

/// All pairs, by the reference.
void run_pairs(benchmark::State& state) {
    run_wend(state, Isa::reference, Threading::serial, {8000, 16, Spread::uniform});
}

}  // namespace

void register_neighbour_rows() {
    const std::array<std::pair<const GridLoop*, Isa>, 3> loops{{{&grid_loop_o3, Isa::sse2},
                                                                {&grid_loop_avx2_fast, Isa::avx2},
                                                                {&grid_loop_avx512_fast, Isa::avx512}}};
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
            if (isa == Isa::reference || isa == Isa::sse4_2) continue;
            add(std::string(name(isa)), row,
                [=](benchmark::State& state, Row of) { run_wend(state, isa, Threading::serial, of); });
        }
        add("all_threads", row,
            [](benchmark::State& state, Row of) { run_wend(state, {}, Threading::tbb, of); });
        // The plain loop knows a flock of all, the nearest approach, and ORCA.
        if (row.behaviour == Behaviour::flock_of_seven || row.behaviour == Behaviour::avoid_by_power_law)
            return;
        for (const auto& [loop, isa] : loops)
            if (is_supported(isa))
                add(loop->name, row,
                    [plain = loop](benchmark::State& state, Row of) { run_plain(state, *plain, of); });
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
        for (const Behaviour behaviour : {Behaviour::flock_of_seven, Behaviour::avoid_neighbours,
                                          Behaviour::avoid_by_power_law, Behaviour::orca})
            for (const std::size_t agents : {8'192, 1'000'000})
                add_all({agents, near, Spread::uniform, behaviour});
    }
    benchmark::RegisterBenchmark("neighbours/uniform/all_pairs/agents:8000/near:16", run_pairs)
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace wend::bench
