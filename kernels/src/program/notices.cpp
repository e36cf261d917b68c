// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "columns/elements.hpp"
#include "float_environment.hpp"
#include "flow/flow_data.hpp"
#include "neighbours/grid.hpp"
#include "obstacles/obstacle_data.hpp"
#include "paths/path_data.hpp"
#include "program/plan.hpp"
#include "wend/parameter.hpp"

namespace wend::detail {
namespace {

/// Calls use(slot) for the agents that take part in the call.
template <class Use>
void for_each_slot(const AgentView& agents, const Use& use) {
    const Selection& selection = agents.selection();
    if (selection.kind == Selection::Kind::slots) {
        const auto* const slots = static_cast<const std::uint32_t*>(selection.data);
        for (std::size_t i = 0; i < selection.count; ++i)
            if (slots[i] < agents.size()) use(slots[i]);
        return;
    }
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        if (takes_part(selection, slot)) use(slot);
}

double read_float(const Column& column, std::size_t slot) {
    return static_cast<double>(value_at<float>(column, slot));
}

Point place_of(const AgentView& agents, std::size_t slot) {
    return {read_float(agents.column(Stream::position_x), slot),
            read_float(agents.column(Stream::position_y), slot)};
}

/// Agents at other places are at fault.
bool is_legal(Point place) {
    constexpr double limit = static_cast<double>(component_limit);
    return std::abs(place.x) <= limit && std::abs(place.y) <= limit;
}

bool acts_on(const AgentView& agents, std::size_t slot, std::size_t stage) {
    return !agents.has(Stream::stages) ||
           (value_at<std::uint32_t>(agents.column(Stream::stages), slot) >> stage & 1) != 0;
}

/// The limits of one agent.
struct Vehicle {
    double max_force, max_speed, mass;
};

/// Those of the last stage that are values.
struct VehicleValues {
    std::optional<float> max_force, max_speed, mass, max_turn_rate;
};

/// None in a program without (external) locomotion.
std::optional<VehicleValues> vehicle_values(const Plan& plan) {
    if (const Locomotion* const last = plan.locomotion())
        return VehicleValues{last->max_force, last->max_speed, last->mass, last->max_turn_rate};
    if (const auto* const last =
            plan.stages.empty() ? nullptr : std::get_if<ExternalLocomotion>(&plan.stages.back()))
        return VehicleValues{last->max_force, last->max_speed, last->mass, {}};
    return std::nullopt;
}

/// Calls use(vehicle) for the agents with legal limits; once where these are the program's values.
template <class Use>
void for_each_vehicle(const VehicleValues& values, const AgentView& agents, const Use& use) {
    const auto vehicle_of = [&](std::size_t slot) {
        const auto limit = [&](const std::optional<float>& value, Stream stream) {
            return value ? static_cast<double>(*value) : read_float(agents.column(stream), slot);
        };
        return Vehicle{limit(values.max_force, Stream::max_force), limit(values.max_speed, Stream::max_speed),
                       limit(values.mass, Stream::mass)};
    };
    if (values.max_force && values.max_speed && values.mass) {
        use(vehicle_of(0));
        return;
    }
    for_each_slot(agents, [&](std::size_t slot) {
        const Vehicle vehicle = vehicle_of(slot);
        constexpr double limit = static_cast<double>(component_limit);
        const auto legal = [](double value) { return value >= 0 && value <= limit; };
        if (legal(vehicle.max_force) && legal(vehicle.max_speed) && legal(vehicle.mass) && vehicle.mass > 0)
            use(vehicle);
    });
}

/// How a force makes agents settle at a target: the weight, and the slowing radius.
struct Settling {
    double weight = 0;  ///< 0: it does not, as on paths without an end
    double slowing_radius = 0;
};

template <class S>
Settling settling_of(const S& stage) {
    if constexpr (requires { stage.slowing_radius; }) {
        if constexpr (requires { stage.mode; })
            if (stage.mode != PathMode::once) return {};
        const std::optional<float> slowing_radius = stage.slowing_radius;
        if (slowing_radius) return {static_cast<double>(stage.weight), static_cast<double>(*slowing_radius)};
    }
    return {};
}

bool same(const Target& a, const Target& b) {
    if (a.point.has_value() != b.point.has_value()) return false;
    return a.point ? a.point->x == b.point->x && a.point->y == b.point->y : a.streams == b.streams;
}
bool same(const PathSet& a, const PathSet& b) { return &PathDataAccess::data(a) == &PathDataAccess::data(b); }
bool same(const ObstacleSet& a, const ObstacleSet& b) {
    return &ObstacleDataAccess::data(a) == &ObstacleDataAccess::data(b);
}
template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::optional<float>>
bool same(const T& a, const T& b) { return a == b; }

/// Whether two forces lead to one target: stages of one kind that differ in weights and radii alone.
bool share_target(const Stage& a, const Stage& b) {
    if (a.index() != b.index()) return false;
    return visit_stage(
        [&]<class S>(const S& one) {
            if constexpr (requires { one.slowing_radius; }) {
                const S& other = std::get<S>(b);
                bool alike = true;
                const auto compare = [&](const auto& parameter) {
                    const std::string_view name = parameter.name;
                    if (name != "weight" && !name.ends_with("radius"))
                        alike = alike && same(one.*parameter.member, other.*parameter.member);
                };
                std::apply([&](const auto&... parameter) { (compare(parameter), ...); }, S::parameters());
                return alike;
            } else {
                return false;
            }
        },
        a);
}

Settling settling_of_stage(const Stage& stage) {
    return visit_stage([](const auto& one) { return settling_of(one); }, stage);
}

/// Agents settle at their targets. Near a target the desired velocity is -x * max_speed / slowing_radius, so
/// with k = weight dt / mass, a = max_speed dt / slowing_radius and u = v dt:
///
///     u' = (1 - k) u - k a x,  x' = x + u'      trace 2 - k - k a, determinant 1 - k
///
/// which converges where |1 - k| < 1 and k (2 + a) < 4; the second implies the first. Forces that share a
/// target add their k and their k a.
Status check_settling(const Plan& plan, const VehicleValues& values, const AgentView& agents, double dt) {
    const std::size_t count = plan.stages.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto earlier = [&](std::size_t j) { return share_target(plan.stages[j], plan.stages[i]); };
        bool first = true;
        for (std::size_t j = 0; j < i; ++j) first = first && !earlier(j);
        if (!first) continue;
        std::size_t forces = 0;
        for (std::size_t j = i; j < count; ++j)
            forces += settling_of_stage(plan.stages[j]).weight != 0 && earlier(j);
        if (forces == 0) continue;
        double most = 0;
        for_each_vehicle(values, agents, [&](const Vehicle& vehicle) {
            double sum = 0;
            for (std::size_t j = i; j < count; ++j) {
                const Settling force = settling_of_stage(plan.stages[j]);
                if (force.weight == 0 || !earlier(j)) continue;
                sum += force.weight * dt / vehicle.mass * (2 + vehicle.max_speed * dt / force.slowing_radius);
            }
            most = std::max(most, sum);
        });
        constexpr double high = 4;
        if (most >= high)
            return about_stage(
                {.code = Code::unstable_step,
                 .subject = forces == 1
                                ? "weight * dt / mass * (2 + max_speed * dt / slowing_radius)"
                                : "the sum of weight * dt / mass * (2 + max_speed * dt / slowing_radius)",
                 .value = most,
                 .high = high,
                 .high_excluded = true},
                plan.stages[i], i);
    }
    return {};
}

/// A node counts as reached within its radius, which an agent may circle for ever where its turning circle is
/// wider, unless it has a finish line.
Status check_turning(const Plan& plan, const VehicleValues& values, const AgentView& agents) {
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const auto* const follow = std::get_if<PathFollow>(&plan.stages[i]);
        if (follow == nullptr || follow->finish_line) continue;
        double widest = 0;
        for_each_vehicle(values, agents, [&](const Vehicle& vehicle) {
            if (vehicle.max_speed == 0) return;
            double radius = vehicle.mass * vehicle.max_speed * vehicle.max_speed / vehicle.max_force;
            if (values.max_turn_rate)
                radius = std::max(radius, vehicle.max_speed / static_cast<double>(*values.max_turn_rate));
            widest = std::max(widest, radius);
        });
        if (widest > static_cast<double>(follow->radius))
            return about_stage({.code = Code::wide_turn,
                                .subject = "the turning circle's radius",
                                .value = widest,
                                .high = static_cast<double>(follow->radius)},
                               plan.stages[i], i);
    }
    return {};
}

