// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Custom stages in C: the caller's code between wend's own forces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "tests/c/c_program.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 1500;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};
const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                 WEND_NUMBER("mass", 1.5)};

const char* const seek_reads[] = {"position_x", "position_y", "velocity_x",
                                  "velocity_y", "target_x",   "target_y"};

/// Seek once more; `context` is the top speed.
std::int32_t seek_again(void* context, const wend_custom_call* call) {
    const float max_speed = *static_cast<const float*>(context);
    const auto stream = [&](std::size_t i) { return static_cast<const float*>(call->reads[i]); };
    const float *const x = stream(0), *const y = stream(1), *const vx = stream(2), *const vy = stream(3);
    const float *const target_x = stream(4), *const target_y = stream(5);
    for (std::size_t i = 0; i < call->count; ++i) {
        const float dx = target_x[i] - x[i];
        const float dy = target_y[i] - y[i];
        const float xx = dx * dx;
        const float yy = dy * dy;
        const float scale = max_speed / std::sqrt(std::max(xx + yy, 0x1p-120f));
        call->force_x[i] += dx * scale - vx[i];
        call->force_y[i] += dy * scale - vy[i];
    }
    return 1;
}

wend_custom code(wend_custom_function function, void* context = nullptr) {
    wend_custom custom = WEND_CUSTOM_INIT;
    custom.function = function;
    custom.context = context;
    return custom;
}

ProgramHandle create(const std::vector<wend_stage>& stages) {
    wend_program* made = nullptr;
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_program_create(stages.data(), stages.size(), &made, &result), WEND_OK) << result.message;
    return ProgramHandle(made);
}

/// A run in C over the population's arrays.
wend_result run_in_c(const wend_program* program, Population& population, const Ticks& ticks, Isa isa,
                     std::uint32_t block = 0) {
    std::vector<wend_column> columns;
    for (const Stream stream : population.streams())
        columns.push_back(WEND_COLUMN(name(stream).data(), population.data(stream), population.size(),
                                      static_cast<wend_element>(info(stream).element)));
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns.data();
    view.column_count = columns.size();
    wend_ticks given = WEND_TICKS_INIT;
    given.dt = ticks.dt;
    given.count = ticks.count;
    if (ticks.first_tick) given.first_tick = *ticks.first_tick;
    given.seed = ticks.seed;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.isa = name(isa).data();
    execution.block = block;
    wend_result result = WEND_RESULT_INIT;
    static_cast<void>(wend_run(program, &view, &given, &execution, &result));
    return result;
}

class CCustom : public ::testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(AllIsas, CCustom, each_isa(), isa_name);

TEST_P(CCustom, SeekInCGivesSeeksBits) {
    float max_speed = 3;
    wend_custom seek = code(seek_again, &max_speed);
    seek.reads = seek_reads;
    seek.read_count = 6;
    const wend_parameter weight[] = {WEND_NUMBER("weight", 0.5)};
    const ProgramHandle custom =
        create({WEND_STAGE("wander", nullptr, 0), WEND_CUSTOM_STAGE("custom_force", &seek, weight, 1),
                WEND_STAGE("locomotion", limits, 3)});
    const Program same = build({Wander{}, Seek{.weight = 0.5f}, vehicle});
    Population expected(agents, streams_of(same));
    fill(expected, 3, Values::ordinary);
    const Population start = expected;
    const Ticks ticks{.dt = 1.0f / 60, .count = 6, .first_tick = 2, .seed = 5};
    ASSERT_TRUE(run(same, expected.view(), ticks, serial_on(GetParam())).status);
    for (const std::uint32_t block : {0u, 64u, 130u}) {
        Population actual = start;
        const wend_result result = run_in_c(custom.get(), actual, ticks, GetParam(), block);
        ASSERT_EQ(result.code, WEND_OK) << result.message;
        EXPECT_TRUE(same_bits(expected, actual));
    }
    // Tuned as any other force, and its code stays.
    const wend_parameter one[] = {WEND_NUMBER("weight", 1)};
    const wend_stage tuned = WEND_STAGE("custom_force", one, 1);
    ASSERT_EQ(wend_program_tune(custom.get(), 1, &tuned, nullptr), WEND_OK);
    expected = start;
    ASSERT_TRUE(
        run(build({Wander{}, Seek{}, vehicle}), expected.view(), ticks, serial_on(GetParam())).status);
    Population actual = start;
    ASSERT_EQ(run_in_c(custom.get(), actual, ticks, GetParam()).code, WEND_OK);
    EXPECT_TRUE(same_bits(expected, actual));
}

