// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A journal of a program's calls runs again with the same bits, on any instruction set, and ends at its last
// whole block.
#include <gtest/gtest.h>

#if !defined(_WIN32)
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/path_pools.hpp"
#include "support/program_cases.hpp"
#include "support/sort_crowd.hpp"
#include "wend/journal.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

/// A sink that keeps the bytes, up to a limit.
struct Kept {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;  ///< of the blocks
    std::size_t limit = std::size_t{1} << 40;
    std::FILE* file = nullptr;  ///< where there is one, it gets the blocks

    static bool write(void* context, std::span<const std::byte> block) {
        Kept& kept = *static_cast<Kept*>(context);
        if (kept.file != nullptr)
            return std::fwrite(block.data(), 1, block.size(), kept.file) == block.size() &&
                   std::fflush(kept.file) == 0;
        if (kept.bytes.size() + block.size() > kept.limit) return false;
        kept.bytes.insert(kept.bytes.end(), block.begin(), block.end());
        kept.ends.push_back(kept.bytes.size());
        return true;
    }
    [[nodiscard]] JournalSink sink() { return {write, this}; }
};

JournalWriter start(const Program& program, const AgentView& agents, Kept& kept,
                    std::vector<std::byte>& memory, const JournalOptions& options = {}) {
    memory.resize(JournalWriter::memory_size(program, agents, options));
    Expected<JournalWriter> writer = JournalWriter::start(program, agents, kept.sink(), memory, options);
    EXPECT_TRUE(writer.ok()) << message(writer.status());
    return std::move(*writer);
}

struct Replayed {
    std::uint64_t calls = 0;
    std::uint64_t hashes = 0;  ///< that were compared
    std::string wrong;         ///< the first call that differs, or why there is no journal
    bool ended = false;
    std::string damage;
};

Replayed replay(std::span<const std::byte> journal, Isa isa, std::span<const NamedStage> custom = {}) {
    Replayed replayed;
    std::optional<JournalReader> reader = JournalReader::open(journal, custom, replayed.wrong);
    if (!reader) return replayed;
    JournalCall call;
    while (reader->next(call)) {
        ++replayed.calls;
        const std::string number = "call " + std::to_string(call.number);
        if (call.code == Code::ok) {
            const Result result = reader->run(serial_on(isa));
            if (!result.status) replayed.wrong = number + ": " + message(result.status);
            if (result.faults != call.faults) replayed.wrong = number + ": faults";
        }
        if (!call.hash || !replayed.wrong.empty()) continue;
        ++replayed.hashes;
        if (state_hash(reader->program(), reader->agents()) != *call.hash) replayed.wrong = number + ": hash";
    }
    replayed.ended = reader->ended();
    replayed.damage = reader->damage();
    return replayed;
}

/// The caller writes some elements of any stream between the calls, to values that are there.
void change(Population& population, std::mt19937& random) {
    for (const Stream stream : population.streams()) {
        if (stream == Stream::id || random() % 3 != 0) continue;
        std::array<std::byte, 8> element{};
        const std::size_t size = size_of(info(stream).element);
        for (int i = 0; i < 4; ++i) {
            const std::size_t from = random() % population.size(), to = random() % population.size();
            std::memcpy(element.data(), population.data(stream) + from * size, size);
            population.set_bytes(stream, to, element.data());
        }
    }
}

class Journals : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(AllIsas, Journals, each_isa(), isa_name);