/// The largest radius of a body that takes part in the stage's avoidance.
double largest_body(const AgentView& agents, double parameter) {
    const Column& own = agents.column(Stream::body_radius);
    const SeenColumns seen(agents,
                           {.others = true, .neighbours = true, .extras = stream_set(Stream::body_radius)});
    const auto at = std::find(neighbour_extras.begin(), neighbour_extras.end(), Stream::body_radius) -
                    neighbour_extras.begin();
    const Column& theirs = seen.extras[static_cast<std::size_t>(at)];
    if (own.count == 0 || theirs.count == 0) return parameter;  // of some at least
    double largest = 0;
    const auto take = [&](const Column& column) {
        for (std::size_t slot = 0; slot < column.count; ++slot)
            if (const double radius = read_float(column, slot); radius > largest && radius <= parameter)
                largest = radius;
    };
    take(own);
    if (theirs.data != own.data) take(theirs);
    return largest;
}

/// Two agents that are too far apart to see each other do not touch a tick later: otherwise none avoids.
Status check_sight(const Plan& plan, const AgentView& agents, double dt) {
    double fastest = 0;
    if (const std::optional<VehicleValues> values = vehicle_values(plan))
        for_each_vehicle(*values, agents,
                         [&](const Vehicle& vehicle) { fastest = std::max(fastest, vehicle.max_speed); });
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const Status status = visit_stage(
            [&](const auto& stage) -> Status {
                if constexpr (requires {
                                  requires std::is_same_v<decltype((stage.body_radius)), const float&>;
                                  stage.cos_field_of_view;
                              }) {
                    const double body = largest_body(agents, static_cast<double>(stage.body_radius));
                    const double low = 2 * (body + fastest * dt);
                    if (static_cast<double>(stage.radius) < low)
                        return {.code = Code::short_sight,
                                .subject = "radius",
                                .value = static_cast<double>(stage.radius),
                                .low = low,
                                .high = static_cast<double>(component_limit)};
                }
                return {};
            },
            plan.stages[i]);
        if (!status) return about_stage(status, plan.stages[i], i);
    }
    return {};
}

