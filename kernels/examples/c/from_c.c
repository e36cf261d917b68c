// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A thousand agents in the caller's own arrays seek one point and wander a little, for ten seconds of frames.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <wend/wend.h>

enum { COUNT = 1000 };
static float x[COUNT], y[COUNT], velocity_x[COUNT], velocity_y[COUNT], wander_angle[COUNT];
static float target_x[COUNT], target_y[COUNT];
static float max_speed[COUNT];  // one for each agent, because the locomotion sets no max_speed

static const char behaviours[] =
    "[ { \"seek\": {} }, { \"wander\": { \"weight\": 0.3 } },"
    "  { \"locomotion\": { \"max_force\": 20, \"mass\": 1 } } ]";

int main(void) {
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = NULL;
    if (wend_program_from_json(behaviours, strlen(behaviours), NULL, &program, &result) != WEND_OK) {
        puts(result.message);
        return 1;
    }

    for (int i = 0; i < COUNT; ++i) {
        x[i] = 0.1f * (float)i;
        y[i] = 20;
        target_x[i] = 90;
        target_y[i] = 60;
        max_speed[i] = i % 3 == 1 ? 6 : 3;
    }

    // Owns nothing: wend reads and writes the arrays where they are.
    const wend_column columns[] = {
        WEND_COLUMN("position_x", x, COUNT, WEND_F32),
        WEND_COLUMN("position_y", y, COUNT, WEND_F32),
        WEND_COLUMN("velocity_x", velocity_x, COUNT, WEND_F32),
        WEND_COLUMN("velocity_y", velocity_y, COUNT, WEND_F32),
        WEND_COLUMN("target_x", target_x, COUNT, WEND_F32),
        WEND_COLUMN("target_y", target_y, COUNT, WEND_F32),
        WEND_COLUMN("wander_angle", wander_angle, COUNT, WEND_F32),
        WEND_COLUMN("max_speed", max_speed, COUNT, WEND_F32),
    };
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns;
    view.column_count = sizeof columns / sizeof columns[0];

    wend_clock clock = WEND_CLOCK_INIT;  // numbers the ticks; a saved game keeps clock.tick
    clock.dt = 1.0f / 60;
    clock.seed = 7;
    wend_ticks ticks = WEND_TICKS_INIT;
    for (int frame = 0; frame < 600; ++frame) {
        wend_clock_next(&clock, 1, &ticks);
        if (wend_run(program, &view, &ticks, NULL, &result) != WEND_OK) {
            puts(result.message);
            return 1;
        }
        if (result.faults > 0)  // an agent with a value such as NaN stands still; the others go on
            printf("agent in slot %" PRIu64 " is at fault\n", result.first_fault);
    }

    uint64_t hash = 0;
    wend_state_hash(program, &view, &hash, NULL);
    printf("agent 0 went from (0, 20) to (%.3f, %.3f)\n", (double)x[0], (double)y[0]);
    printf("hash %016" PRIx64 "\n", hash);
    wend_program_destroy(program);
    return 0;
}
