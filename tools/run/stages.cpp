// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/run/stages.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "tools/files/fields.hpp"

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
    fields.read("weight", wander.weight);
    return wander;
}

/// Seek and flee.
template <class Force>
Stage read_weighted(Fields& fields, const StageContext&) {
    Force force;
    fields.read("weight", force.weight);
    return force;
}

Stage read_arrive(Fields& fields, const StageContext&) {
    Arrive arrive;
    fields.read("slowing_radius", arrive.slowing_radius);
    fields.read("weight", arrive.weight);
    return arrive;
}

/// Pursue and evade.
template <class Force>
Stage read_chase(Fields& fields, const StageContext&) {
    Force chase;
    fields.read_word("quarry", chase.quarry, {{"point", Quarry::point}, {"agent", Quarry::agent}});
    fields.read("weight", chase.weight);
    return chase;
}

Stage read_retarget_wander(Fields& fields, const StageContext& context) {
    RetargetWander wander;
    fields.read("interval", wander.interval);
    std::optional<Rectangle> area = context.area;
    fields.read("area", area);
    if (!area) fields.place().fail("needs an \"area\", here or in \"agents\"");
    wander.area = *area;
    fields.read("random_phase", wander.random_phase);
    fields.read("weight", wander.weight);
    return wander;
}

const PathSet& paths_of(const Fields& fields, const StageContext& context) {
    if (!context.paths) fields.place().fail("needs the scenario's key \"paths\"");
    return *context.paths;
}

void read_mode(Fields& fields, PathMode& mode) {
    fields.read_word(
        "mode", mode,
        {{"once", PathMode::once}, {"loop", PathMode::loop}, {"ping-pong", PathMode::ping_pong}});
}

Stage read_path_follow(Fields& fields, const StageContext& context) {
    PathFollow follow{.paths = paths_of(fields, context)};
    read_mode(fields, follow.mode);
    fields.read("radius", follow.radius);
    fields.read("swept", follow.swept);
    fields.read("slowing_radius", follow.slowing_radius);
    fields.read("weight", follow.weight);
    return follow;
}

Stage read_locomotion(Fields& fields, const StageContext& context) {
    Locomotion locomotion;
    fields.read_word("composition", locomotion.composition,
                     {{"sum", Composition::sum}, {"prioritised", Composition::prioritised}});
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
    WaypointAdvance advance{.paths = paths_of(fields, context)};
    read_mode(fields, advance.mode);
    fields.read("speed", advance.speed);
    fields.read_word("ease", advance.ease, {{"none", Ease::none}, {"sigmoid", Ease::sigmoid}});
    fields.read("ease_power", advance.ease_power);
    fields.read("offset", advance.offset);
    fields.read_word("offset_sign", advance.offset_sign,
                     {{"equal", OffsetSign::equal}, {"alternating", OffsetSign::alternating}});
    fields.read_word("bell", advance.bell, {{"parabola", Bell::parabola}, {"sigmoid", Bell::sigmoid}});
    fields.read("bell_power", advance.bell_power);
    return advance;
}

Stage read_approach(Fields& fields, const StageContext&) {
    Approach approach;
    fields.read("step_fraction", approach.step_fraction);
    fields.read("min_step", approach.min_step);
    fields.read("max_step", approach.max_step);
    fields.read("max_fov", approach.max_fov);
    fields.read("aggro_radius", approach.aggro_radius);
    fields.read("step_jitter", approach.step_jitter);
    fields.read("repick_interval", approach.repick_interval);
    fields.read("speed", approach.speed);
    return approach;
}

/// The words that a scenario has for stages, in the order of wend::Stage. A new kind of stage is a reader and
/// a line here.
struct StageKind {
    std::string_view word;
    Stage (*read)(Fields&, const StageContext&);
};
constexpr std::array stage_kinds{
    StageKind{"wander", read_wander},
    StageKind{"seek", read_weighted<Seek>},
    StageKind{"flee", read_weighted<Flee>},
    StageKind{"arrive", read_arrive},
    StageKind{"pursue", read_chase<Pursue>},
    StageKind{"evade", read_chase<Evade>},
    StageKind{"retarget_wander", read_retarget_wander},
    StageKind{"path_follow", read_path_follow},
    StageKind{"locomotion", read_locomotion},
    StageKind{"waypoint_advance", read_waypoint_advance},
    StageKind{"approach", read_approach},
};
static_assert(stage_kinds.size() == std::variant_size_v<Stage>);

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

std::string_view stage_word(const Stage& stage) { return stage_kinds[stage.index()].word; }

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
