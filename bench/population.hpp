// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "wend/agents.hpp"
#include "wend/locomotion.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"

/// What is measured: the behaviours' parameters and the populations' initial states, the same for wend and
/// its rivals.
namespace wend::bench {

inline constexpr float dt = 1.0f / 60.0f;
inline constexpr std::uint64_t seed = 2026;
inline constexpr float max_speed = 3;
inline constexpr float max_force = 20;
inline constexpr float mass = 1;
inline constexpr Rectangle area{.min_x = 0, .max_x = 1000, .min_y = 0, .max_y = 1000};
inline constexpr PathMode path_mode = PathMode::loop;

/// The behaviours. `waypoint_advance` runs on 1,000 paths of 50 nodes, `waypoint_advance_long` on 10 of
/// 100,000.
enum class Kernel : std::uint8_t { wander, seek, waypoint_advance, waypoint_advance_long };
inline constexpr std::size_t kernel_count = 4;

struct KernelInfo {
    std::string_view name;    ///< as in benchmark names
    std::string_view suffix;  ///< what a benchmark's name carries at its end
    /// Floating-point operations an agent and tick: +, -, *, / and square root count one each; comparisons,
    /// conversions, integer operations (the draws) and what is the same for all agents count nothing
    /// (bench/README.md).
    double operations;
    std::uint32_t paths;
    std::uint32_t nodes;  ///< a path
};

[[nodiscard]] const KernelInfo& info(Kernel kernel) noexcept;
[[nodiscard]] constexpr bool follows_paths(Kernel kernel) noexcept {
    return kernel >= Kernel::waypoint_advance;
}

/// The initial state of every agent; streams that the kernel does not use are empty.
struct Population {
    std::vector<float> position_x, position_y, velocity_x, velocity_y, wander_angle, target_x, target_y,
        speed;
    std::vector<std::int32_t> path;
    std::vector<std::uint32_t> segment;
    std::vector<double> segment_distance;

    /// Copies it into a buffer that holds the same streams.
    void copy_to(AgentBuffer& agents) const;
};

/// A kernel's inputs at one number of agents.
struct Input {
    Kernel kernel;
    std::size_t agents;
    std::shared_ptr<const PathSet> paths;  ///< null unless the kernel follows paths
    Population population;

    /// wend's program. Without random turns (angle_change 0) two implementations of wander can be compared.
    [[nodiscard]] Program program(bool random_turns = true) const;
};

/// Every number comes from wend::draw: the same on every machine.
[[nodiscard]] PathSet make_paths(Kernel kernel);
[[nodiscard]] Population make_population(Kernel kernel, std::size_t agents, const PathSet* paths);

/// The streams that the kernel's program uses.
[[nodiscard]] std::span<const Stream> streams_of(Kernel kernel) noexcept;

/// Makes inputs when they are first asked for, and forgets those that nobody uses any more. For one thread.
class InputStore {
  public:
    [[nodiscard]] std::shared_ptr<const Input> get(Kernel kernel, std::size_t agents);

  private:
    struct Entry {
        Kernel kernel;
        std::size_t agents;
        std::weak_ptr<const Input> input;
    };
    std::vector<Entry> entries_;
    std::weak_ptr<const PathSet> paths_[kernel_count];
};

}  // namespace wend::bench
