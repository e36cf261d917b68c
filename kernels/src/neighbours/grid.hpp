// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "columns/elements.hpp"
#include "neighbours/cell_map.hpp"
#include "neighbours/chunk.hpp"
#include "stage/contract.hpp"
#include "wend/agents.hpp"

/// Neighbour grid: the observed agents, sorted by cell before each tick.
namespace wend::detail {

/// The size of a world that wraps; 0: it does not.
struct WrapSize {
    float width = 0, height = 0;
};

/// The observed agents in the order of cells, copied at the tick's start, and the table of cells. Agents of
/// cell entry b are [first[b], first[b + 1]).
struct SortedAgents {
    const float* x;
    const float* y;
    const std::int32_t* heading_x;  ///< unit(velocity) in units of 2^-20; any integers unless a stage aligns
    const std::int32_t* heading_y;
    const float* velocity_x;  ///< of small worlds only where a stage avoids
    const float* velocity_y;
    const std::uint32_t* key;      ///< the id, less `key_base`
    const std::uint32_t* groups;   ///< null: all
    const std::uint32_t* settled;  ///< null: no agent
    const float* z;                ///< only where a stage has a height band; NaN: at fault
    const float* body_radius;      ///< null: the stage's; NaN: at fault
    const float* priority;         ///< null: 0; NaN: at fault
    const float* responsibility;   ///< null: 0.5; NaN: at fault
    const std::uint32_t* first;
    std::uint32_t key_base;
    bool unique;  ///< no two agents have one id
    WrapSize wrap;
    CellMap map;
    float largest_coordinate;  ///< its magnitude; of a world that wraps or is small: any number
};

/// The floats among neighbour_extras.
struct SeenFloat {
    Stream stream;
    const float* SortedAgents::*sorted;
};
inline constexpr std::array seen_floats{SeenFloat{Stream::position_z, &SortedAgents::z},
                                        SeenFloat{Stream::body_radius, &SortedAgents::body_radius},
                                        SeenFloat{Stream::priority, &SortedAgents::priority},
                                        SeenFloat{Stream::responsibility, &SortedAgents::responsibility}};

/// Columns of the observed agents: another view's, or the view's own.
struct SeenColumns {
    Column motion[4];  ///< as seen_streams
    Column ids;        ///< no elements: first_id and up
    /// As neighbour_extras; no elements: not bound, or not read.
    std::array<Column, neighbour_extras.size()> extras;
    std::uint32_t first_id;

    SeenColumns(const AgentView& agents, const Sight& sight);

    [[nodiscard]] std::size_t extra_count() const;
};

/// The size in words of 4 bytes of copies of the tick's start: positions, velocities, and so many
/// neighbour_extras.
[[nodiscard]] constexpr std::size_t start_words(std::size_t agents, std::size_t extras) {
    return (seen_streams.size() + extras) * agents;
}

/// The size in words of 4 bytes of a view's workspace: copies of the tick's start, and the sorted agents.
/// `seen`: observed agents, of the same view or another.
[[nodiscard]] std::size_t workspace_words(const Sight& sight, bool has_quarry, std::size_t seen,
                                          bool same_view, bool has_ids, std::size_t extras);

/// Entries of the table of cells: one to two an agent.
[[nodiscard]] std::uint32_t table_entries(std::size_t agents);

/// The cells of a world that does not wrap: `edge` high, and `edge` / `reach` wide.
[[nodiscard]] CellMap open_map(Extent x, Extent y, double edge, std::int64_t reach, std::uint32_t entries);

/// Sorts the observed agents of a view. The steps of a tick follow each other; threads share the parts of
/// each step but `lay_out`.
///
/// The order of agents within a cell depends on the threads, and sums of integers do not depend on that
/// order. So all threads share one counter a cell, where histograms of blocks would take 4 bytes a cell and
/// thread. Rows with agents of one part only are counted without atomics: nearly all rows, if agents lie in
/// the order of cells.
class NeighbourGrid {
  public:
    /// A program's sight; whether it has a quarry; the largest radius of its stages; the area of
    /// its locomotion if that wraps, otherwise null.
    struct Needs {
        const Sight& sight;
        bool has_quarry;
        float largest_radius;
        const Rectangle* wrap;
    };
    NeighbourGrid(const Needs& needs, const AgentView& agents, const ChunkFunctions& chunk);

