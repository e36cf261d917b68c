// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "neighbours/neighbour_pass.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stages/neighbours/near_occluders.hpp"
#include "wend/neighbours.hpp"

/// Shared by stages with neighbours (kernels/docs/math.md, "Neighbours"). Agents stand in the lanes of a
/// vector, and the neighbours of all of them pass by one after the other: a vector of agents that follow
/// each other in the order of cells has little more neighbours than one of them.
namespace wend::detail {
namespace {

/// The bound of a stage's field of view: c |c| of the cosine c; -2: all around.
[[nodiscard]] inline float view_of(float cosine) {
    return cosine <= -1 ? -2 : cosine * (cosine < 0 ? -cosine : cosine);
}

/// How far a stage sees.
struct Reach {
    float squared_radius = -1;                              ///< -1: the stage is not there, no agent is near
    float view = -2;                                        ///< see view_of
    float height = std::numeric_limits<float>::infinity();  ///< up and down; infinity: it is not read
    std::uint32_t seen_groups = every_group;
    std::optional<float> largest_body{};       ///< the largest legal body radius; none: it is not read
    bool right_of_way = false;                 ///< priority and responsibility are read
    const NearOccluders* occluders = nullptr;  ///< null: none

    Reach() = default;
    template <class S>
    explicit Reach(const S& stage)
        : squared_radius(stage.radius * stage.radius),
          view(view_of(stage.cos_field_of_view)),
          height(stage.height_band.value_or(std::numeric_limits<float>::infinity())),
          seen_groups(stage.seen_groups) {
        if constexpr (requires { stage.body_radius; }) largest_body = stage.body_radius;
        right_of_way = (S::all_streams().where_bound & right_of_way_streams) != 0;
    }

    template <class S>
    Reach(const S& stage, const NearOccluders& near_occluders) : Reach(stage) {
        if (near_occluders.exist()) occluders = &near_occluders;
    }

