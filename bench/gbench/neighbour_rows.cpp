// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/rows.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bench/populations/population.hpp"
#include "bench/rivals/grid_run.hpp"
#include "bench/rivals/rival.hpp"
#include "wend/random.hpp"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

constexpr float radius = 8;
constexpr float time_step = 1.0f / 60;
const Locomotion vehicle{.max_force = 27.0f, .max_speed = 9.0f, .mass = 1.0f};

enum class Spread { uniform, clustered, shuffled };
constexpr std::array spread_names{"uniform", "clustered", "shuffled"};

/// Agents in a square from (0, 0) on.
struct Crowd {
    float side = 0;
    Population agents;
};

/// So many agents that each has `near` neighbours on average, were they uniform; clustered: half of them in a
/// hundredth of the area. In the order of cells (as an engine that sorts now and then has them) but for
/// Spread::shuffled.
Crowd make_crowd(std::size_t count, double near, Spread spread) {
    const auto side = static_cast<float>(std::sqrt(static_cast<double>(count) * 3.14159265 * 64 / near));
    std::vector<std::array<float, 4>> agents;
    for (std::size_t i = 0; i < count; ++i) {
        const auto draw = [&](std::uint32_t number) {
            return random_unit(random_bits(1, static_cast<std::uint32_t>(i), number, 1));
        };
        const float share = spread == Spread::clustered && i % 2 == 0 ? 0.1f : 1;
        agents.push_back({draw(0) * side * share, draw(1) * side * share, draw(2) * 8 - 4, draw(3) * 8 - 4});
    }
    if (spread != Spread::shuffled)
        std::ranges::sort(agents, {}, [](const std::array<float, 4>& agent) {
            return std::pair(std::floor(agent[1] / radius), agent[0]);
        });
    constexpr std::array streams{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                 Stream::velocity_y};
    Crowd crowd{side, Population(count, streams)};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < streams.size(); ++k) crowd.agents.set_number(streams[k], i, agents[i][k]);
    return crowd;
}

std::vector<Stage> flock(float cos_field_of_view, std::uint32_t most) {
    return {Separation{.radius = radius, .cos_field_of_view = cos_field_of_view, .max_neighbours = most},
            Alignment{.radius = radius, .cos_field_of_view = cos_field_of_view, .max_neighbours = most},
            Cohesion{.radius = radius, .cos_field_of_view = cos_field_of_view, .max_neighbours = most},
            vehicle};
}

/// A behaviour of a crowd, and where plain loops have a tick of it, if they have one. `differing`: the share
/// of agents that may go elsewhere than with wend: where half-planes leave next to nothing, rounding decides
/// ORCA's choice.
struct Crowding {
    const char* name;
    std::vector<Stage> stages;
    GridTick rivals::Loops::*plain = nullptr;
    double differing = 0;
};

enum Index : std::size_t {
    flock_all_around,
    flock_ahead,
    flock_of_seven,
    avoid,
    avoid_by_power_law,
    social_force,
    resolve_overlaps,
    queue,
    orca,
    orca_walls,
    orca_shares,
    pairs
};

/// A wall of 4 m in each square of 8 m.
ObstacleSet near_walls() {
    ObstacleSetBuilder builder;
    for (double x = 0; x < 480; x += 8)
        for (double y = 0; y < 480; y += 8) builder.add_wall(std::array{Point{x, y}, Point{x + 4, y + 1}});
    return *builder.build();
}

