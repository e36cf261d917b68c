// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "journal/blocks.hpp"
#include "wend/flow_field.hpp"
#include "wend/obstacles.hpp"
#include "wend/path.hpp"

/// Sets of paths and obstacles and flow fields in a journal: whole, and what changed of them.
namespace wend::detail {

template <class T>
inline constexpr bool is_set =
    std::is_same_v<T, PathSet> || std::is_same_v<T, ObstacleSet> || std::is_same_v<T, FlowField>;

/// Copies of a set share what this names.
[[nodiscard]] const void* identity(const PathSet& paths) noexcept;
[[nodiscard]] const void* identity(const ObstacleSet& obstacles) noexcept;
[[nodiscard]] const void* identity(const FlowField& field) noexcept;

/// Other than before when the set changed: a pool's or a planner's, or a field of the caller's velocities,
/// which are added up. 0: it cannot change.
[[nodiscard]] std::uint64_t version_of(const PathSet& paths) noexcept;
[[nodiscard]] std::uint64_t version_of(const ObstacleSet& obstacles) noexcept;
[[nodiscard]] std::uint64_t version_of(const FlowField& field) noexcept;

void write_set(BlockWriter& to, const PathSet& paths) noexcept;
void write_set(BlockWriter& to, const ObstacleSet& obstacles) noexcept;
void write_set(BlockWriter& to, const FlowField& field) noexcept;

/// Whether the bytes are a set. `of_pool`: some numbers may have nothing.
[[nodiscard]] bool read_set(BlockReader& from, bool of_pool, PathSet& paths);
[[nodiscard]] bool read_set(BlockReader& from, bool of_pool, ObstacleSet& obstacles);
[[nodiscard]] bool read_set(BlockReader& from, bool of_pool, FlowField& field);

/// Writes the changes since a version.
void write_changes(BlockWriter& to, const PathSet& paths, std::uint64_t since) noexcept;
void write_changes(BlockWriter& to, const ObstacleSet& obstacles, std::uint64_t since) noexcept;
void write_changes(BlockWriter& to, const FlowField& field, std::uint64_t since) noexcept;

/// Whether the bytes are changes of the set, which is another one then.
[[nodiscard]] bool read_changes(BlockReader& from, PathSet& paths);
[[nodiscard]] bool read_changes(BlockReader& from, ObstacleSet& obstacles);
[[nodiscard]] bool read_changes(BlockReader& from, FlowField& field);

/// A parameter of a stage that is a set.
struct SetPlace {
    std::uint8_t stage = 0, parameter = 0;

    [[nodiscard]] bool operator==(const SetPlace&) const = default;
};

/// The sets that the reader of a journal has until now, by their places in the program. Those of one number
/// are one set there.
class KnownSets {
  public:
    struct Known {
        SetPlace place;
        const void* set = nullptr;  ///< identity
        std::uint32_t number = 0;
        std::uint64_t version = 0;  ///< of the set as the reader has it
    };

    /// Null: the reader has no such set.
    [[nodiscard]] const Known* find(const void* set) const noexcept {
        for (const Known& one : sets_)
            if (one.set == set) return &one;
        return nullptr;
    }
    [[nodiscard]] Known& at(SetPlace place) {
        for (Known& one : sets_)
            if (one.place == place) return one;
        return sets_.emplace_back(Known{.place = place});
    }
    /// Whether no place before it has the set.
    [[nodiscard]] bool is_first(const Known& known) const noexcept {
        for (const Known& one : sets_)
            if (one.number == known.number) return &one == &known;
        return true;
    }
    void set_version(std::uint32_t number, std::uint64_t version) noexcept {
        for (Known& one : sets_)
            if (one.number == number) one.version = version;
    }
    [[nodiscard]] std::uint32_t next_number() noexcept { return ++last_number_; }
    void clear() noexcept { sets_.clear(); }

  private:
    std::vector<Known> sets_;
    std::uint32_t last_number_ = 0;
};

}  // namespace wend::detail
