// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "lanes.hpp"
#include "path_data.hpp"
#include "quad.hpp"
#include "seek_kernel.hpp"
#include "stage_call.hpp"

namespace wend::detail {
namespace {

/// Path following (kernels/docs/math.md, "Path following").
///
/// An agent seeks the same node for many ticks, so the node stays beside it for the whole pass; only who reaches one goes through scalar code.
template <class A>
class PathFollowKernel {
    using F = Floats<A>;

  public:
    static constexpr bool needs_position = true;
    static constexpr bool reads_velocity = true;

    explicit PathFollowKernel(const StageCall& call)
        : parameters_(call.stages->path_follow),
          data_(*parameters_.paths),
          cache_(*call.nodes),
          arrives_(parameters_.mode == PathMode::once && parameters_.slowing_radius > 0),
          reach_(parameters_.radius * parameters_.radius) {}

    void enter_group(const StageCall& call, std::size_t group) {
        if (call.fill_caches) fill(call, group);
        call.faults[group] |= cache_.faults[group];
        absent_ = cache_.absent[group];
        reached_ = 0;
    }

    template <bool checked>
    void apply(const StageCall& call, Reader<A, checked>& reader, std::size_t slot, Quad<A>& q) {
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const Aim<A> node{load<A>(cache_.node_x + at), load<A>(cache_.node_y + at)};
            F floor(squared_length_floor);
            if (arrives_) {
                const F slowing = load<A>(cache_.slowing + at);
                floor = floored(slowing * slowing, floor);
            }
            const F dx = node.x - q.position_x[w];
            const F dy = node.y - q.position_y[w];
            const F squared = squared_length(dx, dy);
            const F k = scale_to(read_max_speed<A>(call, reader, at, w), squared, floor);
            q.force_x[w] = dx * k;
            q.force_y[w] = dy * k;

            std::uint64_t near = bits(squared <= F(reach_));
            if (parameters_.swept) near |= swept_near(call, reader, at, w, node);
            reached_ |= near << (at % group_size);
        }
        steer_to_desired(call, reader, slot, q);
        for (int w = 0; w < quad; ++w)
            if (const std::uint32_t nobody = vector_bits<A>(absent_, slot, w); nobody != 0) [[unlikely]] no_force(q, w, nobody);
    }

    /// Nodes, directions and finished flags: what the quad had, but for those who reached their node.
    void store_state(const StageCall& call, std::size_t slot, std::uint64_t faults) {
        constexpr std::uint64_t vector = (std::uint64_t{1} << lanes<A>) - 1;
        constexpr std::uint64_t all = vector | vector << 16 | vector << 32 | vector << 48;
        copy_quad<Stream::node>(call, slot);
        if (parameters_.mode == PathMode::ping_pong) copy_quad<Stream::direction>(call, slot);
        if (call.output<Stream::finished>() != nullptr) copy_quad<Stream::finished>(call, slot);
        const std::uint64_t here = all << (slot % group_size);
        std::uint64_t moving = reached_ & here & ~faults & ~absent_ & ~cache_.ended[slot / group_size];
        for (; moving != 0; moving &= moving - 1)
            move_on(call, slot / group_size * group_size + static_cast<std::size_t>(std::countr_zero(moving)));
    }

  private:
    void fill(const StageCall& call, std::size_t group) const {
        const std::size_t start = group * group_size;
        const auto path_count = static_cast<std::uint32_t>(data_.paths.size());
        std::uint64_t absent = 0;
        std::uint64_t faults = 0;
        for (std::size_t at = start; at < start + group_size; ++at) {
            const std::int32_t path = call.input<Stream::path>()[at];
            const std::uint32_t node = call.input<Stream::node>()[at];
            const std::int32_t direction = call.input<Stream::direction>()[at];
            const bool known = static_cast<std::uint32_t>(path) < path_count;
            const PathRecord none{};
            const PathRecord& record = known ? data_.paths[static_cast<std::uint32_t>(path)] : none;
            const bool good = node < record.node_count && (direction == 1 || direction == -1);
            absent |= std::uint64_t{path == -1} << (at - start);
            faults |= std::uint64_t{!good} << (at - start);
            if (good)
                remember(at, record, node, direction);
            else
                cache_.node_x[at] = cache_.node_y[at] = cache_.slowing[at] = 0;
        }
        cache_.absent[group] = absent;
        cache_.faults[group] = faults & ~absent;
        cache_.ended[group] = 0;
    }

    void remember(std::size_t at, const PathRecord& path, std::uint32_t node, std::int32_t direction) const {
        const SegmentRecord& record = data_.segments[path.first + node];
        cache_.node_x[at] = record.node_x;
        cache_.node_y[at] = record.node_y;
        const bool end = node == (direction > 0 ? path.node_count - 1 : 0);
        cache_.slowing[at] = end ? parameters_.slowing_radius : 0;
    }

