// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/stages.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "tools/fields.hpp"

namespace wend::scenario {
namespace {

Stage read_wander(Fields& fields, const StageContext&) {
    Wander wander;
    fields.read("circle_distance", wander.circle_distance);
    fields.read("circle_radius", wander.circle_radius);
    fields.read("angle_change", wander.angle_change);
    fields.read_word("frame", wander.frame,
                     {{"world", WanderFrame::world}, {"heading", WanderFrame::heading}});
    fields.read("reference_dt", wander.reference_dt);
    return wander;
}

Stage read_seek(Fields&, const StageContext&) {
    return Seek{};
}

Stage read_locomotion(Fields& fields, const StageContext& context) {
    Locomotion locomotion;
    fields.read("max_force", locomotion.max_force);
    fields.read("max_speed", locomotion.max_speed);
    fields.read("mass", locomotion.mass);
    fields.read_word("bounds", locomotion.bounds,
                     {{"none", Bounds::none}, {"wrap", Bounds::wrap}, {"bounce", Bounds::bounce}});
    std::optional<Rectangle> area = context.area;
    fields.read("area", area);
    if (area) locomotion.area = *area;
    if (locomotion.bounds != Bounds::none && !area)
        fields.place("bounds").fail("bounds need an \"area\", here or in \"agents\"");
    return locomotion;
}

Stage read_waypoint_advance(Fields& fields, const StageContext& context) {
    if (!context.paths) fields.place().fail("needs the scenario's key \"paths\"");
    WaypointAdvance advance{.paths = *context.paths, .mode = PathMode::once, .speed = {}};
    fields.read_word(
        "mode", advance.mode,
        {{"once", PathMode::once}, {"loop", PathMode::loop}, {"ping-pong", PathMode::ping_pong}});
    fields.read("speed", advance.speed);
    return advance;
}

/// The words that a scenario has for stages. A new kind of stage is a reader and a line here.
struct StageKind {
    std::string_view word;
    Stage (*read)(Fields&, const StageContext&);
};
constexpr std::array stage_kinds{
    StageKind{"wander", read_wander},
    StageKind{"seek", read_seek},
    StageKind{"locomotion", read_locomotion},
    StageKind{"waypoint_advance", read_waypoint_advance},
};

std::string known_words() {
    std::string words;
    for (const StageKind& kind : stage_kinds)
        words += fmt::format("{}{}", words.empty() ? "" : ", ", kind.word);
    return words;
}

Stage read_stage(const Json& json, const Place& place, const StageContext& context) {
    if (!json.is_object() || json.size() != 1)
        place.fail(fmt::format("expected an object of one key, a stage's name: {}", known_words()));
    const std::string& word = json.begin().key();
    for (const StageKind& kind : stage_kinds) {
        if (kind.word != word) continue;
        Fields fields(*json.begin(), place / word);
        Stage stage = kind.read(fields, context);
        fields.finish();
        return stage;
    }
    (place / word).fail(fmt::format("unknown stage; known: {}", known_words()));
}

}  // namespace

Program read_program(const Json& stages, const Place& place, const StageContext& context) {
    if (!stages.is_array() || stages.empty()) place.fail("expected an array of at least one stage");
    std::vector<Stage> read;
    for (std::size_t i = 0; i < stages.size(); ++i) read.push_back(read_stage(stages[i], place / i, context));
    Expected<Program> program = Program::build(std::move(read));
    if (!program) {
        const Status status = program.status();
        Place stage = place / status.index;
        if (status.code != Code::invalid_program) {
            const auto entry = stages[status.index].begin();
            stage = stage / entry.key();
            if (entry->contains(status.subject)) stage = stage / status.subject;
        }
        stage.fail(message(status));
    }
    return *program;
}

void fail_with_status(const Status& status, const Json& scenario, const Place& root) {
    const std::string_view subject = status.subject;
    if (subject == "dt") (root / "dt").fail(message(status));
    if (status.code == Code::missing_stream)
        (root / "agents")
            .fail(fmt::format("the stages need each agent's {}: give it here or in the stage", subject));
    if (status.code == Code::given_twice) {
        const Place agents = root / "agents";
        (scenario["agents"].contains(subject) ? agents / subject : agents).fail(message(status));
    }
    root.fail(message(status));
}

}  // namespace wend::scenario
