// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/kernel_draws.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/isas.hpp"
#include "support/program_cases.hpp"

namespace wend::test {
namespace {

constexpr double approach_distance = 32;
constexpr double approach_step = 16;
constexpr double approach_jitter = 0.5;
constexpr double approach_half_cone = 0.75;

/// Agents at rest at the origin, after one tick with dt = 0.
AgentBuffer after_a_tick(Isa isa, const Program& program, const DrawArguments& first, std::size_t count) {
    AgentBuffer agents(streams_of(program, true));
    agents.spawn(count);
    for (std::size_t i = 0; i < count; ++i)
        agents.get<Stream::id>()[i] = first.id + static_cast<std::uint32_t>(i);
    std::ranges::fill(agents.get<Stream::decision>(), static_cast<std::uint32_t>(first.number));
    std::ranges::fill(agents.get<Stream::target_x>(), static_cast<float>(approach_distance));
    const Result result = run(program, agents.view(),
                              {.dt = 0, .first_tick = first.number, .seed = first.seed}, serial_on(isa));
    if (!result.status) throw std::runtime_error(message(result.status));
    return agents;
}

/// The word whose upper 24 bits are u * 2^24.
std::uint32_t word_of(double u) {
    return static_cast<std::uint32_t>(std::clamp(std::floor(u * 0x1p24), 0.0, 0x1p24 - 1)) << 8;
}

const Stage still = Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f};

/// The angle starts at 0 and grows by (u - 1/2) * 2.
std::vector<std::uint32_t> wander_draws(Isa isa, const DrawArguments& first, std::size_t count) {
    AgentBuffer agents = after_a_tick(isa, build({Wander{.angle_change = 2}, still}), first, count);
    std::vector<std::uint32_t> words;
    for (const float angle : agents.get<Stream::wander_angle>())
        words.push_back(word_of(static_cast<double>(angle) / 2 + 0.5));
    return words;
}

/// The targets are in the unit square; the interval is 1 and dt 0.
std::vector<std::uint32_t> retarget_draws(Isa isa, Stream shown, const DrawArguments& first,
                                          std::size_t count) {
    const RetargetWander retarget{.interval = 1, .area = {0, 0, 1, 1}, .random_phase = true};
    AgentBuffer agents = after_a_tick(isa, build({retarget, still}), first, count);
    const AgentView view = agents.view();
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < count; ++i)
        words.push_back(
            word_of(shown == Stream::target_x   ? static_cast<double>(view.get<Stream::target_x>()[i])
                    : shown == Stream::target_y ? static_cast<double>(view.get<Stream::target_y>()[i])
                                                : view.get<Stream::seconds_left>()[i]));
    return words;
}

/// Draws from the bearing and distance of the walk-to point, for the target (approach_distance, 0).
std::vector<std::uint32_t> approach_draws(Isa isa, Purpose kind, const DrawArguments& first,
                                          std::size_t count) {
    const Approach approach{.max_step = 100,
                            .max_fov = static_cast<float>(2 * approach_half_cone),
                            .aggro_radius = static_cast<float>(approach_distance),
                            .step_jitter = static_cast<float>(approach_jitter),
                            .speed = 0.0f};
    AgentBuffer agents = after_a_tick(isa, build({approach}), first, count);
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = static_cast<double>(agents.get<Stream::walk_x>()[i]);
        const double y = static_cast<double>(agents.get<Stream::walk_y>()[i]);
        if (kind == Purpose::approach_jitter) {
            words.push_back(word_of(((std::hypot(x, y) / approach_step - 1) / approach_jitter + 1) / 2));
            continue;
        }
        const std::uint32_t side = y < 0 ? 0x80000000u : 0;
        words.push_back(side | word_of(std::atan2(std::abs(y), x) / approach_half_cone) >> 1);
    }
    return words;
}

}  // namespace

std::vector<std::uint32_t> kernel_draws(Isa isa, Purpose kind, const DrawArguments& first,
                                        std::size_t count) {
    switch (kind) {
        case Purpose::wander: return wander_draws(isa, first, count);
        case Purpose::retarget_wander_x: return retarget_draws(isa, Stream::target_x, first, count);
        case Purpose::retarget_wander_y: return retarget_draws(isa, Stream::target_y, first, count);
        case Purpose::retarget_wander_phase: return retarget_draws(isa, Stream::seconds_left, first, count);
        case Purpose::approach:
        case Purpose::approach_jitter: return approach_draws(isa, kind, first, count);
        case Purpose::custom:
        case Purpose::separation:
        case Purpose::initial_state: break;
    }
    throw std::invalid_argument("no kernel draws for this purpose");
}

bool shows_exact_draws(Purpose kind) { return kind != Purpose::approach && kind != Purpose::approach_jitter; }

}  // namespace wend::test
