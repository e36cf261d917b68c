// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/event_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>

#include "words/fields.hpp"
#include "words/stages.hpp"

namespace wend::scenario {
namespace {

using words::Json;
using words::Place;

void require_in_range(const Point& point, const Place& place) {
    for (const double at : {point.x, point.y})
        if (!(std::abs(at) <= static_cast<double>(component_limit)))
            place.fail(fmt::format("coordinate is {}, must be in [-1e18, 1e18]", at));
}

std::vector<Point> read_places(const Json& json, const Place& place) {
    std::vector<Point> points = words::read_points(json, place);
    for (std::size_t i = 0; i < points.size(); ++i) require_in_range(points[i], place / i);
    return points;
}

/// Appends the lists of `more`.
void add_obstacles(Json& obstacles, const Json& more) {
    for (const auto& [key, value] : more.items()) {
        if (value == false) continue;
        Json& there = obstacles[key];
        if (!value.is_array() || there.is_null())
            there = value;
        else
            there.insert(there.end(), value.begin(), value.end());
    }
}

/// Whether the stage avoids the scenario's paths where its words name no obstacles.
bool avoids_paths(const Stage& stage) {
    return std::visit([]<class S>(const S&) { return words::takes_paths_as_obstacles<S>; }, stage);
}

/// Adds obstacles to those of all stages and fields to goals; returns whether there are any.
bool add_to_stages(Json& stages, const Json& more, const Program& program) {
    bool added = false;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Json& words = *stages[i].begin();
        const bool named = words.contains("obstacles");
        if (named || avoids_paths(program.stages()[i])) {
            if (!named) words["obstacles"]["paths"] = true;
            add_obstacles(words["obstacles"], more);
            added = true;
        }
        if (words.contains("occluders")) {
            add_obstacles(words["occluders"], more);
            added = true;
        }
        if (words.contains("field") && words["field"].contains("goals")) {
            add_obstacles(words["field"]["obstacles"], more);
            added = true;
        }
    }
    return added;
}

/// The set with other points for one path.
PathSet replaced(const PathSet& paths, std::size_t path, const std::vector<Point>& points) {
    PathSetBuilder builder;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        std::vector<Point> nodes;
        for (std::uint32_t node = 0; node < paths.node_count(i); ++node) nodes.push_back(paths.node(i, node));
        builder.add(i == path ? points : nodes, i != path && paths.closed(i));
    }
    return *builder.build();
}

/// Reads events in their order, and keeps the stages and paths of their time.
class Reader {
  public:
    Reader(const Json& stages, const Place& stages_place, const Program& program,
           const words::StageContext& context)
        : stages_(stages), stages_place_(stages_place), program_(program), context_(context) {}

    /// Into an event with the tick of the entry, or a new one.
    void read(const Json& json, const Place& place) {
        words::Fields fields(json, place);
        std::uint64_t tick = 0;
        fields.require("tick", tick);
        const Json* const obstacles = fields.find("obstacles");
        const Json* const removed = fields.find("remove");
        const Json* const path = fields.find("path");
        const Json* const target = fields.find("target");
        const Json* const goals = fields.find("goals");
        std::string name;
        if (obstacles != nullptr) fields.require("name", name);
        const Json* const points = path != nullptr ? &fields.at("points") : nullptr;
        const Json* const stage = target != nullptr ? fields.find("stage") : nullptr;
        fields.finish();
        const std::array changes{obstacles, removed, path, target, goals};
        if (std::ranges::count(changes, nullptr) + 1 != std::ssize(changes))
            place.fail(R"(needs one of "obstacles", "remove", "path", "target" and "goals")");
        if (!events_.empty() && tick < events_.back().tick)
            (place / "tick")
                .fail(fmt::format("is {}, the event before has {}: events are in the order of their ticks",
                                  tick, events_.back().tick));
        if (events_.empty() || tick > events_.back().tick) {
            build_program();
            events_.push_back({.tick = tick, .program = {}});
        }
        if (obstacles != nullptr) add(*obstacles, name, place);
        if (removed != nullptr) remove(*removed, place / "remove");
        if (path != nullptr) replace_path(*path, *points, place);
        if (target != nullptr) move_target(*target, stage, place);
        if (goals != nullptr) move_goals(*goals, place / "goals");
    }

