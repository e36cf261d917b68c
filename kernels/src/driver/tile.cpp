// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "driver/tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "driver/capacities.hpp"
#include "driver/elements.hpp"
#include "driver/group_copy.hpp"
#include "driver/view_pack.hpp"
#include "wend/execution.hpp"
#include "wend/random.hpp"

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
    alignas(64) std::byte elements[max_copied_bytes * group_size];
};

struct Forces {
    alignas(64) float x[tile_size];
    alignas(64) float y[tile_size];
    alignas(64) float budget[tile_size];
};

/// The forces of stages with neighbours, a group's.
struct NeighbourForces {
    alignas(64) float x[max_forces][group_size];
    alignas(64) float y[max_forces][group_size];
    std::uint64_t capped[max_forces];
};

/// What stands in for streams: a custom force's forces, a target that is one point for all; and behind the
/// forces velocities that a stage picks in place of the locomotion's.
struct Substitutes {
    alignas(64) float force_x[tile_size];
    alignas(64) float force_y[tile_size];
    alignas(64) float target_x[tile_size];
    alignas(64) float target_y[tile_size];
};

/// The velocity of a target that is a point.
alignas(64) constexpr float zeros[tile_size] = {};

/// Bit i: byte i of eight is not 0. The sum sets a byte's highest bit where its others are not 0, and the
/// product brings these bits together; one byte after the other, a selection took 0.4 ns an agent.
std::uint64_t nonzero_bytes(const std::uint8_t* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t marks = (((word & low) + low) | word) & ~low;
    return (marks >> 7) * 0x0102040810204080 >> 56;
}

/// kernels/docs/math.md, "Neighbours".
void draw_apart(const NeighbourCall& call, std::uint32_t ordinal, std::uint32_t smaller, std::uint32_t larger,
                float (&apart)[2]) {
    const std::uint32_t counter[4] = {smaller, larger, static_cast<std::uint32_t>(call.tick),
                                      static_cast<std::uint32_t>(call.tick >> 32)};
    const std::uint32_t key[4] = {static_cast<std::uint32_t>(call.seed),
                                  static_cast<std::uint32_t>(call.seed >> 32),
                                  purpose(Purpose::separation, ordinal), 0};
    const Words4 drawn = threefry4x32_13(counter, key);
    for (std::size_t i = 0; i < 2; ++i) apart[i] = 2 * wend::random_unit(drawn.word[i]) - 1;
}

bool is_fault(float value) { return !(value <= component_limit && value >= -component_limit); }

/// The program on one tile after the other, with the scratch that its stages share. What all tiles have in
/// common is written down once: for each tile it was 4 to 6 % of a single tick of seek or approach.
class TileProgram {
  public:
    explicit TileProgram(const TileRun& run) : run_(run), agents_(&run.agents) {
        call_.locomotion = run.plan.locomotion();
        call_.tile.faults = faults_;
        call_.tile.capped = capped_;
        call_.tile.inputs_change = run.inputs_change;
        call_.ticks.dt = run.ticks.dt;
        call_.ticks.seed = run.ticks.seed;
        call_.limits = run.stages.limits;
        call_.force = {.x = forces_.x,
                       .y = forces_.y,
                       .budget = forces_.budget,
                       .first = true,
                       .prioritised = run.plan.prioritised};
        if (run.plan.uses.looks_at_others) call_.others = run.others;
        call_.nodes = &nodes_;
        call_.writes_outputs = (run.used & (Locomotion::force_outputs | Locomotion::heading_outputs)) != 0 &&
                               call_.locomotion != nullptr;
        call_.keep_step = run.plan.swept;
        leaves_out_ = run.agents.selection().kind != Selection::Kind::all || has(run.used, Stream::stages);
        plan_stages();
        vectors_alone_ = plan_has_vectors_alone();
        if (vectors_alone_ && run.of_views)
            pack_.start({.used = run.used,
                         .kept = run.kept,
                         .memory = copy_.elements,
                         .bytes = sizeof copy_.elements,
                         .numbers_agents = run.plan.draws && !has(run.used, Stream::id)});
    }

    /// The agents [begin, end), within one group and `padding_front` behind its start, or whole groups of no
    /// more than a tile. Of a list of slots: its entries.
    void advance(std::size_t begin, std::size_t end, std::size_t padding_front, std::uint64_t first_tick,
                 std::uint32_t tick_count) {
        const std::size_t count = end - begin;
        call_.tile.first_id = agents_->first_id() + static_cast<std::uint32_t>(begin) -
                              static_cast<std::uint32_t>(padding_front);
        call_.tile.groups = static_cast<std::uint32_t>((count + group_size - 1) / group_size);
        if (count % group_size != 0 || run_.in_copies) {
            advance_copy(begin, count, padding_front, first_tick, tick_count);
            return;
        }
        for_each_stream(run_.used, [&](std::size_t stream, std::size_t size) {
            call_.streams.in[stream] = call_.streams.out[stream] =
                static_cast<std::byte*>(column(stream).data) + begin * size;
        });
        slots_ = {.first = begin, .list = nullptr, .padding_front = 0, .count = count};
        absent_[0] = 0;
        bool any = true;
        if (leaves_out_) {
            any = false;
            for (std::size_t group = 0; group < call_.tile.groups; ++group) {
                absent_[group] = ~selected(begin + group * group_size, group_size);
                any |= absent_[group] != ~std::uint64_t{0};
            }
        }
        if (any) run_ticks(first_tick, tick_count, true);
    }

