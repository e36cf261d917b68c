// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "driver/tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "driver/capacities.hpp"
#include "wend/execution.hpp"

namespace wend::detail {
namespace {

/// What several stages write in a tick, until it is known which agents are skipped: one stream after the
/// other.
struct Pending {
    alignas(64) std::byte elements[max_pending_bytes * tile_size];
};

/// Inputs without what every tick would flush again.
struct FlushedInputs {
    alignas(64) float stream[max_inputs][tile_size];
};

/// A ragged group's streams, padded to 64 agents with copies of its first one.
struct GroupCopy {
    alignas(64) std::byte stream[max_copied][group_size * 8];
};

struct Forces {
    alignas(64) float x[tile_size];
    alignas(64) float y[tile_size];
    alignas(64) float budget[tile_size];
};

template <class Function>
void for_each_stream(StreamSet streams, Function&& function) {
    for (; streams != 0; streams &= streams - 1) {
        const auto index = static_cast<std::size_t>(std::countr_zero(streams));
        function(index, size_of(stream_infos[index].element));
    }
}

std::byte* element(const AgentView& agents, std::size_t stream, std::size_t size, std::size_t slot) {
    return static_cast<std::byte*>(agents.column(static_cast<Stream>(stream)).data) + slot * size;
}

/// A group's elements: `count` of them from `from`, behind `padding_front` copies of the first one and before
/// as many as it takes.
template <std::size_t size>
void pad_group(std::byte* to, const std::byte* from, std::size_t padding_front, std::size_t count) {
    static_assert(size == 4 || size == 8);
    for (std::size_t j = 0; j < padding_front; ++j) std::memcpy(to + j * size, from, size);
    std::memcpy(to + padding_front * size, from, count * size);
    for (std::size_t j = padding_front + count; j < group_size; ++j) std::memcpy(to + j * size, from, size);
}

/// The program on one tile after the other, with the scratch that its stages share. What all tiles have in
/// common is written down once: for each tile it was 4 to 6 % of a single tick of seek or approach.
class TileProgram {
  public:
    explicit TileProgram(const TileRun& run) : run_(run) {
        call_.locomotion = run.plan.locomotion();
        call_.tile.view_size = run.agents.size();
        call_.tile.faults = faults_;
        call_.tile.inputs_change = run.inputs_change;
        call_.ticks.dt = run.ticks.dt;
        call_.ticks.seed = run.ticks.seed;
        call_.limits = run.stages.limits;
        call_.force = {.x = forces_.x,
                       .y = forces_.y,
                       .budget = forces_.budget,
                       .first = true,
                       .prioritised = run.plan.prioritised};
        call_.nodes = &nodes_;
        call_.keep_step = run.plan.swept;
        for_each_stream(run.plan.uses.scratch, [&](std::size_t stream, std::size_t size) {
            call_.streams.in[stream] = element(run.agents, stream, size, 0);  // whole: agents look anywhere
        });
        plan_stages();
    }

    /// The agents [begin, end), within one group and `padding_front` behind its start, or whole groups of no
    /// more than a tile.
    void advance(std::size_t begin, std::size_t end, std::size_t padding_front, std::uint64_t first_tick,
                 std::uint32_t tick_count) {
        const std::size_t count = end - begin;
        call_.tile.first_id = run_.agents.first_id() + static_cast<std::uint32_t>(begin) -
                              static_cast<std::uint32_t>(padding_front);
        call_.tile.groups = static_cast<std::uint32_t>((count + group_size - 1) / group_size);
        if (count % group_size != 0 || run_.dry) {
            advance_copy(begin, end, padding_front, first_tick, tick_count);
            return;
        }
        for_each_stream(run_.used, [&](std::size_t stream, std::size_t size) {
            call_.streams.in[stream] = call_.streams.out[stream] = element(run_.agents, stream, size, begin);
        });
        run_ticks(begin, 0, first_tick, tick_count);
    }