    [[nodiscard]] std::vector<Event> take() {
        build_program();
        return std::move(events_);
    }

  private:
    void add(const Json& obstacles, const std::string& name, const Place& place) {
        if (find(name) != added_.end()) (place / "name").fail(fmt::format("\"{}\" is there already", name));
        static_cast<void>(words::read_obstacles(obstacles, place / "obstacles", context_));
        Json stages = stages_;
        if (!add_to_stages(stages, obstacles, program_))
            (place / "obstacles").fail("no stage has obstacles, or a field to goals");
        added_.emplace_back(name, obstacles);
    }

    void remove(const Json& json, const Place& place) {
        std::string name;
        words::convert(json, place, name);
        const auto found = find(name);
        if (found == added_.end())
            place.fail(fmt::format("no event has added \"{}\", or it is removed", name));
        added_.erase(found);
    }

    void replace_path(const Json& json, const Json& points, const Place& place) {
        std::uint32_t path = 0;
        words::convert(json, place / "path", path);
        const std::size_t count = context_.paths ? context_.paths->size() : 0;
        if (path >= count)
            (place / "path").fail(fmt::format("is {}, the scenario has {} paths", path, count));
        PathSet paths = replaced(*context_.paths, path, read_places(points, place / "points"));
        if (paths.node_count(path) < 2) (place / "points").fail("has fewer than two distinct points");
        context_.paths.emplace(std::move(paths));
        events_.back().new_paths.push_back(static_cast<std::int32_t>(path));
    }

    /// Of the agents, or of one stage.
    void move_target(const Json& json, const Json* stage, const Place& place) {
        const Point point = words::read_point(json, place / "target");
        require_in_range(point, place / "target");
        if (stage == nullptr) {
            if (!std::ranges::count(program_.streams(), Stream::target_x, &StreamUse::stream))
                (place / "target").fail("no stage reads the agents' target");
            events_.back().target = {static_cast<float>(point.x), static_cast<float>(point.y)};
            return;
        }
        std::uint64_t index = 0;
        words::convert(*stage, place / "stage", index);
        if (index >= stages_.size())
            (place / "stage").fail(fmt::format("is {}, the scenario has {} stages", index, stages_.size()));
        Json& words = *stages_[index].begin();
        if (!words.contains("target") || !words["target"].is_array())
            (place / "stage")
                .fail(fmt::format("stage {} ({}) has no point as its \"target\"", index,
                                  wend::name(program_.stages()[index])));
        words["target"] = json;
    }

    void move_goals(const Json& json, const Place& place) {
        if (read_places(json, place).empty()) place.fail("has no goal");
        bool moved = false;
        for (Json& stage : stages_) {
            Json& words = *stage.begin();
            if (!words.contains("field") || !words["field"].contains("goals")) continue;
            words["field"]["goals"] = json;
            moved = true;
        }
        if (!moved) place.fail("no stage has a field to goals");
    }

    std::vector<std::pair<std::string, Json>>::iterator find(const std::string& name) {
        return std::ranges::find(added_, name, &std::pair<std::string, Json>::first);
    }

    /// Of the last event, when all entries of its tick are read.
    void build_program() {
        if (events_.empty()) return;
        Json stages = stages_;
        for (const auto& [name, obstacles] : added_) add_to_stages(stages, obstacles, program_);
        events_.back().program = words::read_program(stages, stages_place_, context_);
    }

    Json stages_;  ///< without added obstacles
    Place stages_place_;
    const Program& program_;
    words::StageContext context_;
    std::vector<std::pair<std::string, Json>> added_;  ///< obstacles by name
    std::vector<Event> events_;
};

}  // namespace

std::vector<Event> read_events(const Json& events, const Place& place, const Json& stages,
                               const Place& stages_place, const Program& program,
                               const words::StageContext& context) {
    if (!events.is_array()) place.fail("expected an array of events");
    Reader reader(stages, stages_place, program, context);
    for (std::size_t i = 0; i < events.size(); ++i) reader.read(events[i], place / i);
    return reader.take();
}

}  // namespace wend::scenario