    /// Agents of the run's view, in groups and tiles; `first` and `last` count from where its first group
    /// starts.
    void advance_tiles(std::size_t padding_front, std::size_t first, std::size_t last,
                       std::uint64_t first_tick, std::uint32_t tick_count) {
        for (std::size_t at = first; at < last;) {
            const std::size_t inside = at % group_size;
            const std::size_t whole = (last - at) / group_size * group_size;
            std::size_t end = std::min(at - inside + group_size, last);
            if (inside == 0 && whole > 0 && !run_.in_copies) end = at + std::min(whole, tile_size);
            advance(at - padding_front, end - padding_front, inside, first_tick, tick_count);
            at = end;
        }
    }

    /// All agents of a view that binds the same streams as the run's, side by side. What is no whole group
    /// may wait for more, until finish_views.
    void advance_view(const AgentView& view, std::uint32_t index, std::uint64_t first_tick,
                      std::uint32_t tick_count) {
        agents_ = &view;
        view_ = index;
        const std::size_t size = view.size();
        const std::size_t padding_front = padding_before(run_.plan, view);
        if (!vectors_alone_) {
            advance_tiles(padding_front, padding_front, padding_front + size, first_tick, tick_count);
            return;
        }
        // A single whole group before an incomplete one waits with it: 0.93 of the time.
        const bool waits = padding_front != 0 || (size > group_size && size < 2 * group_size);
        const std::size_t whole = waits ? 0 : size / group_size * group_size;
        for (std::size_t begin = 0; begin < whole; begin += tile_size)
            advance(begin, std::min(begin + tile_size, whole), 0, first_tick, tick_count);
        for (std::size_t begin = whole; begin < size;) {
            begin += pack_.add(view, index, begin, size - begin);
            if (pack_.full()) finish_views(first_tick, tick_count);
        }
    }

    /// The agents that wait.
    void finish_views(std::uint64_t first_tick, std::uint32_t tick_count) {
        if (!vectors_alone_ || pack_.agents() == 0) return;
        pack_.pad(call_.streams);
        call_.tile.groups = static_cast<std::uint32_t>(pack_.groups());
        std::uint64_t& absent = absent_[pack_.groups() - 1];
        if (const std::size_t rest = pack_.agents() % group_size; rest != 0)
            absent = ~std::uint64_t{0} << rest;
        shares_tile_ = true;
        run_ticks(first_tick, tick_count, false);
        shares_tile_ = false;
        pack_.put_back();
        pack_.clear();
        absent = 0;
        if (!has(run_.used, Stream::id)) call_.streams.in[static_cast<std::size_t>(Stream::id)] = nullptr;
    }

  private:
    /// What the tally calls the agent in that lane: its slot, behind the index of its view.
    [[nodiscard]] std::uint64_t place_of(std::size_t lane) const {
        const auto place = [](std::uint64_t view, std::uint64_t slot) {
            return view << 32 | std::min<std::uint64_t>(slot, 0xffffffff);
        };
        if (shares_tile_) return pack_.with_agent(lane, place);
        const std::uint64_t slot = slots_[lane - slots_.padding_front];
        return run_.of_views ? place(view_, slot) : slot;
    }

    /// Bit i: agent first + i takes part.
    [[nodiscard]] std::uint64_t selected(std::size_t first, std::size_t count) const {
        const Selection& selection = agents_->selection();
        std::uint64_t bits = 0;
        if (selection.kind == Selection::Kind::bytes) {
            const auto* const bytes = static_cast<const std::uint8_t*>(selection.data) + first;
            std::size_t i = 0;
            for (; i + 8 <= count; i += 8) bits |= nonzero_bytes(bytes + i) << i;
            for (; i < count; ++i) bits |= std::uint64_t{bytes[i] != 0} << i;
            return bits;
        }
        if (selection.kind == Selection::Kind::bits) {
            const auto* const words = static_cast<const std::uint64_t*>(selection.data) + first / 64;
            bits = words[0] >> (first % 64);
            if (first % 64 + count > 64) bits |= words[1] << (64 - first % 64);
            return bits;
        }
        return ~std::uint64_t{0};
    }

