// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Journals in C: recorded on one instruction set, and read on every other.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/isas.hpp"
#include "tests/c/c_program.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 300;

std::int32_t push_east(void*, const wend_custom_call* call) {
    for (std::size_t i = 0; i < call->count; ++i) call->force_x[i] += 1;
    return 1;
}

const char* const custom_names[] = {"push_east"};

wend_custom push() {
    wend_custom custom = WEND_CUSTOM_INIT;
    custom.function = push_east;
    return custom;
}

/// A game of seek, wander and a force of its own, whose targets move.
struct Game {
    std::vector<float> columns[8];
    wend_custom custom = push();
    ProgramHandle program;
    wend_view view WEND_VIEW_INIT;
    std::vector<wend_column> bound;
    std::vector<unsigned char> bytes;
    std::size_t room = SIZE_MAX;
    wend_journal* journal = nullptr;

    Game() {
        const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                         WEND_NUMBER("mass", 1.5)};
        const wend_stage stages[] = {WEND_STAGE("seek", nullptr, 0), WEND_STAGE("wander", nullptr, 0),
                                     WEND_CUSTOM_STAGE("custom_force", &custom, nullptr, 0),
                                     WEND_STAGE("locomotion", limits, 3)};
        wend_program* made = nullptr;
        EXPECT_EQ(wend_program_create(stages, 4, &made, nullptr), WEND_OK);
        program = ProgramHandle(made);
        std::size_t number = 0;
        for (std::size_t i = 0; i < wend_program_stream_count(made); ++i) {
            wend_stream_use use = WEND_STREAM_USE_INIT;
            EXPECT_EQ(wend_program_stream(made, i, &use, nullptr), WEND_OK);
            if (use.use != WEND_USE_INPUT && use.use != WEND_USE_STATE) continue;
            columns[number].assign(agents, 0.5f);
            bound.push_back(WEND_COLUMN(use.name, columns[number++].data(), agents, WEND_F32));
        }
        view.columns = bound.data();
        view.column_count = bound.size();
    }
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    ~Game() { wend_journal_destroy(journal); }

    static std::int32_t write(void* context, const void* block, std::size_t size) {
        Game& game = *static_cast<Game*>(context);
        if (game.bytes.size() + size > game.room) return 0;
        const auto* const begin = static_cast<const unsigned char*>(block);
        game.bytes.insert(game.bytes.end(), begin, begin + size);
        return 1;
    }
    void start(void* memory = nullptr, std::size_t size = 0, const wend_journal_options& options = named()) {
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(
            wend_journal_create(program.get(), &view, &options, write, this, memory, size, &journal, &result),
            WEND_OK)
            << result.message;
    }
    static wend_journal_options named() {
        wend_journal_options options = WEND_JOURNAL_OPTIONS_INIT;
        options.custom_stages = custom_names;
        options.custom_stage_count = 1;
        return options;
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t found = 0;
        EXPECT_EQ(wend_state_hash(program.get(), &view, &found, nullptr), WEND_OK);
        return found;
    }
    void play(std::uint64_t frames) {
        wend_ticks ticks = WEND_TICKS_INIT;
        ticks.dt = 0.1f;
        ticks.seed = 7;
        for (ticks.first_tick = 0; ticks.first_tick < frames; ++ticks.first_tick) {
            for (auto& column : columns)
                if (!column.empty()) column[ticks.first_tick * 3] += 1;
            wend_result result = WEND_RESULT_INIT;
            ASSERT_EQ(wend_journal_run(journal, program.get(), &view, &ticks, nullptr, &result), WEND_OK)
                << result.message;
        }
    }
};

struct Reader {
    wend_custom custom = push();
    wend_journal_reader* handle = nullptr;
    wend_result result WEND_RESULT_INIT;

