// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Run by mpirun: the agents of several ranks have the bits of one process. Each rank makes the whole
// population, runs it alone, and runs its share with the others.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <sstream>
#include <vector>

#include "bench/populations/population.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/ranks/verify_ranks.hpp"
#include "wend/first_difference.hpp"
#include "wend/mpi/population.hpp"
#include "wend/random.hpp"

namespace wend::test {
namespace {

using bench::build;

int rank() {
    int number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    return number;
}

int ranks() {
    int number = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &number);
    return number;
}

float drawn(std::uint32_t agent, std::uint32_t what, float low, float high) {
    return low + (high - low) * random_unit(random_bits(7, agent, what, 0));
}

/// Agents in a square, with the program's streams and these, which are drawn where they are not slots.
AgentBuffer agents_in(const Program& program, std::size_t count, float side, std::vector<Stream> more = {}) {
    for (const StreamUse& use : program.streams()) more.push_back(use.stream);
    AgentBuffer agents(more);
    agents.spawn(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        agents.get<Stream::position_x>()[i] = drawn(i, 0, 0, side);
        agents.get<Stream::position_y>()[i] = drawn(i, 1, 0, side);
        if (agents.has(Stream::velocity_x)) {
            agents.get<Stream::velocity_x>()[i] = drawn(i, 2, -1, 1);
            agents.get<Stream::velocity_y>()[i] = drawn(i, 3, -1, 1);
        }
        if (agents.has(Stream::target_x)) {
            agents.get<Stream::target_x>()[i] = drawn(i, 4, 0, side);
            agents.get<Stream::target_y>()[i] = drawn(i, 5, 0, side);
        }
        if (agents.has(Stream::body_radius)) agents.get<Stream::body_radius>()[i] = drawn(i, 6, 0.1f, 0.5f);
        if (agents.has(Stream::priority)) agents.get<Stream::priority>()[i] = static_cast<float>(i % 3);
        if (agents.has(Stream::responsibility)) agents.get<Stream::responsibility>()[i] = drawn(i, 7, 0, 1);
        if (agents.has(Stream::groups)) agents.get<Stream::groups>()[i] = 1u << i % 3;
        if (agents.has(Stream::seen_groups)) agents.get<Stream::seen_groups>()[i] = 3u << i % 2;
        if (agents.has(Stream::position_z)) agents.get<Stream::position_z>()[i] = drawn(i, 8, 0, 6);
        if (agents.has(Stream::target_agent))
            agents.get<Stream::target_agent>()[i] = static_cast<std::int32_t>((i * 37 + 11) % count);
    }
    return agents;
}

/// The agents [first, end) of a population.
AgentBuffer share_of(AgentBuffer& all, std::size_t first, std::size_t end) {
    const AgentView view = all.view();
    std::vector<Stream> streams;
    for (const Stream stream : view.bound()) streams.push_back(stream);
    AgentBuffer share(streams);
    share.spawn(end - first);
    for (const Stream stream : streams) {
        const std::size_t size = size_of(info(stream).element);
        if (end > first)
            std::memcpy(share.view().column(stream).data,
                        static_cast<const std::byte*>(view.column(stream).data) + first * size,
                        (end - first) * size);
    }
    return share;
}

/// Runs `programs` in turns, each tick of a turn with so many ticks of the program.
struct Turns {
    std::vector<Program> programs;
    std::vector<std::uint32_t> ticks;
    std::uint64_t turns = 20;
};

/// Expects the bits of one process; returns the population for more.
mpi::Population expect_same(const Turns& turns, AgentBuffer all) {
    const auto cut = [&](int of) {
        return all.size() * static_cast<std::size_t>(of) / static_cast<std::size_t>(ranks());
    };
    for (const Program& program : turns.programs) all.make_workspace(program);
    mpi::Population shared(MPI_COMM_WORLD, share_of(all, cut(rank()), cut(rank() + 1)), turns.programs);
    EXPECT_EQ(shared.size(), all.size());
    Result alone, together;
    for (std::uint64_t turn = 0; turn < turns.turns; ++turn)
        for (std::size_t i = 0; i < turns.programs.size(); ++i) {
            const Ticks part{
                .dt = 0.1f, .count = turns.ticks[i], .first_tick = turn * turns.ticks[i], .seed = 5};
            const Result one = run(turns.programs[i], all.view(), part, {.threading = Threading::serial});
            const Result many = shared.run(turns.programs[i], part);
            EXPECT_EQ(message(one.status), message(many.status));
            alone.faults += one.faults, together.faults += many.faults;
            alone.capped += one.capped, together.capped += many.capped;
        }
    EXPECT_EQ(together.faults, alone.faults);
    EXPECT_EQ(together.capped, alone.capped);
    EXPECT_EQ(shared.state_hash(turns.programs[0]), state_hash(turns.programs[0], all.view()));
    // On each rank the agents that it had first.
    AgentBuffer mine = shared.collect(shared.first_slots());
    AgentBuffer expected = share_of(all, cut(rank()), cut(rank() + 1));
    const auto difference =
        first_difference(expected.view().bound() & ~record_streams, expected.view(), mine.view());
    EXPECT_TRUE(difference);
    if (difference && *difference)
        ADD_FAILURE() << "agent " << (*difference)->id << ", stream " << name((*difference)->stream) << ": "
                      << (*difference)->a << " alone, " << (*difference)->b << " together";
    return shared;
}

Turns turns_of(std::vector<Stage> stages, std::uint64_t turns = 20) {
    return {{build(std::move(stages))}, {3}, turns};
}

Locomotion moving(Bounds bounds, float side, float max_speed = 3) {
    Locomotion locomotion;
    locomotion.max_force = 9;
    locomotion.max_speed = max_speed;
    locomotion.mass = 1;
    locomotion.bounds = bounds;
    locomotion.area = {0, 0, side, side};
    return locomotion;
}

std::vector<Stage> flock(Bounds bounds, float side, float radius = 5, float max_speed = 3) {
    Separation separation;
    separation.radius = radius;
    Alignment alignment;
    alignment.radius = radius;
    Cohesion cohesion;
    cohesion.radius = radius;
    return {separation, alignment, cohesion, moving(bounds, side, max_speed)};
}

TEST(Population, WithoutNeighboursAgentsStay) {
    const Turns turns = turns_of({Wander{}, moving(Bounds::wrap, 50)});
    mpi::Population shared = expect_same(turns, agents_in(turns.programs[0], 1000, 50));
    EXPECT_EQ(shared.work().migrated_agents, 0u);
    EXPECT_LE(shared.work().messages, 2u * (static_cast<unsigned>(ranks()) - 1))
        << "those that collect the agents";
}

TEST(Population, OfAFlockInAWorldThatWraps) {
    const Turns turns = turns_of(flock(Bounds::wrap, 60));
    expect_same(turns, agents_in(turns.programs[0], 1500, 60));
}

TEST(Population, OfAFlockWithoutBounds) {
    const Turns turns = turns_of(flock(Bounds::none, 60));
    expect_same(turns, agents_in(turns.programs[0], 1500, 60));
}

/// Each agent crosses most of the world in a tick.
TEST(Population, CrossesBordersInEveryTick) {
    const Turns turns = turns_of(flock(Bounds::wrap, 20, 2, 500), 40);
    AgentBuffer agents = agents_in(turns.programs[0], 300, 20);
    for (float& speed : agents.get<Stream::velocity_x>()) speed *= 400;
    mpi::Population shared = expect_same(turns, std::move(agents));
    if (ranks() > 1) {
        EXPECT_GT(shared.work().migrated_agents, 100u);
    }
}

/// As far as the whole world, and farther.
TEST(Population, SeesAllOfTheWorld) {
    for (const float radius : {20.0f, 47.0f}) {
        const Turns turns = turns_of(flock(Bounds::wrap, 20, radius), 5);
        expect_same(turns, agents_in(turns.programs[0], 200, 20));
    }
}

/// In one place, on one line, and on a grid whose lines are the borders.
TEST(Population, PiledUpOnABorder) {
    const Turns turns = turns_of(flock(Bounds::wrap, 32), 10);
    for (const int way : {0, 1, 2}) {
        AgentBuffer agents = agents_in(turns.programs[0], 256, 32);
        for (std::uint32_t i = 0; i < agents.size(); ++i) {
            agents.get<Stream::position_x>()[i] = way == 2 ? static_cast<float>(i % 16 * 2) : 16;
            if (way != 1)
                agents.get<Stream::position_y>()[i] = way == 2 ? static_cast<float>(i / 16 * 2) : 16;
        }
        expect_same(turns, std::move(agents));
    }
}

TEST(Population, WithFewerAgentsThanRanks) {
    const Turns turns = turns_of(flock(Bounds::wrap, 20), 5);
    for (const std::size_t count : {0u, 1u, 2u, 5u})
        expect_same(turns, agents_in(turns.programs[0], count, 20));
}

/// One agent very far away, some nowhere, some outside of the world that wraps.
TEST(Population, WithAgentsInOddPlaces) {
    for (const Bounds bounds : {Bounds::none, Bounds::wrap}) {
        const Turns turns = turns_of(flock(bounds, 40), 10);
        AgentBuffer agents = agents_in(turns.programs[0], 400, 40);
        agents.get<Stream::position_x>()[3] = 1e17f;
        agents.get<Stream::position_x>()[100] = std::numeric_limits<float>::quiet_NaN();
        agents.get<Stream::position_y>()[101] = std::numeric_limits<float>::infinity();
        agents.get<Stream::position_y>()[150] = -1;
        agents.get<Stream::position_x>()[151] = 5000;
        agents.get<Stream::velocity_x>()[200] = std::numeric_limits<float>::quiet_NaN();
        expect_same(turns, std::move(agents));
    }
}

TEST(Population, TakesWhatOthersReadOfAnAgent) {
    Orca orca;
    orca.radius = 6;
    const Turns turns = turns_of({Seek{}, orca, moving(Bounds::none, 40)}, 10);
    expect_same(turns, agents_in(turns.programs[0], 500, 40,
                                 {Stream::body_radius, Stream::priority, Stream::responsibility,
                                  Stream::groups, Stream::seen_groups}));
    Separation separation;
    separation.radius = 6;
    separation.height_band = 2;
    const Turns floors = turns_of({separation, moving(Bounds::bounce, 40)}, 10);
    expect_same(floors, agents_in(floors.programs[0], 500, 40));
    Settle settle;
    settle.target = {20, 20};
    settle.radius = 2;
    const Turns arriving = turns_of({settle, moving(Bounds::none, 40)}, 60);
    expect_same(arriving, agents_in(arriving.programs[0], 300, 40));
}

TEST(Population, PartsBodiesInEachIteration) {
    Turns turns = turns_of(flock(Bounds::wrap, 20), 10);
    ResolveOverlaps resolve;
    resolve.bounds = Bounds::wrap;
    resolve.area = {0, 0, 20, 20};
    turns.programs.push_back(build({resolve}));
    turns.ticks.push_back(4);
    expect_same(turns, agents_in(turns.programs[0], 900, 20));
}

/// Sides that no float is as long as: agents see each other across the edge by the kernels' rounded width.
TEST(Population, SeesAcrossAnEdgeWhoseWidthIsRounded) {
    Cohesion cohesion;
    cohesion.radius = 1.5f;
    Locomotion locomotion = moving(Bounds::wrap, 1);
    locomotion.area = {-0.1f, 1000.3f, 900.7f, 1100.1f};
    const Turns turns = turns_of({cohesion, locomotion}, 3);
    AgentBuffer agents = agents_in(turns.programs[0], 400, 1);
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
        const float from_edge = static_cast<float>(i % 4) * 0.5f;
        agents.get<Stream::position_x>()[i] =
            i % 2 == 0 ? -0.1f + from_edge : std::nextafter(900.7f - from_edge, 0.0f);
        agents.get<Stream::position_y>()[i] = 1000.3f + static_cast<float>(i) * 0.24f;
    }
    expect_same(turns, std::move(agents));
}

