// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <new>
#include <optional>
#include <utility>

#include "bench/cases/rival_state.hpp"
#include "bench/rivals/obstacle_cells.hpp"
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

/// A stream's elements as floats.
template <Stream S>
Column<float> floats_of(const Population& agents) {
    Column<float> floats;
    for (const auto value : agents.all<S>()) floats.push_back(static_cast<float>(value));
    return floats;
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

/// An input's agents, in the memory of all its loops: a million agents take 100 MB. Its state is one loop's,
/// from its reset to another's.
class LoopMemory {
  public:
    explicit LoopMemory(std::shared_ptr<const Input> input)
        : input_(std::move(input)), world_(make_world(*input_)) {
        if (input_->paths) paths_ = std::make_unique<PathRecords>(*input_->paths);
        if (input_->kernel == KernelId::avoid_obstacles) {
            const Program program = input_->program();
            const auto& stage = std::get<AvoidObstacles>(program.stages()[0]);
            obstacles_.emplace(stage.obstacles, stage.body_radius, stage.horizon);
        }
    }

    void reset() {
        agents_ = input_->population;
        distance_ = floats_of<Stream::segment_distance>(agents_);
        for (Column<float>& field : kept_) field.clear();
        seconds_left_ = floats_of<Stream::seconds_left>(agents_);
        if (reads_other_agents()) after_ = agents_;
        record_.clear();
        const bool seeks_nodes = input_->kernel == KernelId::path_follow;
        for (std::size_t i = 0; paths_ && i < agents_.size(); ++i)
            record_.push_back(paths_->record_of(
                agents_.get<Stream::path>(i),
                seeks_nodes ? agents_.get<Stream::node>(i) : agents_.get<Stream::segment>(i)));
        for (std::size_t field = 0; field < kept_.size(); ++field)
            for (const std::int32_t record : record_)
                kept_[field].push_back(paths_->data()[record + static_cast<std::int32_t>(field)]);
        bind();
        tick_ = 0;
    }

    void run(Frame frame, std::uint64_t ticks) {
        for (std::uint64_t i = 0; i < ticks; ++i) {
            frame(streams_, world_, tick_++);
            if (!reads_other_agents()) continue;
            std::swap(streams_.position_x, streams_.moved_x);
            std::swap(streams_.position_y, streams_.moved_y);
            std::swap(streams_.velocity_x, streams_.turned_x);
            std::swap(streams_.velocity_y, streams_.turned_y);
        }
    }

    [[nodiscard]] const Input* input() const { return input_.get(); }

    [[nodiscard]] Motion motion() const {
        const auto all = [count = agents_.size()](const float* values) {
            return values == nullptr ? std::vector<float>() : std::vector<float>(values, values + count);
        };
        return {all(streams_.position_x), all(streams_.position_y), all(streams_.velocity_x),
                all(streams_.velocity_y)};
    }

  private:
    [[nodiscard]] bool reads_other_agents() const { return agents_.has(Stream::target_agent); }

    void bind() {
        const auto at = [](Population& agents, Stream stream) {
            return reinterpret_cast<float*>(agents.data(stream));
        };
        const auto own = [&](Stream stream) { return at(agents_, stream); };
        streams_ = {.agents = static_cast<std::int32_t>(input_->agents),
                    .position_x = own(Stream::position_x),
                    .position_y = own(Stream::position_y),
                    .velocity_x = own(Stream::velocity_x),
                    .velocity_y = own(Stream::velocity_y),
                    .moved_x = at(after_, Stream::position_x),
                    .moved_y = at(after_, Stream::position_y),
                    .turned_x = at(after_, Stream::velocity_x),
                    .turned_y = at(after_, Stream::velocity_y),
                    .wander_angle = own(Stream::wander_angle),
                    .target_x = own(Stream::target_x),
                    .target_y = own(Stream::target_y),
                    .target_velocity_x = own(Stream::target_velocity_x),
                    .target_velocity_y = own(Stream::target_velocity_y),
                    .other_target_x = own(Stream::other_target_x),
                    .other_target_y = own(Stream::other_target_y),
                    .other_target_velocity_x = own(Stream::other_target_velocity_x),
                    .other_target_velocity_y = own(Stream::other_target_velocity_y),
                    .offset_x = own(Stream::offset_x),
                    .offset_y = own(Stream::offset_y),
                    .external_force_x = own(Stream::external_force_x),
                    .external_force_y = own(Stream::external_force_y),
                    .target_agent = agents_.all<Stream::target_agent>().data(),
                    .walk_x = own(Stream::walk_x),
                    .walk_y = own(Stream::walk_y),
                    .seconds_left = seconds_left_.data(),
                    .speed = own(Stream::speed),
                    .distance = distance_.data(),
                    .record = record_.data(),
                    .records = paths_ ? paths_->data() : nullptr,
                    .kept_x = kept_[node_x].data(),
                    .kept_y = kept_[node_y].data(),
                    .kept_tangent_x = kept_[tangent_x].data(),
                    .kept_tangent_y = kept_[tangent_y].data(),
                    .kept_length = kept_[length].data(),
                    .kept_offset = kept_[offset].data(),
                    .obstacles = obstacles_ ? &obstacles_->grid() : nullptr};
    }

    std::shared_ptr<const Input> input_;
    World world_;
    std::uint32_t tick_ = 0;
    std::unique_ptr<const PathRecords> paths_;
    std::optional<ObstacleCells> obstacles_;
    Population agents_;
    Population after_;  ///< a tick of a kernel that reads the old positions and velocities of others
    Column<float> distance_, seconds_left_;
    Column<std::int32_t> record_;
    std::array<Column<float>, offset + 1> kept_;  ///< fields of the agents' records
    Streams streams_{};
};

std::shared_ptr<LoopMemory> memory_of(const std::shared_ptr<const Input>& input) {
    static std::weak_ptr<LoopMemory> last;
    std::shared_ptr<LoopMemory> memory = last.lock();
    if (!memory || memory->input() != input.get()) last = memory = std::make_shared<LoopMemory>(input);
    return memory;
}

class LoopState final : public RivalState {
  public:
    LoopState(std::shared_ptr<LoopMemory> memory, Frame frame) : memory_(std::move(memory)), frame_(frame) {
        reset();
    }

    void reset() override { memory_->reset(); }
    void run(std::uint64_t ticks) override { memory_->run(frame_, ticks); }
    [[nodiscard]] Motion motion() const override { return memory_->motion(); }

  private:
    std::shared_ptr<LoopMemory> memory_;
    Frame frame_;
};

}  // namespace

}  // namespace wend::bench::rivals

namespace wend::bench {

std::shared_ptr<RivalState> make_state(std::shared_ptr<const Input> input, const rivals::RivalLoop& loop) {
    if (loop.loop->grid != nullptr) return make_grid_state(std::move(input), loop.loop->grid);
    return std::make_shared<rivals::LoopState>(rivals::memory_of(input), loop.loop->frame);
}

}  // namespace wend::bench