    explicit Reader(const std::vector<unsigned char>& bytes, const char* name = "push_east") {
        wend_journal_stage stage = WEND_JOURNAL_STAGE_INIT;
        stage.name = name;
        stage.kind = "custom_force";
        stage.custom = &custom;
        static_cast<void>(
            wend_journal_reader_create(bytes.data(), bytes.size(), &stage, 1, &handle, &result));
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { wend_journal_reader_destroy(handle); }
};

class CJournals : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(AllIsas, CJournals, each_isa(), isa_name);

TEST_P(CJournals, RunAgain) {
    Game game;
    const wend_journal_options options = Game::named();
    std::vector<unsigned char> memory(wend_journal_memory_size(game.program.get(), &game.view, &options));
    game.start(memory.data(), memory.size());
    game.play(20);
    EXPECT_EQ(wend_journal_works(game.journal), 1);
    EXPECT_EQ(wend_journal_written(game.journal), game.bytes.size());
    const std::uint64_t last = game.hash();
    wend_journal_destroy(game.journal);
    game.journal = nullptr;

    Reader reader(game.bytes);
    ASSERT_NE(reader.handle, nullptr) << reader.result.message;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.isa = name(GetParam()).data();
    wend_journal_call call = WEND_JOURNAL_CALL_INIT;
    std::uint64_t calls = 0;
    for (; wend_journal_reader_next(reader.handle, &call) == 1; ++calls) {
        EXPECT_EQ(call.number, calls);
        EXPECT_EQ(call.first_tick, calls);
        EXPECT_EQ(call.seed, 7u);
        EXPECT_EQ(call.dt, 0.1f);
        EXPECT_EQ(call.has_hash, 1u);
        const std::uint32_t x = wend_find_stream("position_x");
        EXPECT_EQ(wend_journal_reader_changed(reader.handle, x), 1);
        EXPECT_EQ(wend_journal_reader_changed(reader.handle, wend_find_stream("path")), 0);
        std::size_t count = 0;
        EXPECT_NE(wend_journal_reader_stream(reader.handle, x, &count), nullptr);
        EXPECT_EQ(count, agents);
        ASSERT_EQ(wend_journal_reader_run(reader.handle, &execution, &reader.result), WEND_OK);
        EXPECT_EQ(wend_journal_reader_hash(reader.handle), call.hash) << calls;
    }
    EXPECT_EQ(calls, 20u);
    EXPECT_EQ(wend_journal_reader_hash(reader.handle), last);
    EXPECT_STREQ(wend_journal_reader_damage(reader.handle), "");
}

TEST(CJournal, ARingWritesTheLastCalls) {
    Game game;
    wend_journal_options options = Game::named();
    options.ring_calls = 6;
    options.ring_bytes = 1 << 20;
    std::vector<unsigned char> memory(wend_journal_memory_size(game.program.get(), &game.view, &options));
    EXPECT_GT(memory.size(), std::size_t{2} << 20);
    ASSERT_EQ(wend_journal_create(game.program.get(), &game.view, &options, nullptr, nullptr, memory.data(),
                                  memory.size(), &game.journal, nullptr),
              WEND_OK);
    EXPECT_EQ(wend_journal_works(game.journal), 0);
    game.play(20);
    EXPECT_EQ(wend_journal_works(game.journal), 1);
    EXPECT_EQ(wend_journal_written(game.journal), 0u);
    wend_journal_flush(game.journal);
    wend_journal_changed(game.journal, 0);
    EXPECT_TRUE(game.bytes.empty());
    game.room = 100;
    EXPECT_EQ(wend_journal_write(game.journal, Game::write, &game), 0) << "the function does not take all";
    game.bytes.clear();
    game.room = SIZE_MAX;
    EXPECT_EQ(wend_journal_write(game.journal, Game::write, &game), 1);
    EXPECT_EQ(wend_journal_write(game.journal, nullptr, &game), 0);
    Reader reader(game.bytes);
    ASSERT_NE(reader.handle, nullptr) << reader.result.message;
    wend_journal_call call = WEND_JOURNAL_CALL_INIT;
    std::uint64_t calls = 0;
    for (; wend_journal_reader_next(reader.handle, &call) == 1; ++calls)
        EXPECT_EQ(wend_journal_reader_run(reader.handle, nullptr, nullptr), WEND_OK);
    EXPECT_GE(calls, 6u);
    EXPECT_LT(calls, 12u);
    EXPECT_EQ(call.first_tick, 19u);
    EXPECT_EQ(wend_journal_reader_hash(reader.handle), game.hash());
    EXPECT_STREQ(wend_journal_reader_damage(reader.handle), "");
    wend_journal_destroy(game.journal);  // before its memory
    game.journal = nullptr;
    Game other;
    other.start();
    EXPECT_EQ(wend_journal_write(other.journal, Game::write, &other), 0) << "it is no ring";
}

TEST(CJournal, DeclaredChanges) {
    Game game;
    wend_journal_options options = Game::named();
    options.declared_changes = 1;
    game.start(nullptr, 0, options);
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.1f;
    for (ticks.first_tick = 0; ticks.first_tick < 6; ++ticks.first_tick) {
        if (ticks.first_tick % 2 == 1) {
            static_cast<float*>(const_cast<void*>(game.bound[0].data))[3] += 1;
            wend_journal_changed(game.journal, game.bound[0].stream);
        }
        ASSERT_EQ(wend_journal_run(game.journal, game.program.get(), &game.view, &ticks, nullptr, nullptr),
                  WEND_OK);
    }
    wend_journal_changed(nullptr, 0);
    wend_journal_changed(game.journal, WEND_NO_STREAM);
    Reader reader(game.bytes);
    wend_journal_call call = WEND_JOURNAL_CALL_INIT;
    while (wend_journal_reader_next(reader.handle, &call) == 1) {
        ASSERT_EQ(wend_journal_reader_run(reader.handle, nullptr, nullptr), WEND_OK);
        EXPECT_EQ(wend_journal_reader_hash(reader.handle), call.hash) << call.number;
    }
    EXPECT_EQ(call.number, 5u);
}

TEST(CJournal, CutOffAndFull) {
    Game game;
    game.start();
    game.play(5);
    wend_journal_flush(game.journal);
    const std::vector<unsigned char> unended = game.bytes;
    game.room = game.bytes.size();
    game.play(1);
    EXPECT_EQ(wend_journal_works(game.journal), 0);
    EXPECT_EQ(game.bytes, unended);
    Reader reader(unended);
    wend_journal_call call = WEND_JOURNAL_CALL_INIT;
    int calls = 0;
    for (; wend_journal_reader_next(reader.handle, &call) == 1; ++calls)
        EXPECT_EQ(wend_journal_reader_run(reader.handle, nullptr, nullptr), WEND_OK);
    EXPECT_EQ(calls, 5);
    EXPECT_STREQ(wend_journal_reader_damage(reader.handle), "has no end: its writer was stopped");
}

TEST(CJournal, WhatIsRefused) {
    Game game;
    game.start();
    game.play(1);
    const Reader other(game.bytes, "push_west");
    EXPECT_EQ(other.result.code, WEND_BAD_JOURNAL);
    EXPECT_STREQ(other.result.message,
                 "journal needs the custom_force \"push_east\", which only its program has");
    const Reader foreign(std::vector<unsigned char>(90, 7));
    EXPECT_EQ(foreign.result.code, WEND_BAD_JOURNAL);
    EXPECT_EQ(foreign.handle, nullptr);

    wend_result result = WEND_RESULT_INIT;
    wend_journal* made = nullptr;
    wend_journal_options options = Game::named();
    const auto create = [&](wend_journal_function function) {
        return wend_journal_create(game.program.get(), &game.view, &options, function, &game, nullptr, 0,
                                   &made, &result);
    };
    EXPECT_EQ(create(nullptr), WEND_NULL_FUNCTION);
    options.custom_stage_count = 0;
    EXPECT_EQ(create(Game::write), WEND_INVALID_PROGRAM);
    options.declared_changes = 2;
    EXPECT_EQ(create(Game::write), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_journal_memory_size(game.program.get(), &game.view, &options), 0u);
    EXPECT_EQ(made, nullptr);
    unsigned char small[8];
    options = Game::named();
    EXPECT_EQ(wend_journal_create(game.program.get(), &game.view, &options, Game::write, &game, small, 8,
                                  &made, &result),
              WEND_MISSING_WORKSPACE);

    wend_journal_call call = WEND_JOURNAL_CALL_INIT;
    EXPECT_EQ(wend_journal_reader_next(nullptr, &call), 0);
    EXPECT_EQ(wend_journal_run(nullptr, game.program.get(), &game.view, nullptr, nullptr, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_journal_works(nullptr), 0);
    EXPECT_EQ(wend_journal_written(nullptr), 0u);
    EXPECT_EQ(wend_journal_reader_hash(nullptr), 0u);
    EXPECT_STREQ(wend_journal_reader_damage(nullptr), "");
    wend_journal_flush(nullptr);
    wend_journal_destroy(nullptr);
    wend_journal_reader_destroy(nullptr);
}

}  // namespace
}  // namespace wend::test
