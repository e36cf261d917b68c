// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any changes of an obstacle pool in the caller's memory, between ticks of agents: the obstacles are those of
// a model, a refusal changes nothing, and kernels have the reference's bits.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "fuzz/reader.hpp"
#include "fuzz/require.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;
using wend::fuzz::Reader;
using wend::fuzz::require;

constexpr std::size_t agents = 70;  // more than a group

using Model = std::map<std::uint32_t, Obstacle>;

float read_float(Reader& reader) { return static_cast<float>(reader.number()); }

Obstacle read_obstacle(Reader& reader) {
    Obstacle one{.from_x = read_float(reader), .from_y = read_float(reader)};
    one.to_x = one.from_x;
    one.to_y = one.from_y;
    if (reader.chance(2)) {
        one.to_x = read_float(reader);
        one.to_y = read_float(reader);
    }
    if (reader.chance(2)) one.radius = read_float(reader);
    if (reader.chance(4)) one.velocity_x = read_float(reader);
    if (reader.chance(4)) one.velocity_y = read_float(reader);
    return one;
}

void change(Reader& reader, ObstaclePool& pool, Model& model) {
    const std::uint32_t number = reader.below(14);
    const Obstacle one = read_obstacle(reader);
    switch (reader.below(3)) {
        case 0:
            if (const Expected<std::uint32_t> added = pool.add(one))
                require(model.emplace(*added, one).second, "an added obstacle has a number of its own");
            else
                require(!message(added.status()).empty(), "a refusal has a message");
            return;
        case 1:
            if (!pool.move(number, one)) return;
            require(model.count(number) == 1, "an obstacle that is moved was there");
            model[number] = one;
            return;
        default:
            require(pool.remove(number).ok() == (model.count(number) == 1), "an obstacle is removed once");
            model.erase(number);
    }
}

void check(const ObstaclePool& pool, const Model& model, std::uint32_t numbers) {
    require(pool.count() == model.size(), "the pool has as many obstacles as the model");
    const ObstacleSet obstacles = pool.obstacles();
    for (std::uint32_t number = 0; number < numbers; ++number) {
        const auto at = model.find(number);
        require(pool.holds(number) == (at != model.end()), "the pool has the obstacles of the model");
        require((pool.generation(number) == 0) == (at == model.end()), "only obstacles have a generation");
        const float x = obstacles.obstacle(number).from_x;
        require(at == model.end() ? std::isnan(x) : x == at->second.from_x || x == 0,
                "an obstacle is where it was put");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    Reader reader(data, bytes);
    ObstaclePoolSize size{.area = {-20, -20, read_float(reader), read_float(reader)},
                          .cell_size = static_cast<float>(reader.below(40)) / 2,
                          .horizon = static_cast<float>(reader.below(6)),
                          .obstacles = reader.below(14),
                          .entries = reader.below(250),
                          .undone = reader.below(20)};
    if (reader.chance(8)) size.cell_size = read_float(reader);
    const std::size_t needed = ObstaclePool::memory_size(size);
    if (needed > 1 << 20) return 0;
    std::vector<std::byte> memory(needed + reader.below(3));
    Expected<ObstaclePool> made = ObstaclePool::create(size, memory);
    require(made.ok() == (needed != 0), "a pool is made in its memory_size");
    if (!made) return 0;
    ObstaclePool& pool = *made;
    const bool holds = reader.chance(2);
    Locomotion locomotion{.max_force = 90.0f, .max_speed = 9.0f, .mass = 1.0f};
    if (holds) locomotion.obstacles = pool.obstacles();
    const Program program =
        *Program::build({AvoidObstacles{.obstacles = pool.obstacles(), .horizon = 2},
                         Hide{.obstacles = pool.obstacles(), .target = {1, 2}}, locomotion});
    AgentBuffer by_kernel(program), by_reference(program);
    for (AgentBuffer* buffer : {&by_kernel, &by_reference}) {
        buffer->spawn(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            buffer->get<Stream::position_x>()[slot] = static_cast<float>(slot % 9) * 4 - 16;
            buffer->get<Stream::position_y>()[slot] = static_cast<float>(slot % 13) * 3 - 18;
            buffer->get<Stream::velocity_x>()[slot] = static_cast<float>(slot % 5) - 2;
        }
    }
    const auto tick = [&] {
        const Ticks ticks{.dt = 0.25f, .count = 1};
        const Result is = run(program, by_kernel.view(), ticks, {.threading = Threading::serial});
        const Result wanted =
            run(program, by_reference.view(), ticks, {.isa = Isa::reference, .threading = Threading::serial});
        require(is.status.ok() && wanted.status.ok(), "a call over a pool runs");
        require(is.faults == wanted.faults, "the same faults");
        require(state_hash(program, by_kernel.view()) == state_hash(program, by_reference.view()),
                "the same state");
    };
    Model model;
    std::vector<std::pair<std::uint64_t, Model>> marks;
    while (!reader.done()) {
        switch (reader.below(7)) {
            case 0: tick(); break;
            case 1: marks.emplace_back(pool.mark(), model); break;
            case 2:
                if (marks.empty()) break;
                if (pool.restore(marks.back().first).ok()) model = marks.back().second;
                marks.pop_back();
                break;
            default: change(reader, pool, model);
        }
        check(pool, model, size.obstacles);
    }
    tick();
    return 0;
}