    /// The same of agents in the order of cells.
    [[nodiscard]] std::uint64_t selected_of_order(std::size_t first, std::size_t count) const {
        if (agents_->selection().kind == Selection::Kind::all) return ~std::uint64_t{0};
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < count; ++i) bits |= (selected(run_.order[first + i], 1) & 1) << i;
        return bits;
    }

    /// A ragged group, and one whose agents do not lie side by side, is computed by the same lanes as any
    /// other, in a copy that has all 64.
    void advance_copy(std::size_t begin, std::size_t count, std::size_t padding_front,
                      std::uint64_t first_tick, std::uint32_t tick_count) {
        slots_ = {.first = begin, .list = nullptr, .padding_front = padding_front, .count = count};
        if (run_.order != nullptr) slots_.list = run_.order + begin;
        const std::uint64_t taking_part =
            run_.order != nullptr ? selected_of_order(begin, count) : selected(begin, count);
        absent_[0] = ~(taking_part << padding_front & lanes_of(slots_));
        if (agents_->selection().kind == Selection::Kind::slots) find_slots(begin, count, tick_count);
        if (absent_[0] == ~std::uint64_t{0}) return;
        std::byte* to = copy_.elements;
        const auto next_copy = [&](std::size_t stream) {
            std::byte* const copy = to;
            to += group_size * size_of(column(stream).element);
            call_.streams.in[stream] = call_.streams.out[stream] = copy;
            return copy;
        };
        for_each_column(
            run_.used,
            [&](std::size_t stream) {
                const Column& from = column(stream);
                if (run_.inputs_change && shares_copy(stream, from)) return;
                if (size_of(from.element) == 4)
                    pad_group<4>(next_copy(stream), from, slots_);
                else
                    pad_group<8>(next_copy(stream), from, slots_);
            },
            [&](std::size_t x) {
                std::byte* const to_x = next_copy(x);
                pad_pairs(to_x, next_copy(x + 1), column(x), column(x + 1), slots_);
            });
        if (slots_.list != nullptr && !has(run_.used, Stream::id)) {
            for (std::size_t i = 0; i < group_size; ++i)
                ids_[i] = agents_->first_id() + slots_.list[i < count ? i : 0];
            call_.streams.in[static_cast<std::size_t>(Stream::id)] = ids_;
        }
        run_ticks(first_tick, tick_count, !vectors_alone_);
        put_back();
    }

    /// An input may be the memory of a state stream: then it shares that one's copy too, and its later ticks.
    bool shares_copy(std::size_t stream, const Column& from) {
        for (std::size_t other = 0; other < stream; ++other) {
            const Column& theirs = column(other);
            if ((run_.used >> other & 1) == 0 || theirs.data != from.data || theirs.step() != from.step() ||
                size_of(theirs.element) != size_of(from.element))
                continue;
            call_.streams.in[stream] = call_.streams.out[stream] = call_.streams.out[other];
            return true;
        }
        return false;
    }

    [[nodiscard]] const Column& column(std::size_t stream) const {
        return agents_->column(static_cast<Stream>(stream));
    }

    /// Calls `pairs(x)` for each stream of the set that is one of pairs with the next, which then gets no
    /// call of its own, and `one` for each of the others.
    template <class One, class Pairs>
    void for_each_column(StreamSet streams, const One& one, const Pairs& pairs) const {
        for (; streams != 0; streams &= streams - 1) {
            const auto stream = static_cast<std::size_t>(std::countr_zero(streams));
            if (run_.in_copies && !run_.inputs_change && (streams >> stream & 2) != 0 &&
                are_pairs(column(stream), column(stream + 1))) {
                pairs(stream);
                streams &= streams - 1;
            } else {
                one(stream);
            }
        }
    }

    /// What the copy's agents keep, to where they lie.
    void put_back() const {
        const std::uint64_t kept = ~absent_[0];
        const auto copy = [&](std::size_t stream) {
            return static_cast<const std::byte*>(call_.streams.out[stream]);
        };
        const auto put = [&](std::size_t stream) {
            if (size_of(column(stream).element) == 4)
                put_group<4>(column(stream), copy(stream), slots_, kept);
            else
                put_group<8>(column(stream), copy(stream), slots_, kept);
        };
        for_each_column(run_.kept, put, [&](std::size_t x) {
            if (kept == lanes_of(slots_)) {
                put_pairs(column(x), copy(x), copy(x + 1), slots_);
            } else {
                put(x);
                put(x + 1);
            }
        });
    }

    /// The slots [begin, begin + count) of the list. One that is out of range is a fault, and another agent
    /// stands in for it.
    void find_slots(std::size_t begin, std::size_t count, std::uint32_t tick_count) {
        const auto* const list = static_cast<const std::uint32_t*>(agents_->selection().data) + begin;
        const std::size_t agents = agents_->size();
        for (std::size_t i = 0; i < count; ++i) {
            listed_[i] = list[i];
            if (list[i] < agents) continue;
            listed_[i] = 0;
            absent_[0] |= std::uint64_t{1} << i;
            run_.tally->add(tick_count, list[i]);
        }
        slots_.list = listed_;
    }

    /// The ticks of a pass. Without `leave_out`, agents that are absent are computed with the others.
    void run_ticks(std::uint64_t first_tick, std::uint32_t tick_count, bool leave_out) {
        const bool alone = run_.plan.stages.size() == 1 && !run_.plan.has_custom_locomotion();
        const std::uint32_t* const stages = stage_bits();
        bool check = !run_.trusts_inputs;
        call_.expects_findings = found_;
        bool fill_caches = true;
        if (alone && stages != nullptr)
            for (std::size_t group = 0; group < call_.tile.groups; ++group)
                absent_[group] |= idle_agents(stages, 0, group);
        for (std::uint32_t tick = 0; tick < tick_count;) {
            if (leave_out) {
                faults_[0] =
                    absent_[0];  // by itself: a vector waits for what was just stored to a part of it
                std::memcpy(faults_ + 1, absent_ + 1, sizeof faults_ - sizeof *faults_);
            } else {
                std::memset(faults_, 0, sizeof faults_);
            }
            if (run_.plan.uses.sees_neighbours) std::memset(capped_, 0, sizeof capped_);
            call_.check_inputs = check;
            call_.ticks.first = first_tick + tick;
            call_.ticks.count = alone ? tick_count - tick : 1;
            call_.fill_caches = fill_caches;
            const StageResult result = run_tick();
            check = result.check_inputs || run_.plan.custom_writes;
            if (tick == 0) found_ = result.check_inputs;
            call_.expects_findings = false;
            if (run_.plan.uses.sees_neighbours) count_capped();
            // After a fault, because a cache may have moved on without the agent.
            fill_caches =
                count_faults(result.ticks_taken) || stages != nullptr || run_.plan.moves_path_inputs;
            if (tick == 0 && tick_count > 1 && check && !fill_caches) flush_inputs();
            tick += result.ticks_taken;
        }
    }

    /// The state is clean after a tick, inputs are as the caller left them: were they looked at in every
    /// tick, denormal ones would cost up to 1.25 times as much.
    void flush_inputs() {
        std::size_t copied = 0;
        for_each_stream(run_.used & ~run_.kept & ~run_.plan.custom_streams,
                        [&](std::size_t stream, std::size_t) {
                            if (stream_infos[stream].element != ElementType::f32 || copied == max_inputs)
                                return;
                            const auto* const from = static_cast<const float*>(call_.streams.in[stream]);
                            float* const to = flushed_.stream[copied++];
                            for (std::size_t i = 0; i < agents(); ++i) to[i] = as_read(from[i]);
                            call_.streams.in[stream] = to;
                        });
    }

    /// Says whether there are any.
    bool count_faults(std::uint64_t ticks) {
        bool found = false;
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            const std::uint64_t faults = faults_[group] & ~absent_[group];
            if (faults != 0) [[unlikely]] {
                found = true;
                const auto lane = static_cast<std::size_t>(std::countr_zero(faults));
                std::uint64_t first = place_of(group * group_size + lane);
                if (slots_.list != nullptr)
                    for (std::uint64_t left = faults; left != 0; left &= left - 1)
                        first = std::min<std::uint64_t>(
                            first, slots_.list[static_cast<std::size_t>(std::countr_zero(left))]);
                run_.tally->add(static_cast<std::uint64_t>(std::popcount(faults)) * ticks, first);
            }
        }
        return found;
    }

    /// Of one tick: that is what programs with neighbours take at once.
    void count_capped() {
        std::uint64_t agents = 0;
        for (std::size_t group = 0; group < call_.tile.groups; ++group)
            agents += static_cast<std::uint64_t>(std::popcount(capped_[group] & ~faults_[group]));
        if (agents != 0) run_.tally->capped.fetch_add(agents, std::memory_order_relaxed);
    }

    /// What forces write waits until all stages have found their faults. The last function writes in place:
    /// the locomotion, or it and the force before it in one pass over the tile. A fused pass cannot keep the
    /// steps of swept path following, and then all waits; nor does it hold the locomotion's options and
    /// outputs, or stages that act on some agents only. Where positions and velocities waited too, weighted
    /// and prioritised sums took 1.10 to 1.17 and 1.05 to 1.10 times as long (AVX2, AVX-512).
    ///
    /// Fusing the last force of a weighted sum takes 0.93 (AVX2) and 0.89 (AVX-512) of the time. Of a
    /// prioritised one it took 1.07 and 1.05: what truncates it is one more root and division to wait for.
    void plan_stages() {
        const Plan& plan = run_.plan;
        const bool by_agent = has(run_.used, Stream::stages);
        last_stage_ = plan.stages.size() - 1;
        last_ = function(last_stage_);
        if (last_stage_ != 0 && plan.locomotion() != nullptr && !plan.prioritised && !plan.swept &&
            !plan.limits_motion() && !by_agent && !call_.writes_outputs) {
            const StageFunction fused = run_.table.with_locomotion[plan.kind(last_stage_ - 1)];
            if (fused != nullptr) {
                last_ = fused;
                --last_stage_;
            }
        }
        for (std::size_t stage = 0; stage < last_stage_; ++stage) {
            const StreamUses uses = plan.stage_uses[stage];
            pending_set_ |= (uses.written | uses.output) & run_.used;
        }
        if (plan.swept || call_.writes_outputs || plan.has_custom_locomotion())
            pending_set_ = (plan.uses.written | plan.uses.output) & run_.used;
    }

    /// All stages compute whole vectors: a lane without an agent costs nothing then, and to leave it out
    /// costs 25 of 220 ns for 16 agents that seek. Others look at what each lane has for itself.
    [[nodiscard]] bool plan_has_vectors_alone() const {
        const Plan& plan = run_.plan;
        if (plan.locomotion() == nullptr || has(run_.used, Stream::stages)) return false;
        for (std::size_t stage = 0; stage + 1 < plan.stages.size(); ++stage)
            if (run_.table.with_locomotion[plan.kind(stage)] == nullptr) return false;
        return true;
    }

    StageResult run_tick() {
        void* final[max_pending];
        std::size_t used = 0;
        std::byte* scratch = pending_.elements;
        // What a stage does not write of an agent, because it does not act on it or leaves it to chance,
        // stays.
        const bool keeps = has(run_.used, Stream::stages) || run_.plan.custom_streams != 0;
        for_each_stream(pending_set_, [&](std::size_t stream, std::size_t size) {
            final[used++] = call_.streams.out[stream];
            if (keeps) std::memcpy(scratch, call_.streams.in[stream], call_.tile.groups * group_size * size);
            call_.streams.out[stream] = scratch;
            scratch += size * tile_size;
        });
        StageResult result;
        call_.force.first = true;
        if (has(run_.used, Stream::stages)) begin_forces();
        if (run_.neighbours != nullptr) find_neighbours();
        for (std::size_t stage = 0; stage < last_stage_; ++stage)
            result.check_inputs |= run_stage(stage, function(stage)).check_inputs;
        const StageResult last = run_last();
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

    /// Of the tile's first agent; null where it is not bound.
    [[nodiscard]] const std::uint32_t* stage_bits() const {
        if (!has(run_.used, Stream::stages)) return nullptr;
        return static_cast<const std::uint32_t*>(call_.streams.in[static_cast<std::size_t>(Stream::stages)]);
    }

    /// Agents of a group on which that stage does not act.
    [[nodiscard]] static std::uint64_t idle_agents(const std::uint32_t* stages, std::size_t stage,
                                                   std::size_t group) {
        std::uint64_t idle = 0;
        for (std::size_t i = 0; i < group_size; ++i)
            idle |= std::uint64_t{(stages[group * group_size + i] >> stage & 1) == 0} << i;
        return idle;
    }

    [[nodiscard]] std::size_t agents() const { return call_.tile.groups * group_size; }

    void clear(float* x, float* y) const {
        std::memset(x, 0, agents() * sizeof(float));
        std::memset(y, 0, agents() * sizeof(float));
    }

    /// No force so far, and the whole budget.
    void begin_forces() {
        clear(forces_.x, forces_.y);
        const float* const max_force = call_.input<Stream::max_force>();
        for (std::size_t i = 0; i < agents(); ++i)
            forces_.budget[i] = max_force == nullptr ? call_.limits.max_force : as_read(max_force[i]);
        call_.force.first = false;
    }

    StageResult run_last() {
        const bool custom = run_.plan.has_custom_locomotion();
        const std::size_t last = run_.plan.stages.size() - 1;
        if (call_.force.first && last_stage_ == last && (last != 0 || custom))
            clear(forces_.x, forces_.y);  // none was given
        if (custom) {
            return run_by_agent(last_stage_, [&] {
                if (!any_takes_part()) return StageResult{};
                const auto& stage = std::get<CustomLocomotion>(run_.plan.stages[last_stage_]);
                stage.function(stage.context, custom_call(stage.reads, stage.writes, forces_.x, forces_.y));
                check_written(stage.writes);
                return StageResult{};
            });
        }
        return last_stage_ == last && last != 0 ? run_stage(last_stage_, last_)
                                                : run_force(last_stage_, last_);
    }

    [[nodiscard]] StageFunction function(std::size_t stage) const {
        return run_.table.stage[run_.plan.kind(stage)];
    }

    /// One stage of a tick on the agents that it acts on.
    StageResult run_stage(std::size_t stage, StageFunction run) {
        return run_by_agent(stage, [&] {
            return run_.stages.arguments[stage].picks_velocity ? pick_velocities(stage, run)
                                                               : run_force(stage, run);
        });
    }

    /// What a stage writes of all agents, so that those that it does not act on have to get theirs back.
    [[nodiscard]] StreamSet written_of_all(std::size_t stage) const {
        if (const CustomForce* const custom = run_.stages.arguments[stage].custom_force)
            return custom->writes;
        if (stage + 1 != run_.plan.stages.size()) return 0;
        const StreamUses uses = run_.plan.stage_uses[stage];
        const StreamSet steps =
            stream_set(Stream::previous_x, Stream::previous_y, Stream::step_x, Stream::step_y);
        return (uses.written | uses.output | (call_.keep_step ? steps : 0)) & pending_set_;
    }

    /// Hides the agents that the stage does not act on: they keep their streams and what forces they have,
    /// and are no faults.
    template <class Run>
    StageResult run_by_agent(std::size_t stage, const Run& run) {
        const std::uint32_t* const stages = stage_bits();
        if (stages == nullptr) return run();
        std::uint64_t idle[tile_groups];
        std::uint64_t before[tile_groups];
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            idle[group] = idle_agents(stages, stage, group);
            before[group] = faults_[group];
            faults_[group] |= idle[group];
        }
        std::memcpy(hidden_.x, forces_.x, agents() * sizeof(float));
        std::memcpy(hidden_.y, forces_.y, agents() * sizeof(float));
        std::memcpy(hidden_.budget, forces_.budget, agents() * sizeof(float));
        const StageResult result = run();
        for (std::size_t group = 0; group < call_.tile.groups; ++group) {
            faults_[group] = before[group] | (faults_[group] & ~idle[group]);
            for (std::uint64_t left = idle[group]; left != 0; left &= left - 1) {
                const std::size_t i = group * group_size + static_cast<std::size_t>(std::countr_zero(left));
                forces_.x[i] = hidden_.x[i];
                forces_.y[i] = hidden_.y[i];
                forces_.budget[i] = hidden_.budget[i];
            }
        }
        for_each_stream(written_of_all(stage), [&](std::size_t stream, std::size_t size) {
            auto* const to = static_cast<std::byte*>(call_.streams.out[stream]);
            const auto* const from = static_cast<const std::byte*>(call_.streams.in[stream]);
            for (std::size_t i = 0; i < agents(); ++i)
                if ((idle[i / group_size] >> (i % group_size) & 1) != 0)
                    std::memcpy(to + i * size, from + i * size, size);
        });
        return result;
    }

    /// The forces of all stages with neighbours, on the tile's one group.
    void find_neighbours() {
        NeighbourPass passes[max_forces];
        std::size_t count = 0;
        for (const NeighbourStages& shared : run_.plan.neighbour_passes) {
            NeighbourPass& pass = passes[count++];
            pass = {};
            const auto take = [&]<class S>(const S*& parameters, std::size_t kind) {
                const int stage = shared.stage[kind];
                if (stage < 0) return;
                parameters = &std::get<S>(run_.plan.stages[static_cast<std::size_t>(stage)]);
                pass.force_x[kind] = neighbour_forces_.x[stage];
                pass.force_y[kind] = neighbour_forces_.y[stage];
                pass.capped[kind] = &neighbour_forces_.capped[stage];
                neighbour_forces_.capped[stage] = 0;
            };
            take(pass.separation, 0);
            take(pass.alignment, 1);
            take(pass.cohesion, 2);
            take(pass.avoidance, 3);
            pass.separation_ordinal = shared.separation_ordinal;
        }
        if (count != 0) run_.table.neighbour_forces(neighbour_call(~absent_[0], {passes, count}));
    }

    /// The tile's one group, of which these agents look around.
    [[nodiscard]] NeighbourCall neighbour_call(std::uint64_t agents,
                                               std::span<const NeighbourPass> passes) const {
        return {.seen = &run_.neighbours->sorted(),
                .position_x = call_.input<Stream::position_x>(),
                .position_y = call_.input<Stream::position_y>(),
                .velocity_x = call_.input<Stream::velocity_x>(),
                .velocity_y = call_.input<Stream::velocity_y>(),
                .position_z = call_.input<Stream::position_z>(),
                .body_radius = call_.input<Stream::body_radius>(),
                .id = call_.input<Stream::id>(),
                .first_id = call_.tile.first_id,
                .seen_groups = call_.input<Stream::seen_groups>(),
                .agents = agents,
                .sorted = run_.order != nullptr,
                .first_sorted = slots_.first,
                .passes = passes.data(),
                .pass_count = passes.size(),
                .seed = call_.ticks.seed,
                .tick = call_.ticks.first,
                .draw_apart = draw_apart};
    }

    /// What the locomotion goes with in place of its own: agents that are at fault, or that the stage does
    /// not act on, get none.
    StageResult pick_velocities(std::size_t stage, StageFunction run) {
        if (call_.force.first) clear(forces_.x, forces_.y);  // none was given
        call_.force.first = false;
        call_.picked_x = substitutes_.force_x;  // behind the last force that these might stand in for
        call_.picked_y = substitutes_.force_y;
        std::memset(call_.picked_x, 0xff, agents() * sizeof(float));
        std::memset(call_.picked_y, 0xff, agents() * sizeof(float));
        call_.parameters = run_.stages.arguments[stage].parameters;
        if (run_.neighbours == nullptr) return run(call_);
        const NeighbourCall neighbours = neighbour_call(~faults_[0], {});
        call_.neighbours = &neighbours;
        const StageResult result = run(call_);
        call_.neighbours = nullptr;
        return result;
    }

    StageResult run_force(std::size_t stage, StageFunction run) {
        const StageArguments& arguments = run_.stages.arguments[stage];
        call_.parameters = arguments.parameters;
        call_.ordinal = arguments.ordinal;
        call_.weight = arguments.weight;
        const bool given = arguments.sees_neighbours && run_.neighbours != nullptr;
        if (arguments.target == nullptr && arguments.custom_force == nullptr && !given) [[likely]] {
            const StageResult result = run(call_);
            call_.force.first = false;
            return result;
        }
        return run_with_substitutes(arguments, run, given ? static_cast<int>(stage) : -1);
    }

    /// A stage whose target or force is not what stands in the streams of that name: others take their place.
    [[gnu::noinline]] StageResult run_with_substitutes(const StageArguments& arguments, StageFunction run,
                                                       int of_neighbours) {
        // Without a force there is nothing to add. Where no locomotion looks at every velocity, the stage
        // does all the same: whether an agent faults must not depend on what its neighbours in the call were
        // given.
        if (arguments.custom_force != nullptr && !compute_custom(*arguments.custom_force) &&
            call_.locomotion != nullptr && stage_bits() == nullptr)
            return {};
        const TileStreams streams = call_.streams;
        const bool check = call_.check_inputs;
        const auto substitute = [&](Stream stream, const void* by) {
            call_.streams.in[static_cast<std::size_t>(stream)] = by;
        };
        if (arguments.target != nullptr) {
            const TargetFamily ours = target_family(TargetStreams::target);
            if (arguments.target->point) {
                set_point(*arguments.target->point);
                substitute(ours.x, substitutes_.target_x);
                substitute(ours.y, substitutes_.target_y);
                substitute(ours.velocity_x, zeros);
                substitute(ours.velocity_y, zeros);
            } else {
                const TargetFamily theirs = target_family(arguments.target->streams);
                const auto take = [&](Stream to, Stream from) {
                    substitute(to, streams.in[static_cast<std::size_t>(from)]);
                };
                take(ours.x, theirs.x);
                take(ours.y, theirs.y);
                take(ours.velocity_x, theirs.velocity_x);
                take(ours.velocity_y, theirs.velocity_y);
                take(ours.agent, theirs.agent);
            }
        }
        if (arguments.custom_force != nullptr) {
            substitute(Stream::external_force_x, substitutes_.force_x);
            substitute(Stream::external_force_y, substitutes_.force_y);
            call_.check_inputs = true;  // no other stage has looked at what it gave
        }
        if (of_neighbours >= 0) {
            substitute(Stream::external_force_x, neighbour_forces_.x[of_neighbours]);
            substitute(Stream::external_force_y, neighbour_forces_.y[of_neighbours]);
            capped_[0] |= neighbour_forces_.capped[of_neighbours] & ~faults_[0];
            call_.check_inputs = true;
        }
        const StageResult result = run(call_);
        call_.force.first = false;
        for (std::size_t i = 0; i < stream_count; ++i) call_.streams.in[i] = streams.in[i];
        call_.check_inputs = check;
        return result;
    }

    void set_point(const TargetPoint& point) {
        if (point_ == &point) return;
        point_ = &point;
        for (std::size_t i = 0; i < tile_size; ++i) {
            substitutes_.target_x[i] = as_read(point.x);
            substitutes_.target_y[i] = as_read(point.y);
        }
    }

    /// Whether some agent of the tile takes part in what is computed now.
    [[nodiscard]] bool any_takes_part() const {
        return std::any_of(faults_, faults_ + call_.tile.groups,
                           [](std::uint64_t out) { return out != ~std::uint64_t{0}; });
    }

    /// Says whether the function gave any force.
    bool compute_custom(const CustomForce& custom) {
        clear(substitutes_.force_x, substitutes_.force_y);
        if (!any_takes_part()) return false;
        const bool given = custom.function(
            custom.context,
            custom_call(custom.reads, custom.writes, substitutes_.force_x, substitutes_.force_y));
        if (!given) clear(substitutes_.force_x, substitutes_.force_y);  // it may have added to some
        check_written(custom.writes);
        return given;
    }

    /// The agents that are there, one after the other.
    [[nodiscard]] CustomCall custom_call(StreamSet reads, StreamSet writes, float* force_x, float* force_y) {
        const std::size_t front = slots_.padding_front;
        if (custom_set_ != (reads | writes)) {
            custom_set_ = reads | writes;
            std::memset(custom_in_, 0, sizeof custom_in_);
            std::memset(custom_out_, 0, sizeof custom_out_);
        }
        for_each_stream(reads | writes, [&](std::size_t stream, std::size_t size) {
            if (!is_stream(static_cast<Stream>(stream))) return;  // never: GCC 12 warns without it
            const std::size_t skipped = front * size;
            const bool written = (writes >> stream & 1) != 0;
            custom_in_[stream] = static_cast<const std::byte*>(call_.streams.in[stream]) + skipped;
            custom_out_[stream] =
                written ? static_cast<std::byte*>(call_.streams.out[stream]) + skipped : nullptr;
        });
        const auto* const ids = call_.input<Stream::id>();
        return {.count = slots_.count,
                .dt = call_.ticks.dt,
                .tick = call_.ticks.first,
                .seed = call_.ticks.seed,
                .force_x = force_x + front,
                .force_y = force_y + front,
                .in = custom_in_,
                .out = custom_out_,
                .slots = slots_.list,
                .first_slot = slots_.first,
                .ids = ids == nullptr ? nullptr : ids + front,
                .first_id = call_.tile.first_id + static_cast<std::uint32_t>(front),
                .first_in_group = front,
                .faults = faults_};
    }

    /// What a custom stage wrote, as any stage writes: clean, or a fault.
    void check_written(StreamSet writes) {
        for_each_stream(writes, [&](std::size_t stream, std::size_t) {
            if (stream_infos[stream].element != ElementType::f32) return;
            auto* const values = static_cast<float*>(call_.streams.out[stream]);
            for (std::size_t i = slots_.padding_front; i < slots_.padding_front + slots_.count; ++i) {
                values[i] = as_read(values[i]);  // NaN stays
                if (is_fault(values[i])) faults_[i / group_size] |= std::uint64_t{1} << (i % group_size);
            }
        });
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
    const AgentView* agents_;
    std::uint32_t view_ = 0;  ///< its index
    StageCall call_{};
    StageFunction last_ = nullptr;
    std::size_t last_stage_ = 0;  ///< of its parameters; the force's where it is fused
    StreamSet pending_set_ = 0;
    std::uint64_t faults_[tile_groups];
    std::uint64_t capped_[tile_groups];  ///< in programs with neighbours
    /// Lanes without an agent, or with one that takes no part: of whole tiles none, unless leaves_out_.
    std::uint64_t absent_[tile_groups] = {};
    bool leaves_out_ = false;
    bool vectors_alone_ = false;  ///< as plan_has_vectors_alone says
    bool shares_tile_ = false;    ///< what is computed now is the pack
    bool found_ = false;          ///< something, in the first tick of the tile before
    GroupSlots slots_{};
    const TargetPoint* point_ = nullptr;  ///< what the substitutes hold
    StreamSet custom_set_ =
        ~StreamSet{0};  ///< that these two hold, the others being null; at first, anything
    const void* custom_in_[stream_count];
    void* custom_out_[stream_count];
    std::uint32_t listed_[group_size];
    std::uint32_t ids_[group_size];
    Pending pending_;
    Forces forces_;
    FlushedInputs flushed_;
    NodeCache nodes_;
    GroupCopy copy_;
    Substitutes substitutes_;
    NeighbourForces neighbour_forces_;
    union {
        ViewPack pack_;
        Forces hidden_;  ///< what `stages` hides from a stage: those of the agents that it does not act on
    };
};
static_assert(sizeof(TileProgram) + alignof(TileProgram) <= scratch_bytes);
static_assert(std::is_trivially_destructible_v<TileProgram>);