    [[nodiscard]] bool has_height() const { return height <= component_limit; }
};

/// Where the streams are not bound (wend/right_of_way.hpp).
inline constexpr float usual_priority = 0, usual_responsibility = 0.5f;

/// The horizons of a vector of agents in a stage of that horizon; `own`: their stream, null where it is not
/// bound.
template <class A>
inline Floats<A> horizon_of(const float* own, std::size_t start, float of_stage) {
    using F = Floats<A>;
    if (own == nullptr) return F(of_stage);
    return max_keep_nan(min_skip_nan(flushed(load<A>(own + start)), F(of_stage)), F(avoidance_horizon.low));
}
/// The lanes whose own horizon is at fault.
template <class A>
inline std::uint32_t bad_horizons(const float* own, std::size_t start) {
    using F = Floats<A>;
    if (own == nullptr) return 0;
    const F horizon = flushed(load<A>(own + start));
    return ~bits((horizon >= F(avoidance_horizon.low)) && (horizon <= F(avoidance_horizon.high))) &
           all_lanes<A>;
}

/// The id of the agent in an entry, such that ids, which are unsigned, order as signed numbers.
inline std::int32_t order_of(const SortedAgents& seen, std::size_t entry) {
    return static_cast<std::int32_t>((seen.key[entry] + seen.key_base) ^ 0x80000000u);
}

/// Whether (key, order) comes before (other key, other order).
template <class A>
inline FloatMask<A> precedes(const Floats<A>& key, const Ints<A>& order, const Floats<A>& other_key,
                             const Ints<A>& other_order) {
    return (key < other_key) || ((key == other_key) && float_mask<A>(greater(other_order, order)));
}

/// From one coordinate to the nearest image of another, rounded once, in a world as wide as `side`. The
/// difference and what its rounding lost (Knuth's two-sum) are exact together, and so is the step to the
/// image.
template <class A>
inline Floats<A> nearest_image(const Floats<A>& from, const Floats<A>& to, float side) {
    using F = Floats<A>;
    const F half(side * 0.5f);
    const F d = to - from;
    const F back = d - to;
    const F lost = (to - (d - back)) - (from + back);
    return select(d > half, d - F(side), select(d < F(0) - half, d + F(side), d)) + lost;
}

/// From a coordinate to its image that is the nearest to the other one: the world's side, or 0.
template <class A>
inline Floats<A> step_to_image(const Floats<A>& from, const Floats<A>& to, float side) {
    using F = Floats<A>;
    const F half(side * 0.5f), d = to - from;
    return select(d > half, F(-side), select(d < F(0) - half, F(side), F(0)));
}

/// The stage of that kind in a pass; null: none.
template <class S>
[[nodiscard]] inline const PassStage* find_stage(const NeighbourPass& pass) {
    for (std::size_t i = 0; i < pass.count; ++i)
        if (pass.stages[i].kind == stage_kind<S>) return &pass.stages[i];
    return nullptr;
}

/// The neighbours of a vector of agents, as runs of places in the order of cells.
///
/// Staggered, lane i meets the neighbour i places behind that of lane 0: agents that follow each other in a
/// row have neighbours that do so too, and see 57 instead of 79 of them a vector (16 lanes, 16 neighbours
/// within the radius). A run then is lane 0's, and goes past the ends of rows.
struct NearRuns {
    struct Run {
        std::size_t begin, end;
    };
    Run run[max_near_buckets + 1];
    std::size_t count = 0;
    bool staggered = false;
    /// Bit i: the agent of lane i, and only that, has its id, and is met in its own place.
    std::uint32_t meets_itself = 0;
};
/// Narrower vectors gain at most 3 %, and lose 12 % where views have 64 agents.
template <class A>
inline constexpr bool can_stagger = lanes<A> >= 16;

/// The elements that the lanes of a vector meet, of an array in the order of cells.
template <class A, bool staggered, class T>
inline Vector<T, A> met(const T* array, std::size_t place) {
    if constexpr (staggered)
        return load<A>(array + place);
    else
        return Vector<T, A>(array[place]);
}

/// Their places.
template <class A, bool staggered>
inline Ints<A> places_met(std::size_t place) {
    const Ints<A> first(static_cast<std::int32_t>(place));
    return staggered ? first + as_ints(iota<A>()) : first;
}
/// Their ids, as order_of gives them.
template <class A, bool staggered = false>
inline Ints<A> order_of(const SortedAgents& seen, std::size_t place) {
    return as_ints(met<A, staggered>(seen.key, place)) +
           Ints<A>(static_cast<std::int32_t>(seen.key_base ^ 0x80000000u));
}

/// The places of the neighbours of runs, some at a time, one behind the other: the end of a loop over each
/// run would be predicted wrong, which took 20 cycles each.
template <class A>
class NeighbourList {
  public:
    explicit NeighbourList(const NearRuns& near) : near_(near) {}

    /// Lists the next ones; returns how many: 0: there are no more.
    std::size_t next() {
        std::size_t count = 0;
        for (; run_ < near_.count; ++run_, listed_ = 0) {
            const std::size_t at = near_.run[run_].begin + listed_;
            const std::size_t left = near_.run[run_].end - at;
            const std::size_t some = left < capacity - count ? left : capacity - count;
            Ints<A> place = as_ints(iota<A>()) + Ints<A>(static_cast<std::int32_t>(at));
            std::size_t i = 0;
            do {
                for (std::size_t end = i + at_once; i < end; i += lanes<A>) {
                    write(place_ + count + i, place);
                    place = place + Ints<A>(static_cast<std::int32_t>(lanes<A>));
                }
            } while (i < some);
            count += some;
            listed_ += some;
            if (some < left) break;
        }
        return count;
    }
    [[nodiscard]] std::int32_t operator[](std::size_t i) const { return place_[i]; }

