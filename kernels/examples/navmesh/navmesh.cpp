// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// 10,000 agents on a navigation mesh of Recast's, with new ways from Detour all the time and doors that open
// and close: navmesh [SECONDS]. Prints the time of a frame by parts, and counts agents off the mesh and
// agents that are stuck.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <wend/wend.hpp>

#include "mesh.hpp"

namespace {

using wend::Stream;

constexpr std::size_t agents = 10'000;
constexpr float dt = 1.0f / 30;
constexpr int frames_a_second = 30;
constexpr std::size_t ways_a_frame = 1'000 / frames_a_second + 1;
constexpr int half_width = 80;  // m, of the town
constexpr float body_radius = 0.3f;
constexpr std::uint32_t all_stages = ~0u, separation = 1u << 1;  // bits of stages, in the program's order

/// Blocks of 10 m with streets of 10 m between them, and across the middle a wall with 7 gates.
bool is_ground(int x, int y) {
    const auto in_block = [](int at) { return ((at % 20) + 20) % 20 >= 5 && ((at % 20) + 20) % 20 < 15; };
    const bool in_gate = ((y + 3) % 20 + 20) % 20 < 6;
    return !(in_block(x) && in_block(y)) && (in_gate || (x != -1 && x != 0));
}

/// Two boxes for each gate, which meet at its door: an agent in one of them has no way through a closed door.
std::vector<Box> gate_halves() {
    std::vector<Box> boxes;
    for (int y = -60; y <= 60; y += 20)
        for (const float x : {-1.0f, 0.0f})
            boxes.push_back({x, static_cast<float>(y - 3), x + 1, static_cast<float>(y + 3)});
    return boxes;
}

Mesh make_mesh() {
    std::vector<float> vertices;
    std::vector<int> triangles;
    for (int x = -half_width; x < half_width; ++x)
        for (int y = -half_width; y < half_width; ++y) {
            if (!is_ground(x, y)) continue;
            const int first = static_cast<int>(vertices.size() / 3);
            for (const auto& [right, up] : {std::pair{0, 0}, {0, 1}, {1, 1}, {1, 0}})
                vertices.insert(vertices.end(),
                                {static_cast<float>(x + right), 0, static_cast<float>(y + up)});
            triangles.insert(triangles.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
        }
    return Mesh(vertices, triangles, gate_halves());
}

template <class T>
T need(wend::Expected<T> value) {
    if (!value) throw std::runtime_error(wend::message(value.status()));
    return *value;
}
void need(const wend::Status& status) {
    if (!status) throw std::runtime_error(wend::message(status));
}

/// Seconds spent in a part of the frame.
class Stopwatch {
  public:
    template <class Work>
    void time(const Work& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    [[nodiscard]] double milliseconds_each(int times) const { return sum_ * 1e3 / times; }

  private:
    double sum_ = 0;
};

class Town {
  public:
    Town()
        : mesh_(make_mesh()),
          halves_(gate_halves()),
          ways_(need(wend::PathPool::create({.paths = agents, .points = 60 * agents, .longest = 514}))),
          walls_(make_walls()),
          program_(need(wend::Program::build(
              {wend::PortalFollow{.paths = ways_.paths(),
                                  .body_radius = body_radius,
                                  .slowing_radius = 1.0f,
                                  .brake_without_path = true,
                                  .weight = 4},
               wend::Separation{.radius = 0.8f, .cos_field_of_view = -1, .weight = 6},
               wend::Locomotion{
                   .max_force = 12.0f, .max_speed = 1.4f, .mass = 1.0f, .obstacles = walls_.obstacles()}}))),
          crowd_(program_,
                 {Stream::stages, Stream::finished, Stream::still_time, Stream::still_x, Stream::still_y}),
          passes_(agents, 0),
          targets_(agents),
          waits_(agents, 0) {
        crowd_.spawn(agents);
        for (std::size_t slot = 0; slot < agents; ++slot) {
            const Place start = mesh_.random();
            crowd_.get<Stream::position_x>()[slot] = start.point[0];
            crowd_.get<Stream::position_y>()[slot] = start.point[2];
            crowd_.get<Stream::path>()[slot] = -1;
            crowd_.get<Stream::stages>()[slot] = all_stages;
            targets_[slot] = mesh_.random();
        }
    }

    [[nodiscard]] const Mesh& mesh() const { return mesh_; }
    [[nodiscard]] int new_ways() const { return new_ways_; }

    void close_and_open_doors(int second) {
        if (second % 5 != 0) return;
        const std::size_t half = 2 * (static_cast<std::size_t>(second / 5) % (halves_.size() / 2));
        if (closed_) {
            set_gate(*closed_, true);
            need(walls_.remove(door_wall_));
        }
        set_gate(half, false);
        door_wall_ = need(walls_.add(
            {.from_x = 0, .from_y = halves_[half].low_y, .to_x = 0, .to_y = halves_[half].high_y}));
        closed_ = half;
        for (std::size_t slot = 0; slot < agents; ++slot)
            if ((passes_[slot] >> half & 3) != 0) waits_[slot] = 1;
    }

    /// Asks Detour for the ways of this frame: first those of agents that have none, then new targets.
    void find_ways(int frame) {
        slots_.clear();
        points_.clear();
        ends_.clear();
        for (std::size_t i = 0; i < agents && slots_.size() < ways_a_frame; ++i) {
            const std::size_t slot = (first_asked_ + i) % agents;
            if (waits_[slot] != 0 && find_way(slot)) slots_.push_back(static_cast<std::uint32_t>(slot));
            if (slots_.size() == ways_a_frame) first_asked_ = slot + 1;
        }
        for (std::size_t i = 0; slots_.size() < ways_a_frame && i < ways_a_frame; ++i) {
            const std::size_t slot = (static_cast<std::size_t>(frame) * 7919 + i * 293) % agents;
            if (waits_[slot] != 0 || std::find(slots_.begin(), slots_.end(), slot) != slots_.end()) continue;
            targets_[slot] = mesh_.random();
            if (find_way(slot)) slots_.push_back(static_cast<std::uint32_t>(slot));
        }
        new_ways_ += static_cast<int>(slots_.size());
    }

    /// Lets the agents begin on their new ways.
    void use_ways() {
        need(ways_.replace(slots_, points_, ends_));
        need(wend::start_on_paths(crowd_.view().only_slots(slots_), ways_.paths(), wend::PathMode::once,
                                  wend::PathStart::first));
    }

    void tick() {
        const wend::Result result = wend::run(program_, crowd_.view(), clock_.next());
        need(result.status);
        if (result.faults != 0) throw std::runtime_error("an agent is at fault");
        for (std::size_t slot = 0; slot < agents; ++slot)
            if (crowd_.get<Stream::finished>()[slot] != 0) {
                targets_[slot] = mesh_.random();
                waits_[slot] = 1;
            }
    }

    /// Before the first tick: a way for every agent.
    void begin() {
        for (std::size_t slot = 0; slot < agents; ++slot) {
            points_.clear();
            ends_.clear();
            while (!find_way(slot)) targets_[slot] = mesh_.random();
            crowd_.get<Stream::path>()[slot] = static_cast<std::int32_t>(need(ways_.add(points_)));
        }
        need(
            wend::start_on_paths(crowd_.view(), ways_.paths(), wend::PathMode::once, wend::PathStart::first));
    }

    /// Once a second: agents that have stayed within a metre for longer than 10 s, which is 11 calls. Those
    /// of 5 s do not keep apart from others until they have left that metre.
    std::uint64_t watch_stuck() {
        const std::uint64_t stuck =
            need(wend::measure_progress(crowd_.view(), ways_.paths(), wend::PathMode::once,
                                        wend::PathPlace::portal, {.stuck_radius = 1, .stuck_after = 11}, 1))
                .stuck;
        for (std::size_t slot = 0; slot < agents; ++slot)
            crowd_.get<Stream::stages>()[slot] =
                crowd_.get<Stream::still_time>()[slot] < 5 ? all_stages : all_stages & ~separation;
        return stuck;
    }

    [[nodiscard]] wend::Point position(std::size_t slot) {
        return {static_cast<double>(crowd_.get<Stream::position_x>()[slot]),
                static_cast<double>(crowd_.get<Stream::position_y>()[slot])};
    }

  private:
    void set_gate(std::size_t half, bool open) {
        mesh_.set_door(half, open);
        mesh_.set_door(half + 1, open);
    }

    wend::ObstaclePool make_walls() {
        const std::vector<wend::Obstacle> border = mesh_.walls();
        constexpr auto edge = static_cast<float>(half_width);
        wend::ObstaclePool walls = need(
            wend::ObstaclePool::create({.area = {-edge, -edge, edge, edge},
                                        .cell_size = 5,
                                        .obstacles = static_cast<std::uint32_t>(border.size() + 1),
                                        .entries = static_cast<std::uint32_t>(40 * border.size() + 1'000)}));
        for (const wend::Obstacle& wall : border) need(walls.add(wall).status());
        return walls;
    }

    /// Appends an agent's way from where it is to its target.
    bool find_way(std::size_t slot) {
        const auto from = mesh_.nearest(position(slot));
        const auto way = from ? mesh_.find(*from, targets_[slot]) : std::nullopt;
        if (!way) return false;
        mesh_.outline(*way, vertices_, polygon_ends_);
        const auto& goal = targets_[slot].point;
        const std::size_t before = points_.size();
        if (!wend::append_polygon_corridor(points_, position(slot), vertices_, polygon_ends_,
                                           {static_cast<double>(goal[0]), static_cast<double>(goal[2])}))
            return false;
        if (points_.size() - before > 514) {
            points_.resize(before);
            return false;
        }
        ends_.push_back(static_cast<std::uint32_t>(points_.size()));
        passes_[slot] = way->doors;
        waits_[slot] = 0;
        return true;
    }

    Mesh mesh_;
    std::vector<Box> halves_;
    wend::PathPool ways_;  // the number of an agent's way is its slot
    wend::ObstaclePool walls_;
    wend::Program program_;
    wend::AgentBuffer crowd_;
    wend::Clock clock_{.dt = dt, .seed = 7};
    std::optional<std::size_t> closed_;  // the first half of that gate
    std::uint32_t door_wall_ = 0;
    int new_ways_ = 0;
    std::size_t first_asked_ = 0;

    std::vector<std::uint32_t> passes_;  // of each agent: the halves of gates on its way, a bit each
    std::vector<Place> targets_;
    std::vector<std::uint8_t> waits_;  // 1: the agent needs another way

    // Of the frame.
    std::vector<std::uint32_t> slots_, ends_, polygon_ends_;
    std::vector<wend::Point> points_, vertices_;
};

int play(int seconds) {
    Town town;
    town.begin();
    Stopwatch finding, replacing, ticking;
    std::size_t outside = 0;
    std::uint64_t most_stuck = 0;
    for (int frame = 0; frame < seconds * frames_a_second; ++frame) {
        if (frame % frames_a_second == 0) town.close_and_open_doors(frame / frames_a_second);
        finding.time([&] { town.find_ways(frame); });
        replacing.time([&] { town.use_ways(); });
        ticking.time([&] { town.tick(); });
        if ((frame + 1) % frames_a_second != 0) continue;
        for (std::size_t slot = 0; slot < agents; ++slot)
            outside += !town.mesh().covers(town.position(slot), 0.01f);
        most_stuck = std::max(most_stuck, town.watch_stuck());
    }
    const int frames = seconds * frames_a_second;
    std::fprintf(stderr, "a frame: Detour %.2f ms, new ways in wend %.3f ms, tick %.2f ms\n",
                 finding.milliseconds_each(frames), replacing.milliseconds_each(frames),
                 ticking.milliseconds_each(frames));
    std::printf("%zu agents on %d polygons, %d s, %d new ways: %zu off the mesh, at most %" PRIu64
                " stuck for more than 10 s\n",
                agents, town.mesh().polygons(), seconds, town.new_ways(), outside, most_stuck);
    return outside == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return play(argc > 1 ? std::atoi(argv[1]) : 30);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "navmesh: %s\n", error.what());
        return 1;
    }
}