/// Ids and draws of a call, by agent.
struct Seen {
    std::vector<std::uint32_t> ids, draws;
};
std::int32_t look(void* context, const wend_custom_call* call) {
    auto& seen = *static_cast<Seen*>(context);
    std::vector<std::uint32_t> draws(call->count);
    wend_custom_draws(call, 7, draws.data());
    auto* const angle = static_cast<float*>(call->writes[0]);
    for (std::size_t i = 0; i < call->count; ++i) {
        const std::size_t slot = wend_custom_slot(call, i);
        if (draws[i] != wend_custom_draw(call, i, 7)) return 0;
        seen.ids[slot] = wend_custom_id(call, i);
        seen.draws[slot] = draws[i];
        angle[i] += 0.25f;
        if (seen.ids[slot] % 10 == 3) wend_custom_fault(call, i);
    }
    return 0;
}

TEST_P(CCustom, SlotsIdsDrawsStateAndFaults) {
    Seen seen{std::vector<std::uint32_t>(agents), std::vector<std::uint32_t>(agents)};
    wend_custom own = code(look, &seen);
    const char* const writes[] = {"wander_angle"};
    own.writes = writes;
    own.write_count = 1;
    own.draws = 1;
    const ProgramHandle program =
        create({WEND_CUSTOM_STAGE("custom_force", &own, nullptr, 0), WEND_STAGE("seek", nullptr, 0),
                WEND_STAGE("locomotion", limits, 3)});
    EXPECT_EQ(wend_program_draws(program.get()), 1);
    std::vector<Stream> streams = streams_of(build({Seek{}, Wander{}, vehicle}), true);
    Population population(agents, streams);
    fill(population, 3, Values::ordinary);
    const Population start = population;
    const Ticks ticks{.dt = 0.1f, .count = 1, .first_tick = 7, .seed = 1};
    const wend_result result = run_in_c(program.get(), population, ticks, GetParam(), 64);
    ASSERT_EQ(result.code, WEND_OK) << result.message;
    EXPECT_EQ(result.faults, agents / 10);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        const std::uint32_t id = start.get<Stream::id>(slot);
        ASSERT_EQ(seen.ids[slot], id);
        ASSERT_EQ(seen.draws[slot], random_bits(1, id, 7, purpose(Purpose::custom, 7)));
        const float moved = start.get<Stream::wander_angle>(slot) + (id % 10 == 3 ? 0.0f : 0.25f);
        ASSERT_EQ(population.get<Stream::wander_angle>(slot), moved);
    }
    EXPECT_EQ(run_in_c(program.get(), population, {.dt = 0.1f}, GetParam()).code, WEND_MISSING_TICK);
}

TEST_P(CCustom, BadForcesAreFaults) {
    wend_custom bad = code([](void*, const wend_custom_call* call) -> std::int32_t {
        for (std::size_t i = 0; i < call->count; ++i)
            if (wend_custom_slot(call, i) == 600) call->force_x[i] = std::numeric_limits<float>::quiet_NaN();
        return 1;
    });
    const ProgramHandle program =
        create({WEND_CUSTOM_STAGE("custom_force", &bad, nullptr, 0), WEND_STAGE("locomotion", limits, 3)});
    Population population(agents, streams_of(build({Wander{}, vehicle})));
    fill(population, 3, Values::ordinary);
    const wend_result result = run_in_c(program.get(), population, {.dt = 0.1f}, GetParam());
    EXPECT_EQ(result.faults, 1u);
    EXPECT_EQ(result.first_fault, 600u);
}