  private:
    /// A ragged group is computed by the same lanes as any other, in a copy that has all 64.
    void advance_copy(std::size_t begin, std::size_t end, std::size_t padding_front, std::uint64_t first_tick,
                      std::uint32_t tick_count) {
        const std::size_t count = end - begin;
        std::size_t copied = 0;
        for_each_stream(run_.used, [&](std::size_t stream, std::size_t size) {
            std::byte* const to = copy_.stream[copied++];
            const std::byte* const from = element(run_.agents, stream, size, begin);
            // An input may be the memory of a state stream: then it shares that one's copy too, and its later
            // ticks.
            for (std::size_t other = 0; other < stream; ++other) {
                if ((run_.used >> other & 1) == 0 || element(run_.agents, other, size, begin) != from)
                    continue;
                call_.streams.in[stream] = call_.streams.out[stream] = call_.streams.out[other];
                return;
            }
            // Sizes that the compiler knows: called for each element, memcpy was most of what a ragged group
            // cost.
            if (size == 4)
                pad_group<4>(to, from, padding_front, count);
            else
                pad_group<8>(to, from, padding_front, count);
            call_.streams.in[stream] = call_.streams.out[stream] = to;
        });
        const std::uint64_t present =
            count == group_size ? ~std::uint64_t{0} : ((std::uint64_t{1} << count) - 1) << padding_front;
        run_ticks(begin - padding_front, ~present, first_tick, tick_count);
        if (run_.dry) return;
        for_each_stream(run_.kept, [&](std::size_t stream, std::size_t size) {
            const auto* const from = static_cast<const std::byte*>(call_.streams.out[stream]);
            std::memcpy(element(run_.agents, stream, size, begin), from + padding_front * size, count * size);
        });
    }

    /// The ticks of a pass. `padding`: agents of the first group that are not there.
    void run_ticks(std::size_t first_slot, std::uint64_t padding, std::uint64_t first_tick,
                   std::uint32_t tick_count) {
        const bool alone = run_.plan.stages.size() == 1;
        bool check = true;
        bool fill_caches = true;
        for (std::uint32_t tick = 0; tick < tick_count;) {
            std::memset(faults_, 0, sizeof faults_);
            faults_[0] = padding;
            call_.check_inputs = check;
            call_.ticks.first = first_tick + tick;
            call_.ticks.count = alone ? tick_count - tick : 1;
            call_.fill_caches = fill_caches;
            const StageResult result = run_tick();
            check = result.check_inputs;
            // After a fault, because a cache may have moved on without the agent.
            fill_caches = count_faults(first_slot, padding, result.ticks_taken);
            if (tick == 0 && tick_count > 1 && check && !fill_caches) flush_inputs();
            tick += result.ticks_taken;
        }
    }

    /// The state is clean after a tick, inputs are as the caller left them: were they looked at in every
    /// tick, denormal ones would cost up to 1.25 times as much.
    void flush_inputs() {
        std::size_t copied = 0;
        for_each_stream(run_.used & ~run_.kept, [&](std::size_t stream, std::size_t) {
            if (stream_infos[stream].element != ElementType::f32) return;
            const auto* const from = static_cast<const float*>(call_.streams.in[stream]);
            float* const to = flushed_.stream[copied++];
            for (std::size_t i = 0; i < call_.tile.groups * group_size; ++i) to[i] = as_read(from[i]);
            call_.streams.in[stream] = to;
        });
    }

    /// Says whether there are any.
    bool count_faults(std::size_t first_slot, std::uint64_t padding, std::uint64_t ticks) {
        bool found = false;
        faults_[0] &= ~padding;
        for (std::size_t group = 0; group < call_.tile.groups; ++group)
            if (faults_[group] != 0) [[unlikely]] {
                found = true;
                run_.tally->add(static_cast<std::uint64_t>(std::popcount(faults_[group])) * ticks,
                                first_slot + group * group_size +
                                    static_cast<std::size_t>(std::countr_zero(faults_[group])));
            }
        return found;
    }

    /// What forces write waits until all stages have found their faults. The last function writes in place:
    /// the locomotion, or it and the only force in one pass over the tile. A fused pass cannot keep the steps
    /// of swept path following, and then all waits; nor does it hold the locomotion's options. Where
    /// positions and velocities waited too, weighted and prioritised sums took 1.10 to 1.17 and 1.05 to 1.10
    /// times as long (AVX2, AVX-512).
    void plan_stages() {
        const Plan& plan = run_.plan;
        last_stage_ = plan.stages.size() - 1;
        last_ = function(last_stage_);
        const StageFunction fused = run_.table.with_locomotion[plan.kind(0)];
        if (last_stage_ == 1 && fused != nullptr && !plan.prioritised && !plan.swept &&
            !plan.limits_motion()) {
            last_ = fused;
            last_stage_ = 0;
        }
        for (std::size_t stage = 0; stage < last_stage_; ++stage) {
            const StreamUses uses = uses_of(plan.stages[stage]);
            pending_set_ |= (uses.written | uses.output) & run_.kept;
        }
        if (plan.swept) pending_set_ = run_.kept;
    }