/// A program that is tuned, and a second one: each has a world of its own.
TEST(Population, FollowsAWorldThatChanges) {
    const auto world = [](float side) { return flock(Bounds::wrap, side); };
    Turns turns{{build(world(60)), build(world(40))}, {3, 2}, 6};
    AgentBuffer all = agents_in(turns.programs[0], 800, 40);
    expect_same(turns, std::move(all));

    Program tuned = build(world(60));
    AgentBuffer alone = agents_in(tuned, 600, 40);
    alone.make_workspace(tuned);
    const auto cut = [&](int of) {
        return 600 * static_cast<std::size_t>(of) / static_cast<std::size_t>(ranks());
    };
    mpi::Population shared(MPI_COMM_WORLD, share_of(alone, cut(rank()), cut(rank() + 1)),
                           std::span(&tuned, 1));
    for (std::uint64_t turn = 0; turn < 6; ++turn) {
        const Ticks part{.dt = 0.1f, .count = 2, .first_tick = 2 * turn, .seed = 5};
        ASSERT_TRUE(run(tuned, alone.view(), part).status);
        ASSERT_TRUE(shared.run(tuned, part).status);
        ASSERT_TRUE(tuned.tune(3, moving(Bounds::wrap, turn % 2 == 0 ? 44.3f : 60)));
    }
    EXPECT_EQ(shared.state_hash(tuned), state_hash(tuned, alone.view()));
}

