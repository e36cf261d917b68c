// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every refusal of the C interface: its code, its whole message, and that nothing was written.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "tests/c/c_population.hpp"
#include "wend/wend.h"

namespace wend::test {
namespace {

/// A legal call, which a test breaks.
struct Call {
    std::string words =
        R"([{"seek": {}}, {"wander": {}}, {"locomotion": {"max_force": 20, "max_speed": 3, "mass": 1}}])";
    CPopulation agents{100, 0};
    Columns columns{agents};
    wend_ticks ticks WEND_TICKS_INIT;
    wend_execution execution WEND_EXECUTION_INIT;
    bool has_view = true, has_ticks = true;

    Call() {
        ticks.dt = 0.03f;
        ticks.first_tick = 0;
    }
};

struct RunCase {
    const char* what;
    std::function<void(Call&)> spoil;
    wend_code code;
    const char* message;
};

const RunCase run_cases[] = {
    {"no view", [](Call& c) { c.has_view = false; }, WEND_BAD_ARGUMENT, "wend_view is NULL"},
    {"no ticks", [](Call& c) { c.has_ticks = false; }, WEND_BAD_ARGUMENT, "wend_ticks is NULL"},
    {"a view without its size", [](Call& c) { c.columns.view.struct_size = 0; }, WEND_BAD_ARGUMENT,
     "wend_view: struct_size is 0, must be 72: begin with the struct's initialiser"},
    {"ticks without their size", [](Call& c) { c.ticks.struct_size = 31; }, WEND_BAD_ARGUMENT,
     "wend_ticks: struct_size is 31, must be 32: begin with the struct's initialiser"},
    {"an execution without its size", [](Call& c) { c.execution.struct_size = 1u << 31; }, WEND_BAD_ARGUMENT,
     "wend_execution: struct_size is 2147483648, must be 96: begin with the struct's initialiser"},
    {"a reserved member", [](Call& c) { c.ticks.reserved = 5; }, WEND_BAD_ARGUMENT,
     "reserved is 5, must be 0"},
    {"columns that are none", [](Call& c) { c.columns.view.columns = nullptr; }, WEND_BAD_ARGUMENT,
     "columns is NULL"},
    {"no columns", [](Call& c) { c.columns.view.column_count = 0; }, WEND_OK, "ok"},
    {"columns of two sizes", [](Call& c) { c.columns.columns[3].struct_size = 48; }, WEND_BAD_ARGUMENT,
     "columns[3]: struct_size is 48, that of the first is 40"},
    {"a misspelt stream", [](Call& c) { c.columns.columns[2].stream = wend_find_stream("vellocity_x"); },
     WEND_UNKNOWN_STREAM, "columns[2]: stream WEND_NO_STREAM is none; wend_find_stream found no such name"},
    {"a number that is no stream", [](Call& c) { c.columns.columns[2].stream = 999; }, WEND_UNKNOWN_STREAM,
     "columns[2]: stream 999 is none; wend_find_stream found no such name"},
    {"a stream twice", [](Call& c) { c.columns.columns[2].stream = wend_find_stream("position_x"); },
     WEND_BAD_ARGUMENT, "position_x is bound twice"},
    {"another element type", [](Call& c) { c.columns["target_x"].element = WEND_I32; },
     WEND_ELEMENT_TYPE_MISMATCH, "target_x: element is WEND_I32, must be WEND_F32"},
    {"no element type", [](Call& c) { c.columns["target_x"].element = 4; }, WEND_ELEMENT_TYPE_MISMATCH,
     "target_x: element is 4, must be WEND_F32"},
    {"a stride between floats", [](Call& c) { c.columns["target_x"].stride = 6; }, WEND_BAD_STRIDE,
     "stream target_x has a stride of 6 bytes, must be a multiple of 4 and no less than an element"},
    {"a stride backwards", [](Call& c) { c.columns["target_x"].stride = static_cast<std::size_t>(0) - 4; },
     WEND_TOO_MANY_ELEMENTS, nullptr},
    {"more elements than addresses", [](Call& c) { c.columns["target_x"].count = SIZE_MAX / 2; },
     WEND_TOO_MANY_ELEMENTS, nullptr},
    {"a stride that is too short",
     [](Call& c) {
         static std::uint64_t memory[100];
         c.columns["target_x"] = wend_column WEND_STRIDED("seconds_left", memory, 100, 4, WEND_F64);
     },
     WEND_BAD_STRIDE, nullptr},
    {"a column between floats",
     [](Call& c) {
         c.columns["target_x"].data = static_cast<char*>(c.columns["target_x"].data) + 3;
         --c.columns["target_x"].count;
     },
     WEND_MISALIGNED, "stream target_x begins 3 bytes above a multiple of 4, must begin at one"},
    {"a column that no stage uses, between floats",
     [](Call& c) {
         static std::uint64_t memory[101];
         char* const between = reinterpret_cast<char*>(memory) + 2;
         c.columns["target_x"] = wend_column WEND_COLUMN("seconds_left", between, 100, WEND_F64);
     },
     WEND_MISALIGNED, "stream seconds_left begins 2 bytes above a multiple of 4, must begin at one"},
    {"a workspace between floats",
     [](Call& c) {
         c.columns.view.workspace = reinterpret_cast<float*>(std::uintptr_t{4097});
         c.columns.view.workspace_count = 400;
     },
     WEND_MISALIGNED, "workspace begins 1 bytes above a multiple of 4, must begin at one"},
    {"slots between words",
     [](Call& c) {
         c.columns.view.selection = WEND_SELECT_SLOTS;
         c.columns.view.selected = reinterpret_cast<void*>(std::uintptr_t{4098});
         c.columns.view.selected_count = 4;
     },
     WEND_MISALIGNED, "selected begins 2 bytes above a multiple of 4, must begin at one"},
    {"bits between words",
     [](Call& c) {
         c.columns.view.selection = WEND_SELECT_BITS;
         c.columns.view.selected = reinterpret_cast<void*>(std::uintptr_t{4100});
         c.columns.view.selected_count = 2;
     },
     WEND_MISALIGNED, "selected begins 4 bytes above a multiple of 8, must begin at one"},
    {"a slice that is none", [](Call& c) { c.columns.view.slice = 2; }, WEND_BAD_ARGUMENT,
     "slice is 2, must be 0 or 1"},
    {"a selection that is none", [](Call& c) { c.columns.view.selection = -1; }, WEND_BAD_ARGUMENT,
     "selection is -1, must be in [0, 3]"},
    {"others without their size",
     [](Call& c) {
         static const wend_view none{};
         c.columns.view.others = &none;
     },
     WEND_BAD_ARGUMENT, "wend_view: struct_size is 0, must be 72: begin with the struct's initialiser"},
    {"a flag that is none", [](Call& c) { c.columns["target_x"].read_only = 2; }, WEND_BAD_ARGUMENT,
     "read_only is 2, must be 0 or 1"},
    {"state that is read-only", [](Call& c) { c.columns["velocity_y"].read_only = 1; }, WEND_READ_ONLY_STREAM,
     nullptr},
    {"no position_x",
     [](Call& c) {
         std::erase_if(c.columns.columns, [](const wend_column& column) {
             return column.stream == wend_find_stream("position_x");
         });
         --c.columns.view.column_count;
     },
     WEND_MISSING_STREAM, nullptr},
    {"a missing stream", [](Call& c) { c.columns.columns.pop_back(), --c.columns.view.column_count; },
     WEND_MISSING_STREAM, nullptr},
    {"a stream without memory", [](Call& c) { c.columns["target_y"].data = nullptr; }, WEND_MISSING_STREAM,
     nullptr},
    {"another length", [](Call& c) { c.columns["target_y"].count = 7; }, WEND_LENGTH_MISMATCH,
     "streams target_y and position_x differ in length: 7 and 100 elements"},
    {"shared state", [](Call& c) { c.columns["velocity_y"].data = c.columns["velocity_x"].data; },
     WEND_STREAMS_OVERLAP, nullptr},
    {"NaN for dt", [](Call& c) { c.ticks.dt = NAN; }, WEND_PARAMETER_OUT_OF_RANGE,
     "dt is nan, must be in [0, 1e+18]"},
    {"no tick", [](Call& c) { c.ticks.first_tick = WEND_NO_TICK; }, WEND_MISSING_TICK, nullptr},
    {"no such ISA", [](Call& c) { c.execution.isa = "avx1024"; }, WEND_UNKNOWN_ISA,
     "isa is \"avx1024\", which is no instruction set"},
    {"another processor's ISA", [](Call& c) { c.execution.isa = "simd128"; }, WEND_UNSUPPORTED_ISA, nullptr},
    {"no such threading", [](Call& c) { c.execution.threading = 3; }, WEND_BAD_ARGUMENT,
     "threading is 3, must be in [0, 2]"},
    {"no such inputs", [](Call& c) { c.execution.inputs = 2; }, WEND_BAD_ARGUMENT,
     "inputs is 2, must be in [0, 1]"},
    {"no job system", [](Call& c) { c.execution.threading = WEND_THREADING_CALLBACK; }, WEND_MISSING_CALLBACK,
     nullptr},
};

TEST(CRefusal, OfACall) {
    for (const RunCase& one : run_cases) {
        Call call;
        wend_program* made = nullptr;
        ASSERT_EQ(wend_program_from_json(call.words.data(), call.words.size(), nullptr, &made, nullptr),
                  WEND_OK);
        const ProgramHandle program(made);
        const CPopulation before = call.agents;
        one.spoil(call);
        for (const bool dry : {true, false}) {
            wend_result result = WEND_RESULT_INIT;
            const auto function = dry ? wend_validate : wend_run;
            const wend_code code = function(made, call.has_view ? &call.columns.view : nullptr,
                                            call.has_ticks ? &call.ticks : nullptr, &call.execution, &result);
            EXPECT_EQ(code, one.code) << one.what << ": " << result.message;
            EXPECT_EQ(result.code, code) << one.what;
            if (one.message != nullptr) {
                EXPECT_STREQ(result.message, one.message) << one.what;
            }
            EXPECT_NE(result.message[0], '\0') << one.what;
            // The same code without a result to fill.
            EXPECT_EQ(function(made, call.has_view ? &call.columns.view : nullptr,
                               call.has_ticks ? &call.ticks : nullptr, &call.execution, nullptr),
                      code);
        }
        for (std::size_t row = 0; row < before.rows.size(); ++row)
            EXPECT_EQ(call.agents.rows[row].memory, before.rows[row].memory) << one.what;
    }
}

TEST(CRefusal, OfACallWithoutAProgram) {
    Call call;
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_run(nullptr, &call.columns.view, &call.ticks, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "program is NULL");
    std::uint64_t hash = 5;
    EXPECT_EQ(wend_state_hash(nullptr, &call.columns.view, &hash, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(hash, 0u);
}

TEST(CRefusal, OfAResultWithoutItsSize) {
    wend_result result = WEND_RESULT_INIT;
    result.struct_size = 8;
    const char* const text = "[]";
    wend_program* program = nullptr;
    EXPECT_EQ(wend_program_from_json(text, 2, nullptr, &program, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "ok");
}

TEST(CRefusal, OfAStateHash) {
    Call call;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_from_json(call.words.data(), call.words.size(), nullptr, &made, nullptr), WEND_OK);
    const ProgramHandle program(made);
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(wend_state_hash(made, &call.columns.view, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "hash is NULL");
    EXPECT_EQ(wend_state_hashes(made, &call.columns.view, 0, 1, nullptr, 2, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "hashes is NULL");
    std::uint64_t hash = 0;
    EXPECT_EQ(wend_state_hashes(made, &call.columns.view, 0, 0, &hash, 1, &result),
              WEND_PARAMETER_OUT_OF_RANGE);
    call.columns["velocity_x"].count = 99;
    EXPECT_EQ(wend_state_hash(made, &call.columns.view, &hash, &result), WEND_LENGTH_MISMATCH);
    call.columns["velocity_x"].count = 100;
    call.columns["velocity_x"].data = nullptr;
    EXPECT_EQ(wend_state_hash(made, &call.columns.view, &hash, &result), WEND_MISSING_STREAM);
    EXPECT_STREQ(result.subject, "velocity_x");
}

struct WordsCase {
    const char* text;
    wend_code code;
    const char* message;  ///< its beginning
};

const WordsCase words_cases[] = {
    {"", WEND_BAD_WORDS, "program:1:1: unexpected end of input; expected '[', '{', or a literal"},
    {"[{\"seek\": {}}", WEND_BAD_WORDS, "program:1:14: unexpected end of input; expected ']'"},
    {"7", WEND_BAD_WORDS, "program: expected an object, found 7"},
    {"[]", WEND_BAD_WORDS, "program: expected an array of at least one stage"},
    {"{}", WEND_BAD_WORDS, "program: the key \"stages\" is missing"},
    {R"({"stages": [], "sead": 7})", WEND_BAD_WORDS, "program: /sead: unknown key; known here: "},
    {R"([{"seke": {}}])", WEND_BAD_WORDS,
     "program: /0/seke: unknown stage; did you mean \"seek\"? Known: wander, seek"},
    {R"([{"seek": {"wait": 1}}])", WEND_BAD_WORDS,
     "program: /0/seek/wait: unknown key; known here: target, weight"},
    {R"([{"seek": {"weight": "much"}}])", WEND_BAD_WORDS,
     "program: /0/seek/weight: expected a number, found \"much\""},
    {R"([{"seek": {"weight": 1e39}}])", WEND_BAD_WORDS, "program: /0/seek/weight: 1e+39 is too large"},
    {R"([{"seek": {"weight": 1e19}}, {"locomotion": {"max_force": 1}}])", WEND_PARAMETER_OUT_OF_RANGE,
     "stage 0 (seek): weight is 1e+19, must be in [-1e+18, 1e+18]"},
    {R"([{"seek": {}}])", WEND_INVALID_PROGRAM, "stage 0 (seek): "},
    {R"([{"retarget_wander": {}}])", WEND_BAD_WORDS, "program: /0/retarget_wander: needs an \"area\""},
    {R"([{"waypoint_advance": {}}])", WEND_BAD_WORDS,
     "program: /0/waypoint_advance: needs a path set (`paths`)"},
};

TEST(CRefusal, OfWords) {
    for (const WordsCase& one : words_cases) {
        wend_result result = WEND_RESULT_INIT;
        wend_program* program = reinterpret_cast<wend_program*>(&result);
        EXPECT_EQ(wend_program_from_json(one.text, std::strlen(one.text), nullptr, &program, &result),
                  one.code)
            << one.text;
        EXPECT_EQ(program, nullptr) << one.text;
        EXPECT_EQ(std::string(result.message).rfind(one.message, 0), 0u)
            << one.text << ": " << result.message;
    }
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    EXPECT_EQ(wend_program_from_json(nullptr, 0, nullptr, &program, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "text is NULL");
    EXPECT_EQ(wend_program_from_json("[]", 2, nullptr, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "program is NULL");
}

// A message is cut off at a whole character.
TEST(CRefusal, OfALongText) {
    std::string text = "[{\"";
    for (int i = 0; i < 1000; ++i) text += "\xC3\xA9";
    text += "\": {}}]";
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    EXPECT_EQ(wend_program_from_json(text.data(), text.size(), nullptr, &program, &result), WEND_BAD_WORDS);
    const std::string message = result.message;
    ASSERT_LT(message.size(), sizeof result.message);
    ASSERT_GT(message.size(), sizeof result.message - 8);
    for (std::size_t i = 0; i < message.size(); ++i)
        if (message[i] == '\xC3') {
            ASSERT_LT(i + 1, message.size());
            EXPECT_EQ(message[i + 1], '\xA9');
        }
}

struct StageCase {
    const char* what;
    std::function<void(wend_stage&, wend_parameter&)> spoil;
    wend_code code;
    const char* message;  ///< its beginning
};

const StageCase stage_cases[] = {
    {"no kind", [](wend_stage& s, wend_parameter&) { s.kind = nullptr; }, WEND_BAD_ARGUMENT, "kind is NULL"},
    {"no such kind", [](wend_stage& s, wend_parameter&) { s.kind = "sek"; }, WEND_BAD_WORDS,
     "program: /0/sek: unknown stage; did you mean \"seek\"? Known: "},
    {"a kind that is no text", [](wend_stage& s, wend_parameter&) { s.kind = "se\xFFk"; }, WEND_BAD_WORDS,
     "kind is not UTF-8: se\\xffk"},
    {"a reserved member", [](wend_stage& s, wend_parameter&) { s.reserved = 1; }, WEND_BAD_ARGUMENT,
     "reserved is 1, must be 0"},
    {"no parameters", [](wend_stage& s, wend_parameter&) { s.parameters = nullptr; }, WEND_BAD_ARGUMENT,
     "parameters is NULL"},
    {"a stage without its size", [](wend_stage& s, wend_parameter&) { s.struct_size = 0; }, WEND_BAD_ARGUMENT,
     "wend_stage: struct_size is 0"},
    {"a parameter without its size", [](wend_stage&, wend_parameter& p) { p.struct_size = 0; },
     WEND_BAD_ARGUMENT, "wend_parameter: struct_size is 0"},
    {"no name", [](wend_stage&, wend_parameter& p) { p.name = nullptr; }, WEND_BAD_ARGUMENT, "name is NULL"},
    {"no such parameter", [](wend_stage&, wend_parameter& p) { p.name = "wieght"; }, WEND_BAD_WORDS,
     "program: /0/seek/wieght: unknown key; known here: target, weight; did you mean \"weight\"?"},
    {"a word for a number", [](wend_stage&, wend_parameter& p) { p.word = "much"; }, WEND_BAD_WORDS,
     "program: /0/seek/weight: expected a number, found \"much\""},
    {"NaN", [](wend_stage&, wend_parameter& p) { p.number = std::numeric_limits<double>::quiet_NaN(); },
     WEND_BAD_WORDS, "program: /0/seek/weight: nan is no number"},
    {"infinity", [](wend_stage&, wend_parameter& p) { p.number = std::numeric_limits<double>::infinity(); },
     WEND_BAD_WORDS, "program: /0/seek/weight: infinity is no number"},
    {"beyond its range",
     [](wend_stage& s, wend_parameter& p) { s.kind = "approach", p.name = "step_fraction", p.number = 2; },
     WEND_PARAMETER_OUT_OF_RANGE, "stage 0 (approach): step_fraction is 2, must be in "},
    {"a number for a word",
     [](wend_stage& s, wend_parameter& p) { s.kind = "locomotion", p.name = "bounds"; }, WEND_BAD_WORDS,
     "program: /0/locomotion/bounds: expected a string, found 1.0"},
    {"no path set", [](wend_stage& s, wend_parameter&) { s.kind = "path_follow"; }, WEND_BAD_WORDS,
     "program: /0/path_follow: needs a path set (`paths`)"},
    {"no locomotion", [](wend_stage&, wend_parameter&) {}, WEND_INVALID_PROGRAM, "stage 0 (seek): "},
};

TEST(CRefusal, OfStages) {
    for (const StageCase& one : stage_cases) {
        wend_parameter weight WEND_NUMBER("weight", 1);
        wend_stage stage WEND_STAGE("seek", &weight, 1);
        one.spoil(stage, weight);
        wend_result result = WEND_RESULT_INIT;
        wend_program* program = nullptr;
        EXPECT_EQ(wend_program_create(&stage, 1, &program, &result), one.code) << one.what;
        EXPECT_EQ(program, nullptr) << one.what;
        EXPECT_EQ(std::string(result.message).rfind(one.message, 0), 0u)
            << one.what << ": " << result.message;
    }
    const wend_parameter twice[] = {WEND_NUMBER("weight", 1), WEND_NUMBER("weight", 1)};
    const wend_stage stage WEND_STAGE("seek", twice, 2);
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    EXPECT_EQ(wend_program_create(&stage, 1, &program, &result), WEND_BAD_WORDS);
    EXPECT_STREQ(result.message, "program: /0/seek/weight: this parameter appears twice");
    EXPECT_EQ(wend_program_create(nullptr, 1, &program, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "stages is NULL");
    EXPECT_EQ(wend_program_create(nullptr, 0, &program, &result), WEND_INVALID_PROGRAM);
    EXPECT_EQ(wend_program_create(&stage, 1, nullptr, &result), WEND_BAD_ARGUMENT);
}

struct FieldCase {
    const char* what;
    std::function<void(wend_stage&, wend_flow_field&)> spoil;
    wend_code code;
    const char* message;  ///< its beginning
};

float no_velocities[12];

const FieldCase field_cases[] = {
    {"no size", [](wend_stage&, wend_flow_field& f) { f.struct_size = 0; }, WEND_BAD_ARGUMENT,
     "wend_flow_field: struct_size is 0, must be 64: begin with the struct's initialiser"},
    {"a reserved member", [](wend_stage&, wend_flow_field& f) { f.reserved = 1; }, WEND_BAD_ARGUMENT,
     "reserved is 1, must be 0"},
    {"no velocities", [](wend_stage&, wend_flow_field& f) { f.velocities = nullptr; }, WEND_BAD_ARGUMENT,
     "velocities is NULL"},
    {"velocities between floats",
     [](wend_stage&, wend_flow_field& f) {
         f.velocities = reinterpret_cast<float*>(reinterpret_cast<char*>(no_velocities) + 2);
     },
     WEND_MISALIGNED, "velocities begins 2 bytes above a multiple of 4"},
    {"too few velocities", [](wend_stage&, wend_flow_field& f) { f.velocity_count = 11; },
     WEND_LENGTH_MISMATCH, "streams velocities and grid differ in length: 11 and 12 elements"},
    {"one column", [](wend_stage&, wend_flow_field& f) { f.columns = 1; }, WEND_PARAMETER_OUT_OF_RANGE,
     "columns is 1, must be in [2, 4096]"},
    {"no height", [](wend_stage&, wend_flow_field& f) { f.area[3] = f.area[1]; }, WEND_EMPTY_RECTANGLE,
     "rectangle area has a side of 0"},
    {"another stage", [](wend_stage& s, wend_flow_field&) { s.kind = "seek"; }, WEND_BAD_ARGUMENT,
     "field is set in a stage of kind \"seek\""},
    {"two fields",
     [](wend_stage& s, wend_flow_field&) {
         static const wend_parameter words WEND_WORD(
             "field", R"({"area": [0, 0, 9, 9], "columns": 3, "rows": 3, "goals": [[1, 1]]})");
         s.parameters = &words;
         s.parameter_count = 1;
     },
     WEND_BAD_WORDS, "program: /0/flow_follow/field: is given as a parameter and as `field` of the stage"},
};

TEST(CRefusal, OfFlowFieldsInTheCallersMemory) {
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    const auto create = [&](const FieldCase* one, wend_result& result) {
        wend_flow_field field = WEND_FLOW_FIELD_INIT;
        field.columns = 3;
        field.rows = 2;
        field.area[2] = field.area[3] = 10;
        field.velocities = no_velocities;
        field.velocity_count = 12;
        wend_stage stages[] = {WEND_STAGE("flow_follow", nullptr, 0), WEND_STAGE("locomotion", limits, 3)};
        stages[0].field = &field;
        if (one != nullptr) one->spoil(stages[0], field);
        wend_program* program = nullptr;
        const wend_code code = wend_program_create(stages, 2, &program, &result);
        EXPECT_EQ(program == nullptr, code != WEND_OK);
        wend_program_destroy(program);
        return code;
    };
    wend_result result = WEND_RESULT_INIT;
    EXPECT_EQ(create(nullptr, result), WEND_OK) << result.message;
    for (const FieldCase& one : field_cases) {
        EXPECT_EQ(create(&one, result), one.code) << one.what;
        EXPECT_EQ(std::string(result.message).rfind(one.message, 0), 0u)
            << one.what << ": " << result.message;
    }
}

TEST(CRefusal, OfPaths) {
    const wend_point points[] = {{0, 0}, {std::numeric_limits<double>::quiet_NaN(), 1}};
    wend_path path WEND_PATH_INIT;
    wend_result result = WEND_RESULT_INIT;
    wend_paths* paths = nullptr;
    EXPECT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_EMPTY_PATH);
    path.point_count = 2;
    EXPECT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "points is NULL");
    path.points = points;
    EXPECT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_BAD_POINT);
    EXPECT_EQ(result.sub_index, 1u);
    path.offset_count = 1;
    EXPECT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "offsets is NULL");
    path.closed = 2;
    path.offset_count = 0;
    EXPECT_EQ(wend_paths_create(&path, 1, &paths, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "closed is 2, must be 0 or 1");
    EXPECT_EQ(wend_paths_create(nullptr, 1, &paths, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_paths_create(&path, 0, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(paths, nullptr);
}

TEST(CRefusal, OfCorridors) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const wend_portal portals[] = {{0, 1, 0, -1}, {4, 2, 4, 2}};
    const wend_point line[] = {{0, 0}, {1, 0}, {1, 0}};
    const std::uint32_t numbers[] = {0, 12};
    const double area[] = {0, 0, 8, 6};
    wend_point points[12] = {{7, 7}};
    std::size_t count = 99;
    wend_result result = WEND_RESULT_INIT;
    const auto expect = [&](wend_code code, wend_code expected, const char* message) {
        EXPECT_EQ(code, expected) << message;
        EXPECT_STREQ(result.message, message);
        EXPECT_EQ(count, 0u) << message;
        EXPECT_EQ(points[0].x, 7) << message;
        count = 99;
    };
    const auto of_portals = [&](double start, const wend_portal* given, wend_point* to) {
        return wend_write_corridor({start, 0}, given, 2, {9, 0}, to, 12, &count, &result);
    };
    expect(of_portals(-5, portals, points), WEND_BAD_CORRIDOR,
           "of the corridor's portals, number 1 is without a width");
    EXPECT_EQ(result.index, 1u);
    EXPECT_STREQ(result.subject, "portals");
    expect(of_portals(-5, nullptr, points), WEND_BAD_ARGUMENT, "portals is NULL");
    expect(of_portals(-5, portals, nullptr), WEND_BAD_ARGUMENT, "points is NULL");
    expect(wend_write_corridor({nan, 0}, portals, 1, {9, 0}, points, 12, &count, &result), WEND_BAD_POINT,
           "path 0, point 0: coordinate is nan, must be in [-1e18, 1e18]");
    EXPECT_EQ(wend_write_corridor({-5, 0}, portals, 1, {9, 0}, points, 12, nullptr, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "count is NULL");

    const auto of_polygons = [&](const wend_point* vertices, const std::uint32_t* ends) {
        return wend_write_polygon_corridor({0, 0}, vertices, 3, ends, 2, {9, 0}, points, 12, &count, &result);
    };
    expect(of_polygons(line, numbers), WEND_BAD_CORRIDOR,
           "of the corridor's polygons, number 1 is outside the vertices");
    expect(of_polygons(nullptr, numbers), WEND_BAD_ARGUMENT, "vertices is NULL");
    expect(of_polygons(line, nullptr), WEND_BAD_ARGUMENT, "ends is NULL");

    const auto of_cells = [&](const std::uint32_t* cells, const double* sides) {
        return wend_write_cell_corridor({0, 0}, cells, 2, 4, 3, sides, {9, 0}, points, 12, &count, &result);
    };
    expect(of_cells(numbers, area), WEND_BAD_CORRIDOR,
           "of the corridor's cells, number 1 is outside the grid");
    expect(of_cells(nullptr, area), WEND_BAD_ARGUMENT, "cells is NULL");
    expect(of_cells(numbers, nullptr), WEND_BAD_ARGUMENT, "area is NULL");

    const auto of_lane = [&](const wend_point* along, double width) {
        return wend_write_lane(along, 3, width, points, 12, &count, &result);
    };
    expect(of_lane(line, 2), WEND_BAD_CORRIDOR, "of the corridor's segments, number 1 is without a length");
    expect(of_lane(line, nan), WEND_PARAMETER_OUT_OF_RANGE,
           "width is nan, must be in [8.6736174e-19, 1e+18]");
    expect(of_lane(nullptr, 2), WEND_BAD_ARGUMENT, "line is NULL");
}

TEST(CRefusal, OfAStreamThatTheProgramLacks) {
    Call call;
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_from_json(call.words.data(), call.words.size(), nullptr, &made, nullptr), WEND_OK);
    const ProgramHandle program(made);
    wend_result result = WEND_RESULT_INIT;
    wend_stream_use use = WEND_STREAM_USE_INIT;
    EXPECT_EQ(wend_program_stream(made, 1000, &use, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "index is 1000, the program has 13 streams");
    EXPECT_EQ(wend_program_stream(made, 0, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_program_stream(nullptr, 0, &use, &result), WEND_BAD_ARGUMENT);
}

}  // namespace
}  // namespace wend::test