TEST_P(Journals, OfEveryProgramRunAgain) {
    std::mt19937 random(5);
    std::size_t number = 0;
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        std::vector<NamedStage> custom;
        std::vector<std::string_view> names;
        for (const Stage& stage : test.program.stages())
            if (std::holds_alternative<CustomForce>(stage) ||
                std::holds_alternative<CustomLocomotion>(stage)) {
                custom.push_back({custom.empty() ? "first" : "second", stage});
                names.push_back(custom.back().name);
            }
        Population population =
            test.population(300, 3, ++number % 2 == 0 ? Values::faulty : Values::ordinary, 0, true);
        Kept kept;
        std::vector<std::byte> memory;
        std::vector<std::uint8_t> active(300, 1);
        {
            JournalWriter writer =
                start(test.program, population.view(), kept, memory, {.custom_stages = names});
            for (std::uint64_t tick = 0; tick < 6; ++tick) {
                AgentView view = population.view();
                active[random() % 300] = 0;
                if (tick > 3) view.only(active);
                const Result result =
                    writer.run(test.program, view, {.dt = test.dt, .first_tick = tick, .seed = 9},
                               serial_on(supported_isas().back()));
                ASSERT_TRUE(result.status.ok()) << message(result.status);
                change(population, random);
            }
            ASSERT_TRUE(writer.works());
        }
        const Replayed replayed = replay(kept.bytes, GetParam(), custom);
        EXPECT_EQ(replayed.wrong, "");
        EXPECT_EQ(replayed.hashes, 6u);
        EXPECT_TRUE(replayed.ended);
        EXPECT_EQ(replayed.damage, "");
    }
}

