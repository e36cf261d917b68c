// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wend::detail {

/// The slots of agents by their ids: a table with open addressing, two to four entries an agent. `ids` are
/// the agents' ids by slot, with those of every slot in the table.
class IdIndex {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    [[nodiscard]] bool made() const { return !slots_.empty(); }

    /// Makes an empty table for so many agents.
    void make(std::size_t agents) {
        slots_.assign(std::bit_ceil(std::max<std::size_t>(2 * agents, 16)), none);
    }
    void drop() { slots_.clear(); }

    void insert(const std::uint32_t* ids, std::uint32_t slot) {
        std::size_t at = home(ids[slot]);
        while (slots_[at] != none) at = next(at);
        slots_[at] = slot;
    }

    /// A slot below `count` that has the id; none if there is no such slot in the table. Ids that were
    /// written since the slots came into the table may be missed, and are never taken for others.
    [[nodiscard]] std::uint32_t find(const std::uint32_t* ids, std::size_t count, std::uint32_t id) const {
        for (std::size_t at = home(id); slots_[at] != none; at = next(at))
            if (slots_[at] < count && ids[slots_[at]] == id) return slots_[at];
        return none;
    }

    void erase(const std::uint32_t* ids, std::uint32_t slot) {
        std::size_t hole = place_of(ids, slot);
        for (std::size_t at = next(hole); slots_[at] != none; at = next(at)) {
            const std::size_t way = at - home(ids[slots_[at]]);
            if ((way & mask()) < ((at - hole) & mask())) continue;  // its home lies behind the hole
            slots_[hole] = slots_[at];
            hole = at;
        }
        slots_[hole] = none;
    }

    /// The agent in `from` goes to the slot `to`, which is not in the table.
    void move(const std::uint32_t* ids, std::uint32_t from, std::uint32_t to) {
        slots_[place_of(ids, from)] = to;
    }

  private:
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & mask(); }
    [[nodiscard]] std::size_t home(std::uint32_t id) const {
        return (id * std::uint64_t{0x9e3779b97f4a7c15} >> 32) & mask();
    }
    [[nodiscard]] std::size_t place_of(const std::uint32_t* ids, std::uint32_t slot) const {
        std::size_t at = home(ids[slot]);
        while (slots_[at] != slot) at = next(at);
        return at;
    }

    std::vector<std::uint32_t> slots_;
};

}  // namespace wend::detail
