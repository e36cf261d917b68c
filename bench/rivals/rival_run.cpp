// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/rival_run.hpp"

#include <bit>
#include <map>
#include <new>
#include <utility>

#include "bench/cases/agreement.hpp"
#include "bench/rivals/world.hpp"

namespace wend::bench::rivals {

namespace {

/// Aligns arrays to cache lines, as AgentBuffer does.
template <class T>
struct LineAllocator {
    using value_type = T;

    LineAllocator() = default;
    template <class Other>
    explicit LineAllocator(const LineAllocator<Other>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
    bool operator==(const LineAllocator&) const { return true; }

  private:
    static constexpr std::align_val_t line{64};
};

template <class T>
using Column = std::vector<T, LineAllocator<T>>;

template <class To, class From>
Column<To> column(const std::vector<From>& from) {
    Column<To> to;
    to.reserve(from.size());
    for (const From value : from) to.push_back(static_cast<To>(value));
    return to;
}

/// The paths as rings, one record a node.
class PathRecords {
  public:
    explicit PathRecords(const PathSet& paths) {
        for (std::size_t path = 0; path < paths.size(); ++path) {
            first_.push_back(static_cast<std::int32_t>(records_.size()));
            for (std::uint32_t node = 0; node < paths.node_count(path); ++node) add_node(paths, path, node);
        }
    }

    [[nodiscard]] const float* data() const { return records_.data(); }
    [[nodiscard]] std::int32_t record_of(std::int32_t path, std::uint32_t node) const {
        return first_[static_cast<std::size_t>(path)] + static_cast<std::int32_t>(node) * record_floats;
    }

  private:
    void add_node(const PathSet& paths, std::size_t path, std::uint32_t node) {
        const std::uint32_t nodes = paths.node_count(path);
        const std::uint32_t after = (node + 1) % nodes;
        const std::uint32_t before = (node + nodes - 1) % nodes;
        const Point from = paths.node(path, node);
        const Point to = paths.node(path, after);
        const float size = paths.segment_length(path, node);
        const auto inverse = 1 / static_cast<double>(size);
        const auto record_bits = [&](std::uint32_t other) {
            return std::bit_cast<float>(first_.back() + static_cast<std::int32_t>(other) * record_floats);
        };
        for (const float field :
             {static_cast<float>(from.x), static_cast<float>(from.y),
              static_cast<float>((to.x - from.x) * inverse), static_cast<float>((to.y - from.y) * inverse),
              size, node % 2 == 0 ? lateral_offset : -lateral_offset, record_bits(before),
              record_bits(after)})
            records_.push_back(field);
    }

    Column<float> records_;
    Column<std::int32_t> first_;
};

class RivalRun {
  public:
    RivalRun(std::shared_ptr<const Input> input, Frame frame)
        : input_(std::move(input)), frame_(frame), world_(make_world(input_->draws)) {
        if (input_->paths) paths_ = std::make_unique<PathRecords>(*input_->paths);
        reset();
    }

    void reset() {
        const Population& from = input_->population;
        position_x_ = column<float>(from.position_x);
        position_y_ = column<float>(from.position_y);
        velocity_x_ = column<float>(from.velocity_x);
        velocity_y_ = column<float>(from.velocity_y);
        wander_angle_ = column<float>(from.wander_angle);
        target_x_ = column<float>(from.target_x);
        target_y_ = column<float>(from.target_y);
        target_velocity_x_ = column<float>(from.target_velocity_x);
        target_velocity_y_ = column<float>(from.target_velocity_y);
        target_agent_ = column<std::int32_t>(from.target_agent);
        for (const auto& [stream, values] : from.more) more_[stream] = column<float>(values);
        walk_x_ = column<float>(from.walk_x);
        walk_y_ = column<float>(from.walk_y);
        seconds_left_ = column<float>(from.seconds_left);
        speed_ = column<float>(from.speed);
        distance_ = column<float>(from.segment_distance);
        if (reads_other_agents()) {
            moved_x_ = position_x_;
            moved_y_ = position_y_;
            turned_x_ = velocity_x_;
            turned_y_ = velocity_y_;
        }
        place_on_paths();
        tick_ = 0;
    }