  private:
    static constexpr std::size_t capacity = 256;
    /// As many as most runs have: how many these have is predicted wrong too.
    static constexpr std::size_t at_once = lanes<A> >= 8 ? 32 : 4 * lanes<A>;

    const NearRuns& near_;
    std::size_t run_ = 0, listed_ = 0;  ///< the run, and how many of it are listed
    alignas(64) std::int32_t place_[capacity + at_once];
};

/// The agents of a group as they look around, and the cells that they see.
template <class A>
class LookingGroup {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    /// Read as any stage reads; an agent at fault sees no other, and is not in the order of cells either.
    /// `largest_body`: the largest legal body radius, and that of all agents without a stream; none: it is
    /// not read.
    LookingGroup(const StageInput& in, bool with_headings, bool with_heights,
                 std::optional<float> largest_body = std::nullopt, bool with_right_of_way = false)
        : images(in.neighbours->seen->wrap.width > 0),
          seen_groups(in.get<Stream::seen_groups>()),
          groups(in.neighbours->seen->groups != nullptr || seen_groups != nullptr),
          own_radius_(in.get<Stream::neighbour_radius>()),
          own_height_(in.get<Stream::position_z>()),
          radii(own_radius_ != nullptr),
          limits_sight(groups || radii),
          heights(with_heights),
          bodies(largest_body &&
                 (in.get<Stream::body_radius>() != nullptr || in.neighbours->seen->body_radius != nullptr)),
          shares(with_right_of_way &&
                 (in.get<Stream::priority>() != nullptr || in.get<Stream::responsibility>() != nullptr ||
                  in.neighbours->seen->priority != nullptr ||
                  in.neighbours->seen->responsibility != nullptr)),
          neighbours_(*in.neighbours),
          seen_(*neighbours_.seen),
          priority_(in.get<Stream::priority>()),
          responsibility_(in.get<Stream::responsibility>()) {
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const F px = flushed(load<A>(in.get<Stream::position_x>() + i));
            const F py = flushed(load<A>(in.get<Stream::position_y>() + i));
            const F vx = flushed(load<A>(in.get<Stream::velocity_x>() + i));
            const F vy = flushed(load<A>(in.get<Stream::velocity_y>() + i));
            const I largest =
                max(max(magnitude_bits(px), magnitude_bits(py)), max(magnitude_bits(vx), magnitude_bits(vy)));
            if (heights) {
                bad_height |= std::uint64_t{bits(greater(magnitude_bits(own_height(i)), I(limit_bits)))} << i;
            }
            bad |= std::uint64_t{bits(greater(largest, I(limit_bits)))} << i;
            if (bodies) {
                const F most(*largest_body);
                const F radius = in.get<Stream::body_radius>() != nullptr
                                     ? flushed(load<A>(in.get<Stream::body_radius>() + i))
                                     : most;
                bad_body |= std::uint64_t{~bits((radius >= F(0)) && (radius <= most)) & all_lanes<A>} << i;
                write(body + i, radius);
            }
            if (radii) {
                const F radius = own_radius(i);
                bad |= std::uint64_t{~bits((radius >= F(0)) && (radius <= F(component_limit))) & all_lanes<A>}
                       << i;
            }
            if (shares) check_right_of_way(i);
            write(x + i, px);
            write(y + i, py);
            if (!with_headings) continue;
            const F scale = scale_to(F(1), squared_length(vx, vy), F(squared_length_floor));
            write(heading_x + i, vx * scale);
            write(heading_y + i, vy * scale);
        }
        const auto base = static_cast<std::int32_t>(seen_.key_base);
        for (std::size_t i = 0; i < group_size; i += lanes<A>) {
            const I counted = as_ints(iota<A>()) + I(static_cast<std::int32_t>(in.first_id + i));
            const I id =
                in.get<Stream::id>() != nullptr ? as_ints(load<A>(in.get<Stream::id>() + i)) : counted;
            write(key + i, id - I(base));
        }
        looking_ = neighbours_.agents & ~(bad | bad_body);
    }