    /// Whose last step passed the node's circle.
    template <bool checked>
    std::uint32_t swept_near(const StageCall& call, Reader<A, checked>& reader, std::size_t at, int w, const Aim<A>& node) const {
        const F sx = reader.read(call.input<Stream::step_x>(), at, w);
        const F sy = reader.read(call.input<Stream::step_y>(), at, w);
        const F wx = node.x - reader.read(call.input<Stream::previous_x>(), at, w);
        const F wy = node.y - reader.read(call.input<Stream::previous_y>(), at, w);
        const F length = squared_length(sx, sy);
        F t = (wx * sx + wy * sy) / floored(length, F(squared_length_floor));
        t = select(t < F(0), F(0), select(t > F(1), F(1), t));
        const F ex = wx - sx * t;
        const F ey = wy - sy * t;
        return bits((squared_length(ex, ey) <= F(reach_)) && (length > F(0)));
    }

    template <Stream S>
    static void copy_quad(const StageCall& call, std::size_t slot) {
        const element_t<S>* const from = call.input<S>();
        element_t<S>* const to = call.output<S>();
        if (from == to) return;
#pragma GCC unroll 4
        for (int w = 0; w < quad; ++w) write(to + vector_slot(slot, w), load<A>(from + vector_slot(slot, w)));
    }

    /// What an agent's last step was, for the nodes behind the first.
    struct Step {
        float px, py, previous_x, previous_y, x, y, length;
    };

    [[nodiscard]] bool reaches(const SegmentRecord& node, const Step& step) const {
        const float dx = node.node_x - step.px;
        const float dy = node.node_y - step.py;
        if (dx * dx + dy * dy <= reach_) return true;
        if (!(step.length > 0)) return false;
        const float wx = node.node_x - step.previous_x;
        const float wy = node.node_y - step.previous_y;
        float t = (wx * step.x + wy * step.y) / (step.length < squared_length_floor ? squared_length_floor : step.length);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const float ex = wx - step.x * t;
        const float ey = wy - step.y * t;
        return ex * ex + ey * ey <= reach_;
    }

    [[nodiscard]] Step step_of(const StageCall& call, std::size_t at) const {
        const auto read = [at](const float* stream) {
            const float x = stream[at];
            return x < component_floor && x > -component_floor ? 0.0f : x;
        };
        Step step{read(call.input<Stream::position_x>()), read(call.input<Stream::position_y>()), 0, 0, 0, 0, 0};
        if (!parameters_.swept) return step;
        step.previous_x = read(call.input<Stream::previous_x>());
        step.previous_y = read(call.input<Stream::previous_y>());
        step.x = read(call.input<Stream::step_x>());
        step.y = read(call.input<Stream::step_y>());
        step.length = step.x * step.x + step.y * step.y;
        return step;
    }

    /// From a reached node to the next, as far as the last step's circles go.
    void move_on(const StageCall& call, std::size_t at) const {
        const PathRecord& path = data_.paths[static_cast<std::uint32_t>(call.input<Stream::path>()[at])];
        const SegmentRecord* const nodes = data_.segments.data() + path.first;
        std::uint32_t node = call.input<Stream::node>()[at];
        std::int32_t direction = call.input<Stream::direction>()[at];
        const Step step = step_of(call, at);
        const int most = parameters_.swept ? 8 : 1;
        for (int moved = 0; moved < most; ++moved) {
            if (moved > 0 && !reaches(nodes[node], step)) break;
            const bool end = node == (direction > 0 ? path.node_count - 1 : 0);
            if (!end) {
                node += static_cast<std::uint32_t>(direction);
            } else if (parameters_.mode == PathMode::loop) {
                node = direction > 0 ? 0 : path.node_count - 1;
            } else if (parameters_.mode == PathMode::ping_pong) {
                direction = -direction;
            } else {
                if (call.output<Stream::finished>() != nullptr) call.output<Stream::finished>()[at] = 1;
                cache_.ended[at / group_size] |= std::uint64_t{1} << (at % group_size);
                break;
            }
        }
        call.output<Stream::node>()[at] = node;
        if (parameters_.mode == PathMode::ping_pong) call.output<Stream::direction>()[at] = direction;
        remember(at, path, node, direction);
    }

    const PathFollowParameters& parameters_;
    const PathData& data_;
    NodeCache& cache_;
    bool arrives_;
    float reach_;
    std::uint64_t absent_ = 0;
    std::uint64_t reached_ = 0;
};

}  // namespace
}  // namespace wend::detail