const Crowding& crowding(Index index) {
    // Where an agent avoids others it prefers the velocity that it has: no force is given.
    static const std::array<Crowding, 12> all{{
        {"neighbours/", flock(-1, 0)},
        {"neighbours_ahead/", flock(-0.5f, 0)},  // 240 degrees
        {"nearest_seven/", flock(-1, 7)},
        {"avoid_neighbours/", {AvoidNeighbours{.radius = radius}, vehicle}, &rivals::Loops::avoid},
        {"avoid_by_power_law/",
         {AvoidNeighbours{.radius = radius, .method = Avoidance::power_law}, vehicle},
         &rivals::Loops::avoid_by_power_law},
        {"social_force/", {SocialForce{.radius = radius}, vehicle}, &rivals::Loops::social_force},
        // One iteration, with bodies that overlap all of their neighbours.
        {"resolve_overlaps/", {ResolveOverlaps{.body_radius = radius / 2}}, &rivals::Loops::resolve_overlaps},
        {"queue/", {Queue{.target = {240, 240}, .radius = radius}, vehicle}},
        // By RVO2's rule, as the loop beside it.
        {"orca/",
         {ExternalForce{}, Orca{.radius = radius, .side_bias = 0}, vehicle},
         &rivals::Loops::orca,
         0.01},
        // Beside orca/: with walls near every agent; with a bias to one side and responsibilities of 0.5.
        {"orca_walls/",
         {ExternalForce{}, Orca{.radius = radius, .obstacles = near_walls(), .side_bias = 0}, vehicle}},
        {"orca_shares/", {ExternalForce{}, Orca{.radius = radius}, vehicle}},
        {"neighbours/", flock(-1, 0), &rivals::Loops::flock_of_pairs},
    }};
    return all[index];
}

struct CrowdRow {
    std::size_t agents;
    int near;
    Spread spread;
    Index what = flock_all_around;
};

/// Kept for the next row: rows that are compared start alike, and to sort a million agents takes longer than
/// most of them.
const Crowd& crowd_of(const CrowdRow& row) {
    static std::optional<std::tuple<std::size_t, int, Spread>> kept;
    static Crowd crowd;
    const std::tuple wanted{row.agents, row.near, row.spread};
    if (kept != wanted) crowd = make_crowd(row.agents, row.near, row.spread);
    kept = wanted;
    return crowd;
}

AgentBuffer make_buffer(const Program& program, const Crowd& crowd, Index what) {
    AgentBuffer agents =
        what == orca_shares ? AgentBuffer(program, {Stream::responsibility}) : AgentBuffer(program);
    agents.spawn(crowd.agents.size());
    crowd.agents.copy_to(agents.view());
    return agents;
}

