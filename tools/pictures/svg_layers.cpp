// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/svg_layers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "tools/pictures/animation.hpp"
#include "tools/pictures/ground.hpp"
#include "tools/pictures/way.hpp"

namespace wend::pictures {
namespace {

using scenario::find_stage;
using support::SvgCanvas;

constexpr std::size_t most_paths = 1000;
constexpr std::size_t most_nodes = 1500;  // that are drawn with a mark each
constexpr std::size_t most_looks = 60;    // agents with lines to their target agents
constexpr std::size_t most_frames = 200;  // of marks in a moving picture
constexpr std::size_t most_cones = 14;

Point moved(Point from, Point by) { return {from.x + by.x, from.y + by.y}; }
Point unit(Point v) {
    const double length = std::hypot(v.x, v.y);
    return length > 0 ? Point{v.x / length, v.y / length} : Point{};
}
Point rotated(Point v, double angle) {
    return {v.x * std::cos(angle) - v.y * std::sin(angle), v.x * std::sin(angle) + v.y * std::cos(angle)};
}

std::string ring(std::string_view css_class) {
    return fmt::format(R"(<circle class="{}" cx="12" cy="0" r="7"/>)", css_class);
}
std::string stroke(std::string_view css_class) {
    return fmt::format(R"(<path class="{}" d="M0 0h24"/>)", css_class);
}

void draw_bounds(SvgCanvas& canvas, const Program& program) {
    const auto* locomotion = find_stage<Locomotion>(program);
    if (locomotion != nullptr && locomotion->bounds != Bounds::none) {
        canvas.rectangle(R"(class="bounds")", low_of(locomotion->area), high_of(locomotion->area));
        canvas.add_legend({R"(<rect class="bounds" x="3" y="-6" width="18" height="12"/>)",
                           locomotion->bounds == Bounds::wrap ? "world, wraps" : "world, reflecting walls"});
    }
    if (const auto* containment = find_stage<Containment>(program)) {
        canvas.rectangle(R"(class="bounds")", low_of(containment->area), high_of(containment->area));
        canvas.add_legend({R"(<rect class="bounds" x="3" y="-6" width="18" height="12"/>)", "soft walls"});
    }
    if (const auto* retarget = find_stage<RetargetWander>(program)) {
        canvas.rectangle(R"(class="area")", low_of(retarget->area), high_of(retarget->area));
        canvas.add_legend(
            {R"(<rect class="area" x="3" y="-6" width="18" height="12"/>)", "area of new targets"});
    }
}

void draw_lines(SvgCanvas& canvas, const PathUse& use, std::size_t step) {
    std::vector<std::vector<Point>> lines;
    for (std::size_t path = 0; path < use.paths->size(); path += step) {
        std::vector<Point>& line = lines.emplace_back(path_line(use, path));
        for (Point& point : line) point = canvas.pixel(point);
    }
    support::thin_out(lines, 12'000);
    const std::string corridor =
        fmt::format(R"(class="corridor" stroke-width="{:.1f}")", 2 * canvas.pixels(use.corridor));
    if (use.corridor > 0)
        for (const std::vector<Point>& line : lines) canvas.polyline(corridor, line);
    for (const std::vector<Point>& line : lines) canvas.polyline(R"(class="path")", line);
}

void draw_portals(SvgCanvas& canvas, const PathSet& paths) {
    for (std::size_t path = 0; path < paths.size(); ++path) {
        const std::uint32_t count = paths.node_count(path);
        for (std::uint32_t left = 1; left + 2 < count; left += 2)
            canvas.line(R"(class="look")", paths.node(path, left), paths.node(path, left + 1));
        canvas.cross(R"(class="target")", paths.node(path, count - 1));
    }
    canvas.add_legend({stroke("look"), "portal"});
    canvas.add_legend({R"(<path class="target" d="M8 -4l8 8m0 -8l-8 8"/>)", "goal"});
}

/// Walls as wide as a line, circles as they are.
void draw_obstacles(SvgCanvas& canvas, const Program& program) {
    constexpr const char* disc = R"(class="obstacle")";
    constexpr const char* wall = R"(class="wall")";
    const ObstacleSet* const obstacles = scenario::find_obstacles(program);
    if (obstacles == nullptr || obstacles->size() == 0) return;
    bool discs = false, walls = false;
    for (std::size_t i = 0; i < obstacles->size(); ++i) {
        const Obstacle one = obstacles->obstacle(i);
        const std::array ends{Point{static_cast<double>(one.from_x), static_cast<double>(one.from_y)},
                              Point{static_cast<double>(one.to_x), static_cast<double>(one.to_y)}};
        (one.radius > 0 ? discs : walls) = true;
        if (one.radius > 0)
            canvas.circle(disc, ends[0], canvas.pixels(static_cast<double>(one.radius)));
        else
            canvas.polyline(wall, std::array{canvas.pixel(ends[0]), canvas.pixel(ends[1])});
    }
    const bool soft = find_stage<PolygonContainment>(program) != nullptr;
    if (discs) canvas.add_legend({fmt::format(R"(<circle {} cx="12" cy="0" r="6"/>)", disc), "obstacle"});
    if (walls)
        canvas.add_legend({fmt::format(R"(<path {} d="M3 0h18"/>)", wall), soft ? "soft walls" : "wall"});
}

void draw_nodes(SvgCanvas& canvas, const PathUse& use) {
    for (std::size_t path = 0; path < use.paths->size(); ++path)
        for (std::uint32_t node = 0; node < use.paths->node_count(path); ++node) {
            if (use.radius > 0)
                canvas.circle(R"(class="width")", use.paths->node(path, node), canvas.pixels(use.radius));
            canvas.circle(R"(class="node")", use.paths->node(path, node), 2.6);
        }
    canvas.add_legend({R"(<circle class="node" cx="12" cy="0" r="2.6"/>)", "node"});
    if (use.radius > 0) canvas.add_legend({ring("width"), fmt::format("node's radius, {:g} m", use.radius)});
}

void draw_paths(SvgCanvas& canvas, const Program& program) {
    const PathUse use = path_use_of(program);
    if (use.paths == nullptr || use.paths->size() == 0) return;
    const PathSet& paths = *use.paths;
    const std::size_t step = (paths.size() + most_paths - 1) / most_paths;
    draw_lines(canvas, use, step);
    const std::string which = step == 1 ? "" : fmt::format(" (every {}th)", step);
    canvas.add_legend({stroke("path"), (use.portals ? "corridor" : "path") + which});
    if (paths.total_node_count() > most_nodes) return;
    if (use.portals)
        draw_portals(canvas, paths);
    else
        draw_nodes(canvas, use);
    if (use.corridor > 0)
        canvas.add_legend({R"(<path class="corridor" stroke-width="12" d="M6 0h12"/>)",
                           fmt::format("corridor, radius {:g} m", use.corridor)});
    if (use.slowing_radius > 0 && use.mode == PathMode::once) {
        for (std::size_t path = 0; path < paths.size(); ++path)
            canvas.circle(R"(class="slowing")", paths.node(path, paths.node_count(path) - 1),
                          canvas.pixels(use.slowing_radius));
        canvas.add_legend({ring("slowing"), fmt::format("slowing radius, {:g} m", use.slowing_radius)});
    }
}

/// For few targets: circles of many hide them.
void draw_radii(SvgCanvas& canvas, const Ground& ground) {
    const std::vector<DrawnTarget>& targets = ground.targets;
    if (targets.empty() || targets.size() > few_agents) return;
    const auto draw = [&](float radius, std::string_view name) {
        for (const auto& [target, velocity] : targets)
            canvas.circle(R"(class="slowing")", target, canvas.pixels(static_cast<double>(radius)));
        canvas.add_legend({ring("slowing"), fmt::format("{}, {:g} m", name, radius)});
    };
    if (const auto* arrive = find_stage<Arrive>(*ground.program))
        draw(arrive->slowing_radius, "slowing radius");
    if (const auto* approach = find_stage<Approach>(*ground.program))
        draw(approach->aggro_radius, "aggro radius");
}

void draw_targets(SvgCanvas& canvas, const Ground& ground) {
    if (ground.targets.empty() && ground.shared_targets.empty()) return;
    bool moving = false;
    for (const Point& target : ground.shared_targets) canvas.cross(R"(class="target")", target);
    for (const auto& [target, velocity] : ground.targets) {
        canvas.cross(R"(class="target")", target, ground.targets.size() > few_agents ? 5 : 8);
        if (velocity.x == 0 && velocity.y == 0) continue;
        canvas.line(R"(class="arrow")", target, moved(target, velocity));
        moving = true;
    }
    canvas.add_legend({R"(<path class="target" d="M8 -4l8 8m0 -8l-8 8"/>)", "target"});
    if (moving) canvas.add_legend({stroke("arrow"), "target's velocity, drawn for 1 s"});
}

/// The walk-to points that the agent chooses from: directions within the cone, at the length of its step.
void draw_cone(SvgCanvas& canvas, const Approach& approach, const Decision& decision) {
    const Point to_target{decision.target.x - decision.from.x, decision.target.y - decision.from.y};
    const double distance = std::hypot(to_target.x, to_target.y);
    const double step = std::hypot(decision.to.x - decision.from.x, decision.to.y - decision.from.y);
    const double aggro = static_cast<double>(approach.aggro_radius);
    const double half = static_cast<double>(approach.max_fov) * std::min(distance, aggro) / aggro / 2;
    const Point towards = unit(to_target);
    const Point tip = canvas.pixel(decision.from);
    const Point arm{towards.x * step, towards.y * step};
    const Point left = canvas.pixel(moved(decision.from, rotated(arm, half)));
    const Point right = canvas.pixel(moved(decision.from, rotated(arm, -half)));
    canvas.add(R"(<path class="cone" d="M{:.1f} {:.1f}L{:.1f} {:.1f}A{:.1f} {:.1f} 0 0 1 {:.1f} {:.1f}Z"/>)",
               tip.x, tip.y, left.x, left.y, canvas.pixels(step), canvas.pixels(step), right.x, right.y);
}

/// In a moving picture draws each decision of an agent until the next one, in a still one the first `most`.
template <class Draw>
void draw_decisions(SvgCanvas& canvas, const DrawnRun& run, const Track& track, std::size_t most,
                    const Draw& draw) {
    for (const Decision& decision : track.decisions) {
        const bool last = &decision == &track.decisions.back();
        if (run.loop_seconds > 0)
            canvas.add("<g>{}", animated_visibility(run, decision.sample,
                                                    last ? run.samples - 1 : (&decision + 1)->sample));
        else if (most-- == 0)
            return;
        draw(decision);
        if (run.loop_seconds > 0) canvas.add("</g>");
    }
}

void draw_approach(SvgCanvas& canvas, const DrawnRun& run) {
    const auto* approach = find_stage<Approach>(run.program);
    if (approach == nullptr || run.tracks.empty() || run.tracks.size() > few_agents) return;
    draw_decisions(canvas, run, run.tracks.front(), most_cones,
                   [&](const Decision& decision) { draw_cone(canvas, *approach, decision); });
    for (const Track& track : run.tracks)
        draw_decisions(canvas, run, track, track.decisions.size(),
                       [&](const Decision& decision) { canvas.circle(R"(class="walk")", decision.to, 2.6); });
    canvas.add_legend(
        {R"(<path class="cone" d="M2 4L20 -6A20 20 0 0 1 22 6Z"/>)", "choices of the first agent"});
    canvas.add_legend({R"(<circle class="walk" cx="12" cy="0" r="3"/>)", "walk-to point"});
}

void draw_chosen_targets(SvgCanvas& canvas, const DrawnRun& run) {
    if (find_stage<RetargetWander>(run.program) == nullptr || run.tracks.size() > few_agents) return;
    for (std::size_t i = 0; i < run.tracks.size(); ++i) {
        const std::string colour = support::agent_colour(i, run.tracks.size());
        draw_decisions(
            canvas, run, run.tracks[i], run.tracks[i].decisions.size(), [&](const Decision& decision) {
                canvas.line(fmt::format(R"(class="look" style="stroke:{}")", colour), decision.from,
                            decision.to);
                canvas.cross(fmt::format(R"(class="target" style="stroke:{}")", colour), decision.to);
            });
    }
    canvas.add_legend({stroke("look"), "from where an agent chose its target"});
    canvas.add_legend({fmt::format(R"(<path class="target" style="stroke:{}" d="M8 -4l8 8m0 -8l-8 8"/>)",
                                   support::agent_colour(0, 1)),
                       "chosen target, in its agent's colour"});
}

/// Moments of points at each frame of a track: `points` appends their pixels.
template <class Points>
std::vector<Moment> moments_of(const DrawnRun& run, const Track& track, const Points& points) {
    std::vector<Moment> moments;
    for (const Frame& frame : frames_of(run, track, most_frames)) {
        if (!moments.empty() && run.share(frame.sample) < moments.back().share) moments.pop_back();
        moments.push_back({run.share(frame.sample), {}});
        points(frame, moments.back().numbers);
    }
    return moments;
}

/// The way from one point to another at the end or, in a moving picture, at all times. `ends` gives both at a
/// sample.
template <class Ends>
void draw_line(SvgCanvas& canvas, const DrawnRun& run, const Track& track, std::string_view css_class,
               const Ends& ends) {
    const auto [from, to] = ends(run.samples - 1);
    if (run.loop_seconds == 0) {
        canvas.line(fmt::format(R"(class="{}")", css_class), from, to);
        return;
    }
    const std::vector<Moment> moments =
        moments_of(run, track, [&](const Frame& frame, std::vector<double>& numbers) {
            for (const Point point : ends(frame.sample)) {
                const Point at = pixel_of(canvas, frame, point);
                numbers.insert(numbers.end(), {at.x, at.y});
            }
        });
    canvas.add(R"(<path class="{}">{}</path>)", css_class, animated_line(moments, run.loop_seconds));
}

/// A circle about a point, as `draw_line`.
template <class Centre>
void draw_circle(SvgCanvas& canvas, const DrawnRun& run, const Track& track, std::string_view css_class,
                 double radius_pixels, const Centre& centre) {
    if (run.loop_seconds == 0) {
        canvas.circle(fmt::format(R"(class="{}")", css_class), centre(run.samples - 1), radius_pixels);
        return;
    }
    const std::vector<Moment> moments =
        moments_of(run, track, [&](const Frame& frame, std::vector<double>& numbers) {
            const Point at = pixel_of(canvas, frame, centre(frame.sample));
            numbers = {at.x, at.y};
        });
    canvas.add(R"(<circle class="{}" r="{:.1f}">{}</circle>)", css_class, radius_pixels,
               animated_transform("translate", moments, 0.6, run.loop_seconds));
}

void draw_wander(SvgCanvas& canvas, const DrawnRun& run) {
    bool drawn = false;
    for (const Track& track : run.tracks) {
        if (track.forces.empty()) continue;
        drawn = true;
        const WanderForce& last = track.forces.back();
        draw_circle(canvas, run, track, "wander",
                    canvas.pixels(std::hypot(last.chosen.x - last.centre.x, last.chosen.y - last.centre.y)),
                    [&](std::size_t sample) { return track.forces[sample].centre; });
        draw_line(canvas, run, track, "wander", [&](std::size_t sample) {
            return std::array{track.points[sample], track.forces[sample].chosen};
        });
        draw_circle(canvas, run, track, "wander-point", 2,
                    [&](std::size_t sample) { return track.forces[sample].chosen; });
    }
    if (drawn)
        canvas.add_legend(
            {R"(<path class="wander" d="M0 0h9"/><circle class="wander" cx="16" cy="0" r="7"/>)",
             "wander's circle and force, 1 m for 1 N"});
}

/// Where all agents are drawn: lines to target agents that are not drawn would say little.
void draw_target_agents(SvgCanvas& canvas, const DrawnRun& run) {
    const AgentView& agents = run.agents;
    if (!agents.has(Stream::target_agent) || run.tracks.size() > most_looks ||
        run.tracks.size() != agents.size())
        return;
    const auto draw = [&](const Track& track, std::int32_t other) {
        if (other < 0 || static_cast<std::size_t>(other) >= run.tracks.size()) return;
        const Track& target = run.tracks[static_cast<std::size_t>(other)];
        draw_line(canvas, run, track, "look", [&](std::size_t sample) {
            return std::array{track.points[sample], target.points[sample]};
        });
    };
    for (const Track& track : run.tracks) {
        draw(track, agents.get<Stream::target_agent>()[track.slot]);
        if (agents.has(Stream::other_agent)) draw(track, agents.get<Stream::other_agent>()[track.slot]);
    }
    canvas.add_legend(
        {stroke("look"), run.loop_seconds > 0 ? "to its target agent" : "to its target agent, at the end"});
}

/// Draws each ground: those before the last one faintly or, in a moving picture, each at its time.
template <class Draw>
void draw_each(SvgCanvas& canvas, const DrawnRun& run, const Draw& draw) {
    constexpr const char* faint = R"(opacity=".3")";
    for (const Ground& ground : run.grounds) {
        const bool last = &ground == &run.grounds.back();
        const bool always = run.grounds.size() == 1 || (last && run.loop_seconds == 0);
        if (!always && run.loop_seconds == 0) {
            canvas.add("<g {}>", faint);
            canvas.add_legend(
                {fmt::format(R"(<path class="wall" {} d="M3 0h18"/>)", faint), "before an event"});
        } else if (!always) {
            canvas.add("<g>{}", animated_visibility(run, ground.sample,
                                                    last ? run.samples - 1 : (&ground + 1)->sample));
        }
        draw(ground);
        if (!always) canvas.add("</g>");
    }
}

}  // namespace

std::vector<DrawnTarget> targets_of(const AgentView& agents, std::span<const Track> tracks) {
    std::set<std::array<double, 4>> seen;
    for (const Track& track : tracks) {
        const Point target = point_of<Stream::target_x, Stream::target_y>(agents, track.slot);
        const Point velocity =
            point_of<Stream::target_velocity_x, Stream::target_velocity_y>(agents, track.slot);
        seen.insert({target.x, target.y, velocity.x, velocity.y});
    }
    std::vector<DrawnTarget> targets;
    for (const auto& [x, y, velocity_x, velocity_y] : seen)
        targets.push_back({{x, y}, {velocity_x, velocity_y}});
    return targets;
}

std::vector<Point> shared_targets_of(const Program& program) {
    std::vector<Point> targets;
    const auto add = [&](const auto& stage) {
        if constexpr (requires { stage.target.point; })
            if (const auto& point = stage.target.point)
                targets.push_back({static_cast<double>(point->x), static_cast<double>(point->y)});
    };
    for (const Stage& stage : program.stages()) std::visit(add, stage);
    return targets;
}

std::optional<WanderForce> wander_force_of(const Program& program, const AgentView& agents,
                                           std::size_t slot) {
    const auto* wander = find_stage<Wander>(program);
    if (wander == nullptr || program.stages().size() != 2) return {};
    const Point position = point_of<Stream::position_x, Stream::position_y>(agents, slot);
    const Point heading = unit(point_of<Stream::velocity_x, Stream::velocity_y>(agents, slot));
    const double distance = static_cast<double>(wander->circle_distance);
    const double radius = static_cast<double>(wander->circle_radius);
    const Point centre = moved(position, {heading.x * distance, heading.y * distance});
    double angle = static_cast<double>(agents.get<Stream::wander_angle>()[slot]);
    if (wander->frame == WanderFrame::heading) angle += std::atan2(heading.y, heading.x);
    return WanderForce{centre, moved(centre, {radius * std::cos(angle), radius * std::sin(angle)})};
}

void extend(support::PlotExtent& extent, const DrawnRun& run) {
    for (const Track& track : run.tracks) {
        for (const Point& point : track.points) extent.add(point);
        for (const Decision& decision : track.decisions) extent.add(decision.to);
    }
    for (const Ground& ground : run.grounds) {
        for (const auto& [target, velocity] : ground.targets) {
            extent.add(target);
            extent.add(moved(target, velocity));
        }
        extend_ground(extent, *ground.program);
    }
    if (run.loop_seconds == 0)
        for (const Track& track : run.tracks)
            if (!track.forces.empty()) {
                const auto& [centre, chosen] = track.forces.back();
                extent.add_circle(centre, std::hypot(chosen.x - centre.x, chosen.y - centre.y));
            }
    if (find_stage<Approach>(run.program) != nullptr && !run.tracks.empty() &&
        run.tracks.size() <= few_agents)
        for (const Decision& decision : run.tracks.front().decisions)
            extent.add_circle(decision.from,
                              std::hypot(decision.to.x - decision.from.x, decision.to.y - decision.from.y));
}

void draw_ground(SvgCanvas& canvas, const DrawnRun& run) {
    draw_bounds(canvas, run.program);
    draw_each(canvas, run, [&](const Ground& ground) {
        draw_obstacles(canvas, *ground.program);
        draw_paths(canvas, *ground.program);
        draw_radii(canvas, ground);
    });
}

void draw_explanations(SvgCanvas& canvas, const DrawnRun& run) {
    draw_each(canvas, run, [&](const Ground& ground) { draw_targets(canvas, ground); });
    draw_approach(canvas, run);
    draw_chosen_targets(canvas, run);
    draw_wander(canvas, run);
    draw_target_agents(canvas, run);
}

}  // namespace wend::pictures
