// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "paths/path_data.hpp"
#include "paths/path_records.hpp"
#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/seek/kernel.hpp"

namespace wend::detail {
namespace {

/// Looks up the nodes that path following seeks, and advances agents from node to node, in whole vectors.
///
/// One agent at a time costs no less where few of a vector advance. Where all do in every tick it costs 4.6
/// (AVX-512) and 5.4 ns (AVX2) an agent and tick instead of 1.7 and 2.3. Looking up the nodes of all agents
/// that way took 0.5 and 0.3 ns more a in.
template <class A>
class NodeAdvance {
    using F = Floats<A>;

  public:
    NodeAdvance(const StageInput& in, StageOutput& out, const PathFollow& parameters)
        : in_(in),
          out_(out),
          parameters_(parameters),
          data_(PathDataAccess::data(parameters.paths)),
          cache_(*out.nodes),
          slows_(parameters.mode == PathMode::once && parameters.slowing_radius.has_value()),
          has_line_(parameters.finish_line),
          records_(out, data_, kind_of_record(parameters)),
          recorded_(all_bound<needed_records>(out) &&
                    (!has_line_ || all_bound<PathFollow::line_records>(out)) && !data_.paths.empty()),
          node_x_(recorded_ ? records_.x : cache_.node_x),
          node_y_(recorded_ ? records_.y : cache_.node_y),
          line_x_(recorded_ ? records_.tangent_x : cache_.line_x),
          line_y_(recorded_ ? records_.tangent_y : cache_.line_y) {}

    /// The nodes that the agents of the tile seek, and the normals of their finish lines: in their records,
    /// or in the cache of the pass.
    [[nodiscard]] const float* node_x() const { return node_x_; }
    [[nodiscard]] const float* node_y() const { return node_y_; }
    [[nodiscard]] const float* line_x() const { return line_x_; }
    [[nodiscard]] const float* line_y() const { return line_y_; }

    /// Begins a group's pass: looks up the nodes that no record holds, and finds the faults that a pass
    /// cannot add to: paths, nodes and directions.
    ///
    /// Out of line, and with an object of its own: a copy of one that was just made waits for its stores
    /// (4 % of a tick by Clang).
    [[gnu::noinline]] static void begin(const StageInput& in, StageOutput& out, const PathFollow& parameters,
                                        std::size_t group) {
        const NodeAdvance own(in, out, parameters);
        if (own.recorded_)
            own.template fill<true>(group);
        else
            own.template fill<false>(group);
    }

    /// Advances the agents of a batch that have reached their nodes; in a swept test past every node that the
    /// last step reached.
    ///
    /// Out of line, and in an object of its own: few agents advance in a tick, and the forces of the others
    /// keep their registers.
    [[gnu::noinline]] void advance(std::size_t slot, std::uint64_t moving) const {
        const NodeAdvance own = *this;  // members behind a pointer are read again after every store
        for (int w = 0; w < batch_vectors; ++w) {
            const std::uint32_t movers = vector_bits<A>(moving, slot, w);
            if (movers != 0) own.move_vector(vector_slot(slot, w), movers);
        }
    }

    /// The agents whose last step passed through the node's circle.
    template <Reading reading>
    static std::uint32_t swept_near(const StageInput& in, Reader<A, reading>& reader, std::size_t at, int w,
                                    const Aim<A>& node, const F& squared_radius) {
        const F px = reader.read(in.get<Stream::previous_x>(), at, w);
        const F py = reader.read(in.get<Stream::previous_y>(), at, w);
        F sx, sy;
        if (in.moved_outside) {
            const FloatMask<A> unknown = (px == F(0)) && (py == F(0));
            sx = select(unknown, F(0), flushed(reader.read(in.get<Stream::position_x>(), at, w) - px));
            sy = select(unknown, F(0), flushed(reader.read(in.get<Stream::position_y>(), at, w) - py));
        } else {
            sx = reader.read(in.get<Stream::step_x>(), at, w);
            sy = reader.read(in.get<Stream::step_y>(), at, w);
        }
        const F wx = node.x - px;
        const F wy = node.y - py;
        const F length = squared_length(sx, sy);
        F t = (wx * sx + wy * sy) / max_keep_nan(length, F(squared_length_floor));
        t = select(t < F(0), F(0), select(t > F(1), F(1), t));
        const F ex = wx - sx * t;
        const F ey = wy - sy * t;
        return bits((squared_length(ex, ey) <= squared_radius) && (length > F(0)));
    }

    /// The agents beyond the finish line of their node, which is at `dx`, `dy` from them.
    static std::uint32_t passed(const F& dx, const F& dy, const Aim<A>& line) {
        return bits(dx * line.x + dy * line.y < F(0));
    }