    /// Agents whose body is at fault look all the same, for stages that do not read it.
    void look_without_bodies() { looking_ = neighbours_.agents & ~bad; }

    /// Calls row(start, x, near) for the vectors of agents that are near each other: their first agent, their
    /// positions, NaN in lanes that are not meant, and the neighbours that they meet, staggered where that
    /// is possible if `may_stagger`.
    template <class Row>
    void for_each_row(bool may_stagger, const Row& row) {
        if (neighbours_.sorted && !seen_.map.hashed) {
            unique_ = seen_.unique && !neighbours_.of_worlds;
            staggers_ = can_stagger<A> && may_stagger && unique_ && !seen_.map.wraps;
            if (staggers_) find_columns();
            for_each_sorted(row);
            return;
        }
        for (std::size_t start = 0; start < group_size; start += lanes<A>) for_each_unsorted(start, row);
    }

    /// The headings of a vector of agents, 0 without a field of view, and the bound of the field of view: an
    /// agent at rest has no heading, and sees all around.
    void load_view(std::size_t start, float view, F& along_x, F& along_y, F& compared) const {
        along_x = F(0);
        along_y = F(0);
        compared = F(-2);
        if (view <= -2) return;
        along_x = load<A>(heading_x + start);
        along_y = load<A>(heading_y + start);
        compared = select((along_x == F(0)) && (along_y == F(0)), compared, F(view));
    }

    /// From a vector of agents to a neighbour: the squared distance, NaN where it is not seen for its id, its
    /// groups or the agent's own radius. `rare`: where the world wraps, or there are groups or own radii.
    /// `compares_ids`: it may be one of them.
    template <bool rare, bool staggered = false, bool compares_ids = !staggered>
    [[nodiscard]] F offset(std::size_t start, std::size_t neighbour, const F& from_x, const F& from_y, F& dx,
                           F& dy) const {
        dx = met<A, staggered>(seen_.x, neighbour) - from_x;
        dy = met<A, staggered>(seen_.y, neighbour) - from_y;
        if constexpr (rare) {
            if (images) {
                dx = nearest_image<A>(from_x, met<A, staggered>(seen_.x, neighbour), seen_.wrap.width);
                dy = nearest_image<A>(from_y, met<A, staggered>(seen_.y, neighbour), seen_.wrap.height);
            }
        }
        F squared = squared_length(dx, dy);
        if constexpr (compares_ids)
            squared = nan_where(I(static_cast<std::int32_t>(seen_.key[neighbour])) == load<A>(key + start),
                                squared);
        if constexpr (rare) {
            if (limits_sight) {
                if (groups) squared = nan_where(common_groups<staggered>(start, neighbour) == I(0), squared);
                if (radii) {
                    const F own = own_radius(start);
                    squared =
                        select(squared <= own * own, squared, F(std::numeric_limits<float>::quiet_NaN()));
                }
            }
        }
        return squared;
    }

    /// Those of a mask that see a neighbour by the stage's groups, by its height and its body, where the
    /// stage reads them, and past its occluders, which a staggered stage has not.
    template <bool staggered = false>
    [[nodiscard]] FloatMask<A> seeing(FloatMask<A> mask, std::size_t start, std::size_t neighbour,
                                      const Reach& reach) const {
        if (groups && reach.seen_groups != every_group) {
            const I common = common_groups<staggered>(start, neighbour);
            mask = mask && !float_mask<A>((common & I(static_cast<std::int32_t>(reach.seen_groups))) == I(0));
        }
        if (reach.has_height()) {
            const F above = met<A, staggered>(seen_.z, neighbour) - own_height(start);
            mask = mask && (as_floats(magnitude_bits(above)) <= F(reach.height));
        }
        if (reach.largest_body && seen_.body_radius != nullptr) {
            const F radius = met<A, staggered>(seen_.body_radius, neighbour);
            mask = mask && (radius >= F(0)) && (radius <= F(*reach.largest_body));
        }
        if (reach.right_of_way) {
            if (seen_.priority != nullptr) {
                const F rank = met<A, staggered>(seen_.priority, neighbour);
                mask = mask && (rank == rank);
            }
            if (seen_.responsibility != nullptr) {
                const F share = met<A, staggered>(seen_.responsibility, neighbour);
                mask = mask && (share >= F(0)) && (share <= F(1));
            }
        }
        if constexpr (!staggered)
            if (reach.occluders != nullptr) mask = unhidden(mask, start, neighbour, *reach.occluders);
        return mask;
    }

