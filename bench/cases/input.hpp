// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/cases/kernel_id.hpp"
#include "bench/cases/start.hpp"
#include "bench/populations/population.hpp"
#include "bench/populations/stream_recipes.hpp"
#include "wend/path.hpp"
#include "wend/program.hpp"

/// The behaviours' parameters and the agents' initial states, the same for wend and its rivals.
namespace wend::bench {

inline constexpr float dt = 1.0f / 60.0f;
inline constexpr std::uint64_t seed = 2026;
inline constexpr float max_speed = 3;
inline constexpr float max_force = 2;        ///< acts on many agents (bench/README.md)
inline constexpr float wide_max_force = 20;  ///< acts on none: Start::wide_limits
inline constexpr float mass = 1;
inline constexpr PathMode path_mode = PathMode::loop;

// Parameters that differ from the library's defaults.
inline constexpr float slowing_radius = 100;  ///< wide enough that some agents are within it
inline constexpr float wander_weight = 0.3f;  ///< beside a seek of weight 1
inline constexpr float brisk = 30;       ///< times as fast: about 1 a frame, as in worlds measured in pixels
inline constexpr float path_radius = 2;  ///< legs are 5 to 15 m
inline constexpr double corridor_width = 4;
inline constexpr float ease_power = 2;
inline constexpr float lateral_offset = 2;  ///< with alternating sign

/// The rows of a kernel: all of them, single ticks and threads included; or one thread in an L2.
enum class Rows : std::uint8_t { all, in_cache_and_beyond, in_cache };

struct PathCount {
    std::uint32_t paths = 0;
    std::uint32_t nodes = 0;  ///< a path
};

struct KernelInfo {
    std::string_view name;         ///< as in benchmark names
    std::string_view suffix = "";  ///< the end of a benchmark's name
    /// Floating-point operations an agent and tick: +, -, *, / and square root count one each; comparisons,
    /// conversions, integer operations (the draws) and operations for all agents at once count nothing
    /// (bench/README.md). 0: not counted.
    double operations = 0;
    Rows rows = Rows::in_cache;
    PathCount paths{};
    /// Its reference looks at all pairs of agents, or of agents and obstacles (0.7 and 0.2 s a tick of 8,192
    /// agents): the others are checked against it, and it is not measured.
    bool all_pairs = false;
};

/// All kernels: the named ones, then the forces of wend's list that are measured without rivals.
[[nodiscard]] std::size_t kernel_count() noexcept;
[[nodiscard]] const KernelInfo& info(KernelId kernel) noexcept;
[[nodiscard]] bool follows_paths(KernelId kernel) noexcept;
/// 8, 16 or 32 neighbours at 8,192 agents, all around.
[[nodiscard]] float flock_radius_of(KernelId kernel) noexcept;

/// A kernel's inputs at one number of agents.
struct Input {
    KernelId kernel;
    std::size_t agents;
    std::shared_ptr<const PathSet> paths = nullptr;  ///< null unless the kernel follows paths
    Population population{};

    bool draws = true;  ///< whether the behaviour is random at all
    Start start = Start::ordinary;

    /// wend's program.
    [[nodiscard]] Program program() const;

    /// The same without random turns, so that two implementations can be compared.
    [[nodiscard]] Input without_draws() const;
};

/// A kernel's program over a path of its own: neither its kinds of stages nor its streams depend on the
/// population or on the paths.
[[nodiscard]] Program any_program(KernelId kernel);

/// The ordinary agents of an input. Every number comes from wend::random_bits: the same on every machine.
[[nodiscard]] Population make_population(const Input& input);

/// Puts an agent on its path.
void place_on_path(Population& population, std::size_t agent, const PathSet& paths, std::size_t path,
                   const PathLocation& location);

/// Makes inputs when they are first asked for, and forgets those that are no longer used. For one thread.
class InputStore {
  public:
    [[nodiscard]] std::shared_ptr<const Input> get(KernelId kernel, std::size_t agents,
                                                   Start start = Start::ordinary);

  private:
    struct Entry {
        KernelId kernel;
        std::size_t agents;
        Start start;
        std::weak_ptr<const Input> input;
    };
    std::vector<Entry> entries_;
    std::map<std::pair<KernelId, Start>, std::weak_ptr<const PathSet>> paths_;
};

}  // namespace wend::bench
