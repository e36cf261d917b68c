// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/player/player_page.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tools/pictures/ground.hpp"
#include "tools/pictures/svg_track.hpp"
#include "tools/player/packed_positions.hpp"
#include "tools/player/player_files.hpp"
#include "tools/scenario/agent_recipe.hpp"
#include "tools/support/html_page.hpp"

namespace wend::player {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t most_nodes = 60'000;   // of all paths
constexpr double plot_pixels = 8'000;        // resolution of paths, fine enough to zoom in
constexpr std::size_t most_targets = 2'000;  // more hide each other

/// As short as a float's value allows.
double shortened(float value) { return std::stod(fmt::format("{}", value)); }

OrderedJson corners(const Rectangle& area) {
    return {shortened(area.min_x), shortened(area.min_y), shortened(area.max_x), shortened(area.max_y)};
}

/// The numbers among a stage's parameters, by name.
OrderedJson parameters_of(const Stage& stage) {
    OrderedJson json = OrderedJson::object();
    std::visit(
        [&]<class S>(const S& held) {
            const auto add = [&](const auto& parameter) {
                const auto& value = held.*(parameter.member);
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, float>)
                    json[parameter.name] = shortened(value);
                else if constexpr (std::is_same_v<Value, std::optional<float>>)
                    json[parameter.name] = value ? OrderedJson(shortened(*value)) : OrderedJson();
                else if constexpr (std::is_integral_v<Value>)
                    json[parameter.name] = value;
                else if constexpr (std::is_enum_v<Value>)
                    for (const auto& word : words_of(Value{}))
                        if (word.value == value) json[parameter.name] = word.name;
            };
            std::apply([&](const auto&... parameter) { (add(parameter), ...); }, S::parameters());
        },
        stage);
    return json;
}

OrderedJson stages_of(const Program& program) {
    OrderedJson stages = OrderedJson::array();
    for (const Stage& stage : program.stages())
        stages.push_back({{"name", name(stage)}, {"parameters", parameters_of(stage)}});
    return stages;
}

/// Without invisible detail where there are very many nodes: thin_out works in pixels.
void thin_out_in_world(std::vector<std::vector<Point>>& lines) {
    support::PlotExtent extent;
    for (const std::vector<Point>& line : lines)
        for (const Point& point : line) extent.add(point);
    const double pixel = std::max(extent.max_x - extent.min_x, extent.max_y - extent.min_y) / plot_pixels;
    const auto scale = [&](double factor) {
        for (std::vector<Point>& line : lines)
            for (Point& point : line) point = {point.x * factor, point.y * factor};
    };
    scale(1 / pixel);
    support::thin_out(lines, most_nodes);
    scale(pixel);
}

/// Lines of x, y, x, y ...
OrderedJson paths_of(const pictures::PathUse& use) {
    std::vector<std::vector<Point>> lines;
    for (std::size_t path = 0; path < use.size(); ++path) lines.push_back(pictures::path_line(use, path));
    if (use.paths != nullptr && use.paths->total_node_count() > most_nodes) thin_out_in_world(lines);
    OrderedJson json = OrderedJson::array();
    for (const std::vector<Point>& line : lines) {
        OrderedJson& numbers = json.emplace_back(OrderedJson::array());
        for (const Point& point : line) {
            numbers.push_back(shortened(static_cast<float>(point.x)));
            numbers.push_back(shortened(static_cast<float>(point.y)));
        }
    }
    return json;
}

void add_ground(OrderedJson& json, const Program& program) {
    if (const auto* locomotion = scenario::find_stage<Locomotion>(program);
        locomotion != nullptr && locomotion->bounds != Bounds::none) {
        json["world"] = corners(locomotion->area);
        json["wraps"] = locomotion->bounds == Bounds::wrap;
    }
    if (const auto* containment = scenario::find_stage<Containment>(program))
        json["soft_walls"] = corners(containment->area);
    const pictures::PathUse use = pictures::path_use_of(program);
    json["path_radius"] = std::max(use.radius, use.corridor);
    json["path_is_corridor"] = use.corridor > 0;
}

/// Paths and obstacles, which events change.
void add_changing_ground(OrderedJson& json, const Program& program) {
    json["paths"] = paths_of(pictures::path_use_of(program));
    json["discs"] = OrderedJson::array();
    json["walls"] = OrderedJson::array();
    const ObstacleSet* const obstacles = scenario::find_obstacles(program);
    for (std::size_t i = 0; obstacles != nullptr && i < obstacles->size(); ++i) {
        const Obstacle one = obstacles->obstacle(i);
        if (one.radius > 0)
            json["discs"].push_back({shortened(one.from_x), shortened(one.from_y), shortened(one.radius)});
        else
            json["walls"].push_back(
                {shortened(one.from_x), shortened(one.from_y), shortened(one.to_x), shortened(one.to_y)});
    }
}