/// No way leads to a goal of the stage's flow field: how many agents, and why.
Status check_ways(const AgentView& agents, const FlowField& field, const Stage& stage, std::size_t index) {
    const FlowData& data = FlowDataAccess::data(field);
    if (data.ways == nullptr) return {};
    std::size_t count = 0;
    std::size_t first = 0;
    for_each_slot(agents, [&](std::size_t slot) {
        const Point place = place_of(agents, slot);
        if (!is_legal(place) || field.reaches(place) || !acts_on(agents, slot, index)) return;
        if (count++ == 0) first = slot;
    });
    if (count == 0) return {};
    const std::span ways(data.ways, field.grid().size());
    const bool goals_are_shut = std::find(ways.begin(), ways.end(), Way::open) == ways.end();
    return about_stage(
        {.code = Code::no_way,
         .other = goals_are_shut ? "closed cells (obstacles and the clearance) surround the goals"
                                 : "closed cells (obstacles and the clearance) lie between",
         .value = static_cast<double>(count),
         .sub_index = first},
        stage, index);
}

/// In flow fields with goals a way leads from each agent to one.
Status check_ways(const Plan& plan, const AgentView& agents) {
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
        if (const auto* const follow = std::get_if<FlowFollow>(&plan.stages[i]))
            if (Status s = check_ways(agents, follow->field, plan.stages[i], i); !s) return s;
    return {};
}

/// The greatest speed of agents whose positions are summed up in floats.
struct Speed {
    Stream stream;
    std::optional<float> value;
    const char* step;

    /// The way of a tick, as kernels round it.
    [[nodiscard]] double way(const AgentView& agents, std::size_t slot, double dt) const {
        const double speed = value ? static_cast<double>(*value) : read_float(agents.column(stream), slot);
        return static_cast<double>(static_cast<float>(speed * dt));
    }
};