    /// Turns the agents of a vector that have reached their nodes to the nodes that they seek after those.
    /// Out of line, as `advance`.
    [[gnu::noinline]] void aim_past(std::size_t at, std::uint32_t moving, Aim<A>& aim,
                                    F& slowing_radius) const {
        const NodeAdvance own = *this;
        const Progress to = own.pass(at, moving);
        const IntMask<A> moves = mask_of<A>(moving);
        aim = {select(moves, to.aim.x, aim.x), select(moves, to.aim.y, aim.y)};
        if (own.slows_)
            slowing_radius = select(
                moves,
                keep(mask_of<A>(own.arriving(at, to.node, to.direction)), F(*own.parameters_.slowing_radius)),
                slowing_radius);
    }

  private:
    static constexpr StreamSet needed_records = PathFollow::all_streams().records & ~PathFollow::line_records;

    static RecordKind kind_of_record(const PathFollow& parameters) {
        if (!parameters.finish_line) return RecordKind::node;
        return parameters.mode == PathMode::loop ? RecordKind::node_with_line_of_loop
                                                 : RecordKind::node_with_line;
    }

    template <bool recorded>
    [[gnu::always_inline]] void fill(std::size_t group) const {
        const NodeAdvance& own = *this;
        const std::int32_t* const path_stream = in_.get<Stream::path>();
        const std::uint32_t* const node_stream = in_.get<Stream::node>();
        const std::int32_t* const direction_stream = in_.get<Stream::direction>();
        NodeCache& cache = cache_;
        const auto skipped = [group, all = out_.faults](std::size_t j) {
            return static_cast<std::uint32_t>(all[group] >> j) & all_lanes<A>;
        };
        std::uint64_t arriving = 0;
        std::uint64_t absent = 0;
        std::uint64_t faults = 0;
        for (std::size_t j = 0; j < group_size; j += lanes<A>) {
            const std::size_t at = group * group_size + j;
            const Ints<A> path = load<A>(path_stream + at);
            const Words<A> node = load<A>(node_stream + at);
            const Ints<A> direction = load<A>(direction_stream + at);
            std::uint32_t known = 0;
            if constexpr (recorded) {
                const Words<A> difference =
                    own.records_.difference(at, as_words<A>(path), node, own.kind_of(as_words<A>(direction)));
                known = bits(as_ints(difference | no_direction(direction)) == Ints<A>(0));
            }
            if (!recorded || known != all_lanes<A>) {
                absent |= std::uint64_t{bits(path == Ints<A>(-1))} << j;
                std::uint32_t released = 0;
                const std::uint32_t good = own.template look_up<recorded>(
                    at, path_stream, path, node, direction, known | skipped(j), released);
                absent |= std::uint64_t{released & ~known} << j;
                faults |= std::uint64_t{~(good | known) & all_lanes<A>} << j;
            }
            if (own.slows_) arriving |= std::uint64_t{own.arriving(at, node, as_words<A>(direction))} << j;
        }
        cache.arriving[group] = arriving;
        cache.absent[group] = absent;
        cache.faults[group] = faults & ~absent;
        cache.ended[group] = 0;
    }

    /// Looks up a vector's nodes; returns the agents that have one. `kept`: agents that keep their records.
    /// `released`: agents on paths without a node.
    template <bool recorded>
    [[nodiscard]] std::uint32_t look_up(std::size_t at, const std::int32_t* path_stream, const Ints<A>& path,
                                        const Words<A>& node, const Ints<A>& direction, std::uint32_t kept,
                                        std::uint32_t& released) const {
        static constexpr PathExtent no_path{};  // for agents at fault, in an empty set of paths
        static constexpr PathNode no_node{};
        const bool empty = data_.paths.empty();
        const auto* const paths = reinterpret_cast<const float*>(empty ? &no_path : data_.loops.data());
        const auto* const nodes = reinterpret_cast<const float*>(empty ? &no_node : data_.nodes.data());
        const Ints<A> path_count(static_cast<std::int32_t>(data_.paths.size()));
        const std::uint32_t on_set = bits(greater(path, Ints<A>(-1))) & bits(greater(path_count, path));
        F extent[2];
        if (on_set == all_lanes<A>) [[likely]]
            gather_pairs(paths, reinterpret_cast<const std::uint32_t*>(path_stream + at), extent);
        else
            gather_at<A>(paths, select(mask_of<A>(on_set), as_words<A>(path), Words<A>(0)), extent);
        const Words<A> first = as_words<A>(as_ints(extent[0]));
        const Ints<A> count = as_ints(extent[1]);
        released = on_set & bits(count == Ints<A>(0));
        const std::uint32_t on_path =
            bits(greater(as_ints(node), Ints<A>(-1))) & bits(greater(count, as_ints(node)));
        const std::uint32_t good =
            on_set & on_path & bits((direction == Ints<A>(1)) || (direction == Ints<A>(-1)));
        const Words<A> last = as_words<A>(count - Ints<A>(1));
        const Aim<A> aim = find(nodes, keep_words<A>(good, first + node));
        const IntMask<A> stored = mask_of<A>(good & ~kept);
        if (has_line_) {
            const Aim<A> line = find_line(good, first, last, node, as_words<A>(direction));
            put(line_x_ + at, stored, line.x);
            put(line_y_ + at, stored, line.y);
        }
        if constexpr (recorded) {
            put(records_.x + at, stored, aim.x);
            put(records_.y + at, stored, aim.y);
            put(records_.path_key + at, stored, records_.key_of_path(as_words<A>(path)));
            put(records_.place_key + at, stored,
                records_.key_of_place(node) ^ kind_of(as_words<A>(direction)));
            put(records_.length + at, stored, as_floats<A>(as_ints(last)));
        } else {
            write(cache_.last + at, last);
            write(cache_.node_x + at, aim.x);
            write(cache_.node_y + at, aim.y);
        }
        return good;
    }

