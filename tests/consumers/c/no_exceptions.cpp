// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The program kernels/examples/c/from_c.c in C++ that is compiled without exceptions and with the debug mode
// of the standard library.
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include <wend/wend.h>

namespace {

struct Agent {
    float x, y, velocity_x, velocity_y;
    float wander_angle, max_speed;
    std::string name;
};

struct Obstacle {
    float x, y, radius;
};

std::int32_t avoid(void* context, const wend_custom_call* call) {
    const Obstacle& obstacle = *static_cast<const Obstacle*>(context);
    const auto* const x = static_cast<const float*>(call->reads[0]);
    const auto* const y = static_cast<const float*>(call->reads[1]);
    const float limit = obstacle.radius * obstacle.radius;
    for (std::size_t i = 0; i < call->count; ++i) {
        const float dx = x[i] - obstacle.x, dy = y[i] - obstacle.y;
        const float xx = dx * dx, yy = dy * dy;
        const float nearness = 1 - (xx + yy) / limit;
        if (nearness <= 0) continue;
        const float push = 9 * nearness;
        const float push_x = push * dx, push_y = push * dy;
        call->force_x[i] += push_x;
        call->force_y[i] += push_y;
    }
    return 1;
}

}  // namespace

int main() {
    Obstacle pillar{60, 42, 8};
    const std::vector<const char*> reads{"position_x", "position_y"};
    wend_custom avoidance = WEND_CUSTOM_INIT;
    avoidance.function = avoid;
    avoidance.context = &pillar;
    avoidance.reads = reads.data();
    avoidance.read_count = reads.size();
    const wend_parameter goal = WEND_POINT("target", 90, 60);
    const wend_parameter wander = WEND_NUMBER("weight", 0.3);
    const std::vector<wend_parameter> limits{WEND_NUMBER("max_force", 20), WEND_NUMBER("mass", 1)};
    std::vector<wend_stage> stages{WEND_STAGE("seek", &goal, 1), WEND_STAGE("wander", &wander, 1),
                                   WEND_CUSTOM_STAGE("custom_force", &avoidance, nullptr, 0),
                                   WEND_STAGE("locomotion", limits.data(), limits.size())};
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    if (wend_program_create(stages.data(), stages.size(), &program, &result) != WEND_OK) {
        std::puts(result.message);
        return 1;
    }
    // A refusal is thrown and caught within the library.
    wend_program* none = nullptr;
    if (wend_program_from_json("[{}]", 4, nullptr, &none, &result) != WEND_BAD_WORDS || none != nullptr)
        return 1;

    std::vector<Agent> agents(1000);
    for (std::size_t i = 0; i < agents.size(); ++i)
        agents[i] = {0.1f * static_cast<float>(i), 20, 0, 0, 0, i % 3 == 1 ? 6.0f : 3.0f, "agent"};
    const auto column = [&](const char* name, float& first) {
        return wend_column WEND_STRIDED(name, &first, agents.size(), sizeof(Agent), WEND_F32);
    };
    Agent& first = agents.front();
    const std::vector<wend_column> columns{column("position_x", first.x),
                                           column("position_y", first.y),
                                           column("velocity_x", first.velocity_x),
                                           column("velocity_y", first.velocity_y),
                                           column("wander_angle", first.wander_angle),
                                           column("max_speed", first.max_speed)};
    wend_view view = WEND_VIEW_INIT;
    view.columns = columns.data();
    view.column_count = columns.size();
    wend_clock clock = WEND_CLOCK_INIT;
    clock.dt = 1.0f / 60;
    clock.seed = 7;
    wend_ticks ticks = WEND_TICKS_INIT;
    for (int frame = 0; frame < 600; ++frame) {
        wend_clock_next(&clock, 1, &ticks);
        if (wend_run(program, &view, &ticks, nullptr, &result) != WEND_OK) {
            std::puts(result.message);
            return 1;
        }
    }
    std::uint64_t hash = 0;
    wend_state_hash(program, &view, &hash, nullptr);
    std::printf("agent 400 went from (40, 20) to (%.3f, %.3f)\n", static_cast<double>(agents[400].x),
                static_cast<double>(agents[400].y));
    std::printf("hash %016" PRIx64 "\n", hash);
    wend_program_destroy(program);
}
