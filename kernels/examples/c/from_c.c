// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A thousand agents in the caller's own array of structs seek one point, wander a little and keep out of a
// pillar's way, which is a force of the caller's own, for ten seconds of frames.
#include <inttypes.h>
#include <stdio.h>

#include <wend/wend.h>

enum { COUNT = 1000 };
static struct agent {
    float x, y, velocity_x, velocity_y;
    float wander_angle, max_speed;
    const char* name;  // not used by wend
} agents[COUNT];

static struct obstacle { float x, y, radius; } pillar = {60, 42, 8};

// Called for some hundred agents at a time: adds to their force. One product a statement, so that no compiler
// fuses it with a sum: then the bits are the same everywhere.
static const char* const reads[] = {"position_x", "position_y"};
static int32_t avoid(void* context, const wend_custom_call* call) {
    const struct obstacle* obstacle = context;
    const float* x = call->reads[0];
    const float* y = call->reads[1];
    const float limit = obstacle->radius * obstacle->radius;
    int32_t added = 0;
    for (size_t i = 0; i < call->count; ++i) {
        const float dx = x[i] - obstacle->x, dy = y[i] - obstacle->y;
        const float xx = dx * dx, yy = dy * dy;
        const float nearness = 1 - (xx + yy) / limit;
        if (nearness <= 0) continue;
        const float push = 9 * nearness;
        const float push_x = push * dx, push_y = push * dy;
        call->force_x[i] += push_x;
        call->force_y[i] += push_y;
        added = 1;
    }
    return added;
}

int main(void) {
    wend_custom avoidance = WEND_CUSTOM_INIT;
    avoidance.function = avoid;
    avoidance.context = &pillar;
    avoidance.reads = reads;
    avoidance.read_count = 2;
    const wend_parameter goal[] = {WEND_POINT("target", 90, 60)};
    const wend_parameter wander[] = {WEND_NUMBER("weight", 0.3)};
    const wend_parameter limits[] = {WEND_NUMBER("max_force", 20), WEND_NUMBER("mass", 1)};
    const wend_stage stages[] = {
        WEND_STAGE("seek", goal, 1),
        WEND_STAGE("wander", wander, 1),
        WEND_CUSTOM_STAGE("custom_force", &avoidance, NULL, 0),
        WEND_STAGE("locomotion", limits, 2),
    };
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = NULL;
    if (wend_program_create(stages, 4, &program, &result) != WEND_OK) {
        puts(result.message);
        return 1;
    }

    for (int i = 0; i < COUNT; ++i) {
        agents[i].x = 0.1f * (float)i;
        agents[i].y = 20;
        agents[i].max_speed = i % 3 == 1 ? 6 : 3;  // a stream, because the locomotion sets no max_speed
    }

    // Owns nothing: wend reads and writes the structs where they are.
    const wend_column columns[] = {
        WEND_STRIDED("position_x", &agents[0].x, COUNT, sizeof agents[0], WEND_F32),
        WEND_STRIDED("position_y", &agents[0].y, COUNT, sizeof agents[0], WEND_F32),
        WEND_STRIDED("velocity_x", &agents[0].velocity_x, COUNT, sizeof agents[0], WEND_F32),
        WEND_STRIDED("velocity_y", &agents[0].velocity_y, COUNT, sizeof agents[0], WEND_F32),
        WEND_STRIDED("wander_angle", &agents[0].wander_angle, COUNT, sizeof agents[0], WEND_F32),
        WEND_STRIDED("max_speed", &agents[0].max_speed, COUNT, sizeof agents[0], WEND_F32),
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
    printf("agent 400 went from (40, 20) to (%.3f, %.3f)\n", (double)agents[400].x, (double)agents[400].y);
    printf("hash %016" PRIx64 "\n", hash);
    wend_program_destroy(program);
    return 0;
}
