// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any changes of a path pool in the caller's memory, between ticks of agents: the paths are those of a model,
// also after a mark was restored, a refusal changes nothing, and kernels have the reference's bits.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/reader.hpp"
#include "fuzz/require.hpp"
#include "wend/wend.hpp"

namespace {

using namespace wend;
using wend::fuzz::read_points;
using wend::fuzz::Reader;
using wend::fuzz::require;

constexpr std::size_t agents = 70;  // more than a group

/// The points of each number.
using Model = std::map<std::uint32_t, std::vector<Point>>;

std::size_t points_of(const Model& model) {
    std::size_t sum = 0;
    for (const auto& [number, points] : model) sum += points.size();
    return sum;
}

AgentBuffer buffer_of(const Program& program) {
    AgentBuffer buffer(program, {Stream::path_deviation, Stream::path_remaining});
    buffer.spawn(agents);
    for (std::size_t slot = 0; slot < agents; ++slot) {
        buffer.get<Stream::path>()[slot] = static_cast<std::int32_t>(slot % 14) - 1;
        buffer.get<Stream::position_x>()[slot] = static_cast<float>(slot % 9);
    }
    return buffer;
}

/// Agents on the pool's paths, by a kernel and by the reference.
class Followers {
  public:
    explicit Followers(const Program& program)
        : program_(program), by_kernel_(buffer_of(program)), by_reference_(buffer_of(program)) {}

    void tick(Reader& reader) {
        const Ticks ticks{.dt = 0.25f, .count = 1 + reader.below(2), .first_tick = 3};
        const Execution serial{.threading = Threading::serial};
        const Execution judge{.isa = Isa::reference, .threading = Threading::serial};
        const Result is = run(program_, by_kernel_.view(), ticks, serial);
        const Result wanted = run(program_, by_reference_.view(), ticks, judge);
        require(is.status.ok() && wanted.status.ok(), "a call over a pool runs");
        require(is.faults == wanted.faults, "the same faults");
        require(state_hash(program_, by_kernel_.view()) == state_hash(program_, by_reference_.view()),
                "the same state");
    }

    void begin_anew(const PathSet& paths, PathStart start) {
        for (AgentBuffer* buffer : {&by_kernel_, &by_reference_})
            require(start_on_paths(buffer->view(), paths, PathMode::once, start).ok(), "agents may begin");
    }

    /// Also where a change of the path left a node or segment behind that it does not have.
    void measure(const PathSet& paths, PathMode mode) {
        for (const PathPlace place : {PathPlace::node, PathPlace::segment, PathPlace::portal}) {
            if (!by_kernel_.has(place == PathPlace::node ? Stream::node : Stream::segment)) continue;
            const auto counts = measure_progress(by_kernel_.view(), paths, mode, place, {}, 1);
            require(counts.ok() && counts->off_path <= counts->with_path && counts->with_path <= agents,
                    "agents are measured");
            for (std::size_t slot = 0; slot < agents; ++slot)
                require(by_kernel_.get<Stream::path_deviation>()[slot] >= 0 &&
                            by_kernel_.get<Stream::path_remaining>()[slot] >= 0,
                        "no distance is negative");
        }
    }

