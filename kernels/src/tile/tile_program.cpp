// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "tile/tile_program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "neighbours/worlds.hpp"
#include "tile/ragged_copy.hpp"
#include "tile/selection.hpp"
#include "tile/tick.hpp"
#include "wend/execution.hpp"

namespace wend::detail {
namespace {

/// Agents, whose streams take 40 to 60 MB: more than most last-level caches. From memory, passes that
/// prefetch take 0.88 of the time (seek on AVX2, wander); from a last-level cache wander takes 1.03 to 1.05.
constexpr std::size_t least_prefetched = 2'097'152;

/// The program on one tile after the other, with the scratch that its stages share. All tiles of a pass share
/// one: for each tile its own took 4 to 6 % of a single tick of seek or approach.
class TileProgram {
  public:
    TileProgram(const TileRun& run, PassTicks ticks)
        : run_(run),
          agents_(&run.agents),
          ticks_(ticks),
          leaves_out_(run.agents.selection().kind != Selection::Kind::all || has(run.used, Stream::stages)),
          whole_vectors_(computes_whole_vectors(run)),
          tick_(run) {
        if (!packs()) return;
        const Sight& sight = run.plan.sight;
        const StreamSet groups = run.of_worlds ? sight.extras & run.agents.bound() : 0;
        tick_.pack.start({.used = run.used | groups,
                          .kept = run.kept,
                          .memory = copy_.memory(),
                          .bytes = RaggedCopy::bytes,
                          .more = run.of_worlds ? static_cast<std::uint32_t>(Worlds::bytes(sight)) : 0,
                          .numbers_agents = (run.plan.draws || run.of_worlds) && !has(run.used, Stream::id),
                          .copies = run.table.copies});
        if (!run.of_worlds) return;
        worlds_.start(sight, run.plan.wrapped_area(), tick_.pack.more(), tick_.pack.lanes());
        tick_.seen = &worlds_.sorted();
    }

    /// Agents of the run's view, in groups and tiles; `first` and `last` count from the start of its first
    /// group.
    void advance_tiles(std::size_t padding_front, std::size_t first, std::size_t last) {
        for (std::size_t at = first; at < last;) {
            const std::size_t inside = at % group_size;
            const std::size_t whole = (last - at) / group_size * group_size;
            std::size_t end = std::min(at - inside + group_size, last);
            if (inside == 0 && whole > 0 && !run_.in_copies) end = at + std::min(whole, tile_size);
            advance(at - padding_front, end - padding_front, inside);
            at = end;
        }
    }

    /// All agents of a view that binds the same streams as the run's, side by side. An incomplete group may
    /// wait for agents of other views, until finish_views.
    void advance_view(const AgentView& view, std::uint32_t index, const ViewStart& start) {
        if (start.first_tick != ticks_.first || start.seed != tick_.in.ticks.seed) {
            if (run_.plan.draws) finish_views();
            ticks_.first = start.first_tick;
            tick_.in.ticks.seed = start.seed;
        }
        agents_ = &view;
        view_ = index;
        const std::size_t size = view.size();
        if (size == 0) return;
        if (run_.of_worlds) {
            if (!tick_.pack.fits(size)) finish_views();
            tick_.pack.add(ViewMemory(view), index, 0, size);
            return;
        }
        const std::size_t padding_front = padding_before(run_.plan, view);
        if (!whole_vectors_) {
            advance_tiles(padding_front, padding_front, padding_front + size);
            return;
        }
        // A single whole group before an incomplete one waits with it: 0.93 of the time.
        const bool waits = padding_front != 0 || (size > group_size && size < 2 * group_size);
        const std::size_t whole = waits ? 0 : size / group_size * group_size;
        for (std::size_t begin = 0; begin < whole; begin += tile_size)
            advance(begin, std::min(begin + tile_size, whole), 0);
        for (std::size_t begin = whole; begin < size;) {
            begin += tick_.pack.add(ViewMemory(view), index, begin, size - begin);
            if (tick_.pack.full()) finish_views();
        }
    }

