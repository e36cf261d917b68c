// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The calls of the C interface beside wend_run: many views, selections, agents that look at others, forces,
// explain, tuning, snapshots and prepared runs give the results of C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "tests/c/c_stage.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 1000;
const Locomotion vehicle{.max_force = 20.0f, .max_speed = 3.0f, .mass = 1.5f};

/// A view for C of a population, or of a part of it.
struct CView {
    std::vector<wend_column> columns;
    wend_view view WEND_VIEW_INIT;

    explicit CView(Population& population, std::size_t begin = 0, std::size_t end = agents) {
        end = std::min(end, population.size());
        for (const Stream stream : population.streams())
            columns.push_back(WEND_COLUMN(name(stream).data(),
                                          population.data(stream) + begin * size_of(info(stream).element),
                                          end - begin, static_cast<wend_element>(info(stream).element)));
        view.columns = columns.data();
        view.column_count = columns.size();
        view.first_id = static_cast<std::uint32_t>(begin);
        view.slice = end - begin < population.size() ? 1 : 0;
    }
    CView(const CView&) = delete;
    CView& operator=(const CView&) = delete;
};

constexpr Ticks cpp_ticks{.dt = 0.05f, .count = 3, .first_tick = 2, .seed = 9};
wend_ticks c_ticks() {
    wend_ticks ticks = WEND_TICKS_INIT;
    ticks.dt = 0.05f;
    ticks.count = 3;
    ticks.first_tick = 2;
    ticks.seed = 9;
    return ticks;
}

/// Agents that wander to their targets.
struct Wanderers {
    Program cpp = build({Seek{}, Wander{}, vehicle});
    CProgram c{cpp};
    Population start = population();
    wend_ticks ticks = c_ticks();
    wend_result result WEND_RESULT_INIT;

    [[nodiscard]] Population population() const {
        Population filled(agents, streams_of(cpp));
        fill(filled, 5, Values::ordinary);
        return filled;
    }
};

/// Chunks of the wanderers: an array of structs with the positions, and an array a stream for the others.
struct CChunks {
    static constexpr std::array<std::size_t, 4> sizes{64, 100, 36, 800};
    struct Chunk {
        std::vector<float> places;
        std::vector<std::vector<float>> others;
        std::vector<void*> arrays;
    };
    std::vector<wend_place> places{WEND_PLACE("position_x", 0, 4, 12, WEND_F32),
                                   WEND_PLACE("position_y", 0, 8, 12, WEND_F32)};
    std::vector<Stream> streams;
    std::array<Chunk, sizes.size()> memory;
    std::vector<wend_chunk> chunks;
    wend_layout layout WEND_LAYOUT_INIT;

    explicit CChunks(const Population& population) {
        for (const Stream stream : population.streams())
            if (stream != Stream::position_x && stream != Stream::position_y) {
                streams.push_back(stream);
                places.push_back(WEND_PLACE(name(stream).data(), static_cast<std::uint32_t>(streams.size()),
                                            0, 0, static_cast<wend_element>(info(stream).element)));
            }
        std::size_t begin = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            Chunk& chunk = memory[i];
            chunk.places.resize(3 * sizes[i], 7);
            chunk.others.assign(streams.size(), std::vector<float>(sizes[i]));
            chunk.arrays.push_back(chunk.places.data());
            for (std::vector<float>& other : chunk.others) chunk.arrays.push_back(other.data());
            wend_chunk view = WEND_CHUNK_INIT;
            view.first_id = static_cast<std::uint32_t>(begin);
            view.arrays = chunk.arrays.data();
            view.count = sizes[i];
            chunks.push_back(view);
            begin += sizes[i];
        }
        for_each([&](Stream stream, std::size_t slot, float& element) {
            std::memcpy(&element, population.data(stream) + slot * sizeof element, sizeof element);
        });
        layout.array_count = static_cast<std::uint32_t>(streams.size() + 1);
        layout.places = places.data();
        layout.place_count = places.size();
    }
    CChunks(const CChunks&) = delete;
    CChunks& operator=(const CChunks&) = delete;

    template <class Use>
    void for_each(const Use& use) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < sizes.size(); begin += sizes[i++])
            for (std::size_t slot = 0; slot < sizes[i]; ++slot) {
                use(Stream::position_x, begin + slot, memory[i].places[3 * slot + 1]);
                use(Stream::position_y, begin + slot, memory[i].places[3 * slot + 2]);
                for (std::size_t k = 0; k < streams.size(); ++k)
                    use(streams[k], begin + slot, memory[i].others[k][slot]);
            }
    }
};

