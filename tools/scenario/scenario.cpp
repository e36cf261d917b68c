// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "tools/files/geojson.hpp"
#include "tools/files/origin.hpp"
#include "tools/files/path_file.hpp"
#include "tools/scenario/agent_recipe.hpp"
#include "tools/scenario/event_reader.hpp"
#include "tools/scenario/parameters.hpp"
#include "tools/support/utf8_path.hpp"
#include "wend/isa.hpp"
#include "words/fields.hpp"
#include "words/stages.hpp"

namespace wend::scenario {
namespace {

using words::Json;
using words::Place;

struct NamedPaths {
    std::filesystem::path file;
    std::string geojson;  ///< the lines, if they stand in the scenario; `file` says where then
    files::ProjectionChoice projection;
};

NamedPaths read_paths_key(const Json* json, const Place& place, const std::filesystem::path& folder,
                          const Overrides& overrides) {
    NamedPaths named;
    if (json != nullptr) {
        words::Fields fields(*json, place);
        if (const Json* const lines = fields.find("geojson")) {
            if (fields.find("file") != nullptr) place.fail("has both \"geojson\" and \"file\"");
            named.file = support::utf8_path(
                fmt::format("{}: {}", place.file().string(), (place / "geojson").pointer()));
            named.geojson = lines->dump();
        } else {
            std::string file;
            fields.require("file", file);
            named.file = folder / support::utf8_path(file);
        }
        std::string projection;
        fields.read("projection", projection);
        if (!projection.empty() && !overrides.projection)
            named.projection = files::parse_projection(
                projection, fmt::format("{}: {}", place.file().string(), (place / "projection").pointer()));
        fields.finish();
    }
    if (overrides.projection)
        named.projection = files::parse_projection(*overrides.projection, "--projection");
    if (overrides.paths) {
        named.file = *overrides.paths;
        named.geojson.clear();
    }
    return named;
}

files::PathFile read_paths(const NamedPaths& named, const Overrides& overrides) {
    if (named.geojson.empty())
        return files::read_path_file(named.file, named.projection, overrides.read_paths);
    return files::make_path_file(files::read_geojson(named.geojson, named.file, named.projection), named.file,
                                 named.projection);
}

bool follows_paths(const Program& program) {
    const auto streams = program.streams();
    return std::any_of(streams.begin(), streams.end(),
                       [](const StreamUse& use) { return use.stream == Stream::path; });
}

/// With its places in the plane with that origin.
Json moved(const Json& json, Point origin) {
    Json there = json;
    if (origin.x != 0 || origin.y != 0) files::move_places(there, origin);
    return there;
}

AfterTick read_after_tick(const Json& json, const Place& place, const words::StageContext& context) {
    words::Fields fields(json, place);
    AfterTick after;
    fields.read("ticks", after.ticks);
    const Json& stages = fields.at("stages");
    fields.finish();
    if (after.ticks < 1 || after.ticks > AfterTick::most_ticks)
        (place / "ticks").fail(fmt::format("is {}, must be in [1, {}]", after.ticks, AfterTick::most_ticks));
    after.program = words::read_program(stages, place / "stages", context);
    return after;
}

/// Fails with a refusal of `validate`, at the stage's or the agents' key that it speaks of.
[[noreturn]] void fail_with_status(const Status& status, const Json& scenario, const Place& root) {
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

}  // namespace

Scenario load_scenario(Json written, const std::filesystem::path& file, const Overrides& overrides) {
    const Json json = with_parameters(std::move(written), file);
    const Place root(file);
    const std::filesystem::path folder = file.parent_path();
    std::vector<std::string> notes;

    words::Fields fields(json, root);
    std::uint64_t seed = 0;
    float dt = 0;
    std::uint64_t ticks = 0;
    fields.read("seed", seed);
    fields.require("dt", dt);
    fields.require("ticks", ticks);
    const Json& agents_key = fields.at("agents");
    const Json* paths_key = fields.find("paths");
    const Json& stages_key = fields.at("stages");
    const Json* events_key = fields.find("events");
    const Json* after_key = fields.find("after_tick");
    const Json* line_key = fields.find("measurement_line");
    static_cast<void>(fields.find("parameters"));  // a known key, which with_parameters has taken
    fields.finish();

    words::StageContext context{.area = std::nullopt, .paths = std::nullopt};
    files::Projected projected;
    if (paths_key != nullptr || overrides.paths) {
        const NamedPaths named = read_paths_key(paths_key, root / "paths", folder, overrides);
        files::PathFile paths = read_paths(named, overrides);
        notes = files::notes_on(paths, named.file);
        context.paths = std::move(paths.set);
        projected = std::move(paths.projected);
    } else if (overrides.projection) {
        words::fail(file, "--projection: the scenario has no path file");
    }
    const Point origin = projected.origin;
    const Json agents_there = moved(agents_key, origin);
    const Json stages_there = moved(stages_key, origin);
    words::Fields agent_fields(agents_there, root / "agents");
    context.area = read_area(agent_fields);
    Program program = words::read_program(stages_there, root / "stages", context);
    std::optional<AfterTick> after_tick;
    std::vector<Program> programs{program};
    if (after_key != nullptr) {
        after_tick = read_after_tick(moved(*after_key, origin), root / "after_tick", context);
        programs.push_back(after_tick->program);
    }
    std::optional<MeasurementLine> line;
    if (line_key != nullptr) line = read_measurement_line(*line_key, root / "measurement_line", origin);
    if (const auto* locomotion = find_stage<Locomotion>(program);
        line && locomotion != nullptr && locomotion->bounds == Bounds::wrap)
        (root / "measurement_line").fail("the world wraps: agents would pass the line without crossing it");
    const AgentRecipe recipe = read_agent_recipe(agent_fields, context.area, programs, folder, origin);
    if (context.paths && !follows_paths(program) && find_obstacles(program) == nullptr)
        (paths_key != nullptr ? root / "paths" : root)
            .fail(fmt::format("{}no stage follows a path or has obstacles",
                              paths_key != nullptr ? "" : "--paths: "));

    seed = overrides.seed.value_or(seed);
    ticks = overrides.ticks.value_or(ticks);
    AgentBuffer agents = make_agents(recipe, programs, seed, root / "agents", overrides.share);
    std::vector<Event> events;
    if (events_key != nullptr)
        events = read_events(moved(*events_key, origin), root / "events", stages_there, root / "stages",
                             program, context);
    if (!events.empty() && events.front().tick == 0) {
        if (const Status status = begin(events.front(), agents.view()); !status) root.fail(message(status));
        program = std::move(events.front().program);
        events.erase(events.begin());
    }
    if (after_tick) agents.make_workspace(after_tick->program);
    const Fingerprint print{dt, fingerprint(stages_key, {events_key, after_key}, context),
                            fingerprint(context.paths),
                            fingerprint(agents.view(), overrides.share.first_of(recipe.count))};
    // The check gives the same on all instruction sets, and this one needs no file nor environment;
    // the reference would look at all pairs of agents that see each other, for minutes.
    Execution plain;
    plain.isa = supported_isas().back();
    plain.threading = Threading::serial;
    const Result checked =
        validate(program, agents.view(), {.dt = dt, .count = 1, .first_tick = 0, .seed = seed}, plain);
    if (!checked.status) fail_with_status(checked.status, json, root);
    if (after_tick) {
        const Result behind = validate(after_tick->program, agents.view(),
                                       {.dt = dt, .count = 1, .first_tick = 0, .seed = seed}, plain);
        if (!behind.status) (root / "after_tick").fail(message(behind.status));
    }
    if (!checked.notice) notes.push_back(fmt::format("{}: {}", file.string(), message(checked.notice)));
    if (checked.faults > 0 && overrides.share.ranks == 1)  // agents look at those of other shares, too
        notes.push_back(fmt::format(
            "{}: {} of {} agents have an invalid value and do not move; the first is agent {}", file.string(),
            checked.faults, agents.size(), agents.get<Stream::id>()[checked.first_fault]));
    return {std::move(program),
            std::move(agents),
            dt,
            ticks,
            seed,
            std::move(notes),
            print,
            std::move(projected),
            std::move(events),
            std::move(after_tick),
            overrides.share,
            recipe.count,
            line};
}

Scenario load_scenario(const std::filesystem::path& file, const Overrides& overrides) {
    return load_scenario(files::read_json(file), file, overrides);
}

std::vector<Stream> Scenario::streams() const {
    StreamSet needed = 0;
    for (const StreamUse& use : program.streams()) needed |= stream_set(use.stream);
    if (after_tick)
        for (const StreamUse& use : after_tick->program.streams()) needed |= stream_set(use.stream);
    std::vector<Stream> streams;
    for (const Stream stream : needed) streams.push_back(stream);
    return streams;
}

std::string summary_of(const Scenario& scenario) {
    if (scenario.program.empty())
        return fmt::format("a trajectory: {} agents, {} frames of {:.4g} s", scenario.all_agents,
                           scenario.ticks + 1, scenario.dt);
    std::string stages;
    for (const Stage& stage : scenario.program.stages())
        stages += fmt::format("{}{}", stages.empty() ? "" : ", ", name(stage));
    if (scenario.after_tick)
        for (const Stage& stage : scenario.after_tick->program.stages())
            stages += fmt::format("; after each tick {}", name(stage));
    const std::uint64_t count = scenario.all_agents;
    return fmt::format("{}: {} agent{}, {} ticks of {:.4g} s, seed {}", stages, count, count == 1 ? "" : "s",
                       scenario.ticks, scenario.dt, scenario.seed);
}

}  // namespace wend::scenario