    /// Advances the agents that wait.
    void finish_views() {
        if (!packs() || tick_.pack.agents() == 0) return;
        leave_out_records();
        tick_.in.first_id = tick_.pack.pad(tick_.streams());
        if (run_.of_worlds) {
            run_worlds();
            return;
        }
        tick_.in.groups = static_cast<std::uint32_t>(tick_.pack.groups());
        std::uint64_t& absent = tick_.faults.absent[tick_.pack.groups() - 1];
        if (const std::size_t rest = tick_.pack.agents() % group_size; rest != 0)
            absent = ~std::uint64_t{0} << rest;
        shares_tile_ = true;
        run_ticks(false, ticks_);
        shares_tile_ = false;
        tick_.pack.put_back();
        tick_.pack.clear();
        absent = 0;
        if (!has(run_.used, Stream::id)) tick_.in.streams[static_cast<std::size_t>(Stream::id)] = nullptr;
    }

  private:
    /// Whether agents of several views share a tile.
    [[nodiscard]] bool packs() const { return run_.of_worlds || (whole_vectors_ && run_.of_views); }

    /// The worlds that wait, a tick after the other, group by group: all look at the tick's start.
    void run_worlds() {
        ViewPack& pack = tick_.pack;
        pack.first_lanes(worlds_.first());
        shares_tile_ = true;
        for (std::uint32_t tick = 0; tick < ticks_.count; ++tick) {
            pack.point_at(0, tick_.streams());
            worlds_.copy(*run_.table.chunk, tick_.in.streams, pack.agents());
            for (std::size_t group = 0; group < pack.groups(); ++group) {
                const std::size_t first = group * group_size;
                const std::size_t count = std::min(pack.agents() - first, group_size);
                pack.point_at(group, tick_.streams());
                tick_.in.groups = 1;
                tick_.slots = {.first = first, .list = nullptr, .padding_front = 0, .count = count};
                tick_.faults.absent[0] = ~lanes_of(tick_.slots);
                run_ticks(true, {ticks_.first + tick, 1});
            }
        }
        shares_tile_ = false;
        pack.put_back();
        pack.clear();
    }

    /// The agents [begin, end): within one group and `padding_front` behind its start, or whole groups of no
    /// more than a tile. Of a list of slots: its entries.
    void advance(std::size_t begin, std::size_t end, std::size_t padding_front) {
        const std::size_t count = end - begin;
        tick_.in.first_id = agents_->first_id() + static_cast<std::uint32_t>(begin) -
                            static_cast<std::uint32_t>(padding_front);
        tick_.in.groups = static_cast<std::uint32_t>((count + group_size - 1) / group_size);
        tick_.slots = {.first = begin, .list = nullptr, .padding_front = padding_front, .count = count};
        if (count % group_size != 0 || run_.in_copies) {
            leave_out_records();
            advance_copy();
            return;
        }
        for_each_stream(run_.used | run_.records, [&](std::size_t stream, std::size_t size) {
            tick_.in.streams[stream] = tick_.out.streams[stream] =
                static_cast<std::byte*>(agents_->column(static_cast<Stream>(stream)).data) + begin * size;
        });
        if (agents_->size() >= least_prefetched) [[unlikely]]
            name_prefetched();
        tick_.faults.absent[0] = 0;
        bool any = true;
        if (leaves_out_) {
            any = false;
            for (std::size_t group = 0; group < tick_.in.groups; ++group) {
                tick_.faults.absent[group] =
                    ~selected_bits(agents_->selection(), begin + group * group_size, group_size);
                any |= tick_.faults.absent[group] != ~std::uint64_t{0};
            }
        }
        if (any) run_ticks(true, ticks_);
    }

    /// Names the streams that the tile's first pass prefetches.
    void name_prefetched() {
        tick_.in.prefetched_count = 0;
        for_each_stream(run_.used, [&](std::size_t stream, std::size_t size) {
            if (size == sizeof(float) && tick_.in.prefetched_count < most_prefetched)
                tick_.in.prefetched[tick_.in.prefetched_count++] =
                    static_cast<const std::byte*>(tick_.in.streams[stream]);
        });
    }