void run_wend(benchmark::State& state, std::optional<Isa> isa, Threading threading, CrowdRow row) {
    const Program program = build(crowding(row.what).stages);
    AgentBuffer agents = make_buffer(program, crowd_of(row), row.what);
    Clock clock{.dt = time_step, .seed = 1};
    const auto tick = [&] {
        const Result result = run(program, agents.view(), clock.next(), {.isa = isa, .threading = threading});
        if (!result.status || result.faults != 0) state.SkipWithError(message(result.status).c_str());
    };
    tick();  // the workspace's pages are there from the second tick on
    for (auto _ : state) tick();
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

/// A plain loop's tick of a behaviour.
struct PlainTick {
    std::string name;
    const rivals::Rival* rival;
    GridTick tick;
};

std::vector<PlainTick> plain_ticks(Index what) {
    std::vector<PlainTick> ticks;
    if (what == flock_all_around)
        for (const auto& one : rivals::loops_of(KernelId::flock))
            ticks.push_back({one.name(), one.rival, one.loop->grid});
    if (crowding(what).plain == nullptr) return ticks;
    for (const rivals::Rival& rival : rivals::all())
        for (const rivals::Loops* const loops : rival.loops)
            if (rival.can_run() && loops != nullptr && loops->*crowding(what).plain != nullptr)
                ticks.push_back({std::string(rival.name), &rival, loops->*crowding(what).plain});
    return ticks;
}

/// Whether the plain loop moves the agents as wend does, but for the rounding of sums.
bool agrees(const PlainTick& loop, CrowdRow row) {
    row.agents = std::min<std::size_t>(row.agents, 20'000);
    const Crowd crowd = make_crowd(row.agents, row.near, row.spread);
    const Program program = build(crowding(row.what).stages);
    AgentBuffer agents = make_buffer(program, crowd, row.what);
    if (!run(program, agents.view(), {.dt = time_step, .first_tick = 0}).status) return false;
    GridRun plain(crowd.agents, crowd.side, radius, vehicle, time_step);
    loop.tick(plain.flock);
    std::size_t elsewhere = 0;
    for (std::size_t i = 0; i < row.agents; ++i) {
        const std::size_t slot = plain.flock.id[i];
        const auto near = [&](const float* values, float wend) { return std::abs(values[i] - wend) < 1e-3f; };
        elsewhere += near(plain.flock.x, agents.get<Stream::position_x>()[slot]) &&
                             near(plain.flock.y, agents.get<Stream::position_y>()[slot]) &&
                             near(plain.flock.velocity_x, agents.get<Stream::velocity_x>()[slot]) &&
                             near(plain.flock.velocity_y, agents.get<Stream::velocity_y>()[slot])
                         ? 0
                         : 1;
    }
    return static_cast<double>(elsewhere) <= crowding(row.what).differing * static_cast<double>(row.agents);
}

void run_plain(benchmark::State& state, const PlainTick& loop, CrowdRow row) {
    if (!agrees(loop, row)) {
        state.SkipWithError("moves the agents elsewhere than wend does");
        return;
    }
    const Crowd& crowd = crowd_of(row);
    GridRun plain(crowd.agents, crowd.side, radius, vehicle, time_step);
    loop.tick(plain.flock);  // as run_wend does
    for (auto _ : state) loop.tick(plain.flock);
    state.SetLabel(std::string(loop.rival->how));
    state.SetItemsProcessed(static_cast<std::int64_t>(row.agents) * state.iterations());
}

}  // namespace

void register_neighbour_rows() {
    const auto add = [](const std::string& what, CrowdRow row, const auto& function) {
        const std::string kind = spread_names[static_cast<std::size_t>(row.spread)];
        benchmark::RegisterBenchmark((crowding(row.what).name + kind + "/" + what + "/agents:" +
                                      std::to_string(row.agents) + "/near:" + std::to_string(row.near))
                                         .c_str(),
                                     [=](benchmark::State& state) { function(state, row); })
            ->Unit(benchmark::kMicrosecond)
            ->UseRealTime();
    };
    const auto add_all = [&](const CrowdRow& row) {
        for (const Isa isa : supported_isas()) {
            if (isa == Isa::reference) continue;
            add(std::string(name(isa)), row,
                [=](benchmark::State& state, CrowdRow of) { run_wend(state, isa, Threading::serial, of); });
        }
        add("all_threads", row,
            [](benchmark::State& state, CrowdRow of) { run_wend(state, {}, Threading::tbb, of); });
        for (const PlainTick& loop : plain_ticks(row.what))
            add(loop.name, row, [loop](benchmark::State& state, CrowdRow of) { run_plain(state, loop, of); });
    };
    // So sparse that there are more cells as wide as the radius than agents.
    for (const Spread spread : {Spread::uniform, Spread::clustered})
        for (const std::size_t agents : {8'192, 1'000'000})
            for (const Index what : {flock_all_around, avoid}) add_all({agents, 1, spread, what});
    for (const int near : {8, 16, 32}) {
        for (const Spread spread : {Spread::uniform, Spread::clustered})
            for (const std::size_t agents : {8'192, 131'072, 1'000'000, 4'000'000})
                add_all({agents, near, spread});
        add_all({1'000'000, near, Spread::shuffled});
        for (const Index what : {flock_ahead, flock_of_seven, avoid, avoid_by_power_law, social_force,
                                 resolve_overlaps, queue, orca})
            for (const std::size_t agents : {8'192, 1'000'000})
                add_all({agents, near, Spread::uniform, what});
        for (const Index what : {orca_walls, orca_shares}) add_all({8'192, near, Spread::uniform, what});
    }
    for (const PlainTick& loop : plain_ticks(pairs))
        add("all_pairs_" + loop.name, {8'000, 16, Spread::uniform, pairs},
            [loop](benchmark::State& state, CrowdRow of) { run_plain(state, loop, of); });
}

}  // namespace wend::bench
