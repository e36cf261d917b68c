// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Scenarios for the live page: read by the code of `wend run`, from files that JavaScript gives. The
// functions of wend.h, which lie in the same module, run them (tools/live/scenario.js).
#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "c/handles.hpp"
#include "tools/pictures/path_lines.hpp"
#include "tools/scenario/agent_recipe.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/given_files.hpp"
#include "words/unit_name.hpp"

namespace wend::live {
namespace {

std::optional<scenario::Scenario> live;
std::string text;  ///< the result of live_text

// JSON of a parameter's kind and legal values, for the control that sets it; empty for parameters without
// one.
std::string control_of(float value, const Range& range) {
    return fmt::format(R"("kind": "number", "value": {}, "low": {}, "high": {})", value, range.low,
                       range.high);
}
std::string control_of(const std::optional<float>& value, const Range& range) {
    return value ? control_of(*value, range) : "";
}
std::string control_of(std::uint32_t value, const Range& range) {
    return fmt::format(R"("kind": "whole", "value": {}, "low": {}, "high": {})", value, range.low,
                       range.high);
}
std::string control_of(bool value, const Range&) {
    return fmt::format(R"("kind": "switch", "value": {})", value);
}
template <class E>
requires std::is_enum_v<E> std::string control_of(E value, const Range&) {
    std::string legal;
    std::string_view now;
    for (const Word<E>& word : words_of(E{})) {
        legal += fmt::format(R"({}"{}")", legal.empty() ? "" : ", ", word.name);
        if (word.value == value) now = word.name;
    }
    return fmt::format(R"("kind": "word", "value": "{}", "words": [{}])", now, legal);
}
std::string control_of(const Rectangle&, const Range&) { return ""; }
std::string control_of(const Target&, const Range&) { return ""; }
std::string control_of(const PathSet&, const Range&) { return ""; }
std::string control_of(const ObstacleSet&, const Range&) { return ""; }
std::string control_of(const FlowField&, const Range&) { return ""; }

std::string controls_of(const Stage& stage) {
    std::string controls;
    const auto add = [&](const auto& kind, const auto& parameter) {
        const std::string control = control_of(kind.*parameter.member, parameter.range);
        if (control.empty()) return;
        controls += fmt::format(R"({}{{"name": "{}", "unit": "{}", {}}})", controls.empty() ? "" : ", ",
                                parameter.name, words::unit_name(parameter.unit), control);
    };
    std::visit(
        [&]<class S>(const S& kind) {
            std::apply([&](const auto&... parameter) { (add(kind, parameter), ...); }, S::parameters());
        },
        stage);
    return fmt::format(R"({{"stage": "{}", "parameters": [{}]}})", name(stage), controls);
}

/// Applies the events before a tick; returns whether there are any.
bool begin_tick(std::uint64_t tick) {
    for (const scenario::Event& event : live->events) {
        if (event.tick != tick) continue;
        live->program = event.program;
        return begin(event, live->agents.view()).ok();
    }
    return false;
}

}  // namespace
}  // namespace wend::live

extern "C" {

/// Gives a file, named as scenarios name it. Both ranges are copied.
void live_put_file(const char* name, std::size_t name_size, const char* bytes, std::size_t size) {
    wend::support::give_file(std::string(name, name_size), std::string(bytes, size));
}

/// Reads a scenario among the files given; 0, or 1 and the reason as the text. A refused one changes nothing.
/// The functions below are about the last one that was read.
int live_load(const char* name, std::size_t name_size) {
    try {
        wend::live::live.emplace(wend::scenario::load_scenario(std::string(name, name_size)));
        wend::live::begin_tick(0);
    } catch (const std::exception& error) {
        wend::live::text = error.what();
        return 1;
    }
    wend::live::text.clear();
    for (const std::string& note : wend::live::live->notes) wend::live::text += note + '\n';
    return 0;
}

const char* live_text() { return wend::live::text.data(); }
std::size_t live_text_size() { return wend::live::text.size(); }

/// Runs the key after_tick behind a tick of the program.
void live_finish(double tick, double seed) {
    wend::scenario::Scenario& live = *wend::live::live;
    if (!live.after_tick) return;
    const auto& [program, ticks] = *live.after_tick;
    static_cast<void>(wend::run(program, live.agents.view(),
                                {.dt = live.dt,
                                 .count = ticks,
                                 .first_tick = static_cast<std::uint64_t>(tick) * ticks,
                                 .seed = static_cast<std::uint64_t>(seed)},
                                {.threading = wend::Threading::serial}));
}

/// Applies the events before a tick: 1 where there are any, after which the functions here are about their
/// program.
int live_begin(double tick) { return wend::live::begin_tick(static_cast<std::uint64_t>(tick)) ? 1 : 0; }

/// A handle of the caller's.
wend_program* live_program() { return new wend_program{{}, wend::live::live->program}; }

/// The agents' column of a stream of the program; null where there is none.
const void* live_column(std::uint32_t stream) {
    return wend::live::live->agents.view().column(static_cast<wend::Stream>(stream)).data;
}

std::uint32_t live_agent_count() { return static_cast<std::uint32_t>(wend::live::live->agents.size()); }
double live_tick_count() { return static_cast<double>(wend::live::live->ticks); }
double live_dt() { return static_cast<double>(wend::live::live->dt); }

/// The parameters of all stages as the text: JSON, in the order of the program.
void live_stages() {
    wend::live::text.clear();
    for (const wend::Stage& stage : wend::live::live->program.stages())
        wend::live::text +=
            fmt::format("{}{}", wend::live::text.empty() ? "[" : ", ", wend::live::controls_of(stage));
    wend::live::text += ']';
}

/// The ground below the agents as the text, JSON: `paths`, [x, y, x, y, ...] of the line of each path;
/// `walls`, [from x, from y, to x, to y] of each; `discs`, [x, y, radius] of each.
void live_ground() {
    const wend::Program& program = wend::live::live->program;
    const wend::pictures::PathUse use = wend::pictures::path_use_of(program);
    wend::live::text = R"({"paths": [)";
    for (std::size_t path = 0; path < use.size(); ++path) {
        wend::live::text += path == 0 ? "[" : ", [";
        for (const wend::Point& at : wend::pictures::path_line(use, path))
            wend::live::text +=
                fmt::format("{}{}, {}", wend::live::text.ends_with('[') ? "" : ", ", at.x, at.y);
        wend::live::text += ']';
    }
    std::string walls, discs;
    const wend::ObstacleSet* const obstacles = wend::scenario::find_obstacles(program);
    for (std::size_t i = 0; obstacles != nullptr && i < obstacles->size(); ++i) {
        const wend::Obstacle one = obstacles->obstacle(i);
        if (one.radius > 0)
            discs +=
                fmt::format("{}[{}, {}, {}]", discs.empty() ? "" : ", ", one.from_x, one.from_y, one.radius);
        else
            walls += fmt::format("{}[{}, {}, {}, {}]", walls.empty() ? "" : ", ", one.from_x, one.from_y,
                                 one.to_x, one.to_y);
    }
    wend::live::text += fmt::format(R"(], "walls": [{}], "discs": [{}]}})", walls, discs);
}

/// Where the plane's origin lies in the coordinates of the scenario.
double live_origin_x() { return wend::live::live->projected.origin.x; }
double live_origin_y() { return wend::live::live->projected.origin.y; }
}