/// A game in which agents enter, leave and are sorted, and a target moves.
struct Game {
    Program program = build(
        {Seek{.target = {0, 0}}, Wander{}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    AgentBuffer crowd{program};
    Kept kept;
    std::vector<std::byte> memory;
    std::optional<JournalWriter> writer;

    explicit Game(std::size_t most = 400, std::size_t limit = std::size_t{1} << 40, bool declares = false,
                  std::FILE* file = nullptr) {
        crowd.spawn(100);
        kept.limit = limit;
        kept.file = file;
        writer.emplace(
            start(program, crowd.view(), kept, memory, {.most_agents = most, .declared_changes = declares}));
    }
    void frame(std::uint64_t tick) {
        if (tick % 4 == 1) crowd.spawn(30);
        if (tick % 4 == 2) crowd.remove(tick % crowd.size());
        if (tick % 4 == 3) {
            EXPECT_TRUE(program.tune(0, Seek{.target = {static_cast<float>(tick), 5}, .weight = 2}).ok());
        }
        EXPECT_TRUE(writer
                        ->run(program, crowd.view(), {.dt = 0.1f, .first_tick = tick, .seed = 1},
                              {.threading = Threading::serial})
                        .status.ok());
    }
};

TEST(Journal, HoldsAgentsThatEnterAndLeaveAndParametersThatChange) {
    Game game;
    for (std::uint64_t tick = 0; tick < 20; ++tick) game.frame(tick);
    EXPECT_TRUE(game.writer->works());
    game.writer.reset();
    std::string why;
    std::optional<JournalReader> reader = JournalReader::open(game.kept.bytes, {}, why);
    ASSERT_TRUE(reader) << why;
    JournalCall call;
    while (reader->next(call)) {
        EXPECT_EQ(call.other_agents, call.number % 4 == 1 || call.number % 4 == 2) << call.number;
        EXPECT_EQ(call.tuned, call.number % 4 == 3) << call.number;
        EXPECT_EQ(call.ticks.first_tick, call.number);
        EXPECT_TRUE(reader->run({.isa = Isa::reference}).status.ok());
        EXPECT_EQ(state_hash(reader->program(), reader->agents()), call.hash) << call.number;
    }
    EXPECT_EQ(call.number, 19u);
    EXPECT_EQ(state_hash(reader->program(), reader->agents()), state_hash(game.program, game.crowd.view()));
}

/// A world whose paths, obstacles and two fields change between the calls.
struct ChangingWorld {
    static constexpr FlowGrid grid{.area = {-64, -64, 64, 64}, .columns = 16, .rows = 16};
    static constexpr std::size_t agents = 200;

    std::mt19937 random{11};
    PathPool paths = pool_of({.paths = 24, .points = 200, .longest = 12, .undone = 200});
    ObstaclePool obstacles = *ObstaclePool::create(
        {.area = {-64, -64, 64, 64}, .cell_size = 8, .obstacles = 30, .entries = 4000, .undone = 100});
    std::vector<Point> goals{{50, 50}};
    FlowPlanner planner = std::move(*make_flow_planner(grid, {.goals = goals}));
    std::vector<float> wind = std::vector<float>(2 * grid.size(), 0.5f);
    Program program = build(
        {PathFollow{.paths = paths.paths(), .mode = PathMode::loop}, FlowFollow{.field = planner.field()},
         FlowFollow{.field = *view_flow_field(grid, wind), .weight = 0.5f},
         AvoidObstacles{.obstacles = obstacles.obstacles()},
         Locomotion{
             .max_force = 10.0f, .max_speed = 3.0f, .mass = 1.0f, .obstacles = obstacles.obstacles()}});
    AgentBuffer crowd{program};

    ChangingWorld() {
        crowd.spawn(agents);
        for (std::size_t i = 0; i < agents; ++i) {
            crowd.get<Stream::position_x>()[i] = coordinate();
            crowd.get<Stream::position_y>()[i] = coordinate();
            crowd.get<Stream::path>()[i] = static_cast<std::int32_t>(i % 24);
        }
        for (int i = 0; i < 60; ++i) change();
    }

    float coordinate() { return static_cast<float>(random() % 1200) / 10 - 60; }
    Obstacle obstacle() {
        Obstacle one{.from_x = coordinate(), .from_y = coordinate()};
        one.to_x = one.from_x;
        one.to_y = one.from_y;
        if (random() % 2 == 0)
            one.radius = static_cast<float>(random() % 30) / 10;
        else
            one.to_x += 5;
        if (random() % 3 == 0) one.velocity_y = 1.5f;
        return one;
    }

    /// Some of them are refused, which changes nothing.
    void change() {
        const std::uint64_t paths_before = paths.mark(), obstacles_before = obstacles.mark();
        const auto number = static_cast<std::uint32_t>(random() % 24);
        const Points points = points_of(random(), 2 + random() % 10);
        const std::vector<float> offsets(points.size(), 0.5f);
        switch (random() % 10) {
            case 0:
            case 1: (void)paths.add(points, random() % 2 == 0); break;
            case 2:
                (void)paths.replace(number, points, false,
                                    std::span(offsets).first(random() % 2 * points.size()));
                break;
            case 3: (void)paths.release(number); break;
            case 4:
            case 5: (void)obstacles.add(obstacle()); break;
            case 6: (void)obstacles.move(number, obstacle()); break;
            case 7: (void)obstacles.remove(number); break;
            case 8: {
                const Point goal{static_cast<double>(coordinate()), static_cast<double>(coordinate())};
                (void)planner.set_goals({&goal, 1});
                planner.advance();
                break;
            }
            case 9: wind[number] += 0.25f; break;
        }
        if (random() % 6 != 0) return;
        EXPECT_TRUE(paths.restore(paths_before).ok());
        EXPECT_TRUE(obstacles.restore(obstacles_before).ok());
    }

    void run(JournalWriter& writer, std::uint64_t tick) {
        const Result result = writer.run(program, crowd.view(), {.dt = 0.1f, .first_tick = tick, .seed = 1},
                                         serial_on(supported_isas().back()));
        ASSERT_TRUE(result.status.ok()) << message(result.status);
    }
};

TEST_P(Journals, OfSetsThatChangeRunAgain) {
    ChangingWorld world;
    Kept kept;
    std::vector<std::byte> memory;
    {
        JournalWriter writer = start(world.program, world.crowd.view(), kept, memory);
        for (std::uint64_t tick = 0; tick < 60; ++tick) {
            world.run(writer, tick);
            for (unsigned i = 0; i < world.random() % 4; ++i) world.change();
            if (tick == 20) {  // the sets stay
                ASSERT_TRUE(
                    world.program
                        .tune(0,
                              PathFollow{.paths = world.paths.paths(), .mode = PathMode::loop, .weight = 2})
                        .ok());
            }
            if (tick == 40) {  // other sets, of which one is in the program
                world.obstacles = *ObstaclePool::create({.area = {-64, -64, 64, 64},
                                                         .cell_size = 4,
                                                         .obstacles = 30,
                                                         .entries = 4000,
                                                         .undone = 100});
                ASSERT_TRUE(
                    world.program.tune(3, AvoidObstacles{.obstacles = world.obstacles.obstacles()}).ok());
                ASSERT_TRUE(
                    world.program.tune(1, FlowFollow{.field = *view_flow_field(world.grid, world.wind)})
                        .ok());
            }
        }
        ASSERT_TRUE(writer.works());
    }
    const Replayed replayed = replay(kept.bytes, GetParam());
    EXPECT_EQ(replayed.wrong, "");
    EXPECT_EQ(replayed.hashes, 60u);
    EXPECT_TRUE(replayed.ended);
    EXPECT_EQ(replayed.damage, "");
}

TEST(Journal, HoldsChangesThatAreDeclared) {
    Game game(400, std::size_t{1} << 40, true);
    const std::uint64_t start = game.writer->written();
    const std::size_t columns = game.program.streams().size();
    for (std::uint64_t tick = 0; tick < 12; ++tick) {
        if (tick == 6) {
            ASSERT_TRUE(sort_crowd(game.crowd, 10).ok());
        }
        if (tick == 8) game.crowd.get<Stream::velocity_y>()[3] = 2;
        game.writer->changed(tick == 6   ? game.crowd.view().bound()
                             : tick == 8 ? stream_set(Stream::velocity_y)
                                         : StreamSet(0));
        game.frame(tick);
    }
    EXPECT_GT(game.writer->written() - start, columns * 4 * 100);
    game.writer.reset();
    for (const Isa isa : supported_isas()) {
        const Replayed replayed = replay(game.kept.bytes, isa);
        EXPECT_EQ(replayed.wrong, "");
        EXPECT_EQ(replayed.hashes, 12u);
    }
}

TEST(Journal, AChangeThatIsNotDeclaredIsFoundByTheNextHash) {
    Game game(400, std::size_t{1} << 40, true);
    game.frame(0);
    game.crowd.get<Stream::velocity_y>()[3] = 2;
    game.frame(4);
    EXPECT_EQ(replay(game.kept.bytes, Isa::reference).wrong, "call 1: hash");
}

TEST(Journal, HoldsOfAPoolWhatChanged) {
    ChangingWorld world;
    Kept kept;
    std::vector<std::byte> memory;
    JournalWriter writer = start(world.program, world.crowd.view(), kept, memory);
    const auto bytes_of_call = [&](std::uint64_t tick) {
        const std::uint64_t before = writer.written();
        world.run(writer, tick);
        return writer.written() - before;
    };
    EXPECT_LT(bytes_of_call(0), 80u) << "no change";
    std::uint32_t held = 0;
    while (!world.paths.holds(held)) ++held;
    ASSERT_TRUE(world.paths.replace(held, Points{{0, 0}, {9, 9}}).ok());
    EXPECT_LT(bytes_of_call(1), 140u) << "one path of two points";
    ASSERT_TRUE(
        world.program.tune(0, PathFollow{.paths = world.paths.paths(), .mode = PathMode::loop, .weight = 3})
            .ok());
    EXPECT_LT(bytes_of_call(2), 300u) << "a weight, and not the paths";
}

TEST(Journal, CutAnywhereEndsAtItsLastBlock) {
    Game game;
    for (std::uint64_t tick = 0; tick < 9; ++tick) game.frame(tick);
    game.writer.reset();
    const std::span<const std::byte> bytes = game.kept.bytes;
    ASSERT_EQ(game.kept.ends.size(), 11u) << "the start, nine calls, and the end";
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const Replayed replayed = replay(bytes.first(size), supported_isas().back());
        const auto blocks = static_cast<std::uint64_t>(
            std::ranges::count_if(game.kept.ends, [&](std::size_t end) { return end <= size; }));
        ASSERT_EQ(replayed.calls, std::clamp<std::uint64_t>(blocks, 1, 10) - 1) << size;
        ASSERT_EQ(replayed.ended, size == bytes.size());
        ASSERT_EQ(replayed.wrong.empty(), blocks != 0) << replayed.wrong;
        const bool whole = blocks != 0 && game.kept.ends[blocks - 1] == size;
        ASSERT_EQ(replayed.damage.empty(), whole || blocks == 0) << size;
    }
}

TEST(Journal, FlippedAnywhereIsReadUpToThatBlock) {
    Game game;
    for (std::uint64_t tick = 0; tick < 6; ++tick) game.frame(tick);
    game.writer.reset();
    for (std::size_t at = 0; at < game.kept.bytes.size(); at += 3) {
        std::vector<std::byte> flipped = game.kept.bytes;
        flipped[at] ^= std::byte{16};
        const Replayed replayed = replay(flipped, supported_isas().back());
        const auto block = static_cast<std::uint64_t>(
            std::ranges::count_if(game.kept.ends, [&](std::size_t end) { return end <= at; }));
        ASSERT_EQ(replayed.calls, block == 0 ? 0 : block - 1) << at;
        ASSERT_FALSE(replayed.ended);
        ASSERT_TRUE(!replayed.damage.empty() || !replayed.wrong.empty());
    }
}

#if !defined(_WIN32)
TEST(Journal, OfAProcessThatIsKilled) {
    for (unsigned round = 0; round < 30; ++round) {
        std::FILE* const file = std::tmpfile();
        ASSERT_NE(file, nullptr);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            Game game(400, 0, false, file);
            for (std::uint64_t tick = 0;; ++tick) {
                game.frame(tick);
                while (game.crowd.size() > 300) game.crowd.remove(0);
            }
        }
        // By what it has written, since time says little on a busy machine. Only `stat`: both share the
        // file's place.
        struct ::stat status {};
        while (::fstat(::fileno(file), &status) == 0 &&
               status.st_size < 8'000 + 1'500 * static_cast<long>(round))
            ::usleep(50);
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        ASSERT_EQ(::waitpid(child, nullptr, 0), child);
        ASSERT_EQ(std::fseek(file, 0, SEEK_END), 0);
        std::vector<std::byte> bytes(static_cast<std::size_t>(std::ftell(file)));
        std::rewind(file);
        ASSERT_EQ(std::fread(bytes.data(), 1, bytes.size(), file), bytes.size());
        std::fclose(file);
        const Replayed replayed = replay(bytes, supported_isas().back());
        ASSERT_EQ(replayed.wrong, "") << round;
        ASSERT_FALSE(replayed.ended);
        ASSERT_GT(replayed.calls, 0u);
    }
}
#endif