    /// The shares of a vector of agents in avoiding neighbours of such priorities and responsibilities
    /// (wend/right_of_way.hpp).
    [[nodiscard]] F share_of(std::size_t start, const F& other_priority,
                             const F& other_responsibility) const {
        const F own = own_responsibility(start), rank = own_priority(start);
        const F sum = own + other_responsibility;
        const F of_equals = select(sum > F(0), own / sum, F(0));
        return select(rank > other_priority, F(0), select(rank < other_priority, F(1), of_equals));
    }

    /// The same in avoiding the neighbour in an entry; half where no stream says otherwise.
    [[nodiscard]] F share_of(std::size_t start, std::size_t neighbour) const {
        if (!shares) return F(0.5f);
        return share_of(
            start, F(seen_.priority != nullptr ? seen_.priority[neighbour] : usual_priority),
            F(seen_.responsibility != nullptr ? seen_.responsibility[neighbour] : usual_responsibility));
    }

    /// The sums of the body radii of a vector of agents and that neighbour. `usual`: without a stream.
    [[nodiscard]] F clearance(std::size_t start, std::size_t neighbour, float usual) const {
        if (!bodies) return F(usual + usual);
        return load<A>(body + start) + F(seen_.body_radius != nullptr ? seen_.body_radius[neighbour] : usual);
    }

    /// The radii of a vector of agents, in a stage of that radius.
    [[nodiscard]] F radius_of(std::size_t start, float usual) const {
        return radii ? min_skip_nan(own_radius(start), F(usual)) : F(usual);
    }

    /// Bit i: agent i is at fault for a stage of that reach. A height and a body are none for a stage that
    /// does not read them.
    [[nodiscard]] std::uint64_t faults(const Reach& reach) const {
        return bad | (reach.has_height() ? bad_height : 0) | (reach.largest_body ? bad_body : 0);
    }

    /// 0, and NaN for an agent at fault: to be added to its force.
    void write_nothing(float (&nothing)[group_size], const Reach& reach) const {
        const std::uint64_t at_fault = faults(reach);
        if (at_fault == 0) {
            std::memset(nothing, 0, sizeof nothing);
            return;
        }
        for (std::size_t i = 0; i < group_size; ++i)
            nothing[i] = (at_fault >> i & 1) != 0 ? std::numeric_limits<float>::quiet_NaN() : 0;
    }

    std::uint64_t bad = 0;  ///< bit i: agent i's position, velocity or own radius is at fault
    std::uint64_t bad_height = 0;
    std::uint64_t bad_body = 0;
    const bool images;                       ///< the world wraps
    const std::uint32_t* const seen_groups;  ///< null: all
    const bool groups;                       ///< some agent sees not all

  private:
    // Read where they are needed: a copy of the group would take 256 bytes of a call's stack each.
    const float* const own_radius_;  ///< null: all have the stage's
    const float* const own_height_;  ///< null: no stage has a height band

  public:
    const bool radii;         ///< agents have radii of their own
    const bool limits_sight;  ///< one of both

    const bool heights;  ///< some stage has a height band
    const bool bodies;   ///< they differ
    const bool shares;   ///< some agent does more or less than half of the avoiding
    alignas(64) float x[group_size];
    alignas(64) float y[group_size];
    alignas(64) float body[group_size];
    alignas(64) float heading_x[group_size];
    alignas(64) float heading_y[group_size];
    alignas(64) std::int32_t key[group_size];

