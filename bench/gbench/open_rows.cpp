// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/rows.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "bench/cases/input.hpp"
#include "bench/rivals/obstacle_cells.hpp"
#include "bench/rivals/rival.hpp"
#include "wend/random.hpp"
#include "wend/wend.hpp"

namespace wend::bench {
namespace {

struct Ship {
    float x, y, z, mass;
    float velocity_x, velocity_y, velocity_z, hull;
};
using rivals::Boat;

constexpr float tick_length = 1.0f / 60;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f};

/// Agents in one program's streams, in a square of 1000 m, on their way.
struct Crowd {
    Crowd(std::vector<Stage> stages, std::size_t count, std::vector<Stream> extra = {})
        : program(build(std::move(stages))) {
        for (const Stream needed : streams_of(program)) extra.push_back(needed);
        agents = AgentBuffer(extra);
        agents.make_workspace(program);
        agents.spawn(count);
        const AgentView all = agents.view();
        std::uint32_t number = 0;
        for (const StreamUse& use : program.streams()) {
            if (info(use.stream).element != ElementType::f32) continue;
            auto* const values = static_cast<float*>(all.column(use.stream).data);
            for (std::size_t i = 0; i < count; ++i)
                values[i] = random_unit(random_bits(7, static_cast<std::uint32_t>(i), number, 1)) * 1000;
            ++number;
        }
        for (float& v : agents.get<Stream::velocity_x>()) v = v * 0.002f - 1;
        for (float& v : agents.get<Stream::velocity_y>()) v = v * 0.002f - 1;
    }

