// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "wend/obstacles.hpp"

namespace wend::detail {

inline constexpr std::size_t floats_of_record = 8;

/// Entries of an ObstacleIndex.
struct EntrySpan {
    std::uint32_t begin = 0, end = 0;
};

/// Finds the obstacles whose boxes overlap a box.
///
/// The plane is cut into rows of equal height, and these into columns. A strip is two rows, the second of
/// which is the first of the next strip: a box no higher than a row lies in the strip that it begins in. A
/// strip has an entry for each obstacle in it, in the order of their first columns; a long obstacle has
/// several, one for each of its pieces. From the cell of a strip and a column, its entries that end in the
/// column or behind it begin at `begin`, and those that begin in the column or before it end at `end`. So the
/// entries of columns [a, b] lie between cell a's begin and cell b's end: two look-ups, and contiguous loads.
///
/// A pool's obstacles change, so its strips have room: each cell has a block of four entries at its place,
/// and `next` links it to others. An entry lies in the cell of its first column, so the entries of columns
/// [a, b] are in the blocks of cells a - w to b, where w is the width of the widest box, and in those linked
/// to them.
///
/// Roundings leave out nothing that overlaps: a row and a column are monotone functions of a coordinate in
/// floats, the same for boxes of entries and of queries. The boxes are wide enough for the roundings of the
/// stages, see `box_margin`.
struct ObstacleIndex {
    using Cell = EntrySpan;

    float origin_x = 0, origin_y = 0;
    float columns_per_metre = 0, rows_per_metre = 0;
    /// Numbers of the last ones, as floats. A row, or strip, has `columns` cells.
    float last_column = 0, last_row = 0;
    double row_height = 1;
    std::size_t columns = 1;
    std::span<const Cell> cells;  ///< of a set: strip by strip, and one without entries
    /// Of a pool, one a block: the next one, 0 behind the last. Empty: this is a set's.
    std::span<const std::uint32_t> next;
    float widest = 0;  ///< of a pool: no box of an entry is wider, m
    /// Boxes of the entries, in blocks of four: their min_x, then -max_x, min_y and -max_y, which no box of a
    /// query may be below. Those behind the last entry overlap nothing.
    std::span<const float> boxes;
    /// Where an entry's obstacle's record begins, in pairs of floats: they order like the obstacles' numbers.
    std::span<const std::uint32_t> record;
    /// Eight floats an obstacle: from_x, from_y, to_x, to_y, radius, 1 for the side of a polygon, velocity_x
    /// and velocity_y; behind the last one an obstacle of NaN, at `no_record`.
    std::span<const float> records;
    std::uint32_t no_record = 0;
    /// About all boxes.
    float low_x = std::numeric_limits<float>::infinity(), high_x = -low_x, low_y = low_x, high_y = -low_x;
    /// Slower agents, in (m/s)^2, are looked for in wider boxes, by twice `largest` and twice their bodies.
    float rough_below = 0;
    float largest = 0;  ///< radius
    /// Of a pool: boxes of moving obstacles include their ways of `horizon` seconds. No obstacle has a
    /// greater velocity_x or velocity_y; 0: none moves.
    float fastest = 0, horizon = 0;

    /// Only where there are polygons. Of a cell: twice the number of the next one of its row, itself
    /// included, that lies in no box of a polygon's side, or of `columns`; 1 is added where that one is
    /// inside.
    std::span<const std::uint32_t> next_free;
    /// Of an entry: the last column of its piece, and of the one before it in the strip; -1: none is before
    /// it.
    std::span<const float> last_column_of, column_before;

    [[nodiscard]] bool of_pool() const { return !next.empty(); }

    [[nodiscard]] std::size_t column_of(float x) const {
        return cell_of(x, origin_x, columns_per_metre, last_column);
    }
    [[nodiscard]] std::size_t row_of(float y) const { return cell_of(y, origin_y, rows_per_metre, last_row); }

    /// Of a strip, the entries that may reach into columns of these places.
    [[nodiscard]] EntrySpan entries_of(std::size_t strip, float min_x, float max_x) const {
        const std::size_t first = strip * columns;
        if (of_pool())
            return {static_cast<std::uint32_t>((first + column_of(min_x - widest)) * 4),
                    static_cast<std::uint32_t>((first + column_of(max_x)) * 4 + 4)};
        return {cells[first + column_of(min_x)].begin, cells[first + column_of(max_x)].end};
    }

