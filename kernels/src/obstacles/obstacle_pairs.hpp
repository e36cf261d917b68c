// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "obstacles/obstacle_index.hpp"
#include "obstacles/obstacle_lanes.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"

namespace wend::detail {
namespace {

/// Boxes, one a lane.
template <class A>
struct BoxLanes {
    Floats<A> low_x, high_x, low_y, high_y;
    /// How much it is wider on each side than a way from one corner to the opposite one.
    Floats<A> half;
    FloatMask<A> falls;  ///< that way's y decreases where x increases
};

/// About the ways of discs for so many seconds, wide enough for the touches that the stage sees.
template <class A>
inline BoxLanes<A> box_of_way(const ObstacleIndex& index, const Floats<A>& x, const Floats<A>& y,
                              const Floats<A>& vx, const Floats<A>& vy, const Floats<A>& body,
                              const Floats<A>& seconds) {
    using F = Floats<A>;
    const auto magnitude = [](const F& value) { return as_floats(magnitude_bits(value)); };
    const F way_x = vx * seconds, way_y = vy * seconds;
    const F to_x = x + way_x, to_y = y + way_y;
    const F margin = (magnitude(way_x) + magnitude(way_y) + body) * F(box_margin) +
                     (magnitude(x) + magnitude(y)) * F(box_margin_of_place) + F(box_margin_at_least);
    const FloatMask<A> rough = squared_length(vx, vy) < F(index.rough_below);
    const F wide = body + F(index.largest);
    F half = body + margin + select(rough, wide + wide, F(0));
    // Boxes of moving obstacles include their ways of `horizon` seconds.
    if (index.fastest > 0)
        half = half + max_keep_nan(seconds - F(index.horizon), F(0)) * F(index.fastest * (1 + 0x1p-10f));
    const FloatMask<A> left = way_x < F(0), down = way_y < F(0);
    return {select(left, to_x, x) - half,
            select(left, x, to_x) + half,
            select(down, to_y, y) - half,
            select(down, y, to_y) + half,
            half,
            way_x * way_y < F(0)};
}

/// About circles.
template <class A>
inline BoxLanes<A> box_of_circle(const Floats<A>& x, const Floats<A>& y, const Floats<A>& radius) {
    using F = Floats<A>;
    const F size = as_floats(magnitude_bits(x)) + as_floats(magnitude_bits(y));
    const F half = radius + radius * F(box_margin) + size * F(box_margin_of_place) + F(box_margin_at_least);
    return {x - half, x + half, y - half, y + half, half, half < F(0)};
}

/// Pairs of agents and the obstacles that are near them: first a list of all pairs of a few agents, by boxes,
/// then the work on full vectors of pairs. Of 16 obstacles beside each other, 1.4 are near.
///
/// Pairs are handed to visit(agents, records), a vector at a time: where the agents' and the obstacles'
/// records begin, in pairs of floats. Vectors are filled up with agent 0 and the obstacle of NaN; a pair may
/// come more than once.
template <class A>
class ObstaclePairs {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    static constexpr std::size_t agents = batch_vectors * lanes<A>;

    explicit ObstaclePairs(const ObstacleIndex& index) : index_(index) {}

    /// The agents in `looking` whose boxes overlap that of all obstacles.
    [[nodiscard]] std::uint32_t overlap(std::uint32_t looking, const BoxLanes<A>& box) const {
        return looking & bits((box.high_x >= F(index_.low_x)) && (box.low_x <= F(index_.high_x)) &&
                              (box.high_y >= F(index_.low_y)) && (box.low_y <= F(index_.high_y)));
    }

    /// Adds those in `looking` of a vector of agents, of which the records begin at `records`. Vectors are
    /// put into places `first` on, until all pairs are handed over.
    template <class Visit>
    void add(std::size_t first, const I& records, std::uint32_t looking, const BoxLanes<A>& box,
             const Visit& visit) {
        if (looking == 0) return;
        if (most_spans < spans_ + lanes<A>) test_boxes(visit);
        write(agent_record_ + first, records);
        const F bounds[4] = {box.high_x, F(0) - box.low_x, box.high_y, F(0) - box.low_y};
        write_rows(bounds_[first].data(), 4, bounds);
        const F row = row_of(box.low_y);
        const std::uint32_t many = looking & bits(row_of(box.high_y) > row + F(1));
        add_spans(first, looking & ~many, row, box);
        if (many == 0) return;
        alignas(64) float half[lanes<A>];
        write(half, box.half);
        const std::uint32_t falls = bits(box.falls);
        for (std::uint32_t left = many; left != 0; left &= left - 1) {
            const int lane = std::countr_zero(left);
            add_strips(first + static_cast<std::size_t>(lane), static_cast<double>(half[lane]),
                       (falls >> lane & 1) != 0, visit);
        }
    }

