// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "bench/populations/stream_recipes.hpp"
#include "tools/files/agents_csv.hpp"
#include "tools/files/json_file.hpp"
#include "tools/scenario/overrides.hpp"
#include "wend/agents.hpp"
#include "wend/program.hpp"
#include "words/fields.hpp"
#include "words/place.hpp"

namespace wend::scenario {

/// The scenario's key "agents": the number of agents and the given parts of their initial state.
struct AgentRecipe {
    std::size_t count = 0;
    std::optional<Rectangle> area;
    std::array<std::optional<bench::Interval>, stream_count>
        intervals;  ///< constants where both ends are equal
    /// For all agents; of slot streams: distances in slots, modulo the number of agents.
    std::array<std::optional<std::int64_t>, stream_count> whole_numbers;
    files::AgentTable table;  ///< of the CSV file, if one is given

    [[nodiscard]] bool gives(Stream stream) const noexcept {
        const auto i = static_cast<std::size_t>(stream);
        return table.given[i] || intervals[i] || whole_numbers[i];
    }
};

/// Reads the rectangle in which agents start.
[[nodiscard]] std::optional<Rectangle> read_area(words::Fields& agents);

/// Reads the other keys and refuses those of streams that no program reads; an agents file's name is relative
/// to `folder`, and its places get relative to `origin`.
[[nodiscard]] AgentRecipe read_agent_recipe(words::Fields& agents, std::optional<Rectangle> area,
                                            std::span<const Program> programs,
                                            const std::filesystem::path& folder, Point origin = {});

/// Makes a buffer with the share's agents in the initial state of the programs, of which the first moves the
/// agents, and with memory for its outputs and scratch. An agent's values depend on its id and the seed
/// alone; bench/scenarios/README.md lists the defaults. Required streams without value and default are left
/// out: `validate` reports them.
[[nodiscard]] AgentBuffer make_agents(const AgentRecipe& recipe, std::span<const Program> programs,
                                      std::uint64_t seed, const words::Place& place, const Share& share = {});

/// The first stage of a kind in the program; null without one.
template <class Kind>
[[nodiscard]] const Kind* find_stage(const Program& program) {
    for (const Stage& stage : program.stages())
        if (const auto* found = std::get_if<Kind>(&stage)) return found;
    return nullptr;
}

/// The obstacles of the first stage that has any; null without one.
[[nodiscard]] const ObstacleSet* find_obstacles(const Program& program);

/// The element in a slot of a bound column, of any type; a double holds all of them exactly.
[[nodiscard]] double load(const Column& column, std::size_t slot);
void store(const Column& column, std::size_t slot, double value);

}  // namespace wend::scenario