    void run(std::uint64_t ticks) {
        Streams streams = bind();
        for (std::uint64_t i = 0; i < ticks; ++i) {
            frame_(streams, world_, tick_++);
            if (!reads_other_agents()) continue;
            position_x_.swap(moved_x_);
            position_y_.swap(moved_y_);
            velocity_x_.swap(turned_x_);
            velocity_y_.swap(turned_y_);
            streams = bind();
        }
    }

    [[nodiscard]] Positions positions() const {
        return {{position_x_.begin(), position_x_.end()}, {position_y_.begin(), position_y_.end()}};
    }

  private:
    [[nodiscard]] bool reads_other_agents() const { return !target_agent_.empty(); }

    /// Sets the record of each agent's node or segment.
    void place_on_paths() {
        if (!paths_) return;
        const Population& from = input_->population;
        const bool seeks_nodes = input_->kernel == Kernel::path_follow;
        const std::vector<std::uint32_t>& at = seeks_nodes ? from.node : from.segment;
        record_.clear();
        for (std::size_t i = 0; i < input_->agents; ++i)
            record_.push_back(paths_->record_of(from.path[i], at[i]));
    }

    [[nodiscard]] const float* more(Stream stream) const {
        const auto found = more_.find(stream);
        return found == more_.end() ? nullptr : found->second.data();
    }

    [[nodiscard]] Streams bind() {
        Streams s{};
        s.agents = static_cast<std::int32_t>(input_->agents);
        s.position_x = position_x_.data();
        s.position_y = position_y_.data();
        s.velocity_x = velocity_x_.data();
        s.velocity_y = velocity_y_.data();
        s.moved_x = moved_x_.data();
        s.moved_y = moved_y_.data();
        s.turned_x = turned_x_.data();
        s.turned_y = turned_y_.data();
        s.wander_angle = wander_angle_.data();
        s.target_x = target_x_.data();
        s.target_y = target_y_.data();
        s.target_velocity_x = target_velocity_x_.data();
        s.target_velocity_y = target_velocity_y_.data();
        s.target_agent = target_agent_.data();
        s.other_target_x = more(Stream::other_target_x);
        s.other_target_y = more(Stream::other_target_y);
        s.other_target_velocity_x = more(Stream::other_target_velocity_x);
        s.other_target_velocity_y = more(Stream::other_target_velocity_y);
        s.offset_x = more(Stream::offset_x);
        s.offset_y = more(Stream::offset_y);
        s.external_force_x = more(Stream::external_force_x);
        s.external_force_y = more(Stream::external_force_y);
        s.walk_x = walk_x_.data();
        s.walk_y = walk_y_.data();
        s.seconds_left = seconds_left_.data();
        s.speed = speed_.data();
        s.distance = distance_.data();
        s.record = record_.data();
        if (paths_) s.records = paths_->data();
        return s;
    }

    std::shared_ptr<const Input> input_;
    Frame frame_;
    World world_;
    std::uint32_t tick_ = 0;
    std::unique_ptr<const PathRecords> paths_;
    Column<float> position_x_, position_y_, velocity_x_, velocity_y_, moved_x_, moved_y_, turned_x_,
        turned_y_, wander_angle_, target_x_, target_y_, target_velocity_x_, target_velocity_y_, walk_x_,
        walk_y_, seconds_left_, speed_, distance_;
    std::map<Stream, Column<float>> more_;
    Column<std::int32_t> target_agent_, record_;
};

}  // namespace

Run make_rival_run(std::shared_ptr<const Input> input, const Rival& rival) {
    const auto state = std::make_shared<RivalRun>(input, rival.frame_of(input->kernel));
    return {.reset = [state] { state->reset(); },
            .run = [state](std::uint64_t calls) { state->run(calls); },
            .hash = [] { return std::uint64_t{0}; }};
}

Positions positions_after(const Input& input, const Rival& rival) {
    // The run does not outlive this call, so it need not own the input.
    RivalRun run(std::shared_ptr<const Input>(std::shared_ptr<const Input>(), &input),
                 rival.frame_of(input.kernel));
    run.run(hash_ticks_of(input.kernel));
    return run.positions();
}

std::string disagreement(const Input& input, const Rival& rival) {
    const Input calm = input.without_draws();
    return bench::disagreement(calm, positions_after(calm, rival));
}

}  // namespace wend::bench::rivals
