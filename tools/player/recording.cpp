// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/player/recording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/pictures/spread.hpp"
#include "tools/pictures/svg_track.hpp"
#include "tools/player/packed_positions.hpp"
#include "tools/scenario/agent_recipe.hpp"

namespace wend::player {
namespace {

// A page stays below 20 MB: a place takes some 2.7 characters, an orientation 1.4, a number 5.3. More than a
// million and a half numbers are of no use to a reader.
constexpr std::size_t most_place_characters = 16'470'000;
constexpr std::size_t most_numbers = 1'500'000;
constexpr std::size_t most_characters = 18'500'000;
constexpr std::uint64_t most_frames = 600;
constexpr std::uint64_t frames_of_crowds = 300;
constexpr std::size_t crowd = 10'000;

/// As many agents as frames leave room for.
std::size_t room(std::size_t most, std::size_t wanted, std::size_t each) {
    return std::min(wanted, std::max<std::size_t>(most / std::max<std::size_t>(each, 1), 1));
}

/// In the place of the next larger number, or of the last; the numbers ascend.
void put_in(std::vector<std::size_t>& numbers, std::size_t number) {
    const auto next = std::ranges::lower_bound(numbers, number);
    (next == numbers.end() ? numbers.back() : *next) = number;
}

}  // namespace

std::uint64_t recording_interval(std::uint64_t ticks, std::size_t agents) {
    const std::uint64_t frames = agents > crowd ? frames_of_crowds : most_frames;
    return std::max<std::uint64_t>(1, (ticks + frames - 1) / frames);
}

Recording::Recording(const scenario::Scenario& scenario, std::uint64_t interval,
                     std::optional<std::size_t> slot)
    : scenario_(scenario) {
    for (const Stream stream : scenario.streams())
        if (stream != Stream::position_x && stream != Stream::position_y) streams_.push_back(stream);
    for (const Stream stream : streams_) columns_.emplace_back(name(stream));
    make_forces(scenario.program);
    for (const Force& force : forces_) {
        const std::string name = &force == &forces_.back()
                                     ? "steering"
                                     : std::string(wend::name(scenario.program.stages()[force.stage]));
        for (const char* const axis : {"x", "y"}) columns_.push_back(fmt::format("{} force {}", name, axis));
    }
    const std::size_t frames = scenario.ticks / interval + 2;
    has_orientations_ = std::ranges::find(streams_, Stream::orientation) != streams_.end();
    const std::size_t tenths = has_orientations_ ? 41 : 27;  // characters of an agent in a frame
    slots_ = pictures::spread(scenario.all_agents,
                              room(most_place_characters * 10 / tenths, scenario.all_agents, frames));
    if (slot) put_in(slots_, *slot);
    const std::size_t taken = std::min(most_characters, frames * slots_.size() * tenths / 10);
    const std::size_t left = (most_characters - taken) * 10 / 54;
    detailed_ = pictures::spread(slots_.size(),
                                 room(std::min(left, most_numbers), slots_.size(), frames * columns_.size()));
    if (slot)
        put_in(detailed_, static_cast<std::size_t>(std::ranges::lower_bound(slots_, *slot) - slots_.begin()));
}

void Recording::make_forces(const Program& program) {
    program_ = &program;
    forces_.clear();
    const std::span<const Stage> stages = program.stages();
    if (std::ranges::none_of(stages, is_force)) return;
    for (std::size_t i = 0; i + 1 < stages.size(); ++i)
        // Alone each is as legal as it is beside the others.
        if (is_force(stages[i]))
            forces_.push_back({.program = *Program::build({stages[i], stages.back()}), .stage = i});
    forces_.push_back({.program = program});
}

void Recording::sample(std::uint64_t tick, const AgentView& agents) {
    const Program& program = scenario::program_at(scenario_.program, scenario_.events, tick);
    if (&program != program_) make_forces(program);
    ticks_.push_back(tick);
    for (const std::size_t slot : slots_) {
        places_.push_back(pictures::point_of<Stream::position_x, Stream::position_y>(agents, slot));
        if (has_orientations_)
            orientations_.push_back(pack_angle(static_cast<double>(agents.get<Stream::orientation>()[slot])));
    }
    compute_forces(tick, agents);
    for (const std::size_t index : detailed_) {
        const std::size_t slot = slots_[index];
        for (const Stream stream : streams_)
            numbers_.push_back(static_cast<float>(scenario::load(agents.column(stream), slot)));
        for (const Force& force : forces_) numbers_.insert(numbers_.end(), {force.x[slot], force.y[slot]});
    }
}

/// Bit 0 is the force, bit 1 the locomotion.
void Recording::bind_stages(Force& force, AgentView& view) {
    force.stages.clear();
    for (std::size_t slot = 0; slot < view.size(); ++slot)
        force.stages.push_back((view.get<Stream::stages>()[slot] >> force.stage & 1) | 2);
    view.bind<Stream::stages>(force.stages);
}

void Recording::compute_forces(std::uint64_t tick, const AgentView& agents) {
    for (Force& force : forces_) {
        force.x.assign(agents.size(), 0);
        force.y.assign(agents.size(), 0);
        AgentView view = agents;
        if (&force == &forces_.back()) {
            view.bind<Stream::steering_force_x>(force.x).bind<Stream::steering_force_y>(force.y);
        } else {
            view.bind<Stream::force_x>(force.x).bind<Stream::force_y>(force.y);
            if (agents.has(Stream::stages)) bind_stages(force, view);
        }
        const Result result =
            wend::forces(force.program, view,
                         {.dt = scenario_.dt, .count = 1, .first_tick = tick, .seed = scenario_.seed});
        if (!result.status) throw std::runtime_error(message(result.status));
    }
}

}  // namespace wend::player