  private:
    /// Those of a mask that see a neighbour past the occluders that are near them.
    [[gnu::noinline]] FloatMask<A> unhidden(FloatMask<A> mask, std::size_t start, std::size_t neighbour,
                                            const NearOccluders& occluders) const {
        if (!any<A>(mask)) return mask;
        const F from_x = load<A>(x + start), from_y = load<A>(y + start);
        const F to_x(seen_.x[neighbour]), to_y(seen_.y[neighbour]);
        if (!images) return occluders.unbroken(mask, SightLines<A>(from_x, from_y, to_x, to_y));
        const F step_x = step_to_image<A>(from_x, to_x, seen_.wrap.width);
        const F step_y = step_to_image<A>(from_y, to_y, seen_.wrap.height);
        mask = occluders.unbroken(mask, SightLines<A>(from_x, from_y, to_x + step_x, to_y + step_y));
        const FloatMask<A> across =
            mask && (as_floats(magnitude_bits(step_x)) + as_floats(magnitude_bits(step_y)) > F(0));
        if (!any<A>(across)) return mask;
        const SightLines<A> other(from_x - step_x, from_y - step_y, to_x, to_y);
        return mask && !(across && occluders.broken(across, other));
    }

    /// Those of a neighbour that a vector of agents sees.
    template <bool staggered>
    [[nodiscard]] I common_groups(std::size_t start, std::size_t neighbour) const {
        const I in = seen_.groups != nullptr ? as_ints(met<A, staggered>(seen_.groups, neighbour)) : I(-1);
        return seen_groups != nullptr ? in & as_ints(load<A>(seen_groups + start)) : in;
    }

    [[nodiscard]] F own_radius(std::size_t i) const { return flushed(load<A>(own_radius_ + i)); }
    [[nodiscard]] F own_height(std::size_t i) const { return flushed(load<A>(own_height_ + i)); }

    void check_right_of_way(std::size_t i) {
        const F rank = own_priority(i), share = own_responsibility(i);
        bad |= std::uint64_t{bits(greater(magnitude_bits(rank), I(limit_bits))) |
                             (~bits((share >= F(0)) && (share <= F(1))) & all_lanes<A>)}
               << i;
    }
    [[nodiscard]] F own_priority(std::size_t i) const {
        return priority_ == nullptr ? F(usual_priority) : flushed(load<A>(priority_ + i));
    }
    [[nodiscard]] F own_responsibility(std::size_t i) const {
        return responsibility_ == nullptr ? F(usual_responsibility) : flushed(load<A>(responsibility_ + i));
    }

    /// Agents that follow each other in the order of cells: those of a row up to where the next one begins.
    /// A world is a row.
    template <class Row>
    void for_each_sorted(const Row& visit) const {
        const CellMap& map = seen_.map;
        std::int64_t row = 0;
        std::size_t row_end = 0;  ///< none yet
        for (std::size_t start = 0; start < group_size; start += lanes<A>) {
            const std::size_t place = neighbours_.first_sorted + start;
            for (std::uint32_t left = vector_bits<A>(looking_, start, 0); left != 0;) {
                const std::size_t first = start + static_cast<std::size_t>(std::countr_zero(left));
                if (neighbours_.first_sorted + first >= row_end) {
                    if (neighbours_.of_worlds)
                        while (seen_.first[row + 1] <= neighbours_.first_sorted + first) ++row;
                    else
                        row = wrapped(map.y, cell_of(map.y, y[first]));
                    row_end = seen_.first[static_cast<std::uint64_t>(row + 1) * map.row_stride];
                }
                const std::size_t lanes_before = row_end - place;
                const std::uint32_t in_row =
                    lanes_before >= lanes<A> ? all_lanes<A> : (std::uint32_t{1} << lanes_before) - 1;
                const std::uint32_t here = left & in_row;
                const std::size_t last = start + static_cast<std::size_t>(std::bit_width(here)) - 1;
                const auto column_of = [&](std::size_t i) { return wrapped(map.x, cell_of(map.x, x[i])); };
                visit_row(
                    start, here, row,
                    [&] {
                        return Columns{column_of(first), column_of(last)};
                    },
                    visit);
                left &= ~in_row;
            }
        }
    }
    [[nodiscard]] std::int64_t wrapped(const CellAxis& axis, std::int64_t cell) const {
        return seen_.map.wraps ? wrap_cell(cell, axis.count) : cell;
    }