TEST(Journal, FullDisk) {
    Game game(400, 20'000);
    std::uint64_t tick = 0;
    for (; game.writer->works(); ++tick) {
        ASSERT_LT(tick, 100u);
        game.frame(tick);
    }
    for (int more = 0; more < 5; ++more) game.frame(tick++);  // the game goes on
    game.writer.reset();
    EXPECT_LE(game.kept.bytes.size(), 20'000u);
    const Replayed replayed = replay(game.kept.bytes, supported_isas().back());
    EXPECT_EQ(replayed.wrong, "");
    EXPECT_EQ(replayed.calls + 2, game.kept.ends.size() + 1);
    EXPECT_FALSE(replayed.ended);
}

/// The ring's journal, if it replays everywhere.
std::vector<std::byte> written(JournalRing& ring) {
    Kept kept;
    EXPECT_TRUE(ring.write(kept.sink()));
    for (const Isa isa : supported_isas()) {
        const Replayed replayed = replay(kept.bytes, isa);
        EXPECT_EQ(replayed.wrong, "");
        EXPECT_EQ(replayed.damage, "");
        EXPECT_TRUE(replayed.ended);
        EXPECT_EQ(replayed.hashes, ring.calls());
    }
    return kept.bytes;
}

TEST(Journal, RingHasTheLastCalls) {
    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{20'000}}) {
        ChangingWorld world;
        const JournalRingOptions options{.calls = 10, .bytes = bytes};
        std::vector<std::byte> memory(JournalRing::memory_size(world.program, world.crowd.view(), options));
        Expected<JournalRing> ring = JournalRing::start(world.program, world.crowd.view(), memory, options);
        ASSERT_TRUE(ring.ok()) << message(ring.status());
        std::uint64_t most = 0;
        for (std::uint64_t tick = 0; tick < 57; ++tick) {
            for (int i = 0; i < 2; ++i) world.change();
            const Result result =
                ring->run(world.program, world.crowd.view(), {.dt = 0.1f, .first_tick = tick, .seed = 1},
                          serial_on(supported_isas().back()));
            ASSERT_TRUE(result.status.ok()) << message(result.status);
            most = std::max(most, ring->calls());
            if (tick % 4 == 0) {
                ASSERT_EQ(written(*ring), written(*ring)) << tick;
            }
            if (bytes == std::size_t{1} << 20) {
                ASSERT_GE(ring->calls(), std::min<std::uint64_t>(tick + 1, 10));
            }
        }
        EXPECT_TRUE(bytes == std::size_t{1} << 20 ? most == 19 : most >= 1 && most < 19) << most;
        const std::vector<std::byte> last = written(*ring);
        std::string why;
        std::optional<JournalReader> reader = JournalReader::open(last, {}, why);
        ASSERT_TRUE(reader) << why;
        JournalCall call;
        while (reader->next(call)) ASSERT_TRUE(reader->run().status.ok());
        EXPECT_EQ(call.ticks.first_tick, 56u);
        EXPECT_EQ(state_hash(reader->program(), reader->agents()),
                  state_hash(world.program, world.crowd.view()));
    }
    ChangingWorld world;
    std::vector<std::byte> memory(1 << 20);
    EXPECT_EQ(JournalRing::start(world.program, world.crowd.view(), memory, {.bytes = 1000}).status().code,
              Code::missing_workspace);
}

TEST(Journal, MoreAgentsThanThereIsMemoryForEndIt) {
    Game game(120);
    game.frame(0);
    EXPECT_TRUE(game.writer->works());
    game.frame(1);
    EXPECT_FALSE(game.writer->works());
    const Replayed replayed = replay(game.kept.bytes, supported_isas().back());
    EXPECT_EQ(replayed.calls, 1u);
    EXPECT_EQ(replayed.damage,
              "ends before a call that its writer could not hold: there are more agents than "
              "JournalOptions::most_agents, or other streams");
}

TEST(Journal, WhatIsRefused) {
    Game game;
    std::vector<std::byte> memory(game.memory.size() - 1);
    const auto refusal = [&](const Program& program, const JournalOptions& options = {}) {
        return message(
            JournalWriter::start(program, game.crowd.view(), game.kept.sink(), memory, options).status());
    };
    EXPECT_NE(refusal(game.program, {.most_agents = 400}), "ok");
    const std::array<std::string_view, 1> names{"mine"};
    EXPECT_NE(refusal(game.program, {.custom_stages = names}), "ok");
    const std::vector<std::byte> foreign(100, std::byte{7});
    EXPECT_EQ(replay(foreign, Isa::reference).wrong, "has bytes that are no block");
    EXPECT_EQ(replay({}, Isa::reference).wrong, "is no journal of wend");
}

TEST(Journal, BytesInProportionToWhatChanged) {
    Game game;
    game.frame(0);
    const std::uint64_t before = game.writer->written();
    game.frame(4);
    EXPECT_LT(game.writer->written() - before, 80u) << "a call without a change";
    game.crowd.get<Stream::position_x>()[17] += 1;
    const std::uint64_t still = game.writer->written();
    game.frame(8);
    EXPECT_LT(game.writer->written() - still, 100u) << "one element changed";
}

}  // namespace
}  // namespace wend::test