/// A function of its own: it alone has a TileProgram in its frame.
template <class Use>
[[gnu::noinline]] void with_program_on_stack(const TileRun& run, const Use& use) {
    TileProgram program(run);
    use(program);
}

/// Calls use(program), which lies in `scratch` where there is any.
template <class Use>
void with_program(const TileRun& run, void* scratch, const Use& use) {
    if (scratch == nullptr) {
        with_program_on_stack(run, use);
        return;
    }
    std::size_t bytes = scratch_bytes;
    use(*new (std::align(alignof(TileProgram), sizeof(TileProgram), scratch, bytes)) TileProgram(run));
}

}  // namespace

void advance_views(const TileRun& run, const ViewFeed& feed, std::uint64_t first_tick,
                   std::uint32_t tick_count, void* scratch) noexcept {
    with_program(run, scratch, [&](TileProgram& program) {
        feed([&](const AgentView& view, std::uint32_t index) {
            program.advance_view(view, index, first_tick, tick_count);
        });
        program.finish_views(first_tick, tick_count);
    });
}

void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    std::uint64_t first_tick, std::uint32_t tick_count, void* scratch) noexcept {
    with_program(run, scratch, [&](TileProgram& program) {
        program.advance_tiles(padding_front, first, last, first_tick, tick_count);
    });
}

}  // namespace wend::detail