/// The distinct targets that agents read, of the recording's agents.
std::vector<Point> targets_of(const Program& program, const AgentView& agents,
                              std::span<const std::size_t> slots) {
    std::vector<Point> targets;
    if (!pictures::targets_are_inputs(program)) return targets;
    std::set<std::pair<double, double>> seen;
    for (const std::size_t slot : slots) {
        const Point target = pictures::point_of<Stream::target_x, Stream::target_y>(agents, slot);
        if (seen.size() < most_targets && seen.insert({target.x, target.y}).second) targets.push_back(target);
    }
    return targets;
}

}  // namespace

PlayerPage::PlayerPage(const scenario::Scenario& scenario, std::string_view title, std::uint64_t interval,
                       std::optional<std::size_t> slot)
    : scenario_(scenario), title_(title), recording_(scenario, interval, slot) {}

void PlayerPage::sample(std::uint64_t tick, const AgentView& agents) {
    const Program& program = scenario::program_at(scenario_.program, scenario_.events, tick);
    if (grounds_.empty() || grounds_.back().program != &program)
        grounds_.push_back({tick, &program, targets_of(program, agents, recording_.slots())});
    recording_.sample(tick, agents);
}

std::string PlayerPage::html(const AgentView& agents) const {
    const std::size_t shown = recording_.slots().size();
    support::PlotExtent extent;
    for (const Point& place : recording_.places())
        if (std::isfinite(place.x) && std::isfinite(place.y)) extent.add(place);
    if (extent.empty()) extent.add({0, 0});  // no agents, or none with a place
    support::PlotExtent view = extent;
    for (const Ground& ground : grounds_) pictures::extend_ground(view, *ground.program);
    std::vector<PackedPoint> packed;
    packed.reserve(recording_.places().size());
    for (const Point& place : recording_.places()) packed.push_back(pack(place, extent));
    const std::vector<std::uint8_t> bytes = pack_frames(packed, shown);

    OrderedJson json{
        {"dt", shortened(scenario_.dt)}, {"agents", agents.size()}, {"ticks", recording_.ticks()}};
    json["extent"] = {extent.min_x, extent.min_y, extent.max_x, extent.max_y};
    json["view"] = {view.min_x, view.min_y, view.max_x, view.max_y};
    json["ids"] = OrderedJson::array();
    for (const std::size_t slot : recording_.slots()) json["ids"].push_back(agents.get<Stream::id>()[slot]);
    if (shown < agents.size()) json["slots"] = recording_.slots();
    json["stages"] = stages_of(scenario_.program);
    json["columns"] = recording_.columns();
    json["detailed"] = recording_.detailed();
    add_ground(json, scenario_.program);
    json["grounds"] = OrderedJson::array();
    for (const Ground& ground : grounds_) {
        OrderedJson& one = json["grounds"].emplace_back(OrderedJson{{"tick", ground.tick}});
        add_changing_ground(one, *ground.program);
        one["targets"] = OrderedJson::array();
        for (const Point& target : ground.targets) one["targets"].push_back({target.x, target.y});
    }

    if (opening_) {
        json["opens"] = {{"tick", opening_->tick}, {"text", opening_->text}};
        if (opening_->agent) json["opens"]["agent"] = *opening_->agent;
    }

    support::HtmlPage page("wend: " + title_, fmt::format("{}{}", window_css, player_css));
    page.add_text(player_html);
    page.add(
        "<header id=corner><h1>{}</h1><p class=\"soft summary\">{}{}</p><div id=runs></div>"
        "<p id=said role=status></p></header>\n",
        support::escaped(title_), support::escaped(scenario::summary_of(scenario_)),
        shown < agents.size() ? fmt::format(". Shown: {} of the agents, spread over all", shown) : "");
    page.add_json("run", json.dump());
    page.add_data("places", base64(bytes));
    if (const std::vector<std::uint8_t>& angles = recording_.orientations(); !angles.empty())
        page.add_data("orientations", base64(angles));
    const std::vector<float>& numbers = recording_.numbers();
    page.add_data("numbers", base64({reinterpret_cast<const std::uint8_t*>(numbers.data()),
                                     numbers.size() * sizeof(float)}));
    if (!other_.empty()) page.add_json("other", OrderedJson(other_).dump());
    const std::array scripts{page_js,          plane_js,       viewport_js,
                             recorded_run_js,  agent_layer_js, chosen_agent_js,
                             numbers_table_js, difference_js,  player_js};
    page.add_script(fmt::format("(() => {{\n\"use strict\";\n{}}})();\n", fmt::join(scripts, "\n")));
    return page.take();
}

}  // namespace wend::player
