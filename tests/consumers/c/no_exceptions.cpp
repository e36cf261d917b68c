// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// What kernels/examples/c/from_c.c does, in C++ that is compiled without exceptions and with the debug mode
// of the standard library.
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include <wend/wend.h>

int main() {
    const std::string behaviours =
        R"([{"seek": {}}, {"wander": {"weight": 0.3}}, {"locomotion": {"max_force": 20, "mass": 1}}])";
    wend_result result = WEND_RESULT_INIT;
    wend_program* program = nullptr;
    if (wend_program_from_json(behaviours.data(), behaviours.size(), nullptr, &program, &result) != WEND_OK) {
        std::puts(result.message);
        return 1;
    }
    // A refusal is thrown and caught within the library.
    wend_program* none = nullptr;
    if (wend_program_from_json("[{}]", 4, nullptr, &none, &result) != WEND_BAD_WORDS || none != nullptr)
        return 1;

    constexpr std::size_t count = 1000;
    struct Stream {
        const char* name;
        std::vector<float> values;
    };
    std::vector<Stream> streams;
    for (const char* const name : {"position_x", "position_y", "velocity_x", "velocity_y", "target_x",
                                   "target_y", "wander_angle", "max_speed"})
        streams.push_back({name, std::vector<float>(count)});
    for (std::size_t i = 0; i < count; ++i) {
        streams[0].values[i] = 0.1f * static_cast<float>(i);
        streams[1].values[i] = 20;
        streams[4].values[i] = 90;
        streams[5].values[i] = 60;
        streams[7].values[i] = i % 3 == 1 ? 6.0f : 3.0f;
    }
    std::vector<wend_column> columns;
    for (Stream& stream : streams)
        columns.push_back(WEND_COLUMN(stream.name, stream.values.data(), count, WEND_F32));
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
    std::printf("agent 0 went from (0, 20) to (%.3f, %.3f)\n", static_cast<double>(streams[0].values[0]),
                static_cast<double>(streams[1].values[0]));
    std::printf("hash %016" PRIx64 "\n", hash);
    wend_program_destroy(program);
}