    /// Calls visit(block) for the blocks of entries that a box may overlap, until it returns true.
    template <class Visit>
    bool any_block(float min_x, float max_x, float min_y, float max_y, const Visit& visit) const {
        const std::size_t last = row_of(max_y);
        for (std::size_t strip = row_of(min_y); strip <= last; strip += 2) {
            const EntrySpan span = entries_of(strip, min_x, max_x);
            // Others in the first block, and in the last one, may overlap too.
            for (std::uint32_t first = span.begin / 4; first * 4 < span.end; ++first) {
                std::uint32_t block = first;
                do {
                    if (visit(block)) return true;
                    block = of_pool() ? next[block] : 0;
                } while (block != 0);
            }
        }
        return false;
    }

    /// Calls visit(record) for the entries whose boxes overlap this one, until it returns true.
    template <class Visit>
    bool any_overlaps(float min_x, float max_x, float min_y, float max_y, const Visit& visit) const {
        return any_block(min_x, max_x, min_y, max_y, [&](std::uint32_t block) {
            const float* const box = boxes.data() + std::size_t{block} * 16;
            for (std::uint32_t i = 0; i < 4; ++i)
                if (max_x >= box[i] && -min_x >= box[4 + i] && max_y >= box[8 + i] && -min_y >= box[12 + i] &&
                    visit(record[block * 4 + i]))
                    return true;
            return false;
        });
    }

  private:
    [[nodiscard]] static std::size_t cell_of(float at, float origin, float per_metre, float last) {
        const float cell = (at - origin) * per_metre;
        return static_cast<std::size_t>(cell < 0 ? 0 : cell > last ? last : cell);
    }
};

// Compiled into the objects of every instruction set, so in an anonymous namespace.
namespace {

/// Of two records of a pool: whether the first one has lesser coordinates. Out of line, for sets to stay as
/// fast.
[[maybe_unused, gnu::noinline]] bool has_lesser_coordinates(const float* records, std::uint32_t one,
                                                            std::uint32_t other) {
    const float* const a = records + std::size_t{one} * 2;
    const float* const b = records + std::size_t{other} * 2;
    for (std::size_t i = 0; i < floats_of_record; ++i)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

/// Whether of two obstacles that are equally near the first one counts: that which was added first to a set,
/// and in a pool the one of lesser coordinates, so that the order of changes does not matter.
[[nodiscard]] inline bool precedes(const ObstacleIndex& index, std::uint32_t one, std::uint32_t other) {
    return index.of_pool() ? has_lesser_coordinates(index.records.data(), one, other) : one < other;
}

}  // namespace

/// Part of a length by which boxes are wider. Let u = 2^-24, p and v an agent's position and velocity, w =
/// h|v| its way of h seconds, r the sum of an obstacle's radius and the body's, and F, T its ends, E = |T -
/// F|. A stage sees a touch (kernels/docs/math.md) only where a point of the obstacle is within r + m of a
/// point of the way:
///
/// - An end, D = F - p. q and c have errors of at most 4u|D||v|. With l = |c|/|v| and s = q/|v|, g > 0 means
///   l <= r(1 + 4u); let m^2 be g/|v|^2 <= r^2(1 + 8u) - l^2. t < h means
///   s^2 + l^2 - r^2 < w(s + m)(1 + 2u) + 16u|D|^2 + 10u r^2. If s <= w, the distance is l. If not: with
///   |D| >= 2r, s - w < m + 24u|D|, so the distance is at most r(1 + 4u) + 24u|D|; with |D| < 2r,
///   l^2 + (s - w)^2 < r^2(1 + 96u). |D| itself is at most 1.01(w + r).
/// - A line: |s|, c and x have errors of at most 4u E|D|, 4u E|v| and 6u E(|D| + w). Where t is reached, the
///   foot of p + vt is on it within 6u(|D| + w), and its distance is at most r + 10u(|D| + w + r), since t
///   was computed from c itself. |D| is at most E + 1.01(w + r).
///
/// So m <= 2^-18 (w + r + E) suffices; boxes of obstacles take 2^-16 of E and of their radii, those of ways
/// 2^-16 of w and of bodies, with 2^-20 of |p| for the sums that make them, and 2^-28 m for products that
/// underflow. Where (r*r)*a2, the square of a slow agent's reach, may underflow (a2 < 2^-60), or the square
/// of a short wall's length (E < 2^-40), r counts up to three times: `rough_below`.
/// In the same way the place behind an obstacle, or its nearest point, is off by less than
/// 2^-18 (its distance from there + E).
inline constexpr float box_margin = 0x1p-16f, box_margin_of_place = 0x1p-20f, box_margin_at_least = 0x1p-28f;

[[nodiscard]] std::shared_ptr<const ObstacleIndex> make_index(std::span<const Obstacle> obstacles);

}  // namespace wend::detail