TEST(Population, OfTheOtherStagesWithNeighbours) {
    Queue queue;
    queue.target = {20, 20};
    queue.radius = 6;
    SocialForce social;
    social.radius = 6;
    AvoidNeighbours avoid;
    avoid.radius = 6;
    avoid.max_neighbours = 3;
    avoid.method = Avoidance::power_law;
    const Turns turns = turns_of({queue, social, avoid, moving(Bounds::none, 40)}, 10);
    AgentBuffer agents = agents_in(turns.programs[0], 500, 40,
                                   {Stream::stages, Stream::neighbour_radius, Stream::neighbour_weight});
    for (std::uint32_t i = 0; i < agents.size(); ++i) {
        agents.get<Stream::stages>()[i] = i % 7 == 0 ? 0 : i % 3 == 0 ? 13 : ~0u;
        agents.get<Stream::neighbour_radius>()[i] = drawn(i, 9, 0, 7);
    }
    expect_same(turns, std::move(agents));
}

TEST(Population, RefusesWhatCannotBeShared) {
    const Program wander = build({Wander{}, moving(Bounds::none, 9)});
    const Program crowd = build(flock(Bounds::none, 9));
    mpi::Population shared(MPI_COMM_WORLD, agents_in(wander, 3, 9), std::span(&wander, 1));
    EXPECT_THROW(static_cast<void>(shared.run(crowd, {.dt = 0.1f})), mpi::Error);
    const auto make = [&](std::vector<Stream> more) {
        mpi::Population population(MPI_COMM_WORLD, agents_in(wander, 3, 9, std::move(more)),
                                   std::span(&wander, 1));
    };
    if (ranks() > 1) {
        EXPECT_THROW(make(rank() == 0 ? std::vector{Stream::mass} : std::vector<Stream>{}), mpi::Error);
    }
}

