// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace wend::detail {

/// A queue of cells by time, first in first out in buckets of equal width. Those beyond the next 64 buckets
/// wait in buckets 64 times as wide, and so on, so that any times fit. A cell is in one bucket at most.
class TimeBuckets {
  public:
    static constexpr std::size_t none = ~std::size_t{0};
    static constexpr std::uint64_t no_bucket = ~std::uint64_t{0};
    static constexpr std::size_t levels = 11;  ///< 6 bits of a bucket's number each
    static constexpr std::size_t heads = levels * 64;

    /// Of a cell or a bucket's head; what is in no bucket leads to itself.
    struct Links {
        std::uint32_t next, before;
    };

    /// `links`: of all cells, and of `heads` heads from the first one on.
    TimeBuckets(Links* links, std::size_t first_head) : links_(links), first_head_(first_head) {}

    /// Only while it is empty. The width of a bucket changes the order of work alone.
    void restart(double width) {
        per_width_ = 1 / width;
        current_ = 0;
    }

    /// Puts a cell behind the others of its time's bucket, out of the one that it is in. Times before the 64
    /// buckets with the current one count as the first of these.
    void put(std::size_t cell, double time) {
        take(cell);
        const std::uint64_t number = std::max(number_of(time), current_ & ~std::uint64_t{63});
        const std::uint64_t apart = number ^ current_;
        const std::size_t level = apart == 0 ? 0 : (static_cast<std::size_t>(std::bit_width(apart)) - 1) / 6;
        const std::size_t slot = (number >> (6 * level)) & 63;
        used_[level] |= std::uint64_t{1} << slot;
        const std::size_t head = first_head_ + level * 64 + slot;
        const std::uint32_t last = links_[head].before;
        links_[cell] = {index(head), last};
        links_[last].next = index(cell);
        links_[head].before = index(cell);
    }

    /// Takes out the next cell of the current bucket; `none` at its end.
    std::size_t next_of_bucket() {
        const std::size_t head = first_head_ + (current_ & 63);
        const std::size_t cell = links_[head].next;
        if (cell == head) return none;
        take(cell);
        return cell;
    }

    /// Takes out the next cell of the buckets before `end`; `none` if there is none. `time_of` gives a cell's
    /// time.
    template <class TimeOf>
    std::size_t next(const TimeOf& time_of, std::uint64_t end = no_bucket) {
        for (;;) {
            while (used_[0] != 0) {
                const std::uint64_t number = first_of(0);
                if (number >= end) return none;
                current_ = number;
                if (const std::size_t cell = next_of_bucket(); cell != none) return cell;
                used_[0] &= used_[0] - 1;
            }
            std::size_t level = 1;
            while (level < levels && used_[level] == 0) ++level;
            if (level == levels || first_of(level) >= end) return none;
            spread(level, time_of);
        }
    }

    /// The number of the first bucket that may hold cells, `no_bucket` if there is none.
    [[nodiscard]] std::uint64_t first() const {
        for (std::size_t level = 0; level < levels; ++level)
            if (used_[level] != 0) return first_of(level);
        return no_bucket;
    }

  private:
    static std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }
    [[nodiscard]] std::uint64_t number_of(double time) const {
        const double number = time * per_width_;
        return static_cast<std::uint64_t>(number < 0x1p62 ? number : 0x1p62);
    }

    [[nodiscard]] std::uint64_t first_of(std::size_t level) const {
        const auto slot = static_cast<std::uint64_t>(std::countr_zero(used_[level]));
        return (current_ >> 6 * level >> 6 << 6 | slot) << 6 * level;
    }

    void take(std::size_t cell) {
        const Links links = links_[cell];
        links_[links.before].next = links.next;
        links_[links.next].before = links.before;
        links_[cell] = {index(cell), index(cell)};
    }

    /// Moves the cells of a level's first bucket into the buckets of the levels below.
    template <class TimeOf>
    void spread(std::size_t level, const TimeOf& time_of) {
        const auto slot = static_cast<std::uint64_t>(std::countr_zero(used_[level]));
        current_ = first_of(level);
        used_[level] &= used_[level] - 1;
        const std::size_t head = first_head_ + level * 64 + slot;
        for (std::size_t cell = links_[head].next; cell != head;) {
            const std::size_t next = links_[cell].next;
            put(cell, time_of(cell));
            cell = next;
        }
    }

    Links* links_;
    std::size_t first_head_;
    std::array<std::uint64_t, levels> used_{};  ///< a bit for each bucket that may hold cells
    double per_width_ = 1;
    std::uint64_t current_ = 0;  ///< the number of the current bucket
};

}  // namespace wend::detail
