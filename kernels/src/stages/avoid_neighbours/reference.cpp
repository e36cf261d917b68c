// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "stages/neighbours/neighbours_reference.hpp"
#include "wend/avoid_neighbours.hpp"

// kernels/docs/math.md, "Avoidance of neighbours".
namespace wend::detail::reference {
namespace {

/// A neighbour that approaches.
struct Approaching {
    Vector offset;
    float squared;    ///< its square
    Vector velocity;  ///< relative to the agent
    float square_of_speed;
    float dot;
    float cross;
    float clearance;        ///< of the two bodies
    float square_of_cross;  ///< in the scale of the stage
    float least_square;     ///< from which on the two miss each other
    std::uint32_t id;
    float part;  ///< twice the agent's share of avoiding it
};

/// Fourth powers are taken of lengths in units of 2 to this power, in which clearances are below 2.
int exponent_of_clearance(const AvoidNeighbours& stage) {
    return std::ilogb(stage.body_radius + stage.body_radius);
}

/// The agent's.
float horizon_of(const StageInput& in, std::size_t slot) {
    const float of_all = in.stage<AvoidNeighbours>().horizon;
    const float own = read_or(in.get<Stream::neighbour_horizon>(), slot, of_all);
    return own < of_all ? own : of_all;
}

template <class Visit>
bool for_each_approaching(const StageInput& in, StageOutput& out, std::size_t slot, const Visit& visit) {
    const AvoidNeighbours& stage = in.stage<AvoidNeighbours>();
    const Vector own = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
    const float body = body_radius_of(in, slot, stage);
    const float scale = std::ldexp(1.0f, -exponent_of_clearance(stage));
    const RightOfWay right = right_of_way_of(in, slot, stage);
    return for_each_neighbour(in, out, slot, stage, [&](const Neighbour& neighbour) {
        const float share = right.share(neighbour.right_of_way);
        if (!(share > 0)) return;
        const Vector d = neighbour.offset;
        const Vector w = {neighbour.velocity.x - own.x, neighbour.velocity.y - own.y};
        const float along_x = d.x * w.x;
        const float along_y = d.y * w.y;
        const float across_x = d.x * w.y;
        const float across_y = d.y * w.x;
        const float cross = across_x - across_y;
        const float square_of_speed = squared_length(w.x, w.y);
        const float clearance = body + neighbour.body_radius;
        const float scaled_cross = cross * scale;
        const float scaled_clearance = clearance * scale;
        const Approaching one{d,
                              neighbour.squared,
                              w,
                              square_of_speed,
                              along_x + along_y,
                              cross,
                              clearance,
                              scaled_cross * scaled_cross,
                              scaled_clearance * scaled_clearance * square_of_speed,
                              neighbour.id,
                              2.0f * share};
        if (one.dot < 0 && one.square_of_speed >= squared_length_floor) visit(one);
    });
}

bool avoid_first(const StageInput& in, StageOutput& out, std::size_t slot) {
    const float horizon = horizon_of(in, slot);
    std::optional<Approaching> first;
    float time = 0;
    const bool fine = for_each_approaching(in, out, slot, [&](const Approaching& one) {
        const float product = horizon * one.square_of_speed;
        if (!(-one.dot < product) || !(one.square_of_cross < one.least_square)) return;
        const float t = -one.dot / one.square_of_speed;
        if (first && (t > time || (t == time && one.id >= first->id))) return;
        first = one;
        time = t;
    });
    if (!fine) return false;
    if (!first) return add_sum(in, out, slot, {0, 0});
    const Vector w = first->velocity;
    const float k = 1.0f / std::sqrt(first->square_of_speed);
    const float miss = magnitude(first->cross) * k;
    const float t = max_keep_nan(time, horizon * 0x1p-6f);
    const float gap = max_keep_nan(first->clearance - miss, 0) / t * first->part;
    const float side = (first->cross < 0 ? -k : k) / t;
    const float brake = 0.5f / first->clearance;
    const float ahead_x = w.x * brake;
    const float ahead_y = w.y * brake;
    const float aside_x = w.y * side;
    const float aside_y = w.x * side;
    return add_sum(in, out, slot, {gap * (ahead_x - aside_x), gap * (ahead_y + aside_y)});
}

bool avoid_all(const StageInput& in, StageOutput& out, std::size_t slot) {
    const AvoidNeighbours& stage = in.stage<AvoidNeighbours>();
    const float h = horizon_of(in, slot);
    const float most_horizon = stage.horizon;
    const float largest_clearance = stage.body_radius + stage.body_radius;
    const float two_per_horizon = 2.0f / h;
    const float most = 128.0f / (most_horizon * most_horizon);
    const float scale = 0x1p12f * (most_horizon * most_horizon) / largest_clearance;
    const float length_unit = std::ldexp(1.0f, exponent_of_clearance(stage));
    const float mass = read_or(in.get<Stream::mass>(), slot, in.limits.mass);
    if (!(mass > 0 && mass <= component_limit)) return false;
    const float half_mass = mass * 0.5f;
    const float impulse = half_mass / (magnitude(stage.weight) * in.ticks.dt);
    std::int64_t x = 0;
    std::int64_t y = 0;
    const bool fine = for_each_approaching(in, out, slot, [&](const Approaching& one) {
        const float r = one.clearance;
        const float square = one.least_square - one.square_of_cross;
        if (!(square > 0) || !(square <= std::numeric_limits<float>::max())) return;
        const float time = (one.squared - r * r) / (std::sqrt(square) * length_unit - one.dot);
        if (!(time < h)) return;
        const float t = max_keep_nan(time, h * 0x1p-6f);
        const float closing = std::sqrt(max_keep_nan(square, one.least_square * 0x1p-6f)) * length_unit;
        const float falling = t * two_per_horizon;
        const float quotient = r * r * one.part * (2.0f - falling) / ((t * t) * (t * closing));
        const float strongest = quotient < most ? quotient : most;
        const float stopping = closing * one.part * impulse / (r * r);
        const bool deep = one.squared < r * r * 0.81f;
        const float share = !deep && stopping < strongest ? stopping : strongest;
        const float until = max_keep_nan(time, 0);
        const auto contact = [&](float d, float w) {
            const float way = w * until;
            const float normal = d + way;
            return normal > r ? r : normal < -r ? -r : normal;
        };
        const Vector n = {contact(one.offset.x, one.velocity.x), contact(one.offset.y, one.velocity.y)};
        const float aside_x = n.y * 0.25f;
        const float aside_y = n.x * 0.25f;
        x += units((n.x - aside_x) * share * scale);
        y += units((n.y + aside_y) * share * scale);
    });
    if (!fine) return false;
    const double wide = static_cast<double>(most_horizon);
    const double unit = static_cast<double>(largest_clearance) * 0x1p-12 / (wide * wide);
    return add_sum(in, out, slot,
                   {static_cast<float>(static_cast<double>(-x) * unit),
                    static_cast<float>(static_cast<double>(-y) * unit)});
}

}  // namespace

template <>
StageResult run<AvoidNeighbours>(const StageInput& in, StageOutput& out) {
    const bool all = in.stage<AvoidNeighbours>().method == Avoidance::power_law;
    return for_each_agent(in, out, [&](std::size_t slot) {
        if (!legal_horizon(in, slot)) return false;
        return all ? avoid_all(in, out, slot) : avoid_first(in, out, slot);
    });
}

}  // namespace wend::detail::reference
