// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// test_rollback names the first frame of a game that is another when it runs again, and the reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "bench/populations/population.hpp"
#include "wend/test_rollback.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

/// Agents that seek targets of their own; its members are planted faults.
struct Game {
    Program program = bench::build(
        {Seek{.target = TargetStreams{}}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
    AgentBuffer crowd{program};
    std::array<std::uint32_t, 4> score{};  ///< state of the game's own
    std::uint64_t calls = 0;               ///< not in the snapshot

    bool targets_by_calls = false;
    bool score_by_calls = false;
    bool dt_by_calls = false;
    bool spawns_by_calls = false;
    bool saves_no_velocity = false;
    bool saves_no_agents = false;
    bool fails = false;

    Game() {
        crowd.spawn(100);
        for (std::size_t slot = 0; slot < 100; ++slot)
            crowd.get<Stream::target_x>()[slot] = static_cast<float>(slot) + 1;
    }

    AgentView agents() { return crowd.view(); }

    bool advance(std::uint64_t frame) {
        ++calls;
        const float turn = static_cast<float>(targets_by_calls ? calls : frame);
        if (frame % 5 == 3) crowd.get<Stream::target_y>()[17] = turn;
        if (frame == 6 && (!spawns_by_calls || calls == 7)) crowd.spawn(1);
        score[2] = static_cast<std::uint32_t>(score_by_calls ? calls : frame);
        const float dt = dt_by_calls && calls > 12 ? 0.02f : 0.01f;
        return run(program, crowd.view(), {.dt = dt}).status.ok() && !(fails && frame == 11);
    }
    void save(std::vector<std::byte>& snapshot) {
        snapshot.assign(sizeof score + crowd.snapshot_bytes(), std::byte{0});
        std::memcpy(snapshot.data(), score.data(), sizeof score);
        EXPECT_TRUE(crowd.save(std::span(snapshot).subspan(sizeof score)).ok());
    }
    Status restore(std::span<const std::byte> snapshot) {
        std::memcpy(score.data(), snapshot.data(), sizeof score);
        if (saves_no_agents) return {};
        const std::span<float> velocity = crowd.get<Stream::velocity_x>();
        const std::vector<float> before(velocity.begin(), velocity.end());
        const Status status = crowd.restore(snapshot.subspan(sizeof score));
        if (saves_no_velocity)
            std::copy_n(before.begin(), crowd.size(), crowd.get<Stream::velocity_x>().begin());
        return status;
    }
};

RollbackResult result_of(Game& game) { return test_rollback(game.program, game, {.frames = 30, .back = 8}); }

void expect(Game& game, std::uint64_t frame, const std::string& start, const std::string& end) {
    const RollbackResult found = result_of(game);
    EXPECT_FALSE(found);
    EXPECT_EQ(found.frame, frame) << found.message;
    EXPECT_EQ(found.message.substr(0, start.size()), start);
    EXPECT_TRUE(found.message.ends_with(end)) << found.message;
}

TEST(TestRollback, AGameThatGoesBackAsItShould) {
    Game game;
    EXPECT_EQ(result_of(game).message, "");
    EXPECT_EQ(game.calls, 30u + 22 * 8) << "each frame from the 8th on went back";
    EXPECT_TRUE(test_rollback(game.program, game, {.frames = 5, .back = 0}));
}

TEST(TestRollback, AnInputFromStateThatTheSnapshotLacks) {
    Game game;
    game.targets_by_calls = true;
    expect(game, 3,
           "frame 3, again after a restore of frame 0: agent 17 in slot 17, target_y: 4 (0x40800000) the "
           "first time, ",
           "target_y is an input, which the game writes from state that the snapshot lacks, from memory that "
           "nothing wrote, or in an order that is not fixed");
}

TEST(TestRollback, AStreamThatTheSnapshotLacks) {
    Game game;
    game.saves_no_velocity = true;
    expect(game, 0,
           "frame 0, restored from its snapshot: agent 0 in slot 0, velocity_x: 0 (0x00000000) when it was "
           "saved, ",
           "; the snapshot lacks the stream");
}

TEST(TestRollback, AgentsThatTheSnapshotLacks) {
    Game game;
    game.saves_no_agents = true;
    expect(game, 0, "frame 0, restored from its snapshot: 101 agents, and 100 when it was saved; ",
           "the snapshot lacks agents that enter or leave");
}

TEST(TestRollback, AgentsThatEnterInOneOfTwoRunsAlone) {
    Game game;
    game.spawns_by_calls = true;
    expect(game, 6,
           "frame 6, again after a restore of frame 0: ends with 100 agents, and with 101 the first time; ",
           "in an order that is not fixed");
}

TEST(TestRollback, ACallThatDiffers) {
    Game game;
    game.dt_by_calls = true;
    expect(game, 4, "frame 4, again after a restore of frame 0: agent 0 in slot 0, position_x: ",
           "in an order that is not fixed");
}

TEST(TestRollback, StateOfTheGamesOwn) {
    Game game;
    game.score_by_calls = true;
    const std::size_t bytes = sizeof game.score + game.crowd.snapshot_bytes();
    expect(game, 0,
           "frame 0, again after a restore of frame 0: byte 8 of the snapshot's " + std::to_string(bytes) +
               " is another; ",
           "state of the game's own");
}

TEST(TestRollback, AFunctionThatFails) {
    Game game;
    game.fails = true;
    expect(game, 11, "frame 11: advance failed", "");
}

}  // namespace
}  // namespace wend::test