std::optional<Speed> speed_of(const Plan& plan) {
    if (const Locomotion* const last = plan.locomotion())
        return Speed{Stream::max_speed, last->max_speed, "max_speed * dt"};
    if (const auto* const last = plan.stages.empty() ? nullptr : std::get_if<Approach>(&plan.stages.back()))
        return Speed{Stream::speed, last->speed, "speed * dt"};
    return std::nullopt;
}

/// No agent's longest step is below the spacing of floats at its position. There it moves by whole spacings:
/// by none where its step is below half of one, otherwise by one, up to twice as fast.
Status check_spacing(const Plan& plan, const AgentView& agents, double dt) {
    const std::optional<Speed> fastest = speed_of(plan);
    if (!fastest) return {};
    Status worst;
    double least = 1;  // step by spacing
    for_each_slot(agents, [&](std::size_t slot) {
        const Point place = place_of(agents, slot);
        if (!is_legal(place)) return;
        const auto reach = static_cast<float>(std::max(std::abs(place.x), std::abs(place.y)));
        const auto spacing =
            static_cast<double>(std::nextafter(reach, std::numeric_limits<float>::infinity()) - reach);
        const double step = fastest->way(agents, slot, dt);
        if (!(step > 0 && step < least * spacing)) return;
        least = step / spacing;
        worst = {.code = Code::coarse_positions,
                 .subject = fastest->step,
                 .value = step,
                 .low = spacing,
                 .sub_index = slot};
    });
    return worst;
}

/// Walls that are avoided also hold: the locomotion has some, no tick is longer than horizon / 64, in which a
/// wall's force acts once, and no step is longer than a body's radius.
Status check_walls(const Plan& plan, const AgentView& agents, double dt) {
    const Locomotion& locomotion = *plan.locomotion();
    const Speed fastest = *speed_of(plan);
    const bool own_radius = (bound_inputs(plan, agents) & stream_set(Stream::body_radius)) != 0;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const auto* const stage = std::get_if<AvoidObstacles>(&plan.stages[i]);
        if (stage == nullptr || stage->obstacles.size() == 0) continue;
        Status found;
        const auto notice = [&](const char* subject, double value, double high) {
            found = about_stage({.code = Code::weak_walls, .subject = subject, .value = value, .high = high},
                                plan.stages[i], i);
        };
        const double longest = static_cast<double>(stage->horizon) / 64;
        if (locomotion.obstacles.size() == 0) {
            notice("obstacles", 0, 0);
        } else if (dt > longest) {
            notice("dt", dt, longest);
        } else {
            for_each_slot(agents, [&](std::size_t slot) {
                const double step = fastest.way(agents, slot, dt);
                const double radius = own_radius ? read_float(agents.column(Stream::body_radius), slot)
                                                 : static_cast<double>(stage->body_radius);
                if (found.ok() && radius > 0 && step > radius) notice("max_speed * dt", step, radius);
            });
        }
        if (!found) return found;
    }
    return {};
}

/// A call sorts the observed agents once: too many for the view's own, where each of many views looks at
/// them.
Status check_observed(const Plan& plan, const AgentView& agents) {
    constexpr std::size_t least = 4'096;
    const std::size_t seen = agents.others()[0].count;
    if (!plan.sight.neighbours || !agents.looks_elsewhere() || seen < least || seen / 16 < agents.size())
        return {};
    return {.code = Code::costly_sight,
            .value = static_cast<double>(agents.size()),
            .expected = static_cast<double>(seen)};
}

}  // namespace

Status find_notice(const Plan& plan, const AgentView& agents, const Ticks& ticks) {
    return in_default_float_environment([&]() -> Status {
        const auto dt = static_cast<double>(ticks.dt);
        if (Status s = check_spacing(plan, agents, dt); !s) return s;
        if (Status s = check_ways(plan, agents); !s) return s;
        if (const std::optional<VehicleValues> values = vehicle_values(plan)) {
            if (Status s = check_settling(plan, *values, agents, dt); !s) return s;
            if (Status s = check_turning(plan, *values, agents); !s) return s;
        }
        if (Status s = check_sight(plan, agents, dt); !s) return s;
        if (plan.locomotion() != nullptr)
            if (Status s = check_walls(plan, agents, dt); !s) return s;
        return check_observed(plan, agents);
    });
}

}  // namespace wend::detail
