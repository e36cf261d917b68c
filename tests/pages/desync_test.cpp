// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The C++ of desync.md: each fragment runs as it stands there (tests/build_rules/page_code.cmake).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "wend/journal.hpp"
#include "wend/test_rollback.hpp"
#include "wend/wend.hpp"

namespace {

using wend::Stream;

const wend::Program program = *wend::Program::build(
    {wend::ExternalForce{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});

float rounded_once(float a, float b, float c) { return std::fma(a, b, c); }
float rounded_twice(float a, float b, float c) {
    const volatile float product = a * b;
    return product + c;
}

/// The game computes a force of its own, on some machines by other code.
struct Game {
    wend::AgentBuffer crowd{program};
    float (*force_of_one)(float, float, float);  ///< of agent 1234

    explicit Game(float (*force)(float, float, float)) : force_of_one(force) { crowd.spawn(4096); }

    wend::AgentView agents() { return crowd.view(); }
    bool advance(std::uint64_t frame) {
        const float phase = 0.1f * static_cast<float>(frame);
        const auto x = crowd.get<Stream::external_force_x>();
        for (std::size_t slot = 0; slot < crowd.size(); ++slot)
            x[slot] = (slot == 1234 ? force_of_one : rounded_once)(std::sin(phase), 0.7f, std::cos(phase));
        return wend::run(program, agents(), {.dt = 0.1f}).status.ok();
    }
    wend::Status save(std::vector<std::byte>& snapshot) {
        snapshot.resize(crowd.snapshot_bytes());
        return crowd.save(snapshot);
    }
    wend::Status restore(std::span<const std::byte> snapshot) { return crowd.restore(snapshot); }
};

TEST(Desync, AGameGoesBackInEveryFrame) {
    Game game(rounded_once);
    const wend::RollbackResult found = wend::test_rollback(program, game, {.frames = 600, .back = 8});
    EXPECT_EQ(found.message, "");
}

/// The agent that differs, by messages of 64 numbers.
void find_agent(const wend::AgentView& agents, const auto& exchange, std::uint32_t& agent) {
    wend::IdBuckets buckets{.first_id = 0, .ids = 4096};  // all ids of your agents
    while (buckets.ids > 1) {
        buckets.ids = (buckets.ids + 63) / 64;
        std::array<std::uint64_t, 64> ours, theirs;
        if (!wend::state_hashes(program, agents, buckets, ours)) return;
        exchange(buckets, ours, theirs);
        const auto differs = std::ranges::mismatch(ours, theirs).in1 - ours.begin();
        if (differs == 64) return;  // none of these ids
        buckets.first_id += static_cast<std::uint32_t>(differs) * buckets.ids;
    }
    agent = buckets.first_id;
}

TEST(Desync, TwoMachinesFindTheAgent) {
    Game here(rounded_once), there(rounded_twice);
    std::uint64_t frame = 0;
    while (wend::state_hash(program, here.agents()) == wend::state_hash(program, there.agents())) {
        ASSERT_LT(frame, 100u) << "the products are exact";
        ASSERT_TRUE(here.advance(frame) && there.advance(frame));
        ++frame;
    }
    int messages = 0;
    const auto exchange = [&](const wend::IdBuckets& buckets, const auto&,
                              std::array<std::uint64_t, 64>& theirs) {
        ++messages;
        EXPECT_TRUE(wend::state_hashes(program, there.agents(), buckets, theirs).ok());
    };
    std::uint32_t agent = 0;
    find_agent(here.agents(), exchange, agent);
    EXPECT_EQ(agent, 1234u);
    EXPECT_EQ(messages, 2);
    const auto difference = *wend::first_difference(here.agents().bound(), here.agents().slice(agent, 1),
                                                    there.agents().slice(agent, 1));
    EXPECT_EQ(difference->stream, Stream::external_force_x)
        << wend::difference_text(*difference, "here", "there");
}

TEST(Desync, AJournalTakesThePlaceOfRun) {
    Game game(rounded_once);
    const wend::AgentView agents = game.agents();
    wend::Clock clock{.dt = 0.1f};

    std::FILE* const file = std::fopen("game.journal", "wb");
    const wend::JournalOptions options{.most_agents = 10'000};  // that there will ever be
    std::vector<std::byte> memory(wend::JournalWriter::memory_size(program, agents, options));
    auto journal = wend::JournalWriter::start(program, agents, wend::file_sink(file), memory, options);
    const wend::Result result = journal->run(program, agents, clock.next());  // recorded: journal->works()

    EXPECT_TRUE(journal->works());
    { const wend::JournalWriter ended = std::move(*journal); }
    EXPECT_EQ(std::fclose(file), 0);
    std::ifstream read("game.journal", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(read), {}};
    std::remove("game.journal");
    EXPECT_TRUE(result.status.ok());
    std::string why;
    std::optional<wend::JournalReader> reader =
        wend::JournalReader::open(std::as_bytes(std::span(bytes)), {}, why);
    ASSERT_TRUE(reader) << why;
    wend::JournalCall call;
    ASSERT_TRUE(reader->next(call));
    EXPECT_TRUE(reader->run().status.ok());
    EXPECT_EQ(wend::state_hash(reader->program(), reader->agents()), call.hash);
}

}  // namespace
