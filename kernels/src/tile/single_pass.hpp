// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "program/plan.hpp"
#include "stage/kernel_table.hpp"
#include "tile/tally.hpp"
#include "tile/tick_steps.hpp"
#include "tile/tile_program.hpp"
#include "tile/view_pack.hpp"
#include "tile/zone.hpp"

namespace wend::detail {

/// Small plain calls of programs that are one pass, without the scratch and the choices of a TileProgram: a
/// tile's streams, its faults, and a pack for the agents of incomplete groups. What a kernel leaves, because
/// something was found, goes to a TileProgram.
class SinglePass {
  public:
    /// The pass of a program over these streams; null where it takes a TileProgram.
    [[nodiscard]] static StageFunction function_of(const Plan& plan, const KernelTable& table,
                                                   StreamSet used) {
        return plan.single_pass ? fused_function(plan, table, used) : nullptr;
    }

    /// The stage of a program by itself, for one tick of whole groups; null where it takes a TileProgram.
    [[nodiscard]] static StageFunction stage_alone(const Plan& plan, const KernelTable& table,
                                                   StreamSet used) {
        const bool has_vectors = table.copies != nullptr;
        return plan.alone && !plan.sight.others && plan.planned[0].target == nullptr && has_vectors &&
                       !has(used, Stream::stages)
                   ? table.stage[plan.kind(0)]
                   : nullptr;
    }

    /// Advances the agents [begin, end) of a view on a TileProgram: all, or those of a group in `lanes`.
    struct Rest {
        void* context;
        void (*advance)(void* context, const AgentView& view, std::size_t begin, std::size_t end,
                        std::uint64_t lanes, PassTicks ticks, Tally& tally);
    };

    SinglePass(const Plan& plan, const KernelTable& table, StageFunction function,
               const PlainStreams& streams, const Ticks& ticks, const Profiler& profiler, bool trusts_inputs,
               bool of_views, Tally& tally, const Rest& rest)
        : function_(function),
          profiler_(profiler),
          name_(plan.planned[0].name),
          copies_of_isa_(table.copies),
          used_(streams.used),
          written_(streams.written),
          records_(plan.uses.records & streams.used),
          draws_alone_(plan.draws && !has(streams.used, Stream::id)),
          trusts_inputs_(trusts_inputs),
          of_views_(of_views),
          ticks_{ticks.first_tick.value_or(0), ticks.count},
          tally_(tally),
          rest_(rest) {
        in_.parameters = plan.planned[0].parameters;
        in_.locomotion = plan.locomotion();
        in_.step_at_edge = table.step_at_edge;
        in_.ordinal = plan.planned[0].ordinal;
        in_.weight = plan.planned[0].weight;
        in_.ticks = {.dt = ticks.dt, .first = 0, .count = 1, .seed = ticks.seed};
        in_.limits = plan.limits;
        in_.first_force = true;
        in_.fill_caches = true;
        out_.faults = faults_;
        out_.nodes = &nodes_;
    }

    /// All agents of a view or chunk; those of an incomplete group may wait for agents of others, until
    /// `finish`.
    template <class Memory>
    void advance_view(const Memory& memory, std::uint32_t index) {
        const std::size_t size = memory.size();
        const bool shifted = draws_alone_ && memory.first_id() % group_size != 0;
        // The last 64 agents in place, without those of the group before them. A group's ids begin at a
        // multiple of 64 where agents draw by their slots.
        const bool overlaps = !of_views_ && !draws_alone_ && size > group_size && size % group_size != 0;
        // A single whole group before an incomplete one waits with it: 0.93 of the time.
        const bool waits = shifted || (!overlaps && !of_views_ && size > group_size && size < 2 * group_size);
        const std::size_t whole = waits ? 0 : size / group_size * group_size;
        for (std::size_t begin = 0; begin < whole; begin += tile_size)
            advance_tile(memory, index, begin, std::min(begin + tile_size, whole));
        if (overlaps) {
            skipped_ = all >> (size - whole);
            advance_tile(memory, index, size - group_size, size);
            skipped_ = 0;
            return;
        }
        if (whole != size && !packs_) start_pack();
        for (std::size_t begin = whole; begin < size;) {
            begin += pack_.add(memory, index, begin, size - begin);
            if (pack_.full()) finish();
        }
    }

    /// Advances the agents that wait.
    void finish() {
        if (!packs_ || pack_.agents() == 0) return;
        // To copy records costs as much as they gain.
        for_each_stream(records_, [&](std::size_t stream, std::size_t) {
            in_.streams[stream] = out_.streams[stream] = nullptr;
        });
        in_.first_id = pack_.pad({in_.streams, out_.streams});
        run(
            pack_.groups(), pack_.agents(), [&] { return pack_.copies(); }, 0,
            [&](std::uint64_t lane) {
                return pack_.with_agent(
                    lane, [&](std::uint64_t view, std::uint64_t slot) { return place_of(view, slot); });
            });
        pack_.put_back();
        pack_.clear();
        if (draws_alone_) in_.streams[static_cast<std::size_t>(Stream::id)] = nullptr;
    }

  private:
    static constexpr std::uint64_t all = ~std::uint64_t{0};