    /// Agents in any order: those of the first one's row that are not far from it, and so on.
    template <class Row>
    void for_each_unsorted(std::size_t start, const Row& visit) const {
        for (std::uint32_t left = vector_bits<A>(looking_, start, 0); left != 0;) {
            const std::size_t first = start + static_cast<std::size_t>(std::countr_zero(left));
            const std::int64_t row = cell_of(seen_.map.y, y[first]);
            std::int64_t low = cell_of(seen_.map.x, x[first]);
            std::int64_t high = low;
            const std::int64_t not_far = 2 * seen_.map.reach;
            std::uint32_t here = 0;
            for (std::uint32_t more = left; more != 0; more &= more - 1) {
                const auto j = static_cast<std::size_t>(std::countr_zero(more));
                if (cell_of(seen_.map.y, y[start + j]) != row) continue;
                const std::int64_t column = cell_of(seen_.map.x, x[start + j]);
                if (column < low - not_far || column > high + not_far) continue;
                low = column < low ? column : low;
                high = column > high ? column : high;
                here |= std::uint32_t{1} << j;
            }
            left &= ~here;
            visit_row(
                start, here, row,
                [&] {
                    return Columns{low, high};
                },
                visit);
        }
    }

    struct Columns {
        std::int64_t low, high;
    };
    /// The agents `here` of a vector, whose cells lie between the columns of one row that columns() gives.
    template <class Find, class Row>
    void visit_row(std::size_t start, std::uint32_t here, std::int64_t row, const Find& columns,
                   const Row& visit) const {
        const F nowhere(std::numeric_limits<float>::quiet_NaN());
        const F px = select(mask_of<A>(here), load<A>(x + start), nowhere);
        if (NearRuns near; staggers_ && find_staggered(start, here, row, near))
            visit(start, px, near);
        else
            visit(start, px, runs(here, columns(), row));
    }
    [[nodiscard]] NearRuns runs(std::uint32_t here, const Columns& columns, std::int64_t row) const {
        NearRuns near;
        if (neighbours_.of_worlds) {
            near.run[near.count++] = {seen_.first[row], seen_.first[row + 1]};
            return near;
        }
        if (unique_) near.meets_itself = here;
        const NearBuckets buckets = buckets_around(seen_.map, columns.low, columns.high, row);
        for (std::size_t i = 0; i < buckets.count; ++i)
            near.run[near.count++] = {seen_.first[buckets.range[i].first],
                                      seen_.first[buckets.range[i].last + 1]};
        return near;
    }

    /// The columns that each agent sees: [first_column_, end_column_).
    void find_columns() {
        const CellAxis& axis = seen_.map.x;
        const auto reach = static_cast<std::int32_t>(seen_.map.reach);
        const auto count = static_cast<std::int32_t>(axis.count);
        const double origin = axis.origin, inverse_edge = axis.inverse_edge;
        const auto most = static_cast<double>(count);
        for (std::size_t i = 0; i < group_size; ++i) {
            const double at = (static_cast<double>(x[i]) - origin) * inverse_edge;
            const double below = at < most ? at : 0.0;
            const auto column = static_cast<std::int32_t>(below > 0.0 ? below : 0.0);
            first_column_[i] = column > reach ? column - reach : 0;
            end_column_[i] = column + reach + 1 < count ? column + reach + 1 : count;
        }
    }

