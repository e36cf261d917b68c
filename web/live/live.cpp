// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// One scenario in a module for pages: read by the code of `wend run`, from files that JavaScript gives.
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "c/handles.hpp"
#include "tools/run/advance.hpp"
#include "tools/run/scenario.hpp"
#include "web/live/given_files.hpp"

namespace {

struct Live {
    wend::scenario::Scenario scenario;
    wend_program program;  ///< shares the scenario's: what tunes one tunes both
    std::uint64_t tick = 0;
};

std::optional<Live> live;
std::string text;  ///< what live_text gives

}  // namespace

extern "C" {

/// Gives a file, named as scenarios name it. Both ranges are copied.
void live_put_file(const char* name, std::size_t name_size, const char* bytes, std::size_t size) {
    wend::scenario::give_file(std::string(name, name_size), std::string(bytes, size));
}

/// Reads a scenario among the files given; 0, or 1 and the reason as the text.
int live_load(const char* name, std::size_t name_size) {
    try {
        wend::scenario::Scenario scenario = wend::scenario::load_scenario(std::string(name, name_size));
        wend_program program{{}, scenario.program};
        live.emplace(Live{std::move(scenario), std::move(program)});
    } catch (const std::exception& error) {
        text = error.what();
        return 1;
    }
    text.clear();
    for (const std::string& note : live->scenario.notes) text += note + '\n';
    return 0;
}

/// Advances the agents; 0, or 1 and the reason as the text. All that follow need a scenario that is loaded.
int live_run(std::uint32_t count) {
    wend::scenario::Scenario& scenario = live->scenario;
    const wend::Result result = wend::scenario::advance(
        scenario.program, scenario.agents.view(), {scenario.dt, count, live->tick, scenario.seed}, {});
    if (!result.status) {
        text = wend::message(result.status);
        return 1;
    }
    live->tick += count;
    return 0;
}

/// The state hash as the text, as `wend run --hash` writes it.
void live_hash() {
    std::uint64_t hash = wend::state_hash(live->scenario.program, live->scenario.agents.view());
    text.assign(16, '0');
    for (std::size_t i = 16; i-- > 0; hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
}

const char* live_text() { return text.data(); }
std::size_t live_text_size() { return text.size(); }

wend_program* live_program() { return &live->program; }
std::size_t live_count() { return live->scenario.agents.size(); }
double live_ticks() { return static_cast<double>(live->scenario.ticks); }
double live_dt() { return live->scenario.dt; }
const float* live_position_x() { return live->scenario.agents.get<wend::Stream::position_x>().data(); }
const float* live_position_y() { return live->scenario.agents.get<wend::Stream::position_y>().data(); }
}