    /// Hands over all pairs that are left.
    template <class Visit>
    void finish(const Visit& visit) {
        test_boxes(visit);
        hand_over(visit);
    }

  private:
    F row_of(const F& y) const { return cell_of(y, index_.origin_y, index_.rows_per_metre, index_.last_row); }
    F column_of(const F& x) const {
        return cell_of(x, index_.origin_x, index_.columns_per_metre, index_.last_column);
    }
    /// As in ObstacleIndex; the last one for NaN.
    static F cell_of(const F& at, float origin, float per_metre, float last) {
        const F cell = min_skip_nan((at - F(origin)) * F(per_metre), F(last));
        return to_floats(truncate(max_keep_nan(cell, F(0))));
    }

    /// The entries of agents whose boxes lie in one strip.
    void add_spans(std::size_t first, std::uint32_t looking, const F& row, const BoxLanes<A>& box) {
        const F cell = row * F(static_cast<float>(index_.columns));
        if (index_.of_pool()) {
            const I from = truncate(cell + column_of(box.low_x - F(index_.widest)));
            const I to = truncate(cell + column_of(box.high_x) + F(1));
            add_spans(first, looking, as_ints(shift_left<2>(as_words(from))),
                      as_ints(shift_left<2>(as_words(to))));
            return;
        }
        const auto* const cells = reinterpret_cast<const float*>(index_.cells.data());
        alignas(64) std::uint32_t from[lanes<A>], to[lanes<A>];
        write(from, as_words(truncate(cell + column_of(box.low_x))));
        write(to, as_words(truncate(cell + column_of(box.high_x))));
        F begins[2], ends[2];
        gather_pairs(cells, from, begins);
        gather_pairs(cells, to, ends);
        const I begin = as_ints(begins[0]), end = as_ints(ends[1]);
        add_spans(first, looking & bits(greater(end, begin)), begin, end);
    }

    void add_spans(std::size_t first, std::uint32_t some, const I& begin, const I& end) {
        const I agent = as_ints(iota<A>() + Words<A>(static_cast<std::uint32_t>(first)));
        write_some(span_agent_ + spans_, agent, some);
        write_some(span_begin_ + spans_, begin, some);
        spans_ += write_some(span_end_ + spans_, end, some);
    }

    /// Of each strip no more than the part that the way reaches: what overlaps the box there alone is not
    /// near it.
    template <class Visit>
    [[gnu::noinline]] void add_strips(std::size_t agent, double half, bool falls, const Visit& visit) {
        const double low_x = static_cast<double>(-bounds_[agent][1]) + half;
        const double high_x = static_cast<double>(bounds_[agent][0]) - half;
        const double low_y = static_cast<double>(-bounds_[agent][3]) + half;
        const double high_y = static_cast<double>(bounds_[agent][2]) - half;
        const double height = index_.row_height, origin = static_cast<double>(index_.origin_y);
        // Floats round a row's border by 2^-23 of its distance from the origin, and that from 0.
        const auto size = [](double value) { return value < 0 ? -value : value; };
        const double blur = height * 0x1p-10 + (size(low_y) + size(high_y) + size(origin)) * 0x1p-20;
        const std::size_t last = index_.row_of(bounds_[agent][2]);
        for (std::size_t strip = index_.row_of(-bounds_[agent][3]); strip <= last; strip += 2) {
            const auto number = static_cast<double>(strip);
            const double wide = half + blur + height * number * 0x1p-20;
            float from = -bounds_[agent][1], to = bounds_[agent][0];
            if (high_y > low_y) {
                const double per_way = 1 / (high_y - low_y);
                double begin = (origin + number * height - wide - low_y) * per_way;
                double end = (origin + (number + 2) * height + wide - low_y) * per_way;
                begin = begin > 0 ? begin : 0;
                end = end < 1 ? end : 1;
                // Obstacles beyond a pool's area lie in its first and last rows.
                if (index_.of_pool()) {
                    if (strip == 0) begin = 0;
                    if (number + 1 >= static_cast<double>(index_.last_row)) end = 1;
                }
                if (begin > end) continue;
                const double way = high_x - low_x;
                const auto left =
                    static_cast<float>((falls ? high_x - way * end : low_x + way * begin) - wide);
                const auto right =
                    static_cast<float>((falls ? high_x - way * begin : low_x + way * end) + wide);
                from = left > from ? left : from;
                to = right < to ? right : to;
            }
            const EntrySpan span = index_.entries_of(strip, from, to);
            if (span.begin >= span.end) continue;
            if (spans_ == most_spans) test_boxes(visit);
            span_agent_[spans_] = static_cast<std::int32_t>(agent);
            span_begin_[spans_] = static_cast<std::int32_t>(span.begin);
            span_end_[spans_++] = static_cast<std::int32_t>(span.end);
        }
    }

