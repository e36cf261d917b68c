// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "agents/state_streams.hpp"
#include "columns/elements.hpp"
#include "program/plan.hpp"
#include "wend/agents.hpp"
#include "wend/program.hpp"
#include "wend/stream_uses.hpp"

namespace wend::detail {

inline constexpr std::string_view journal_magic = "wendjrnl";
inline constexpr std::uint32_t journal_format = 1;

/// The records behind a journal's start.
enum class RecordKind : std::uint8_t {
    end,
    call,
    stopped  ///< the reason why the next call is not there
};

/// The parts of a call's record that it may lack.
enum CallPart : std::uint8_t {
    has_first_tick = 1,
    has_population = 2,  ///< all agents anew, and not what changed: others than before, or in other streams
    has_tuned_stages = 4,
    has_selection = 8,
    has_hash = 16
};

/// The columns of a journal have numbers: those of the view's streams, and behind them those of the agents
/// that it looks at.
inline constexpr std::size_t first_other_column = stream_count;
inline constexpr std::size_t other_ids_column = first_other_column + seen_streams.size();
inline constexpr std::size_t first_other_extra = other_ids_column + 1;
inline constexpr std::size_t journal_column_count = first_other_extra + neighbour_extras.size();
static_assert(journal_column_count < 255, "a column's number is a byte, and end_of_list ends a list of them");

/// The stream in such a column.
[[nodiscard]] constexpr Stream stream_of(std::size_t column) noexcept {
    if (column < first_other_column) return static_cast<Stream>(column);
    if (column < other_ids_column) return seen_streams[column - first_other_column];
    return column == other_ids_column ? Stream::id : neighbour_extras[column - first_other_extra];
}

/// Calls visit(number, column) for the columns of a call, in the order of their numbers.
template <class Visit>
void for_each_column(const AgentView& agents, StreamSet streams, const Visit& visit) {
    for (const Stream stream : streams& agents.bound())
        visit(static_cast<std::size_t>(stream), agents.column(stream));
    if (!agents.looks_elsewhere()) return;
    for (std::size_t i = 0; i < seen_streams.size(); ++i) visit(first_other_column + i, agents.others()[i]);
    if (agents.others_ids().data != nullptr) visit(other_ids_column, agents.others_ids());
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        if (agents.others_extras()[i].data != nullptr)
            visit(first_other_extra + i, agents.others_extras()[i]);
}

}  // namespace wend::detail
