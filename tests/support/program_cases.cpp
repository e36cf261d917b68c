// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/program_cases.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace wend::test {
namespace {

struct NamedForces {
    const char* name;
    std::vector<Stage> stages;
};

std::vector<NamedForces> named_forces() {
    const Wander world{};
    const Wander heading{.circle_distance = 6, .circle_radius = 9, .angle_change = 2.5f, .frame = WanderFrame::heading};
    const Wander timed{.circle_distance = -3, .circle_radius = 4, .angle_change = 0.75f, .reference_dt = 0.125f};
    const Wander wild{.circle_distance = 0, .circle_radius = -7, .angle_change = 1000, .frame = WanderFrame::heading};
    return {{"wander_world", {world}},
            {"wander_heading", {heading}},
            {"wander_reference_dt", {timed}},
            {"wander_wild", {wild}},
            {"seek", {Seek{}}},
            {"wander_seek", {world, Seek{}}},
            {"seek_wander_wander", {Seek{}, heading, timed}}};
}

ProgramCase motion_case(const NamedForces& forces, Bounds bounds, bool from_streams) {
    constexpr std::array bounds_names{"none", "wrap", "bounce"};
    Locomotion locomotion{.bounds = bounds, .area = case_area};
    if (!from_streams) {
        locomotion.max_force = 20.0f;
        locomotion.max_speed = 3.0f;
        locomotion.mass = 1.5f;
    }
    std::vector<Stage> stages = forces.stages;
    stages.emplace_back(locomotion);
    const Program program = build(std::move(stages));
    return {std::string(forces.name) + "_" + bounds_names[static_cast<std::size_t>(bounds)] +
                (from_streams ? "_streams" : "_values"),
            program, streams_of(program), {}, 1.0f / 60};
}

ProgramCase waypoint_case(const PathSet& paths, PathMode mode, const char* speed_name, std::optional<float> speed) {
    constexpr std::array mode_names{"once", "loop", "ping_pong"};
    const Program program = build({WaypointAdvance{.paths = paths, .mode = mode, .speed = speed}});
    return {std::string("waypoint_advance_") + mode_names[static_cast<std::size_t>(mode)] + "_" + speed_name, program,
            streams_of(program), {&paths, mode}, 0.5f};
}

std::vector<ProgramCase> make_cases() {
    static const PathSet paths = make_paths(1);
    std::vector<ProgramCase> cases;
    for (const NamedForces& forces : named_forces())
        for (const Bounds bounds : {Bounds::none, Bounds::wrap, Bounds::bounce})
            for (const bool from_streams : {false, true}) cases.push_back(motion_case(forces, bounds, from_streams));
    for (const PathMode mode : {PathMode::once, PathMode::loop, PathMode::ping_pong}) {
        cases.push_back(waypoint_case(paths, mode, "stream", std::nullopt));
        cases.push_back(waypoint_case(paths, mode, "value", 1.5f));
        cases.push_back(waypoint_case(paths, mode, "negative", -20.0f));
        cases.push_back(waypoint_case(paths, mode, "huge", 2e9f));
        cases.push_back(waypoint_case(paths, mode, "tiny", 1e-19f));
    }
    return cases;
}

}  // namespace

Population ProgramCase::population(std::size_t size, std::uint64_t seed, Values values, std::size_t offset,
                                   bool with_ids) const {
    Population population(size, streams_of(program, with_ids), offset);
    fill(population, seed, values, paths);
    return population;
}

void PrintTo(const ProgramCase* program_case, std::ostream* out) { *out << program_case->name; }

const std::vector<ProgramCase>& program_cases() {
    static const std::vector<ProgramCase> cases = make_cases();
    return cases;
}

const ProgramCase& program_case(std::string_view name) {
    const auto& cases = program_cases();
    const auto found = std::ranges::find(cases, name, &ProgramCase::name);
    if (found == cases.end()) throw std::invalid_argument("no program case " + std::string(name));
    return *found;
}

Program build(std::vector<Stage> stages) {
    auto program = Program::build(std::move(stages));
    if (!program) throw std::runtime_error(message(program.status()));
    return *program;
}

std::vector<Stream> streams_of(const Program& program, bool with_ids) {
    std::vector<Stream> streams;
    for (const StreamUse& use : program.streams()) streams.push_back(use.stream);
    if (with_ids) streams.push_back(Stream::id);
    return streams;
}

}  // namespace wend::test