    /// Copies have no records: to copy them costs as much as they gain.
    void leave_out_records() {
        for_each_stream(run_.records, [&](std::size_t stream, std::size_t) {
            tick_.in.streams[stream] = tick_.out.streams[stream] = nullptr;
        });
    }

    /// A group that is ragged, or whose agents do not lie side by side: the same lanes compute it, in a copy.
    void advance_copy() {
        const Selection& selection = agents_->selection();
        const std::size_t first = tick_.slots.first;
        if (run_.order != nullptr) tick_.slots.list = run_.order + first;
        const std::uint64_t taking_part = run_.order != nullptr
                                              ? selected_bits(selection, tick_.slots.list, tick_.slots.count)
                                              : selected_bits(selection, first, tick_.slots.count);
        tick_.faults.absent[0] = ~(taking_part << tick_.slots.padding_front & lanes_of(tick_.slots));
        if (selection.kind == Selection::Kind::slots) {
            tick_.faults.absent[0] |=
                listed_.read(static_cast<const std::uint32_t*>(selection.data) + first, tick_.slots.count,
                             agents_->size(), *run_.tally, ticks_.count);
            tick_.slots.list = listed_.slot;
        }
        if (tick_.faults.absent[0] == ~std::uint64_t{0}) return;
        if (run_.sorts() && has(run_.used, Stream::stages) && all_idle()) return;
        copy_.fill(run_, *agents_, tick_.slots, tick_.streams());
        run_ticks(!whole_vectors_, ticks_);
        // Those at fault keep what they have: it is not in all copies.
        const std::uint64_t left_out = run_.sorted_inputs ? tick_.faults.skipped[0] : 0;
        RaggedCopy::put_back(run_, *agents_, tick_.slots, tick_.streams(),
                             ~(tick_.faults.absent[0] | left_out));
    }

    /// Whether no stage acts on any agent of the group.
    [[nodiscard]] bool all_idle() const {
        const Column& stages = agents_->column(Stream::stages);
        std::uint32_t some = 0;
        for (std::size_t i = 0; i < tick_.slots.count; ++i)
            some |= value_at<std::uint32_t>(stages, tick_.slots[i]);
        return (some & ((std::uint64_t{1} << run_.plan.stages.size()) - 1)) == 0;
    }

    /// Ticks of the pass on the tile. Without `leave_out`, absent lanes are computed with the others.
    void run_ticks(bool leave_out, PassTicks ticks) {
        const std::uint32_t* const stages = tick_.stage_bits();
        const bool sees_neighbours = run_.plan.sight.neighbours;
        bool check = !run_.trusts_inputs;
        tick_.in.fill_caches = true;
        if (tick_.steps.alone && stages != nullptr)
            for (std::size_t group = 0; group < tick_.in.groups; ++group)
                tick_.faults.absent[group] |= idle_agents(stages, 0, group);
        for (std::uint32_t tick = 0; tick < ticks.count;) {
            tick_.faults.begin_tick(leave_out, sees_neighbours);
            tick_.in.check_inputs = check;
            tick_.in.ticks.first = ticks.first + tick;
            tick_.in.ticks.count = tick_.steps.alone ? ticks.count - tick : 1;
            const StageResult result = tick_.run();
            check = result.check_inputs || run_.plan.custom_writes;
            tick_.found = result.check_inputs;
            if (sees_neighbours) tick_.faults.count_capped(tick_.in.groups, *run_.tally);
            // After a fault, because a cache may have moved on without the agent, and after a stage that ran
            // on clean copies, because its cache starts anew.
            const bool faults = count_faults(result.ticks_taken);
            tick_.in.fill_caches =
                faults || result.check_inputs || stages != nullptr || run_.plan.moves_path_inputs;
            tick += result.ticks_taken;
        }
    }