    /// Runs that do not overlap, so that no lane meets a neighbour twice, and without the agents themselves.
    /// False where a lane would read beyond the agents, and where lanes that all meet the same would meet
    /// fewer: in rows that the agents see from end to end.
    [[nodiscard]] bool find_staggered(std::size_t start, std::uint32_t here, std::int64_t row,
                                      NearRuns& near) const {
        const auto first = static_cast<std::size_t>(std::countr_zero(here));
        const auto end = static_cast<std::size_t>(std::bit_width(here));
        const std::int64_t bottom = row > 0 ? row - 1 : 0;
        const std::int64_t top = row + 1 < seen_.map.y.count ? row + 1 : row;
        const std::size_t agents = seen_.first[std::size_t{seen_.map.mask} + 1];  // without those at fault
        std::size_t met_by_all = 0, met_staggered = 0;
        near.staggered = true;
        for (std::int64_t at = bottom; at <= top; ++at) {
            const std::uint32_t* const table =
                seen_.first + static_cast<std::uint64_t>(at) * seen_.map.row_stride;
            met_by_all += table[end_column_[start + end - 1]] - table[first_column_[start + first]];
            const NearRuns::Run run = here == all_lanes<A>
                                          ? staggered_run<lanes<A>>(table, start, 0, lanes<A>)
                                          : staggered_run<0>(table, start, first, end);
            if (run.begin < lanes<A> || run.end > agents + 1) return false;
            const NearRuns::Run met{run.begin - lanes<A>, run.end - lanes<A>};
            met_staggered += met.end - met.begin;
            if (near.count > 0 && met.begin < near.run[near.count - 1].end)
                near.run[near.count - 1].end = met.end;
            else
                near.run[near.count++] = met;
        }
        leave_out(neighbours_.first_sorted + start, near);
        return met_staggered < met_by_all + lanes<A> / 4;
    }
    /// The run of the lanes [begin, end), `lanes<A>` places too far; `all`: their number, 0: not known here.
    template <std::size_t all>
    [[nodiscard]] NearRuns::Run staggered_run(const std::uint32_t* table, std::size_t start,
                                              std::size_t begin, std::size_t end) const {
        if constexpr (all != 0) begin = 0, end = all;
        std::uint32_t low = 0xffffffff, high = 0;
        for (std::size_t lane = begin; lane < end; lane += sampled) {
            const std::uint32_t at = table[first_column_[start + lane]] +
                                     static_cast<std::uint32_t>(lanes<A> - lane - (sampled - 1));
            low = at < low ? at : low;
            const std::size_t last = lane + sampled <= end ? lane + sampled - 1 : end - 1;
            const std::uint32_t behind =
                table[end_column_[start + last]] + static_cast<std::uint32_t>(lanes<A> - lane);
            high = behind > high ? behind : high;
        }
        return {low, high};
    }

    /// A place that one of the runs has.
    static void leave_out(std::size_t place, NearRuns& near) {
        std::size_t i = near.count++;
        for (; near.run[i - 1].begin > place; --i) near.run[i] = near.run[i - 1];
        near.run[i] = {place + 1, near.run[i - 1].end};
        near.run[i - 1].end = place;
    }

    /// Agents of which one is asked for its cells: as many runs are longer by two less than that.
    static constexpr std::size_t sampled = 2;

    const NeighbourInput& neighbours_;
    const SortedAgents& seen_;
    const float* const priority_;        ///< null: not bound
    const float* const responsibility_;  ///< null: not bound
    std::uint64_t looking_;              ///< agents that take part and are not at fault
    bool unique_ = false;  ///< no two agents have one id, and the group's are where first_sorted says
    bool staggers_ = false;
    std::int32_t first_column_[group_size], end_column_[group_size];
};

}  // namespace
}  // namespace wend::detail