TEST(CCalls, ChunksGiveTheBitsOfTheWhole) {
    const Wanderers agents_at_start;
    Population expected = agents_at_start.start;
    Population actual = expected;
    const Result whole = run(agents_at_start.cpp, expected.view(), cpp_ticks);
    ASSERT_TRUE(whole.status.ok()) << message(whole.status);
    CChunks chunks(actual);
    const wend_ticks ticks = c_ticks();
    wend_result result = WEND_RESULT_INIT;
    ASSERT_EQ(wend_run_chunks(agents_at_start.c.get(), &chunks.layout, chunks.chunks.data(),
                              chunks.chunks.size(), &ticks, nullptr, &result),
              WEND_OK)
        << result.message;
    chunks.for_each([&](Stream stream, std::size_t slot, float& element) {
        actual.set_bytes(stream, slot, reinterpret_cast<const std::byte*>(&element));
    });
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_EQ(result.faults, whole.faults);
    EXPECT_EQ(chunks.memory[3].places[0], 7);
}

TEST(CCalls, ChunksThatAreRefused) {
    const Wanderers agents_at_start;
    const wend_ticks ticks = c_ticks();
    const auto refusal = [&](const auto& change) {
        CChunks chunks(agents_at_start.start);
        change(chunks);
        wend_result result = WEND_RESULT_INIT;
        EXPECT_NE(wend_run_chunks(agents_at_start.c.get(), &chunks.layout, chunks.chunks.data(),
                                  chunks.chunks.size(), &ticks, nullptr, &result),
                  WEND_OK);
        return std::string(result.message);
    };
    EXPECT_EQ(
        refusal([](CChunks& chunks) { chunks.places[0].stride = 2; }),
        "stream position_x has a stride of 2 bytes, must be a multiple of 4 and no less than an element");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.places[1].offset = 4; }),
              "streams position_x and position_y share memory");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.memory[1].arrays[0] = nullptr; }),
              "stage 0 (seek): stream position_x is needed, and not bound");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.places[0].array = 20; }),
              "places[0]: array is 20, must be in [0, " +
                  std::to_string(CChunks(agents_at_start.start).layout.array_count) + ")");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.places[1].stream = chunks.places[0].stream; }),
              "position_x is bound twice");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.chunks[2].arrays = nullptr; }),
              "chunks[2]: arrays is NULL");
    EXPECT_EQ(refusal([](CChunks& chunks) { chunks.layout.struct_size = 4; }),
              "wend_layout: struct_size is 4, must be 24: begin with the struct's initialiser");
}

TEST(CCalls, PairsInOneLine) {
    struct Vec3 {
        float x, y, z;
    } points[4] = {};
    const wend_column columns[] = {WEND_XY("position", &points[0].x, &points[0].z, 4, sizeof(Vec3))};
    EXPECT_EQ(columns[0].stream, wend_find_stream("position_x"));
    EXPECT_EQ(columns[1].stream, wend_find_stream("position_y"));
    EXPECT_EQ(columns[1].data, &points[0].z);
    EXPECT_EQ(columns[1].stride, sizeof(Vec3));
}