    Program program;
    AgentBuffer agents;
};

/// Measures one tick; `call(ticks)` makes it.
template <class Call>
void measure(benchmark::State& state, const Call& call) {
    Clock clock{.dt = tick_length, .seed = 1};
    for (auto _ : state) {
        const Result result = call(clock.next(), Execution{.threading = Threading::serial});
        if (!result.status || result.faults != 0) {
            state.SkipWithError(("refused, or faults: " + message(result.status)).c_str());
            return;
        }
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void measure_view(benchmark::State& state, const Program& program, const AgentView& view) {
    measure(state, [&](const Ticks& ticks, const Execution& execution) {
        return run(program, view, ticks, execution);
    });
}

std::size_t count_of(const benchmark::State& state) { return static_cast<std::size_t>(state.range(0)); }

/// In the plane of x and z, which do not lie side by side.
void structs(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    std::vector<Ship> ships(count_of(state));
    for (std::size_t i = 0; i < ships.size(); ++i)
        ships[i] = {
            crowd.agents.get<Stream::position_x>()[i], 0, crowd.agents.get<Stream::position_y>()[i], 1,
            crowd.agents.get<Stream::velocity_x>()[i], 0, crowd.agents.get<Stream::velocity_y>()[i], 1};
    AgentView view = crowd.agents.view();
    view.bind<Stream::position_x>(ships, &Ship::x).bind<Stream::position_y>(ships, &Ship::z);
    view.bind<Stream::velocity_x>(ships, &Ship::velocity_x)
        .bind<Stream::velocity_y>(ships, &Ship::velocity_z);
    measure_view(state, crowd.program, view);
}

std::vector<Boat> boats_of(Crowd& crowd) {
    std::vector<Boat> boats;
    for (std::size_t i = 0; i < crowd.agents.size(); ++i)
        boats.push_back({crowd.agents.get<Stream::position_x>()[i], crowd.agents.get<Stream::position_y>()[i],
                         crowd.agents.get<Stream::velocity_x>()[i], crowd.agents.get<Stream::velocity_y>()[i],
                         1, 1, 1, 0});
    return boats;
}

AgentView view_of(Crowd& crowd, std::vector<Boat>& boats) {
    AgentView view = crowd.agents.view();
    view.bind<Stream::position_x>(boats, &Boat::x).bind<Stream::position_y>(boats, &Boat::y);
    return view.bind<Stream::velocity_x>(boats, &Boat::velocity_x)
        .bind<Stream::velocity_y>(boats, &Boat::velocity_y);
}

void structs_of_pairs(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    std::vector<Boat> boats = boats_of(crowd);
    measure_view(state, crowd.program, view_of(crowd, boats));
}

/// The plain loop over the same structs, once it was seen to move them where wend does.
void plain_loop_over_structs(benchmark::State& state, rivals::StructFrame frame) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    const auto agents = static_cast<std::int32_t>(count_of(state));
    const float* const target_x = crowd.agents.get<Stream::target_x>().data();
    const float* const target_y = crowd.agents.get<Stream::target_y>().data();
    World world = make_world({.kernel = KernelId::seek, .agents = 0});
    world.dt = tick_length;
    world.max_force = *vehicle.max_force;
    world.max_speed = *vehicle.max_speed;
    world.mass = *vehicle.mass;
    std::vector<Boat> expected = boats_of(crowd);
    std::vector<Boat> boats = expected;
    const Result result = run(crowd.program, view_of(crowd, expected), {.dt = tick_length});
    frame(boats.data(), target_x, target_y, agents, world);
    if (!result.status) {
        state.SkipWithError(("refused: " + message(result.status)).c_str());
        return;
    }
    for (std::size_t i = 0; i < boats.size(); ++i)
        if (std::abs(boats[i].x - expected[i].x) > 1e-3f ||
            std::abs(boats[i].velocity_y - expected[i].velocity_y) > 1e-3f) {
            state.SkipWithError("moves agents elsewhere");
            return;
        }
    // Back to the start now and then: at its target an agent's velocity becomes denormal, which wend's does
    // not, and the loop takes three times as long.
    std::uint32_t ticks = 0;
    for (auto _ : state) {
        if (ticks++ % 256 == 0) boats = expected;
        frame(boats.data(), target_x, target_y, agents, world);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void mask_of_all(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    const std::vector<std::uint8_t> active(count_of(state), 1);
    measure_view(state, crowd.program, crowd.agents.view().only(active));
}

void list_of_all(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    std::vector<std::uint32_t> slots(count_of(state));
    std::iota(slots.begin(), slots.end(), 0u);
    measure_view(state, crowd.program, crowd.agents.view().only_slots(slots));
}

template <std::size_t size>
void views(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    std::vector<AgentView> all;
    for (std::size_t begin = 0; begin < count_of(state); begin += size)
        all.push_back(crowd.agents.view().slice(begin, std::min(size, count_of(state) - begin)));
    measure(state, [&](const Ticks& ticks, const Execution& execution) {
        return run_views(crowd.program, all, ticks, execution);
    });
}

/// The agents in chunks of their own, each with its arrays in one block of memory, by one layout.
template <std::size_t size>
void chunks(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    const std::array streams{Stream::position_x, Stream::position_y, Stream::velocity_x,
                             Stream::velocity_y, Stream::target_x,   Stream::target_y};
    Layout layout;
    for (std::size_t i = 0; i < streams.size(); ++i)
        static_cast<void>(layout.bind(streams[i], {.offset = i * size * sizeof(float)}));
    const std::size_t count = (count_of(state) + size - 1) / size;
    std::vector<std::vector<float>> memory(count, std::vector<float>(streams.size() * size));
    std::vector<void*> addresses(count);
    std::vector<ChunkView> views(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = i * size, agents = std::min(size, count_of(state) - begin);
        for (std::size_t k = 0; k < streams.size(); ++k)
            std::memcpy(memory[i].data() + k * size,
                        static_cast<const float*>(crowd.agents.view().column(streams[k]).data) + begin,
                        agents * sizeof(float));
        addresses[i] = memory[i].data();
        views[i] = {.layout = &layout, .arrays = &addresses[i], .count = agents};
    }
    measure(state, [&](const Ticks& ticks, const Execution& execution) {
        return run_chunks(crowd.program, views, ticks, execution);
    });
}

/// Agents of which eight are near, as views of so many: at one density, so that rows differ in the views
/// alone.
template <std::size_t size, See see>
void flocks(benchmark::State& state) {
    const Separation separation{.radius = 1.6f};
    Crowd crowd({separation, Alignment{.radius = 1.6f}, Cohesion{.radius = 1.6f}, vehicle}, count_of(state));
    const float side = std::sqrt(static_cast<float>(see == See::all_views ? count_of(state) : size));
    for (float& x : crowd.agents.get<Stream::position_x>()) x *= side / 1000;
    for (float& y : crowd.agents.get<Stream::position_y>()) y *= side / 1000;
    std::vector<AgentView> all;
    std::vector<std::vector<float>> memory;
    const AgentView whole = crowd.agents.view();
    for (std::size_t begin = 0; begin < count_of(state); begin += size) {
        AgentView view(static_cast<std::uint32_t>(begin));
        for (const StreamUse& use : crowd.program.streams()) {
            Column column = whole.column(use.stream);
            column.data = static_cast<std::byte*>(column.data) + begin * column.step();
            column.count = std::min(size, count_of(state) - begin);
            static_cast<void>(view.bind(use.stream, column));
        }
        memory.emplace_back(workspace_size(crowd.program, view));
        all.push_back(view.workspace(memory.back()));
    }
    std::vector<float> workspace(see == See::all_views ? workspace_size(crowd.program, all) : 0);
    measure(state, [&](const Ticks& ticks, const Execution& execution) {
        return run_views(crowd.program, all, ticks, execution, {.see = see, .workspace = workspace});
    });
}

bool gives_none(void*, const CustomCall&) { return false; }
bool gives_zero(void*, const CustomCall&) { return true; }

/// Walls about all agents, none of which is near one.
ObstacleSet room() {
    const std::array corners{Point{-100, -100}, Point{1100, -100}, Point{1100, 1100}, Point{-100, 1100}};
    return *ObstacleSetBuilder().add_wall(corners, true).build();
}

/// A fence of `length` in each square of `apart` metres.
ObstacleSet fences(double apart, double length) {
    ObstacleSetBuilder builder;
    for (double x = 0; x < 1000; x += apart)
        for (double y = 0; y < 1000; y += apart)
            builder.add_wall(std::array{Point{x, y}, Point{x + length, y + length}});
    return *builder.build();
}

/// Walls of 8 m at random places, one in each square of `apart` metres.
ObstacleSet walls(std::size_t count, double apart) {
    const double side = std::sqrt(static_cast<double>(count)) * apart;
    const auto draw = [](std::size_t wall, std::uint32_t number) {
        return static_cast<double>(random_unit(random_bits(3, static_cast<std::uint32_t>(wall), number, 1)));
    };
    ObstacleSetBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        const Point at{draw(i, 0) * side, draw(i, 1) * side};
        const double angle = draw(i, 2) * 6.28;
        builder.add_wall(std::array{at, Point{at.x + 8 * std::cos(angle), at.y + 8 * std::sin(angle)}});
    }
    return *builder.build();
}

/// Blocks of 12 m in squares of 25 m.
ObstacleSet city(std::size_t walls) {
    const auto side = static_cast<int>(std::sqrt(static_cast<double>(walls) / 4));
    ObstacleSetBuilder builder;
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
            const double x = j * 25.0 + i % 7, y = i * 25.0 + j % 5;
            builder.add_wall(
                std::array{Point{x, y}, Point{x + 12, y}, Point{x + 12, y + 12}, Point{x, y + 12}}, true);
        }
    return *builder.build();
}

/// Banks in pieces of 6 m, which wind from west to east.
ObstacleSet banks(std::size_t walls) {
    constexpr std::size_t pieces = 1'000;
    ObstacleSetBuilder builder;
    for (std::size_t bank = 0; bank < walls / pieces; ++bank) {
        std::vector<Point> points;
        for (std::size_t i = 0; i <= pieces; ++i) {
            const double x = static_cast<double>(i) * 5;
            points.push_back(
                {x, static_cast<double>(bank) * 50 + 20 * std::sin(x * 0.02 + static_cast<double>(bank))});
        }
        builder.add_wall(points);
    }
    return *builder.build();
}

/// Agents in the square of `side` metres about the obstacles.
Crowd make_avoiding(const benchmark::State& state, const ObstacleSet& obstacles, double side) {
    Crowd crowd({AvoidObstacles{.obstacles = obstacles}, vehicle}, count_of(state));
    for (float& x : crowd.agents.get<Stream::position_x>()) x *= static_cast<float>(side / 1000);
    for (float& y : crowd.agents.get<Stream::position_y>()) y *= static_cast<float>(side / 1000);
    return crowd;
}

void avoid(benchmark::State& state, const ObstacleSet& obstacles, double side) {
    Crowd crowd = make_avoiding(state, obstacles, side);
    measure_view(state, crowd.program, crowd.agents.view());
}

/// A plain loop among the same obstacles, once it was seen to move agents as wend does but for one in a
/// hundred: where an agent touches several at once, rounding decides which it avoids.
void avoid_by(benchmark::State& state, rivals::Frame frame, const ObstacleSet& obstacles, double side) {
    Crowd crowd = make_avoiding(state, obstacles, side);
    const AvoidObstacles stage;
    const rivals::ObstacleCells cells(obstacles, stage.body_radius, stage.horizon);
    const auto columns_of = [&] {
        std::array<std::vector<float>, 4> columns;
        for (std::size_t i = 0; const Stream stream : {Stream::position_x, Stream::position_y,
                                                       Stream::velocity_x, Stream::velocity_y}) {
            const auto* const values = static_cast<const float*>(crowd.agents.view().column(stream).data);
            columns[i++].assign(values, values + count_of(state));
        }
        return columns;
    };
    auto plain = columns_of();
    World world = make_world({.kernel = KernelId::avoid_obstacles, .agents = 0});
    world.max_force = *vehicle.max_force;
    world.min = {-1e6f, -1e6f};  // these worlds have no edge
    world.max = {1e6f, 1e6f};
    rivals::Streams streams{};
    streams.agents = static_cast<std::int32_t>(count_of(state));
    streams.position_x = plain[0].data();
    streams.position_y = plain[1].data();
    streams.velocity_x = plain[2].data();
    streams.velocity_y = plain[3].data();
    streams.obstacles = &cells.grid();
    frame(streams, world, 0);
    if (!run(crowd.program, crowd.agents.view(), {.dt = tick_length}).status)
        return state.SkipWithError("refused");
    const auto right = columns_of();
    std::size_t elsewhere = 0;
    for (std::size_t i = 0; i < count_of(state); ++i)
        elsewhere +=
            std::abs(plain[2][i] - right[2][i]) > 1e-3f || std::abs(plain[3][i] - right[3][i]) > 1e-3f;
    if (elsewhere * 100 > count_of(state)) return state.SkipWithError("moves agents elsewhere");
    for (auto _ : state) frame(streams, world, 0);
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

Locomotion held_at(const ObstacleSet& walls) {
    Locomotion locomotion = vehicle;
    locomotion.obstacles = walls;
    return locomotion;
}

/// A row of its stages alone, and of outputs that are bound.
struct StagesRow {
    const char* name;
    std::vector<Stage> stages;
    std::vector<Stream> extra{};
};

std::vector<StagesRow> stages_rows() {
    const ExternalLocomotion told{
        .max_force = vehicle.max_force, .max_speed = vehicle.max_speed, .mass = vehicle.mass};
    // A program of two forces runs stage by stage, with a third or without.
    const Flee flee{.weight = 0.5f};
    return {{"custom/without", {Seek{}, flee, vehicle}},
            {"custom/gives_none", {Seek{}, flee, CustomForce{.function = gives_none}, vehicle}},
            {"custom/gives_zero", {Seek{}, flee, CustomForce{.function = gives_zero}, vehicle}},
            {"custom/external_force", {Seek{}, flee, ExternalForce{}, vehicle}},
            {"memory/arrays", {Seek{}, vehicle}},
            {"target/streams", {Seek{}, vehicle}},
            {"target/other_streams", {Seek{.target = TargetStreams::other_target}, vehicle}},
            {"target/point", {Seek{.target = {500, 500}}, vehicle}},
            {"outputs/heading", {Seek{}, vehicle}, {Stream::heading_x, Stream::heading_y}},
            {"outputs/forces",
             {Seek{}, vehicle},
             {Stream::force_x, Stream::force_y, Stream::steering_force_x, Stream::steering_force_y}},
            // Beside outputs/forces: bodies that something else moves.
            {"external/seek",
             {Seek{}, told},
             {Stream::desired_velocity_x, Stream::desired_velocity_y, Stream::steering_force_x,
              Stream::steering_force_y}},
            {"external/force_alone", {Seek{}, told}, {Stream::steering_force_x, Stream::steering_force_y}},
            {"stages/by_agent", {Seek{}, vehicle}, {Stream::stages}},
            // Beside memory/arrays: no wall near; agents held at walls between them and their targets.
            {"walls/room", {Seek{}, held_at(room())}},
            {"walls/held", {Seek{}, held_at(fences(4, 3))}},
            // Beside each other: agents that meet walls now and then.
            {"walls/none", {Wander{}, vehicle}},
            {"walls/fences_of_64_metres", {Wander{}, held_at(fences(64, 8))}},
            {"walls/fences_of_4_metres", {Wander{}, held_at(fences(4, 3))}}};
}

void save_and_restore(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    const AgentView view = crowd.agents.view();
    std::vector<std::byte> snapshot(snapshot_bytes(crowd.program, view));
    measure(state, [&](const Ticks&, const Execution&) {
        const Status saved = save(crowd.program, view, snapshot);
        return Result{.status = saved ? restore(crowd.program, view, snapshot) : saved};
    });
}

/// Beside memory/arrays: what it costs to hand blocks to tasks, with one thread that runs them all.
void prepared_run(benchmark::State& state) {
    Crowd crowd({Seek{}, vehicle}, count_of(state));
    const AgentView view = crowd.agents.view();
    measure(state, [&](const Ticks& ticks, const Execution&) {
        PreparedRun prepared(crowd.program, view, ticks, {.block = 1'024});
        for (std::uint32_t block = 0; block < prepared.block_count(); ++block) prepared.run(block, block + 1);
        return prepared.finish();
    });
}

/// Beside target/point: with a target that moves in each tick.
void tuned_point(benchmark::State& state) {
    Crowd crowd({Seek{.target = {500, 500}}, vehicle}, count_of(state));
    const AgentView view = crowd.agents.view();
    float x = 0;
    measure(state, [&](const Ticks& ticks, const Execution& execution) {
        x = x < 1000 ? x + 0.1f : 0;
        const Status tuned = crowd.program.tune(0, Seek{.target = {x, 500}});
        return tuned ? run(crowd.program, view, ticks, execution) : Result{.status = tuned};
    });
}

/// Beside pursue_agent: the agents that are looked at are another view's, which stands still.
void other_view(benchmark::State& state) {
    Crowd hunters({Pursue{.quarry = Quarry::agent}, vehicle}, count_of(state));
    Crowd prey({Seek{}, vehicle}, count_of(state));
    for (std::size_t i = 0; i < count_of(state); ++i)
        hunters.agents.get<Stream::target_agent>()[i] =
            static_cast<std::int32_t>(random_bits(3, static_cast<std::uint32_t>(i), 0, 1) % count_of(state));
    AgentView view = hunters.agents.view();
    measure_view(state, hunters.program, view.look_at(prey.agents.view()));
}

template <class Function>
void add(const char* name, Function function) {
    benchmark::RegisterBenchmark((std::string(name) + "/agents").c_str(), function)->Arg(8'192);
}

}  // namespace

void register_open_rows() {
    for (const StagesRow& row : stages_rows())
        add(row.name, [row](benchmark::State& state) {
            Crowd crowd(row.stages, count_of(state), row.extra);
            measure_view(state, crowd.program, crowd.agents.view());
        });
    const auto add_obstacles = [](const std::string& name, double side, const auto& make) {
        add(name.c_str(), [=](benchmark::State& state) { avoid(state, make(), side); });
        for (const rivals::RivalLoop& loop : rivals::loops_of(KernelId::avoid_obstacles))
            add((name + "/" + loop.name()).c_str(), [=, frame = loop.loop->frame](benchmark::State& state) {
                avoid_by(state, frame, make(), side);
            });
    };
    for (const std::size_t count : {10, 1'000, 100'000})
        for (const double apart : {8.0, 64.0})
            add_obstacles("obstacles/walls:" + std::to_string(count) + (apart < 10 ? "/dense" : "/sparse"),
                          std::sqrt(static_cast<double>(count)) * apart, [=] { return walls(count, apart); });
    add_obstacles("obstacles/city:100000", 3'950, [] { return city(100'000); });
    add_obstacles("obstacles/banks:100000", 5'000, [] { return banks(100'000); });
    add("memory/structs", structs);
    add("memory/structs_of_pairs", structs_of_pairs);
    for (const rivals::Rival& rival : rivals::all())
        if (rival.loops[0]->seek_structs != nullptr && rival.can_run())
            add(("memory/structs_of_pairs/" + std::string(rival.name)).c_str(),
                [&rival](benchmark::State& state) {
                    plain_loop_over_structs(state, rival.loops[0]->seek_structs);
                });
    add("memory/mask_of_all", mask_of_all);
    add("memory/list_of_all", list_of_all);
    add("memory/views_of_64", views<64>);
    add("memory/views_of_100", views<100>);
    add("memory/views_of_127", views<127>);
    add("memory/views_of_128", views<128>);
    add("memory/views_of_512", views<512>);
    add("memory/chunks_of_64", chunks<64>);
    add("memory/chunks_of_100", chunks<100>);
    add("memory/chunks_of_128", chunks<128>);
    add("memory/chunks_of_512", chunks<512>);
    add("worlds/one", flocks<8'192, See::own_view>);
    add("worlds/of_16", flocks<16, See::own_view>);
    add("worlds/of_64", flocks<64, See::own_view>);
    add("worlds/all_views_of_128", flocks<128, See::all_views>);
    add("calls/prepared_run", prepared_run);
    add("calls/save_and_restore", save_and_restore);
    add("target/tuned_point", tuned_point);
    add("target/agents_of_another_view", other_view);
}

}  // namespace wend::bench