    /// Not 0 where the direction is neither 1 nor -1: one more is neither 2 nor 0.
    static Words<A> no_direction(const Ints<A>& direction) {
        return as_words<A>((direction + Ints<A>(1)) & Ints<A>(~2));
    }

    /// Stores the lanes of `which`; the others keep what they have.
    template <class T>
    static void put(T* to, const IntMask<A>& which, const Vector<T, A>& value) {
        write(to, select(which, value, load<A>(to)));
    }

    static constexpr int most_nodes = 8;  ///< that an agent passes in a tick of a swept test

    struct Progress {
        Words<A> node, direction;
        Aim<A> aim{}, line{};
        std::uint32_t finished = 0;  ///< agents at the end of their paths
    };

    void move_vector(std::size_t at, std::uint32_t moving) const {
        const Progress to = pass(at, moving);
        write(out_.get<Stream::node>() + at, to.node);
        if (parameters_.mode == PathMode::ping_pong)
            write(out_.get<Stream::direction>() + at, as_ints(to.direction));
        std::uint32_t* const finished = out_.get<Stream::finished>();
        if (parameters_.mode == PathMode::once && finished != nullptr)
            write(finished + at, select(mask_of<A>(to.finished), Words<A>(1), load<A>(finished + at)));
        cache_.ended[at / group_size] |= std::uint64_t{to.finished} << (at % group_size);
        remember(at, moving, to);
    }

    /// The progress of a vector whose agents in `moving` have reached their nodes; stores nothing.
    [[nodiscard]] Progress pass(std::size_t at, std::uint32_t moving) const {
        const auto* const nodes = reinterpret_cast<const float*>(data_.nodes.data());
        const IntMask<A> moves = mask_of<A>(moving);
        F extent[2];
        gather_at<A>(reinterpret_cast<const float*>(data_.loops.data()),
                     select(moves, as_words<A>(load<A>(in_.get<Stream::path>() + at)), Words<A>(0)), extent);
        const Words<A> first = as_words<A>(as_ints(extent[0]));
        const Words<A> last = as_words<A>(as_ints(extent[1]) - Ints<A>(1));
        Progress to{load<A>(in_.get<Stream::node>() + at),
                    as_words<A>(load<A>(in_.get<Stream::direction>() + at))};
        const std::uint32_t started = moving;
        int moved = 0;
        do {
            advance_node(moving, last, to);
            to.aim = find(nodes, select(moves, first + to.node, Words<A>(0)));
            if (has_line_) to.line = find_line(started, first, last, to.node, to.direction);
            if (parameters_.swept) moving &= reached(at, to) & ~to.finished;
        } while (parameters_.swept && moving != 0 && ++moved < most_nodes);
        return to;
    }

    /// The last node in that direction.
    static Words<A> end(const Words<A>& last, const Words<A>& direction) {
        return select(greater(as_ints(direction), Ints<A>(0)), last, Words<A>(0));
    }

    /// One node further. A finished agent keeps its last node.
    void advance_node(std::uint32_t moving, const Words<A>& last, Progress& to) const {
        const Words<A> end_node = end(last, to.direction);
        const std::uint32_t at_end = moving & bits(as_ints(to.node) == as_ints(end_node));
        const IntMask<A> ends = mask_of<A>(at_end);
        const Words<A> next = select(mask_of<A>(moving), to.node + to.direction, to.node);
        to.node = select(ends, parameters_.mode == PathMode::loop ? last - end_node : to.node, next);
        if (parameters_.mode == PathMode::ping_pong)
            to.direction = select(ends, Words<A>(0) - to.direction, to.direction);
        if (parameters_.mode == PathMode::once) to.finished |= at_end;
    }