  private:
    Program program_;
    AgentBuffer by_kernel_, by_reference_;
};

void check(const PathPool& pool, const Model& model, std::uint32_t numbers) {
    require(pool.count() == model.size(), "the pool has as many paths as the model");
    const PathSet paths = pool.paths();
    for (std::uint32_t number = 0; number < numbers; ++number) {
        const auto at = model.find(number);
        require(pool.holds(number) == (at != model.end()), "the pool has the paths of the model");
        require((pool.generation(number) == 0) == (at == model.end()), "only paths have a generation");
        if (at == model.end()) continue;
        const Point first = paths.node(number, paths.node_of(number, 0));
        require(first.x == static_cast<double>(static_cast<float>(at->second[0].x)) || first.x == 0,
                "a path begins at its first point");
        require(paths.node_count(number) >= 2 && paths.node_count(number) <= at->second.size(),
                "a path has two nodes, and no more than points");
    }
}

void change(Reader& reader, PathPool& pool, Model& model, const PathPoolSize& size) {
    const std::uint32_t number = reader.below(14);
    const std::vector<Point> points = read_points(reader, 12);
    const std::vector<float> offsets(reader.chance(4) ? reader.below(14) : 0, 0.5f);
    const bool held = model.count(number) == 1;
    switch (reader.below(5)) {
        case 0: {
            const Expected<std::uint32_t> added = pool.add(points, reader.chance(2), offsets);
            if (!added) return require(!message(added.status()).empty(), "a refusal has a message");
            require(model.emplace(*added, points).second, "an added path has a number of its own");
            return;
        }
        case 1:
            if (!pool.replace(number, points, reader.chance(2), offsets)) return;
            require(held, "a path that is replaced was there");
            model[number] = points;
            return;
        case 2:
            require(pool.release(number).ok() == held, "a path is released once");
            model.erase(number);
            return;
        case 3: {
            const std::vector<Point> more = read_points(reader, 12);
            std::vector<Point> all = points;
            all.insert(all.end(), more.begin(), more.end());
            const std::uint32_t numbers[] = {number, reader.below(14)};
            const std::uint32_t ends[] = {static_cast<std::uint32_t>(points.size()),
                                          static_cast<std::uint32_t>(all.size())};
            if (!pool.replace(numbers, all, ends)) return;
            require(numbers[0] != numbers[1] && held && model.count(numbers[1]) == 1,
                    "both paths that are replaced were there");
            model[numbers[0]] = points;
            model[numbers[1]] = more;
            return;
        }
        default: {
            const bool is_queued = pool.queue(number, 1 + reader.below(2), points, reader.chance(2)).ok();
            std::uint32_t replaced[4];
            const std::uint32_t count = pool.apply_queued(std::span(replaced).first(1 + reader.below(4)));
            require(count <= (is_queued ? 1u : 0u), "each way is used once");
            if (count != 0) model[replaced[0]] = points;
            require(points_of(model) <= size.points, "queued ways keep to the limits");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    Reader reader(data, bytes);
    const PathPoolSize size{.paths = reader.below(14),
                            .points = reader.below(120),
                            .longest = reader.below(14),
                            .queued = reader.below(40),
                            .undone = reader.below(100)};
    const std::size_t needed = PathPool::memory_size(size);
    std::vector<std::byte> memory(needed + reader.below(3));
    Expected<PathPool> made = PathPool::create(size, memory);
    require(made.ok() == (needed != 0), "a pool is made in its memory_size");
    if (!made) return 0;
    PathPool& pool = *made;
    const PathMode mode = reader.chance(2) ? PathMode::loop : PathMode::once;
    const Program program =
        reader.chance(2)
            ? *Program::build({WaypointAdvance{.paths = pool.paths(), .mode = mode, .speed = 3.0f}})
            : *Program::build({PathFollow{.paths = pool.paths(), .mode = mode, .radius = 1},
                               Locomotion{.max_force = 9.0f, .max_speed = 4.0f, .mass = 1.0f}});
    Followers followers(program);
    Model model;
    std::vector<std::pair<std::uint64_t, Model>> marks;
    while (!reader.done()) {
        switch (reader.below(8)) {
            case 0:
                followers.tick(reader);
                followers.measure(pool.paths(), mode);
                break;
            case 1:
                followers.begin_anew(pool.paths(), reader.chance(2) ? PathStart::first : PathStart::nearest);
                break;
            case 2: marks.emplace_back(pool.mark(), model); break;
            case 3:
                if (marks.empty()) break;
                if (pool.restore(marks.back().first).ok()) model = marks.back().second;
                marks.pop_back();
                break;
            default: change(reader, pool, model, size);
        }
        check(pool, model, size.paths);
    }
    followers.tick(reader);
    return 0;
}