TEST(Population, PursuesAgentsOfOtherRanks) {
    Pursue pursue;
    pursue.quarry = Quarry::agent;
    for (const bool neighbours : {false, true}) {
        std::vector<Stage> stages =
            neighbours ? flock(Bounds::wrap, 60) : std::vector<Stage>{moving(Bounds::wrap, 60)};
        stages.insert(stages.begin(), pursue);
        const Turns turns = turns_of(stages);
        AgentBuffer agents = agents_in(turns.programs[0], 600, 60);
        agents.get<Stream::target_agent>()[9] = -1;
        agents.get<Stream::target_agent>()[10] = 600;  // faults
        agents.get<Stream::target_agent>()[11] = -7;
        expect_same(turns, std::move(agents));
    }
}

TEST(Population, DividesAgainWhereTheWorkMoves) {
    Cohesion cohesion;
    cohesion.radius = 30;
    std::vector<Stage> stages{Seek{.target = {5, 5}}, cohesion, moving(Bounds::none, 60)};
    Turns turns = turns_of(stages, 100);
    mpi::Population shared = expect_same(turns, agents_in(turns.programs[0], 1200, 60));
    if (ranks() > 1) {
        EXPECT_GT(shared.work().divisions, 2u);
    }
}

/// That of kernels/docs/ranks.md.
std::uint64_t hash_of_run(const Program& program, AgentBuffer share, std::uint64_t ticks) {
    const auto fail = [](const Status& status) {
        ADD_FAILURE() << message(status);
        return 0;
    };
    wend::mpi::Population population(MPI_COMM_WORLD, std::move(share), std::span(&program, 1));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const wend::Result result =
            population.run(program, {.dt = 0.1f, .count = 1, .first_tick = tick, .seed = 7});
        if (!result.status) return fail(result.status);
    }
    const std::uint64_t hash = population.state_hash(program);
    return hash;
}