    /// Returns whether there are any.
    bool count_faults(std::uint64_t ticks) {
        return tick_.faults.count(
            tick_.in.groups, ticks, *run_.tally, [&](std::size_t group, std::uint64_t faults) {
                const auto lane = [&] { return static_cast<std::size_t>(std::countr_zero(faults)); };
                std::uint64_t first = place_of(group * group_size + lane());
                if (tick_.slots.list != nullptr)
                    for (; faults != 0; faults &= faults - 1)
                        first = std::min<std::uint64_t>(first, tick_.slots.list[lane()]);
                return first;
            });
    }

    /// The agent of a lane as the tally counts it: its slot, with the index of its view in the upper half.
    [[nodiscard]] std::uint64_t place_of(std::size_t lane) const {
        const auto place = [](std::uint64_t view, std::uint64_t slot) {
            return view << 32 | std::min<std::uint64_t>(slot, 0xffffffff);
        };
        if (shares_tile_)
            return tick_.pack.with_agent(run_.of_worlds ? tick_.slots.first + lane : lane, place);
        const std::uint64_t slot = tick_.slots[lane - tick_.slots.padding_front];
        return run_.of_views ? place(view_, slot) : slot;
    }

    const TileRun& run_;
    const AgentView* agents_;
    PassTicks ticks_;
    std::uint32_t view_ = 0;    ///< its index
    const bool leaves_out_;     ///< agents of whole groups may be absent
    const bool whole_vectors_;  ///< as computes_whole_vectors says
    bool shares_tile_ = false;  ///< the tile is the pack
    ListedSlots listed_;
    Worlds worlds_;
    Tick tick_;
    RaggedCopy copy_;
};
static_assert(sizeof(TileProgram) + alignof(TileProgram) <= scratch_bytes);
static_assert(std::is_trivially_destructible_v<TileProgram>);

/// A function of its own: it alone has a TileProgram in its frame.
template <class Use>
[[gnu::noinline]] void with_program_on_stack(const TileRun& run, PassTicks ticks, const Use& use) {
    TileProgram program(run, ticks);
    use(program);
}

/// Calls use(program), which lies in `scratch` where there is any.
template <class Use>
void with_program(const TileRun& run, PassTicks ticks, void* scratch, const Use& use) {
    if (scratch == nullptr) {
        with_program_on_stack(run, ticks, use);
        return;
    }
    std::size_t bytes = scratch_bytes;
    use(*new (std::align(alignof(TileProgram), sizeof(TileProgram), scratch, bytes)) TileProgram(run, ticks));
}

}  // namespace

std::size_t largest_world(const Plan& plan, const KernelTable& table) noexcept {
    const StreamSet used = plan.uses.required() | plan.uses.output | plan.uses.where_bound |
                           stream_set(Stream::id) | plan.sight.extras;
    bool custom = plan.has_custom_locomotion();
    for (std::size_t i = 0; i < plan.stages.size(); ++i) custom |= plan.planned[i].custom_force != nullptr;
    if (!plan.sight.neighbours || plan.has_quarry || custom || table.chunk == nullptr) return 0;
    return std::min(table.chunk->largest_world,
                    ViewPack::lanes_of(used, RaggedCopy::bytes, Worlds::bytes(plan.sight)));
}

void advance_views(const TileRun& run, const ViewFeed& feed, PassTicks ticks, void* scratch) noexcept {
    const Zone zone(run.profiler, "tiles");
    with_program(run, ticks, scratch, [&](TileProgram& program) {
        feed([&](const AgentView& view, std::uint32_t index, const ViewStart& start) {
            program.advance_view(view, index, start);
        });
        program.finish_views();
    });
}

void advance_agents(const TileRun& run, std::size_t padding_front, std::size_t first, std::size_t last,
                    PassTicks ticks, void* scratch) noexcept {
    const Zone zone(run.profiler, "tiles");
    with_program(run, ticks, scratch,
                 [&](TileProgram& program) { program.advance_tiles(padding_front, first, last); });
}

}  // namespace wend::detail
