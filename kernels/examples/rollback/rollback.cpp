// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Rollback, as in netcode: the other player's input arrives 8 ticks late. Each frame restores the first tick
// that was run on a guess, and runs forward to the present again.
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <vector>

#include <wend/test_rollback.hpp>
#include <wend/wend.hpp>

constexpr std::uint64_t delay = 8;
constexpr float dt = 1.0f / 60;
constexpr std::uint64_t seed = 7;

/// The place to which the other player calls the crowd in a tick.
wend::TargetPoint input_of(std::uint64_t tick) {
    const float turn = static_cast<float>(tick / 5) * 0.1f;
    return {30 * std::cos(turn), 30 * std::sin(turn)};
}

/// One crowd: its agents, and a program whose target changes from tick to tick.
struct Game {
    wend::Program program;
    wend::AgentBuffer crowd;

    explicit Game(const wend::Program& a_program) : program(a_program), crowd(program) { crowd.spawn(1000); }
    bool tick(std::uint64_t number, const wend::TargetPoint& input) {
        const wend::Ticks ticks{.dt = dt, .first_tick = number, .seed = seed};
        return program.tune(0, wend::Seek{.target = {input.x, input.y}}).ok() &&
               wend::run(program, agents(), ticks).status.ok();
    }
    std::uint64_t hash() { return wend::state_hash(program, agents()); }

    // For wend::test_rollback.
    wend::AgentView agents() { return crowd.view(); }
    bool advance(std::uint64_t frame) { return tick(frame, input_of(frame)); }
    bool save(std::vector<std::byte>& snapshot) {
        snapshot.resize(wend::snapshot_bytes(program, agents()));
        return wend::save(program, agents(), snapshot).ok();
    }
    bool restore(std::span<const std::byte> snapshot) {
        return wend::restore(program, agents(), snapshot).ok();
    }
};

int main() {
    const auto program =
        wend::Program::build({wend::Seek{.target = {0, 0}}, wend::Wander{.weight = 0.3f},
                              wend::Locomotion{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.0f}});
    if (!program) {
        std::puts(wend::message(program.status()).c_str());
        return 1;
    }
    // A test of the game, without a network: each frame goes back, and all end as they did the first time.
    Game tested(*program);
    if (const wend::RollbackResult found = wend::test_rollback(*program, tested, {.frames = 100, .back = 8});
        !found) {
        std::puts(found.message.c_str());
        return 1;
    }

    // Copies of the program are tuned by themselves; `there` has its own input at once.
    Game here(*program), there(*program);

    // Snapshots of the last ticks, in memory that is used again.
    std::array<std::vector<std::byte>, delay> snapshots;
    std::uint64_t equal = 0, back = 0;
    std::array<std::uint64_t, delay> hashes{};  // of `there`, at the start of the last ticks
    for (std::uint64_t tick = 0; tick < 600; ++tick) {
        if (tick >= delay) {
            // The input of tick - delay has arrived; `here` had guessed it.
            const std::uint64_t known = tick - delay;
            if (!here.restore(snapshots[known % delay])) return 1;
            ++back;
            equal += here.hash() == hashes[known % delay];
            for (std::uint64_t again = known; again < tick; ++again) {
                if (!here.save(snapshots[again % delay])) return 1;
                if (!here.tick(again, input_of(known))) return 1;  // the last one known, for later ticks too
            }
        }
        if (!here.save(snapshots[tick % delay])) return 1;
        hashes[tick % delay] = there.hash();
        if (!here.tick(tick, input_of(tick >= delay ? tick - delay : 0)) || !there.tick(tick, input_of(tick)))
            return 1;
    }
    std::printf("in %llu of %llu frames the state before the guesses was the other player's, hash %016llx\n",
                static_cast<unsigned long long>(equal), static_cast<unsigned long long>(back),
                static_cast<unsigned long long>(there.hash()));
}