    /// Of four bits, the numbers of those that are set.
    struct BitLists {
        alignas(16) std::uint32_t of[16][4] = {};
        constexpr BitLists() {
            for (unsigned set = 0; set < 16; ++set)
                for (unsigned bit = 0, count = 0; bit < 4; ++bit)
                    if ((set >> bit & 1) != 0) of[set][count++] = bit;
        }
    };

    template <class Visit>
    void test_boxes(const Visit& visit) {
        if (index_.of_pool())
            test_boxes_of_pool(visit);
        else
            test_boxes<false>(visit);
    }

    /// Out of line, for sets to stay as fast.
    template <class Visit>
    [[gnu::noinline]] void test_boxes_of_pool(const Visit& visit) {
        test_boxes<true>(visit);
    }

    template <bool of_pool, class Visit>
    void test_boxes(const Visit& visit) {
        static constexpr BitLists lists;
        static constexpr std::uint8_t sizes[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
        // In variables of their own: members are read again after every store.
        const float* const boxes = index_.boxes.data();
        [[maybe_unused]] const std::uint32_t* const next = index_.next.data();
        std::size_t pairs = pairs_;
        for (std::size_t s = 0; s < spans_; ++s) {
            const auto agent = static_cast<std::size_t>(span_agent_[s]);
            const FourBounds<A> bounds(bounds_[agent].data());
            const auto record = static_cast<std::uint32_t>(agent_record_[agent]);
            const auto end = static_cast<std::uint32_t>(span_end_[s]);
            const auto test_block = [&](std::uint32_t at) {
                const std::uint32_t near = bounds.hold(boxes + std::size_t{at} * 4) & 15;
                for (unsigned k = 0; k < 4; ++k) agent_[pairs + k] = record;
                for (unsigned k = 0; k < 4; ++k) record_[pairs + k] = at + lists.of[near][k];
                pairs += sizes[near];
                if (pairs > most_pairs) {
                    pairs_ = pairs;
                    hand_over(visit);
                    pairs = 0;
                }
            };
            // Others in the first block, and in the last one, may overlap too.
            for (auto at = static_cast<std::uint32_t>(span_begin_[s]) & ~3u; at < end; at += 4) {
                test_block(at);
                if constexpr (of_pool)
                    for (std::uint32_t block = next[at / 4]; block != 0; block = next[block])
                        test_block(block * 4);
            }
        }
        pairs_ = pairs;
        spans_ = 0;
    }

    template <class Visit>
    void hand_over(const Visit& visit) {
        for (std::size_t pair = 0; pair < pairs_; ++pair) record_[pair] = index_.record[record_[pair]];
        write(agent_ + pairs_, Words<A>(0));
        write(record_ + pairs_, Words<A>(index_.no_record));
        for (std::size_t at = 0; at < pairs_; at += lanes<A>) visit(agent_ + at, record_ + at);
        pairs_ = 0;
    }

    static constexpr std::size_t most_spans = agents < 16 ? 16 : agents;
    static constexpr std::size_t most_pairs = 4 * agents < 64 ? 64 : 4 * agents;

    const ObstacleIndex& index_;
    std::size_t spans_ = 0, pairs_ = 0;
    /// By places: high_x, -low_x, high_y, -low_y.
    alignas(64) std::array<float, 4> bounds_[agents];
    alignas(64) std::int32_t agent_record_[agents];
    /// Entries that may overlap an agent's box.
    alignas(64) std::int32_t span_agent_[most_spans + lanes<A>];
    alignas(64) std::int32_t span_begin_[most_spans + lanes<A>], span_end_[most_spans + lanes<A>];
    /// Until pairs are handed over, the numbers of entries in place of their records.
    alignas(64) std::uint32_t agent_[most_pairs + 4 + lanes<A>], record_[most_pairs + 4 + lanes<A>];
};

}  // namespace
}  // namespace wend::detail