TEST(CCalls, ManyViewsInOneCall) {
    Wanderers w;
    Population expected = w.start;
    ASSERT_TRUE(run(w.cpp, expected.view(), cpp_ticks).status);
    Population actual = w.start;
    std::vector<std::unique_ptr<CView>> chunks;
    std::vector<wend_view> views;
    for (std::size_t begin = 0; begin < agents; begin += 64) {
        chunks.push_back(std::make_unique<CView>(actual, begin, begin + 64));
        views.push_back(chunks.back()->view);
    }
    ASSERT_EQ(wend_run_views(w.c.get(), views.data(), views.size(), &w.ticks, nullptr, &w.result), WEND_OK)
        << w.result.message;
    EXPECT_TRUE(same_bits(expected, actual));

    actual.set<Stream::velocity_x>(3 * 64 + 5, NAN);
    ASSERT_EQ(wend_run_views(w.c.get(), views.data(), views.size(), &w.ticks, nullptr, &w.result), WEND_OK);
    EXPECT_EQ(w.result.faults, 3u);
    EXPECT_EQ(w.result.first_fault_view, 3u);
    EXPECT_EQ(w.result.first_fault, 5u);

    const Population before = actual;
    chunks[4]->columns[1].read_only = 1;
    EXPECT_EQ(wend_run_views(w.c.get(), views.data(), views.size(), &w.ticks, nullptr, &w.result),
              WEND_READ_ONLY_STREAM);
    EXPECT_EQ(w.result.first_fault_view, 4u);
    chunks[2]->columns[1].stride = 6;
    EXPECT_EQ(wend_run_views(w.c.get(), views.data(), views.size(), &w.ticks, nullptr, &w.result),
              WEND_BAD_STRIDE);
    EXPECT_EQ(w.result.first_fault_view, 2u);
    views[1].selection = 9;
    EXPECT_EQ(wend_run_views(w.c.get(), views.data(), views.size(), &w.ticks, nullptr, &w.result),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(w.result.message, "views[1]: selection is 9, must be in [0, 3]");
    EXPECT_EQ(w.result.first_fault_view, 1u);
    EXPECT_TRUE(same_bits(before, actual));
    EXPECT_EQ(wend_run_views(w.c.get(), nullptr, 1, &w.ticks, nullptr, &w.result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(w.result.message, "views is NULL");
    EXPECT_EQ(wend_run_views(w.c.get(), nullptr, 0, &w.ticks, nullptr, &w.result), WEND_OK);
    w.ticks.dt = NAN;
    EXPECT_EQ(wend_run_views(w.c.get(), nullptr, 0, &w.ticks, nullptr, &w.result),
              WEND_PARAMETER_OUT_OF_RANGE);
    w.ticks = c_ticks();
    w.ticks.first_tick = WEND_NO_TICK;
    EXPECT_EQ(wend_run_views(w.c.get(), nullptr, 0, &w.ticks, nullptr, &w.result), WEND_MISSING_TICK);
    EXPECT_EQ(wend_run_views(nullptr, views.data(), 1, &w.ticks, nullptr, &w.result), WEND_BAD_ARGUMENT);
}

TEST(CCalls, ManyViewsThatSeeEachOther) {
    const Program cpp = build({Separation{.radius = 4}, Pursue{.quarry = Quarry::agent}, vehicle});
    const CProgram c{cpp};
    Population start(agents, streams_of(cpp));
    fill(start, 5, Values::ordinary);
    wend_ticks ticks = c_ticks();
    wend_result result WEND_RESULT_INIT;
    Population expected = start;
    ASSERT_TRUE(run(cpp, expected.view(), cpp_ticks).status);
    Population actual = start;
    std::vector<std::unique_ptr<CView>> chunks;
    std::vector<wend_view> views;
    for (std::size_t begin = 0; begin < agents; begin += 130) {
        chunks.push_back(std::make_unique<CView>(actual, begin, begin + 130));
        views.push_back(chunks.back()->view);
    }
    std::size_t floats = 0;
    ASSERT_EQ(wend_views_workspace_size(c.get(), views.data(), views.size(), &floats, &result), WEND_OK);
    std::vector<float> workspace(floats);
    wend_view_options options WEND_VIEW_OPTIONS_INIT;
    options.see = WEND_SEE_ALL_VIEWS;
    const auto call = [&] {
        return wend_run_views_with(c.get(), views.data(), views.size(), &ticks, nullptr, &options, &result);
    };
    EXPECT_EQ(call(), WEND_MISSING_WORKSPACE) << result.message;
    options.workspace = workspace.data();
    options.workspace_count = floats;
    ASSERT_EQ(call(), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, actual));
    views[2].others = &views[0];
    EXPECT_EQ(call(), WEND_BAD_VIEWS);
    EXPECT_EQ(result.index, 2u);
    EXPECT_EQ(result.first_fault_view, 2u);
    options.see = 7;
    EXPECT_EQ(call(), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "see is 7, must be in [0, 1]");
    views[1].selection = 9;
    EXPECT_EQ(wend_views_workspace_size(c.get(), views.data(), views.size(), &floats, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "views[1]: selection is 9, must be in [0, 3]");
    EXPECT_TRUE(same_bits(expected, actual));
}

TEST(CCalls, ManyViewsThatStartByThemselves) {
    Wanderers w;
    Population expected = w.start;
    Population actual = w.start;
    const std::vector<wend_view_start> starts{{4, 1}, {0, 2}};
    std::vector<std::unique_ptr<CView>> chunks;
    std::vector<wend_view> views;
    for (std::size_t i = 0; i < 2; ++i) {
        Ticks ticks = cpp_ticks;
        ticks.first_tick = starts[i].first_tick;
        ticks.seed = starts[i].seed;
        ASSERT_TRUE(run(w.cpp, expected.view().slice(500 * i, 500), ticks).status);
        chunks.push_back(std::make_unique<CView>(actual, 500 * i, 500 * i + 500));
        views.push_back(chunks.back()->view);
    }
    wend_view_options options WEND_VIEW_OPTIONS_INIT;
    options.starts = starts.data();
    options.start_count = 2;
    w.ticks.first_tick = WEND_NO_TICK;
    ASSERT_EQ(wend_run_views_with(w.c.get(), views.data(), 2, &w.ticks, nullptr, &options, &w.result),
              WEND_OK)
        << w.result.message;
    EXPECT_TRUE(same_bits(expected, actual));
    options.start_count = 1;
    EXPECT_EQ(wend_run_views_with(w.c.get(), views.data(), 2, &w.ticks, nullptr, &options, &w.result),
              WEND_BAD_VIEWS);
    options.starts = nullptr;
    EXPECT_EQ(wend_run_views_with(w.c.get(), views.data(), 2, &w.ticks, nullptr, &options, &w.result),
              WEND_BAD_ARGUMENT);
}

TEST(CCalls, Selections) {
    Wanderers w;
    std::vector<std::uint8_t> bytes(agents);
    std::vector<std::uint64_t> bits((agents + 63) / 64);
    std::vector<std::uint32_t> slots;
    for (std::size_t slot = 0; slot < agents; ++slot) {
        if (slot * slot % 7 != 2) continue;
        bytes[slot] = 0x80;
        bits[slot / 64] |= std::uint64_t{1} << (slot % 64);
        slots.push_back(static_cast<std::uint32_t>(slot));
    }
    Population expected = w.start;
    ASSERT_TRUE(run(w.cpp, expected.view().only(bytes), cpp_ticks).status);
    const struct {
        wend_selection kind;
        const void* data;
        std::size_t count;
    } selections[] = {{WEND_SELECT_BYTES, bytes.data(), bytes.size()},
                      {WEND_SELECT_BITS, bits.data(), bits.size()},
                      {WEND_SELECT_SLOTS, slots.data(), slots.size()}};
    for (const auto& selection : selections) {
        Population actual = w.start;
        CView c(actual);
        c.view.selection = selection.kind;
        c.view.selected = selection.data;
        c.view.selected_count = selection.count;
        ASSERT_EQ(wend_run(w.c.get(), &c.view, &w.ticks, nullptr, &w.result), WEND_OK) << w.result.message;
        EXPECT_TRUE(same_bits(expected, actual));
        const Population before = actual;
        c.view.selected = nullptr;
        EXPECT_EQ(wend_run(w.c.get(), &c.view, &w.ticks, nullptr, &w.result), WEND_BAD_ARGUMENT);
        EXPECT_STREQ(w.result.message, "selected is NULL");
        c.view.selected = selection.data;
        if (selection.kind == WEND_SELECT_SLOTS) continue;
        c.view.selected_count = 7;
        EXPECT_EQ(wend_run(w.c.get(), &c.view, &w.ticks, nullptr, &w.result), WEND_BAD_SELECTION);
        EXPECT_EQ(w.result.value, 7);
        EXPECT_EQ(w.result.expected, static_cast<double>(selection.count));
        EXPECT_TRUE(same_bits(before, actual));
    }
}

TEST(CCalls, AgentsLookAtOthers) {
    const Program cpp = build({Pursue{.quarry = Quarry::agent}, vehicle});
    const CProgram program(cpp);
    Population start(agents, streams_of(cpp));
    fill(start, 5, Values::ordinary);
    wend_ticks ticks = c_ticks();
    ticks.count = 1;
    wend_result result = WEND_RESULT_INIT;
    Population expected = start;
    ASSERT_TRUE(run(cpp, expected.view(), {.dt = 0.05f}).status);

    // Of the same view, through a workspace.
    Population actual = start;
    CView whole(actual);
    std::vector<float> workspace(4 * agents);
    EXPECT_EQ(wend_run(program.get(), &whole.view, &ticks, nullptr, &result), WEND_MISSING_WORKSPACE);
    EXPECT_EQ(result.expected, 4.0 * agents);
    whole.view.workspace_count = workspace.size();
    EXPECT_EQ(wend_run(program.get(), &whole.view, &ticks, nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "workspace is NULL");
    whole.view.workspace = workspace.data();
    EXPECT_TRUE(same_bits(start, actual));
    ASSERT_EQ(wend_run(program.get(), &whole.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, actual));

    // Slices, which look at a copy of the whole.
    actual = start;
    CView copied(actual);
    wend_column columns[4] = {WEND_COLUMN_INIT, WEND_COLUMN_INIT, WEND_COLUMN_INIT, WEND_COLUMN_INIT};
    wend_view others = WEND_VIEW_INIT;
    ASSERT_EQ(wend_keep_start(&copied.view, workspace.data(), workspace.size(), columns, &others, &result),
              WEND_OK)
        << result.message;
    for (std::size_t begin = 0; begin < agents; begin += 300) {
        CView part(actual, begin, begin + 300);
        part.view.workspace = workspace.data();
        part.view.workspace_count = workspace.size();
        EXPECT_EQ(wend_run(program.get(), &part.view, &ticks, nullptr, &result), WEND_NEEDS_WHOLE_VIEW);
        EXPECT_STREQ(result.subject, "target_agent");
        part.view.others = &others;
        ASSERT_EQ(wend_run(program.get(), &part.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    }
    EXPECT_TRUE(same_bits(expected, actual));

    EXPECT_EQ(wend_keep_start(&copied.view, workspace.data(), 7, columns, &others, &result),
              WEND_MISSING_WORKSPACE);
    EXPECT_EQ(wend_keep_start(&copied.view, nullptr, 4 * agents, columns, &others, &result),
              WEND_MISSING_WORKSPACE);
    EXPECT_EQ(wend_keep_start(&copied.view, workspace.data(), 4 * agents, nullptr, &others, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_keep_start(&copied.view, workspace.data(), 4 * agents, columns, nullptr, &result),
              WEND_BAD_ARGUMENT);
    copied.view.column_count = 1;
    EXPECT_EQ(wend_keep_start(&copied.view, workspace.data(), 4 * agents, columns, &others, &result),
              WEND_MISSING_STREAM);
}

TEST(CCalls, SortByCell) {
    const Program cpp = build({Seek{}, vehicle});
    std::vector<Stream> streams = streams_of(cpp);
    streams.push_back(Stream::id);
    Population expected(agents, streams);
    fill(expected, 5, Values::ordinary);
    Population actual = expected;
    std::vector<std::uint32_t> order(agents), expected_order(agents);
    ASSERT_TRUE(sort_by_cell(expected.view(), 50, expected_order).ok());
    CView sorted(actual);
    std::vector<float> workspace(sort_workspace_size(agents));
    wend_result result WEND_RESULT_INIT;
    EXPECT_EQ(wend_sort_by_cell(&sorted.view, 50, order.data(), &result), WEND_MISSING_WORKSPACE);
    sorted.view.workspace = workspace.data();
    sorted.view.workspace_count = workspace.size();
    EXPECT_EQ(wend_sort_by_cell(&sorted.view, -1, nullptr, &result), WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_STREQ(result.subject, "edge");
    ASSERT_EQ(wend_sort_by_cell(&sorted.view, 50, order.data(), &result), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, actual));
    EXPECT_EQ(order, expected_order);
    EXPECT_EQ(wend_sort_by_cell(&sorted.view, 20, nullptr, &result), WEND_OK);
}

TEST(CCalls, Forces) {
    const Program cpp = build({Seek{}, Wander{}, vehicle});
    const CProgram program(cpp);
    std::vector<Stream> streams = streams_of(cpp);
    Population without(agents, streams);
    fill(without, 5, Values::ordinary);
    streams.push_back(Stream::force_y);
    streams.push_back(Stream::steering_force_x);
    Population expected(agents, streams);
    fill(expected, 5, Values::ordinary);
    Population actual = expected;
    ASSERT_TRUE(forces(cpp, expected.view(), cpp_ticks).status);
    const wend_ticks ticks = c_ticks();
    wend_result result = WEND_RESULT_INIT;
    const CView view(actual);
    ASSERT_EQ(wend_forces(program.get(), &view.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, actual));
    // Streams that are not written may be read-only.
    Population again = expected;
    CView fixed(again);
    for (wend_column& column : fixed.columns) column.read_only = 1;
    EXPECT_EQ(wend_forces(program.get(), &fixed.view, &ticks, nullptr, &result), WEND_READ_ONLY_STREAM);
    EXPECT_STREQ(result.subject, "force_y");
    for (wend_column& column : fixed.columns)
        column.read_only = column.stream == wend_find_stream("force_y") ||
                                   column.stream == wend_find_stream("steering_force_x")
                               ? 0
                               : 1;
    EXPECT_EQ(wend_forces(program.get(), &fixed.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, again));
    const CView unbound(without);
    EXPECT_EQ(wend_forces(program.get(), &unbound.view, &ticks, nullptr, &result), WEND_MISSING_STREAM);
    EXPECT_STREQ(result.subject, "force_x");
}

TEST(CCalls, Explain) {
    Wanderers w;
    w.start.set<Stream::target_y>(41, NAN);
    w.start.set<Stream::velocity_x>(41, 2e18f);
    const CView view(w.start);
    std::vector<std::string> subjects;
    for (std::size_t skip = 0; wend_explain(w.c.get(), &view.view, &w.ticks, 41, skip, &w.result) != WEND_OK;
         ++skip) {
        ASSERT_EQ(w.result.code, WEND_BAD_VALUE) << w.result.message;
        EXPECT_EQ(message(explain(w.cpp, w.start.view(), cpp_ticks, 41, skip)), w.result.message);
        subjects.push_back(w.result.subject);
    }
    EXPECT_EQ(subjects, (std::vector<std::string>{"target_y", "velocity_x"}));
    EXPECT_EQ(wend_explain(w.c.get(), &view.view, &w.ticks, 40, 0, &w.result), WEND_OK);
    EXPECT_EQ(wend_explain(w.c.get(), &view.view, &w.ticks, agents, 0, &w.result),
              WEND_PARAMETER_OUT_OF_RANGE);
    EXPECT_EQ(wend_explain(nullptr, &view.view, &w.ticks, 0, 0, &w.result), WEND_BAD_ARGUMENT);
}

TEST(CCalls, TuningIsThatOfCpp) {
    const auto stages = [](float weight, Target player) {
        return std::vector<Stage>{
            Flee{.target = player, .weight = weight},
            Wander{.frame = weight == 1 ? WanderFrame::world : WanderFrame::heading},
            Locomotion{.composition = weight == 1 ? Composition::sum : Composition::prioritised,
                       .max_force = 20.0f * weight,
                       .max_speed = 3.0f,
                       .mass = 1.5f,
                       .bounds = Bounds::wrap,
                       .area = {-50 * weight, -40, 60, 70}}};
    };
    const Program before = build(stages(1, {3, 4}));
    const Program after = build(stages(0.5f, {-7, 12}));
    const CProgram program(before);
    Population expected(agents, streams_of(after));
    fill(expected, 5, Values::ordinary);
    Population actual = expected;
    ASSERT_TRUE(run(after, expected.view(), cpp_ticks).status);

    const wend_parameter flee[] = {WEND_POINT("target", -7, 12), WEND_NUMBER("weight", 0.5)};
    const wend_parameter wander[] = {WEND_WORD("frame", "heading")};
    const wend_parameter limits[] = {WEND_WORD("composition", "prioritised"), WEND_NUMBER("max_force", 10),
                                     WEND_AREA("area", -25, -40, 60, 70)};
    const wend_stage tuned[] = {WEND_STAGE("flee", flee, 2), WEND_STAGE("wander", wander, 1),
                                WEND_STAGE("locomotion", limits, 3)};
    const wend_ticks ticks = c_ticks();
    const CView view(actual);
    wend_result result = WEND_RESULT_INIT;
    for (std::size_t i = 0; i < 3; ++i)
        ASSERT_EQ(wend_program_tune(program.get(), i, &tuned[i], &result), WEND_OK) << result.message;
    ASSERT_EQ(wend_run(program.get(), &view.view, &ticks, nullptr, &result), WEND_OK) << result.message;
    EXPECT_TRUE(same_bits(expected, actual));
}

TEST(CCalls, TuningRefusals) {
    const Program cpp = build({Flee{.target = {3, 4}}, Wander{}, vehicle});
    const CProgram program(cpp);
    const struct {
        std::size_t index;
        const char* kind;
        wend_parameter parameter;
        wend_code code;
        const char* message;
    } cases[] = {
        {3, "flee", WEND_NUMBER("weight", 1), WEND_NOT_TUNABLE,
         "tune changes parameters alone, and the program has fewer stages"},
        {0, "seek", WEND_NUMBER("weight", 1), WEND_NOT_TUNABLE,
         "tune changes parameters alone, and the stage is of another kind"},
        {0, "flee", WEND_WORD("target", "other_target"), WEND_NOT_TUNABLE,
         "tune changes parameters alone, and these use other streams"},
        {0, nullptr, WEND_NUMBER("weight", 1), WEND_BAD_ARGUMENT, "kind is NULL"},
        {0, "flee", WEND_NUMBER("weight", 1e19), WEND_PARAMETER_OUT_OF_RANGE,
         "stage 0 (flee): weight is 1e+19, must be in [-1e+18, 1e+18]"},
        {0, "flee", WEND_NUMBER("wieght", 1), WEND_BAD_WORDS,
         "program: /0/flee/wieght: unknown key; known here: target, weight; did you mean \"weight\"?"},
        {0, "flee", WEND_NUMBER("weight", static_cast<double>(NAN)), WEND_BAD_WORDS,
         "program: /0/flee/weight: nan is no number"},
        {0, "flee", WEND_WORD("target", "player"), WEND_BAD_WORDS,
         "program: /0/flee/target: expected \"target\", \"other_target\", \"third_target\" or a point [x, "
         "y], "
         "found \"player\""},
        {2, "locomotion", WEND_NUMBER("max_speed", 1e300), WEND_BAD_WORDS,
         "program: /2/locomotion/max_speed: 1e+300 is too large for a 32-bit float"},
        {2, "locomotion", WEND_NUMBER("composition", 1), WEND_BAD_WORDS,
         "program: /2/locomotion/composition: expected a string, found 1.0"},
    };
    Population start(agents, streams_of(cpp));
    fill(start, 5, Values::ordinary);
    Population expected = start;
    ASSERT_TRUE(run(cpp, expected.view(), cpp_ticks).status);
    for (const auto& one : cases) {
        const wend_stage stage WEND_STAGE(one.kind, &one.parameter, 1);
        wend_result result = WEND_RESULT_INIT;
        EXPECT_EQ(wend_program_tune(program.get(), one.index, &stage, &result), one.code) << one.message;
        EXPECT_STREQ(result.message, one.message);
    }
    EXPECT_EQ(wend_program_tune(nullptr, 0, nullptr, nullptr), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_program_tune(program.get(), 0, nullptr, nullptr), WEND_BAD_ARGUMENT);
    // Nothing was changed.
    Population actual = start;
    const CView view(actual);
    const wend_ticks ticks = c_ticks();
    ASSERT_EQ(wend_run(program.get(), &view.view, &ticks, nullptr, nullptr), WEND_OK);
    EXPECT_TRUE(same_bits(expected, actual));
}

TEST(CCalls, EightTicksBackAndForward) {
    Wanderers w;
    const CView view(w.start);
    wend_clock clock = WEND_CLOCK_INIT;
    clock.dt = 0.05f;
    clock.seed = 3;
    wend_ticks ticks = WEND_TICKS_INIT;
    std::size_t bytes = 0;
    ASSERT_EQ(wend_snapshot_bytes(w.c.get(), &view.view, &bytes, &w.result), WEND_OK);
    EXPECT_EQ(bytes, snapshot_bytes(w.cpp, w.start.view()));
    std::vector<unsigned char> snapshot(bytes + 1);
    unsigned char* const unaligned = snapshot.data() + 1;
    for (int frame = 0; frame < 5; ++frame) {
        const std::uint64_t tick = clock.tick;
        ASSERT_EQ(wend_save(w.c.get(), &view.view, unaligned, bytes, &w.result), WEND_OK) << w.result.message;
        std::array<std::uint64_t, 2> hashes{};
        for (std::uint64_t& hash : hashes) {
            clock.tick = tick;
            for (int i = 0; i < 8; ++i) {
                ASSERT_EQ(wend_clock_next(&clock, 1, &ticks), WEND_OK);
                ASSERT_EQ(wend_run(w.c.get(), &view.view, &ticks, nullptr, nullptr), WEND_OK);
            }
            ASSERT_EQ(wend_state_hash(w.c.get(), &view.view, &hash, nullptr), WEND_OK);
            if (&hash == &hashes[0]) {
                ASSERT_EQ(wend_restore(w.c.get(), &view.view, unaligned, bytes, &w.result), WEND_OK);
            }
        }
        EXPECT_EQ(hashes[0], hashes[1]) << frame;
    }
}

TEST(CCalls, SnapshotRefusals) {
    Wanderers w;
    CView view(w.start);
    std::size_t bytes = 0;
    ASSERT_EQ(wend_snapshot_bytes(w.c.get(), &view.view, &bytes, &w.result), WEND_OK);
    std::vector<unsigned char> snapshot(bytes);
    ASSERT_EQ(wend_save(w.c.get(), &view.view, snapshot.data(), bytes, &w.result), WEND_OK);
    const Population before = w.start;
    const auto refuses = [&](wend_code code, const char* message, std::size_t size) {
        EXPECT_EQ(wend_restore(w.c.get(), &view.view, snapshot.data(), size, &w.result), code);
        EXPECT_STREQ(w.result.message, message);
        EXPECT_TRUE(same_bits(before, w.start));
    };
    refuses(WEND_BAD_SNAPSHOT, "the snapshot is cut off", bytes - 1);
    refuses(WEND_BAD_SNAPSHOT, "the bytes are no snapshot", 8);
    view.columns[0].read_only = view.columns[1].read_only = 1;
    refuses(WEND_READ_ONLY_STREAM, "stream position_x is written, and bound read-only", bytes);
    view.columns[0].read_only = view.columns[1].read_only = 0;
    for (wend_column& column : view.columns) --column.count;
    refuses(WEND_BAD_SNAPSHOT, "the snapshot is of another number of agents", bytes);
    for (wend_column& column : view.columns) ++column.count;
    ++snapshot[0];
    refuses(WEND_BAD_SNAPSHOT, "the bytes are no snapshot", bytes);
    EXPECT_EQ(wend_save(w.c.get(), &view.view, snapshot.data(), bytes - 1, &w.result), WEND_BAD_SNAPSHOT);
    EXPECT_STREQ(w.result.message, "the snapshot's memory is too small");
    EXPECT_EQ(wend_save(w.c.get(), &view.view, nullptr, bytes, &w.result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_restore(w.c.get(), &view.view, nullptr, bytes, &w.result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_restore(nullptr, &view.view, snapshot.data(), bytes, &w.result), WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_snapshot_bytes(w.c.get(), &view.view, nullptr, &w.result), WEND_BAD_ARGUMENT);
}

TEST(CCalls, PreparedRuns) {
    Wanderers w;
    w.start.set<Stream::velocity_x>(700, NAN);
    Population expected = w.start;
    const Result result = run(w.cpp, expected.view(), cpp_ticks);
    std::vector<unsigned char> memory(WEND_PREPARED_RUN_BYTES + 64);
    for (std::size_t offset = 0; offset < 64; offset += 13) {
        Population actual = w.start;
        const CView view(actual);
        wend_execution execution = WEND_EXECUTION_INIT;
        execution.block = 64;
        wend_prepared_run* prepared = nullptr;
        ASSERT_EQ(wend_prepare(w.c.get(), &view.view, &w.ticks, &execution, memory.data() + offset,
                               WEND_PREPARED_RUN_BYTES, &prepared, &w.result),
                  WEND_OK)
            << w.result.message;
        ASSERT_EQ(wend_block_count(prepared), 16u);
        for (std::uint32_t block = 16; block-- > 0;) wend_run_blocks(prepared, block, block + 1);
        EXPECT_EQ(wend_finish(prepared, &w.result), WEND_OK);
        EXPECT_EQ(w.result.faults, result.faults);
        EXPECT_EQ(w.result.first_fault, 700u);
        EXPECT_TRUE(same_bits(expected, actual));
    }
}

TEST(CCalls, PreparedRunRefusals) {
    const Program cpp = build({Pursue{.quarry = Quarry::agent}, vehicle});
    const CProgram program(cpp);
    Population population(agents, streams_of(cpp));
    fill(population, 5, Values::ordinary);
    const Population before = population;
    CView view(population);
    std::vector<float> workspace(4 * agents);
    view.view.workspace = workspace.data();
    view.view.workspace_count = workspace.size();
    const wend_ticks ticks = c_ticks();
    std::vector<unsigned char> memory(WEND_PREPARED_RUN_BYTES);
    wend_result result = WEND_RESULT_INIT;
    auto* run = reinterpret_cast<wend_prepared_run*>(memory.data());
    EXPECT_EQ(
        wend_prepare(program.get(), &view.view, &ticks, nullptr, memory.data(), memory.size(), &run, &result),
        WEND_ONE_TICK_ONLY);
    EXPECT_EQ(run, nullptr);
    EXPECT_EQ(wend_prepare(program.get(), &view.view, &ticks, nullptr, memory.data(), 1000, &run, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "bytes is 1000, must be 16384: WEND_PREPARED_RUN_BYTES");
    EXPECT_EQ(wend_prepare(program.get(), &view.view, &ticks, nullptr, nullptr, 1 << 14, &run, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_prepare(nullptr, &view.view, &ticks, nullptr, memory.data(), memory.size(), &run, &result),
              WEND_BAD_ARGUMENT);
    EXPECT_EQ(wend_prepare(program.get(), &view.view, &ticks, nullptr, memory.data(), memory.size(), nullptr,
                           &result),
              WEND_BAD_ARGUMENT);
    view.columns[0].read_only = 1;
    view.columns[1].read_only = 1;
    EXPECT_EQ(
        wend_prepare(program.get(), &view.view, &ticks, nullptr, memory.data(), memory.size(), &run, &result),
        WEND_READ_ONLY_STREAM);
    EXPECT_TRUE(same_bits(before, population));
    EXPECT_EQ(wend_block_count(nullptr), 0u);
    wend_run_blocks(nullptr, 0, 1);
    EXPECT_EQ(wend_finish(nullptr, &result), WEND_BAD_ARGUMENT);
    EXPECT_STREQ(result.message, "run is NULL");
}

// A caller with few threads gets few blocks.
TEST(CCalls, JobSystemsSayHowManyThreadsTheyHave) {
    Wanderers w;
    Population many(100'000, streams_of(w.cpp));
    fill(many, 5, Values::ordinary);
    const CView view(many, 0, many.size());
    std::uint32_t blocks = 0;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.threading = WEND_THREADING_CALLBACK;
    execution.parallel_for = [](void* context, uint32_t count, wend_blocks_function body,
                                void* body_context) {
        *static_cast<std::uint32_t*>(context) = count;
        body(body_context, 0, count);
    };
    execution.parallel_for_context = &blocks;
    w.ticks.count = 32;
    std::array<std::uint32_t, 2> counts{};
    for (const std::uint32_t threads : {0u, 2u}) {
        execution.threads = threads;
        ASSERT_EQ(wend_run(w.c.get(), &view.view, &w.ticks, &execution, nullptr), WEND_OK);
        counts[threads / 2] = blocks;
    }
    EXPECT_EQ(counts[1], 8u);
    EXPECT_GT(counts[0], 100u);
}

TEST(CCalls, ZonesOfAProfiler) {
    Wanderers w;
    const CView view(w.start);
    struct Zones {
        std::vector<std::string> begun;
        std::size_t ended = 0;
    } zones;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.threading = WEND_THREADING_SERIAL;
    execution.begin_zone = [](void* context, const char* name) {
        static_cast<Zones*>(context)->begun.emplace_back(name);
    };
    execution.end_zone = [](void* context) { ++static_cast<Zones*>(context)->ended; };
    execution.profiler_context = &zones;
    ASSERT_EQ(wend_run(w.c.get(), &view.view, &w.ticks, &execution, nullptr), WEND_OK);
    ASSERT_GE(zones.begun.size(), 4u);
    EXPECT_EQ(zones.begun[0], "run");
    EXPECT_EQ(zones.begun[1], "tiles");
    EXPECT_EQ(std::ranges::count(zones.begun, "wander"), std::ranges::count(zones.begun, "seek"));
    EXPECT_EQ(zones.ended, zones.begun.size());
}

}  // namespace
}  // namespace wend::test
