// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "driver/stage_traits.hpp"

/// Seek and its relatives: flee, arrive, pursue, evade, retarget wander.
namespace wend::detail {
namespace {

constexpr StreamMask motion =
    mask(Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y);
constexpr StreamMask target = mask(Stream::target_x, Stream::target_y);

Status check_weight(float weight) { return in_range("weight", weight, -component_limit, component_limit); }

StageParameters seek_parameters(float weight, float slowing_radius = 0, Quarry quarry = Quarry::point) {
    return {.weight = weight,
            .seek = {.slowing_radius = slowing_radius, .other_agents = quarry == Quarry::agent}};
}

StreamNeeds seek_needs() { return {.read = motion | target, .alternative = mask(Stream::max_speed)}; }

StreamNeeds pursue_needs(Quarry quarry) {
    StreamNeeds needs{.read = motion, .alternative = mask(Stream::max_speed), .positive_max_speed = true};
    if (quarry == Quarry::point) {
        needs.read |= target | mask(Stream::target_velocity_x, Stream::target_velocity_y);
    } else {
        needs.read |= mask(Stream::target_agent);
        needs.scratch = mask(Stream::start_position_x, Stream::start_position_y, Stream::start_velocity_x,
                             Stream::start_velocity_y);
    }
    return needs;
}

}  // namespace

StreamNeeds needs(const Seek&) { return seek_needs(); }
StreamNeeds needs(const Flee&) { return seek_needs(); }
StreamNeeds needs(const Arrive&) { return seek_needs(); }
StreamNeeds needs(const Pursue& pursue) { return pursue_needs(pursue.quarry); }
StreamNeeds needs(const Evade& evade) { return pursue_needs(evade.quarry); }
StreamNeeds needs(const RetargetWander&) {
    return {.read = motion,
            .written = target | mask(Stream::seconds_left, Stream::decision),
            .alternative = mask(Stream::max_speed)};
}

Status check(const Seek& seek) { return check_weight(seek.weight); }
Status check(const Flee& flee) { return check_weight(flee.weight); }
Status check(const Arrive& arrive) {
    if (Status s = in_range("slowing_radius", arrive.slowing_radius, component_floor, component_limit); !s)
        return s;
    return check_weight(arrive.weight);
}
Status check(const Pursue& pursue) { return check_weight(pursue.weight); }
Status check(const Evade& evade) { return check_weight(evade.weight); }
Status check(const RetargetWander& wander) {
    if (Status s = in_range("interval", wander.interval, component_floor, component_limit); !s) return s;
    if (Status s = check_rectangle("area", wander.area); !s) return s;
    return check_weight(wander.weight);
}

StageParameters resolve(const Seek& seek, const ResolveContext&) { return seek_parameters(seek.weight); }
StageParameters resolve(const Flee& flee, const ResolveContext&) { return seek_parameters(flee.weight); }
StageParameters resolve(const Arrive& arrive, const ResolveContext&) {
    return seek_parameters(arrive.weight, arrive.slowing_radius);
}
StageParameters resolve(const Pursue& pursue, const ResolveContext&) {
    return seek_parameters(pursue.weight, 0, pursue.quarry);
}
StageParameters resolve(const Evade& evade, const ResolveContext&) {
    return seek_parameters(evade.weight, 0, evade.quarry);
}
StageParameters resolve(const RetargetWander& wander, const ResolveContext&) {
    return {.weight = wander.weight,
            .retarget_wander = {
                .interval = wander.interval, .area = wander.area, .random_phase = wander.random_phase}};
}

}  // namespace wend::detail