struct CustomCase {
    const char* what;
    std::function<void(wend_stage&, wend_custom&)> spoil;
    wend_code code;
    const char* message;
};

const char* const misspelt[] = {"position_x", "positon_y"};
const char* const twice[] = {"position_x", "position_x"};
const char* const unnamed[] = {nullptr};
const char* const an_id[] = {"id"};
const char* const state[] = {"position_x"};

const CustomCase custom_cases[] = {
    {"no code", [](wend_stage& s, wend_custom&) { s.custom = nullptr; }, WEND_BAD_ARGUMENT, "custom is NULL"},
    {"code of another stage", [](wend_stage& s, wend_custom&) { s.kind = "seek"; }, WEND_BAD_ARGUMENT,
     "custom is set in a stage of kind \"seek\""},
    {"no size", [](wend_stage&, wend_custom& c) { c.struct_size = 0; }, WEND_BAD_ARGUMENT,
     "wend_custom: struct_size is 0, must be 56: begin with the struct's initialiser"},
    {"no function", [](wend_stage&, wend_custom& c) { c.function = nullptr; }, WEND_NULL_FUNCTION,
     "stage 0 (custom_force): function is null"},
    {"a flag that is none", [](wend_stage&, wend_custom& c) { c.draws = 2; }, WEND_BAD_ARGUMENT,
     "draws is 2, must be 0 or 1"},
    {"no list", [](wend_stage&, wend_custom& c) { c.read_count = 1; }, WEND_BAD_ARGUMENT, "reads is NULL"},
    {"a misspelt stream", [](wend_stage&, wend_custom& c) { c.reads = misspelt, c.read_count = 2; },
     WEND_UNKNOWN_STREAM, "reads[1] is \"positon_y\", which is no stream"},
    {"a stream twice", [](wend_stage&, wend_custom& c) { c.writes = twice, c.write_count = 2; },
     WEND_BAD_ARGUMENT, "writes[1]: position_x is in the list twice"},
    {"no name", [](wend_stage&, wend_custom& c) { c.writes = unnamed, c.write_count = 1; }, WEND_BAD_ARGUMENT,
     "writes[0] is NULL"},
    {"ids", [](wend_stage&, wend_custom& c) { c.reads = an_id, c.read_count = 1; }, WEND_INVALID_PROGRAM,
     nullptr},
    {"the locomotion's state", [](wend_stage&, wend_custom& c) { c.writes = state, c.write_count = 1; },
     WEND_INVALID_PROGRAM, nullptr},
};

TEST(CCustomStages, AreRefused) {
    for (const CustomCase& one : custom_cases) {
        wend_custom custom = code([](void*, const wend_custom_call*) -> std::int32_t { return 0; });
        wend_stage stages[] = {WEND_CUSTOM_STAGE("custom_force", &custom, nullptr, 0),
                               WEND_STAGE("locomotion", limits, 3)};
        one.spoil(stages[0], custom);
        wend_program* program = nullptr;
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(wend_program_create(stages, 2, &program, &result), one.code) << one.what;
        if (one.message != nullptr) {
            EXPECT_STREQ(result.message, one.message) << one.what;
        }
        EXPECT_EQ(program, nullptr) << one.what;
    }
    const std::string words = R"([{"custom_force": {}}, {"locomotion": {}}])";
    wend_program* program = nullptr;
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_program_from_json(words.data(), words.size(), nullptr, &program, &result), WEND_BAD_WORDS);
    EXPECT_STREQ(result.message,
                 "program: /0/custom_force: is a stage of the caller's code, which no file has");
}

TEST(CCustomStages, AnswerNull) {
    EXPECT_EQ(wend_custom_slot(nullptr, 0), 0u);
    EXPECT_EQ(wend_custom_id(nullptr, 0), 0u);
    EXPECT_EQ(wend_custom_draw(nullptr, 0, 0), 0u);
    wend_custom_draws(nullptr, 0, nullptr);
    wend_custom_fault(nullptr, 0);
}

}  // namespace
}  // namespace wend::test