    StageResult run_tick() {
        void* final[max_pending];
        std::size_t used = 0;
        std::byte* scratch = pending_.elements;
        for_each_stream(pending_set_, [&](std::size_t stream, std::size_t size) {
            final[used++] = call_.streams.out[stream];
            call_.streams.out[stream] = scratch;
            scratch += size * tile_size;
        });
        StageResult result;
        for (std::size_t stage = 0; stage < last_stage_; ++stage)
            result.check_inputs |= run_stage(stage, function(stage)).check_inputs;
        const StageResult last = run_stage(last_stage_, last_);
        result.check_inputs |= last.check_inputs;
        result.ticks_taken = last.ticks_taken;
        used = 0;
        for_each_stream(pending_set_, [&](std::size_t stream, std::size_t size) {
            auto* const to = static_cast<std::byte*>(final[used++]);
            const auto* const from = static_cast<const std::byte*>(call_.streams.out[stream]);
            if (size == 4)
                commit<4>(to, from);
            else
                commit<8>(to, from);
            call_.streams.out[stream] = to;
        });
        return result;
    }

    [[nodiscard]] StageFunction function(std::size_t stage) const {
        return run_.table.stage[run_.plan.kind(stage)];
    }

    StageResult run_stage(std::size_t stage, StageFunction run) {
        const StageArguments& arguments = run_.stages.arguments[stage];
        call_.parameters = arguments.parameters;
        call_.ordinal = arguments.ordinal;
        call_.weight = arguments.weight;
        call_.force.first = stage == 0;
        return run(call_);
    }

    template <std::size_t size>
    void commit(std::byte* to, const std::byte* from) const {
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            constexpr std::size_t bytes = group_size * size;
            const std::uint64_t faults = faults_[group];
            if (faults == 0) {
                std::memcpy(to + group * bytes, from + group * bytes, bytes);
                continue;
            }
            for (std::uint64_t moving = ~faults; moving != 0; moving &= moving - 1) {
                const std::size_t at =
                    group * bytes + static_cast<std::size_t>(std::countr_zero(moving)) * size;
                std::memcpy(to + at, from + at, size);
            }
        }
    }

    const TileRun& run_;
    StageCall call_{};
    StageFunction last_ = nullptr;
    std::size_t last_stage_ = 0;  ///< of its parameters; the force's where it is fused
    StreamSet pending_set_ = 0;
    std::uint64_t faults_[tile_groups];
    Pending pending_;
    Forces forces_;
    FlushedInputs flushed_;
    NodeCache nodes_;
    GroupCopy copy_;
};
static_assert(sizeof(TileProgram) + alignof(TileProgram) <= scratch_bytes);
static_assert(std::is_trivially_destructible_v<TileProgram>);

void advance_tiles(TileProgram& program, bool dry, std::size_t padding_front, std::size_t first,
                   std::size_t last, std::uint64_t first_tick, std::uint32_t tick_count) {
    for (std::size_t at = first; at < last;) {
        const std::size_t inside = at % group_size;
        const std::size_t whole = (last - at) / group_size * group_size;
        std::size_t end = std::min(at - inside + group_size, last);
        if (inside == 0 && whole > 0 && !dry) end = at + std::min(whole, tile_size);
        program.advance(at - padding_front, end - padding_front, inside, first_tick, tick_count);
        at = end;
    }
}

/// A function of its own: it alone has a TileProgram in its frame.
[[gnu::noinline]] void advance_on_stack(const TileRun& run, std::size_t padding_front, std::size_t first,
                                        std::size_t last, std::uint64_t first_tick,
                                        std::uint32_t tick_count) {
    TileProgram program(run);
    advance_tiles(program, run.dry, padding_front, first, last, first_tick, tick_count);
}

}  // namespace

void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    std::uint64_t first_tick, std::uint32_t tick_count, void* scratch) noexcept {
    if (scratch == nullptr) {
        advance_on_stack(run, padding_front, first, last, first_tick, tick_count);
        return;
    }
    std::size_t bytes = scratch_bytes;
    void* const place = std::align(alignof(TileProgram), sizeof(TileProgram), scratch, bytes);
    advance_tiles(*new (place) TileProgram(run), run.dry, padding_front, first, last, first_tick, tick_count);
}

}  // namespace wend::detail
