// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The calls of a frame allocate nothing: clock, tuning, runs, many views, prepared runs, snapshots.
#include <gtest/gtest.h>

#include <vector>

#include "support/allocation_counter.hpp"
#include "tests/c/c_population.hpp"

namespace wend::test {
namespace {

TEST(CMemory, AFrameAllocatesNothing) {
    const std::uint64_t at_start = allocations();
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("max_speed", 3),
                                     WEND_NUMBER("mass", 1)};
    const wend_parameter flee[] = {WEND_POINT("target", -7, 12), WEND_NUMBER("weight", 0.5)};
    const wend_parameter wander[] = {WEND_WORD("frame", "heading")};
    const wend_stage stages[] = {WEND_STAGE("flee", flee, 2), WEND_STAGE("wander", wander, 1),
                                 WEND_STAGE("locomotion", limits, 3)};
    wend_program* made = nullptr;
    ASSERT_EQ(wend_program_create(stages, 3, &made, nullptr), WEND_OK);
    EXPECT_GT(allocations(), at_start);  // those of the library are counted
    const ProgramHandle program(made);
    CPopulation agents(1000, 0);
    const Columns columns(agents);
    std::vector<wend_column> column_of_chunks;
    std::vector<wend_view> chunks;
    for (std::size_t begin = 0; begin < 1000; begin += 50)
        for (wend_column column : columns.columns) {
            column.data = static_cast<float*>(column.data) + begin;
            column.count = 50;
            column_of_chunks.push_back(column);
        }
    for (std::size_t i = 0; i < 20; ++i) {
        chunks.push_back(columns.view);
        chunks.back().first_id = static_cast<std::uint32_t>(50 * i);
        chunks.back().columns = column_of_chunks.data() + i * columns.columns.size();
    }
    wend_clock clock = WEND_CLOCK_INIT;
    clock.dt = 0.05f;
    wend_ticks ticks = WEND_TICKS_INIT;
    wend_execution execution = WEND_EXECUTION_INIT;
    execution.threading = WEND_THREADING_SERIAL;
    wend_result result = WEND_RESULT_INIT;
    const std::vector<wend_view_start> starts(chunks.size());
    wend_view_options options WEND_VIEW_OPTIONS_INIT;
    options.starts = starts.data();
    std::size_t bytes = 0;
    ASSERT_EQ(wend_snapshot_bytes(made, &columns.view, &bytes, &result), WEND_OK);
    std::vector<unsigned char> snapshot(bytes), memory(WEND_PREPARED_RUN_BYTES);

    const std::uint64_t before = allocations();
    bool good = true;
    const auto check = [&](wend_code code) { good = good && code == WEND_OK; };
    for (int frame = 0; frame < 3; ++frame) {
        check(wend_program_tune(made, 0, &stages[0], &result));
        check(wend_program_tune(made, 2, &stages[2], &result));
        check(wend_clock_next(&clock, 1, &ticks));
        check(wend_run(made, &columns.view, &ticks, &execution, &result));
        check(wend_run_views(made, chunks.data(), chunks.size(), &ticks, &execution, &result));
        options.start_count = 0;
        options.see = WEND_SEE_ALL_VIEWS;
        check(wend_run_views_with(made, chunks.data(), chunks.size(), &ticks, &execution, &options, &result));
        options.start_count = starts.size();
        options.see = WEND_SEE_OWN_VIEW;
        check(wend_run_views_with(made, chunks.data(), chunks.size(), &ticks, &execution, &options, &result));
        check(wend_save(made, &columns.view, snapshot.data(), bytes, &result));
        wend_prepared_run* run = nullptr;
        check(wend_prepare(made, &columns.view, &ticks, &execution, memory.data(), memory.size(), &run,
                           &result));
        wend_run_blocks(run, 0, wend_block_count(run));
        check(wend_finish(run, &result));
        check(wend_restore(made, &columns.view, snapshot.data(), bytes, &result));
    }
    EXPECT_EQ(allocations(), before);
    EXPECT_TRUE(good) << result.message;
}

}  // namespace
}  // namespace wend::test