    [[nodiscard]] const SortedAgents& sorted() const { return sorted_; }
    /// The slots of the observed agents in the order of cells, agents at fault last.
    [[nodiscard]] const std::uint32_t* order() const { return slot_; }

    /// Begins a tick; returns the number of its parts, at most `most_parts`.
    std::uint32_t begin(std::uint32_t most_parts);
    void measure(std::size_t part);
    void lay_out();
    void count(std::size_t part);
    void total(std::size_t part);
    void add_up(std::size_t part);
    void place(std::size_t part);
    void copy(std::size_t part);

    /// Whether agents that follow each other in the order of cells are far from each other in memory.
    [[nodiscard]] bool is_scattered() const;
    /// The records, by slot. After `copy` a tick may write the agents' new state to them: of agents that keep
    /// what they have `no_record` as x.
    [[nodiscard]] float* records() { return record_; }
    static constexpr float no_record = std::numeric_limits<float>::quiet_NaN();
    /// Writes the records to the agents' columns.
    void put_back(std::size_t part);

  private:
    static constexpr std::size_t max_parts = 64;
    static constexpr std::size_t least_part = 64;  ///< agents

    struct Part {
        Extent x, y;                         ///< the rectangle of its agents
        std::uint32_t own_first, own_count;  ///< entries of the table that no other part counts in
        std::uint32_t total;                 ///< agents in its share of the table
        bool numbered;                       ///< ids follow the slots
    };

    /// An element of one of neighbour_extras, flushed; NaN: at fault.
    [[nodiscard]] float extra_of(Stream stream, std::size_t slot) const;
    [[nodiscard]] CellMap map_of(double edge, std::int64_t reach) const;
    [[nodiscard]] double crowding(const CellMap& map) const;
    [[nodiscard]] Buckets rows_of(const Part& part) const;
    void divide_table();
    [[nodiscard]] bool ids_follow_slots(std::size_t first, std::size_t agents) const;
    /// The first of the part's share of so many things.
    [[nodiscard]] std::size_t share(std::size_t things, std::size_t part) const {
        return static_cast<std::size_t>(std::uint64_t{things} * part / parts_);
    }
    template <class Use>
    void for_each_chunk(std::size_t part, const Use& use) const;

    SeenColumns seen_;
    const ChunkFunctions& chunk_;
    std::size_t count_;
    bool has_ids_;
    float largest_radius_ = 0;
    const Rectangle* wrap_ = nullptr;

    float* x_ = nullptr;
    float* y_ = nullptr;
    std::int32_t* heading_x_ = nullptr;
    std::int32_t* heading_y_ = nullptr;
    float* velocity_x_ = nullptr;
    float* velocity_y_ = nullptr;
    float* record_ = nullptr;  ///< by slot: x, y and the velocity, flushed
    /// By slot: the table entry of the agent's cell, and in the bits above the number of agents before it. In
    /// the memory of x_, which is written when it is no longer needed.
    std::uint32_t* entry_ = nullptr;
    std::uint32_t* key_ = nullptr;
    std::uint32_t* slot_ = nullptr;
    std::uint32_t* groups_ = nullptr;
    std::uint32_t* settled_ = nullptr;
    std::array<float*, seen_floats.size()> floats_{};  ///< null: not bound, or not read
    std::uint32_t* table_ = nullptr;
    std::uint32_t entries_ = 0;

    std::size_t parts_ = 1;
    Part part_[max_parts];
    Extent extent_x_{}, extent_y_{};
    std::atomic<bool> crowded_{false};  ///< more agents in some cell than entry_ can number
    SortedAgents sorted_{};
};

}  // namespace wend::detail