TEST(Population, HasTheCodeOfItsPage) {
    const Program program = build(flock(Bounds::wrap, 30));
    AgentBuffer all = agents_in(program, 200, 30);
    const auto of = static_cast<std::size_t>(ranks()), own = static_cast<std::size_t>(rank());
    const std::uint64_t hash = hash_of_run(program, share_of(all, 200 * own / of, 200 * (own + 1) / of), 9);
    all.make_workspace(program);
    ASSERT_TRUE(run(program, all.view(), {.dt = 0.1f, .count = 9, .first_tick = 0, .seed = 7}).status);
    EXPECT_EQ(hash, state_hash(program, all.view()));
}

std::filesystem::path scenarios() { return WEND_SCENARIOS; }

/// A bit that one rank changes is found by tick, rank, agent and stream.
TEST(VerifyRanks, NamesTheFirstDifference) {
    verify::GoldenHashes golden = verify::committed_golden();
    golden.hashes.clear();
    std::erase_if(golden.scenarios, [](const auto& one) { return one.first != "behaviours/flock"; });
    std::ostringstream out, err;
    EXPECT_EQ(ranks::verify_ranks(golden, scenarios(), out, err), 0) << err.str();
    const auto disturb = [](ranks::SharedAgents& agents, std::uint64_t tick) {
        const AgentView own = agents.own();
        for (std::size_t i = 0; tick == 17 && i < own.size(); ++i)
            if (own.get<Stream::id>()[i] == 40)
                own.get_writable<Stream::velocity_y>()[i] =
                    std::nextafter(own.get<Stream::velocity_y>()[i], 9.0f);
    };
    EXPECT_EQ(ranks::verify_ranks(golden, scenarios(), out, err, disturb), 1);
    if (rank() != 0) return;
    EXPECT_NE(err.str().find("after tick 18, agent 40 (slot 40, on rank "), std::string::npos) << err.str();
    EXPECT_NE(err.str().find("stream velocity_y"), std::string::npos) << err.str();
    EXPECT_NE(out.str().find("differs"), std::string::npos);
}

}  // namespace
}  // namespace wend::test

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    return wend::ranks::run("population_test", [] { return RUN_ALL_TESTS(); });
}