    void start_pack() {
        packs_ = true;
        pack_.start({.used = used_ & ~records_,
                     .kept = written_ & ~records_,
                     .memory = copies_,
                     .bytes = static_cast<std::uint32_t>(sizeof copies_),
                     .more = 0,
                     .numbers_agents = draws_alone_,
                     .copies = copies_of_isa_});
    }

    /// Whole groups.
    template <class Memory>
    void advance_tile(const Memory& memory, std::uint32_t index, std::size_t begin, std::size_t end) {
        for_each_stream(used_, [&](std::size_t stream, std::size_t size) {
            in_.streams[stream] = out_.streams[stream] = memory.address(stream) + begin * size;
        });
        in_.first_id = memory.first_id() + static_cast<std::uint32_t>(begin);
        run((end - begin) / group_size, end - begin, [&]() -> decltype(auto) { return memory.view(); }, begin,
            [&](std::uint64_t slot) { return place_of(index, slot); });
    }

    /// An agent as the tally counts it: its slot, with the index of its view in the upper half.
    [[nodiscard]] std::uint64_t place_of(std::uint64_t view, std::uint64_t slot) const {
        return of_views_ ? view << 32 | std::min<std::uint64_t>(slot, 0xffffffff) : slot;
    }

    /// All ticks on a tile, whose agents are [begin, begin + agents) of `view()`.
    template <class View, class PlaceOf>
    void run(std::size_t groups, std::size_t agents, const View& view, std::size_t begin,
             const PlaceOf& place_of) {
        in_.groups = static_cast<std::uint32_t>(groups);
        in_.check_inputs = !trusts_inputs_;
        for (std::uint32_t tick = 0; tick < ticks_.count; ++tick) {
            std::memset(faults_, 0, sizeof faults_);
            faults_[0] = skipped_;
            in_.ticks.first = ticks_.first + tick;
            const StageResult result = [&] {
                const Zone zone(profiler_, name_);
                return function_(in_, out_);
            }();
            if (result.unfinished || (result.check_inputs && tick + 1 < ticks_.count)) [[unlikely]] {
                advance_rest(result, tick, agents, view(), begin, place_of);
                return;
            }
            count_faults(groups, agents, begin, place_of);
            in_.check_inputs = false;
        }
    }

    /// The rest of a tile in which something was found in tick `tick`.
    template <class PlaceOf>
    [[gnu::noinline]] void advance_rest(const StageResult& result, std::uint32_t tick, std::size_t agents,
                                        const AgentView& view, std::size_t begin, const PlaceOf& place_of) {
        const auto advance = [&](std::size_t first, std::size_t last, std::uint64_t lanes,
                                 std::uint32_t ticks_done) {
            lanes &= ~skipped_;
            if (first == last || lanes == 0 || ticks_done == ticks_.count) return;
            Tally own;
            rest_.advance(rest_.context, view, begin + first, begin + last, lanes,
                          {ticks_.first + ticks_done, ticks_.count - ticks_done}, own);
            if (own.count.load() != 0) tally_.add(own.count.load(), place_of(own.first.load()));
        };
        if (!result.unfinished) {
            count_faults(in_.groups, agents, begin, place_of);
            advance(0, agents, all, tick + 1);
            return;
        }
        // The batches of a group are not in the order of its lanes.
        const std::size_t group = std::min(agents, out_.unfinished.group * group_size);
        const std::size_t behind = std::min(agents, group + group_size);
        const std::uint64_t done = out_.unfinished.done;
        // Agents that are done may be at fault by integers; the others are computed again.
        faults_[out_.unfinished.group] &= done;
        for (std::size_t i = out_.unfinished.group + 1; i < in_.groups; ++i) faults_[i] = 0;
        count_faults(in_.groups, agents, begin, place_of);
        advance(0, group, all, tick + 1);
        advance(group, behind, done, tick + 1);
        advance(group, behind, ~done, tick);
        advance(behind, agents, all, tick);
    }

    template <class PlaceOf>
    void count_faults(std::size_t groups, std::size_t agents, std::size_t begin, const PlaceOf& place_of) {
        for (std::size_t group = 0; group < groups; ++group) {
            std::uint64_t faults = faults_[group] & ~skipped_;
            if (faults == 0) [[likely]]
                continue;
            if (const std::size_t lanes = agents - group * group_size; lanes < group_size)
                faults &= (std::uint64_t{1} << lanes) - 1;
            if (faults == 0) continue;
            const auto lane = static_cast<std::size_t>(std::countr_zero(faults));
            tally_.add(static_cast<std::uint64_t>(std::popcount(faults)),
                       place_of(begin + group * group_size + lane));
        }
    }

    const StageFunction function_;
    const Profiler& profiler_;
    const char* const name_;
    const LaneCopies* const copies_of_isa_;
    const StreamSet used_, written_, records_;
    const bool draws_alone_;  ///< the program draws, and no id stream is bound
    const bool trusts_inputs_;
    const bool of_views_;
    const PassTicks ticks_;
    Tally& tally_;
    const Rest rest_;
    StageInput in_;
    StageOutput out_;
    std::uint64_t faults_[tile_groups];
    std::uint64_t skipped_ = 0;  ///< agents of a tile of one group that were advanced before
    NodeCache nodes_;
    bool packs_ = false;  ///< pack_ was started
    ViewPack pack_;
    alignas(64) std::byte copies_[max_copied_bytes * group_size];
};

}  // namespace wend::detail