    static Aim<A> find(const float* nodes, const Words<A>& record) {
        F node[2];
        gather_at<A>(nodes, record, node);
        return {node[0], node[1]};
    }

    /// Records with a line are those of one direction.
    [[nodiscard]] Words<A> kind_of(const Words<A>& direction) const {
        return has_line_ ? keep_words<A>(bits(greater(Ints<A>(0), as_ints(direction))), Words<A>(against))
                         : Words<A>(0);
    }

    /// The normals of the finish lines of the agents of `which`, in their directions.
    [[nodiscard]] Aim<A> find_line(std::uint32_t which, const Words<A>& first, const Words<A>& last,
                                   const Words<A>& node, const Words<A>& direction) const {
        const std::uint32_t at_first = bits(as_ints(node) == Ints<A>(0));
        const std::uint32_t at_last = bits(as_ints(node) == as_ints(last));
        const bool closes = parameters_.mode == PathMode::loop;
        const Words<A> before = select(mask_of<A>(at_first), last, node - Words<A>(1));
        const Aim<A> in = tangent(which & ~(closes ? 0 : at_first), first + before);
        const Aim<A> out = tangent(which & ~(closes ? 0 : at_last), first + node);
        const FloatMask<A> sharp = in.x * out.x + in.y * out.y < F(-0.5f);
        const Ints<A> sign = as_ints(direction & Words<A>(0x8000'0000u));
        const auto along = [&](const F& sum) { return as_floats<A>(as_ints(sum) ^ sign); };
        return {select(sharp, in.x - out.x, along(in.x + out.x)),
                select(sharp, in.y - out.y, along(in.y + out.y))};
    }

    /// Of the agents of `which`; 0 of the others.
    [[nodiscard]] Aim<A> tangent(std::uint32_t which, const Words<A>& segment) const {
        if (which == 0) return {F(0), F(0)};
        static_assert(sizeof(SegmentRecord) == 4 * sizeof(PathNode));
        const auto* const segments = reinterpret_cast<const float*>(data_.segments.data());
        const Words<A> record = keep_words<A>(which, segment);
        const Words<A> pair = (record + record) + (record + record);
        const Aim<A> found = find(segments + offsetof(SegmentRecord, tangent_x) / sizeof(float), pair);
        const IntMask<A> known = mask_of<A>(which);
        return {select(known, found.x, F(0)), select(known, found.y, F(0))};
    }

    /// Stores the node of each agent of `moving`.
    void remember(std::size_t at, std::uint32_t moving, const Progress& to) const {
        const IntMask<A> which = mask_of<A>(moving);
        put(node_x_ + at, which, to.aim.x);
        put(node_y_ + at, which, to.aim.y);
        if (has_line_) {
            put(line_x_ + at, which, to.line.x);
            put(line_y_ + at, which, to.line.y);
        }
        if (recorded_)
            put(records_.place_key + at, which, records_.key_of_place(to.node) ^ kind_of(to.direction));
        if (!slows_) return;
        const std::size_t lane = at % group_size;
        std::uint64_t& all = cache_.arriving[at / group_size];
        all &= ~(std::uint64_t{moving} << lane);
        all |= std::uint64_t{moving & arriving(at, to.node, to.direction)} << lane;
    }

    /// The agents whose node is the path's last.
    [[nodiscard]] std::uint32_t arriving(std::size_t at, const Words<A>& node,
                                         const Words<A>& direction) const {
        const Words<A> last =
            recorded_ ? as_words<A>(as_ints(load<A>(records_.length + at))) : load<A>(cache_.last + at);
        return bits(as_ints(node) == as_ints(end(last, direction)));
    }

    /// Whether the agents have reached another node too: the tick's first test again.
    [[nodiscard]] std::uint32_t reached(std::size_t at, const Progress& to) const {
        const Aim<A>& node = to.aim;
        Reader<A, Reading::clean> reader;
        const F squared_radius(parameters_.radius * parameters_.radius);
        const F dx = node.x - reader.read(in_.get<Stream::position_x>(), at, 0);
        const F dy = node.y - reader.read(in_.get<Stream::position_y>(), at, 0);
        return bits(squared_length(dx, dy) <= squared_radius) | (has_line_ ? passed(dx, dy, to.line) : 0) |
               swept_near(in_, reader, at, 0, node, squared_radius);
    }

    const StageInput& in_;
    StageOutput& out_;
    const PathFollow& parameters_;
    const PathData& data_;
    NodeCache& cache_;
    bool slows_, has_line_;
    PathRecords<A> records_;
    bool recorded_;
    float *node_x_, *node_y_;
    float *line_x_, *line_y_;
};

}  // namespace
}  // namespace wend::detail
