// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "call/call.hpp"

#include <algorithm>

#include "call/dispatch.hpp"
#include "columns/elements.hpp"
#include "float_environment.hpp"

namespace wend::detail {
namespace {

constexpr Execution this_thread{.threading = Threading::serial};

/// Four blocks a thread, so that threads wait little for the last one, or blocks of a grain where the number
/// of the caller's threads is unknown. A call of less than two grains is one block. None is below
/// `least_block` or an eighth of a grain, and no more than 32 bits can count.
std::size_t choose_block(const Execution& execution, std::size_t agents, std::uint64_t cost_of_agent) {
    std::size_t block = execution.block;
    if (block == 0) {
        if (agents <= smallest_block) return tile_size;
        const std::uint64_t grain = grain_of(execution);
        const std::size_t threads = concurrency(execution);
        if (agents < 2 * grain / cost_of_agent)
            block = agents + group_size;  // its first group may be incomplete
        else if (threads == 0)
            block = std::max<std::size_t>(grain / cost_of_agent, least_block);
        else
            block = std::clamp<std::size_t>(agents / (4 * threads),
                                            std::max<std::size_t>(grain / 8 / cost_of_agent, least_block),
                                            65'536);
    }
    block = std::max(block, agents >> 31);
    return (block + group_size - 1) / group_size * group_size;
}

/// The observed agents: another view's where they lie, or the view's own in the workspace, as copy_start
/// copies them.
Others others_of(const Plan& plan, const AgentView& agents) {
    SeenColumns seen(agents, plan.sight);
    if (!agents.looks_elsewhere()) {
        float* copy = agents.workspace().data();
        const std::size_t count = copy == nullptr ? 0 : agents.size();
        const auto take_copy = [&](Column& column) {
            column = {copy, count, column.element, true};
            copy += count;
        };
        for (Column& column : seen.motion) take_copy(column);
        for (Column& column : seen.extras)
            if (column.count != 0) take_copy(column);
    }
    const auto data = [&](std::size_t i) { return static_cast<const float*>(seen.motion[i].data); };
    const auto step = [](const Column& column) { return column.step() / sizeof(float); };
    Others others{
        .position_x = data(0),
        .position_y = data(1),
        .velocity_x = data(2),
        .velocity_y = data(3),
        .step = {step(seen.motion[0]), step(seen.motion[1]), step(seen.motion[2]), step(seen.motion[3])},
        .contiguous = std::all_of(std::begin(seen.motion), std::end(seen.motion),
                                  [](const Column& column) { return column.contiguous(); }),
        .count = seen.motion[0].count,
        .id = static_cast<const std::uint32_t*>(seen.ids.data),
        .id_step = step(seen.ids),
        .first_id = seen.first_id,
        .extras = {}};
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        others.extras[i] = {seen.extras[i].data, step(seen.extras[i])};
    return others;
}

/// Whether only stages' kernels read the agents, and each agent that is not at fault gets a new state or
/// none.
bool reads_alone(const Plan& plan, StreamSet used) {
    if (has(used, Stream::stages) || plan.has_custom_locomotion()) return false;
    return std::none_of(plan.planned.begin(), plan.planned.end(),
                        [](const PlannedStage& planned) { return planned.custom_force != nullptr; });
}

}  // namespace

Checked check_thoroughly(const Plan& plan, const AgentView& agents, const Ticks& ticks,
                         const Execution& execution, CallKind kind) {
    if (!has_jobs(execution)) return {{.code = Code::missing_callback, .subject = "parallel_for"}};
    return in_default_float_environment([&]() -> Checked {
        // A dry run needs the streams that `run` needs.
        const StreamSet writes = kind == CallKind::forces ? Locomotion::force_outputs : ~StreamSet{0};
        const SightChecks sight = kind == CallKind::explain  ? SightChecks::without_workspace
                                  : kind == CallKind::joined ? SightChecks::none
                                                             : SightChecks::all;
        if (Status s = check_call(plan, agents, ticks, writes, sight); !s) return {s};
        return {.inputs_change = inputs_change(plan, agents)};
    });
}

Call::Call(const Program& program, const AgentView& agents, const Ticks& ticks, const Execution& execution,
           const KernelTable& table, CallKind kind, const Checked& checked, Tally& tally, Views views)
    : plan_(PlanAccess::plan(program)),
      pools_(plan_),
      run_{.plan = plan_,
           .table = table,
           .agents = agents,
           .ticks = ticks,
           .used = 0,
           .kept = 0,
           .records = 0,
           .tally = &tally,
           .others = plan_.sight.others ? others_of(plan_, agents) : Others{},
           .seen = nullptr,
           .order = nullptr,
           .sorted_inputs = false,
           .new_records = nullptr,
           .of_views = views != Views::one,
           .of_worlds = views == Views::worlds,
           .inputs_change = checked.inputs_change,
           .trusts_inputs = kind == CallKind::run && detail::trusts_inputs(execution),
           .profiler = execution.profiler,
           .in_copies = kind != CallKind::run || agents.selection().kind == Selection::Kind::slots},
      scratch_(execution.scratch) {
    StreamSet outputs = bound_outputs(plan_, agents);
    if (kind == CallKind::validate || kind == CallKind::explain)
        outputs &= ~(Locomotion::force_outputs | Locomotion::heading_outputs);
    run_.used = (plan_.uses.required() | outputs | bound_inputs(plan_, agents)) &
                ~stream_set(Stream::groups);  // only observers read it
    if (kind == CallKind::run) run_.kept = plan_.uses.written | outputs;
    if (kind == CallKind::forces) run_.kept = outputs & Locomotion::force_outputs;
    // Stages that are programs by themselves write all lanes of a group: of copies, only those that take part
    // are put back.
    if (plan_.stages.size() == 1 &&
        (agents.selection().kind != Selection::Kind::all || agents.has(Stream::stages)))
        run_.in_copies = true;
    for (const Stream stream : checked.plain ? 0 : run_.used)
        run_.in_copies |= !agents.column(stream).contiguous();

    if (!run_.in_copies)
        for (const Stream stream : plan_.uses.records& agents.bound()) {
            if (agents.column(stream).contiguous()) run_.records |= stream_set(stream);
        }

    // Within a pass, kernels scan inputs in the first tick only.
    const std::uint32_t wanted = execution.ticks_per_pass == 0 ? ticks.count : execution.ticks_per_pass;
    const bool looks_within = plan_.sight.others && !agents.looks_elsewhere();
    ticks_per_pass_ = looks_within || run_.inputs_change ? 1 : wanted;
    const bool list = agents.selection().kind == Selection::Kind::slots;
    // In the order of cells, where there is a grid. The blocks are the same without: those of a call decide
    // whether it is refused after fork().
    const bool sorted = plan_.sight.neighbours && looks_within && !list;
    if (plan_.sight.neighbours && run_.table.chunk != nullptr && agents.size() != 0 && !run_.of_worlds) {
        const NeighbourGrid::Needs needs{.sight = plan_.sight,
                                         .has_quarry = plan_.has_quarry,
                                         .largest_radius = plan_.largest_radius,
                                         .wrap = plan_.wrapped_area()};
        run_.seen = &grid_.emplace(needs, agents, *run_.table.chunk).sorted();
        run_.in_copies = true;
        if (sorted) run_.order = grid_->order();
        run_.sorted_inputs = sorted && !run_.inputs_change && reads_alone(plan_, run_.used);
        constexpr StreamSet state = set_of(seen_streams);
        may_write_records_ = run_.sorted_inputs && kind == CallKind::run && (run_.kept & state) == state &&
                             agents.selection().kind == Selection::Kind::all;
    }
    blocks_.agents = list ? agents.selection().count : agents.size();
    blocks_.padding_front = list || sorted ? 0 : padding_before(plan_, agents);
    blocks_.block = choose_block(execution, blocks_.agents, std::uint64_t{ticks_per_pass_} * plan_.cost);
}

PassTicks Call::pass_after(std::uint32_t done) const {
    return {.first = run_.ticks.first_tick.value_or(0) + done,  // only draws depend on it
            .count = std::min(ticks_per_pass_, run_.ticks.count - done)};
}

bool Call::run(const Execution& execution) {
    for (std::uint32_t done = 0; done < run_.ticks.count;) {
        const PassTicks pass = pass_after(done);
        const auto body = [&](std::uint32_t begin, std::uint32_t end) { advance(begin, end, pass); };
        if (plan_.sight.others && !prepare_pass(execution)) return false;
        begin_records();
        if (!for_blocks(execution, blocks_.count(), body)) return false;
        if (!end_records(execution)) return false;
        done += pass.count;
    }
    return true;
}

void Call::run_here() {
    void* const scratch = scratch_of_this_thread();
    for (std::uint32_t done = 0; done < run_.ticks.count;) {
        const PassTicks pass = pass_after(done);
        static_cast<void>(prepare_pass(this_thread));
        begin_records();
        advance_blocks(0, blocks_.count(), pass, scratch);
        static_cast<void>(end_records(this_thread));
        done += pass.count;
    }
}

bool Call::prepare_pass(const Execution& execution) {
    const auto in_parts = [&](std::uint32_t parts, const auto& step) {
        return for_blocks(execution, parts, [&](std::uint32_t begin, std::uint32_t end) {
            in_default_float_environment([&] { step(begin, end); });
        });
    };
    const std::uint32_t blocks = blocks_.count();
    if (blocks == 0) return true;  // a list of no slots
    if (copies_start() && !in_parts(blocks, [&](std::size_t begin, std::size_t end) {
            const std::size_t agents = run_.agents.size();
            copy_start(agents * begin / blocks, agents * end / blocks);
        }))
        return false;
    if (!grid_) return true;
    const Zone zone(run_.profiler, "neighbour grid");
    // A part costs the more rows of counts the more parts there are.
    const std::uint32_t threads = concurrency(execution);
    parts_ = grid_->begin(threads == 0 ? blocks : std::min(blocks, threads));
    const auto sort = [&](GridStep step) { return sort_in_parts(execution, step); };
    if (!sort(&NeighbourGrid::measure)) return false;
    in_default_float_environment([&] { grid_->lay_out(); });
    return sort(&NeighbourGrid::count) && (parts_ == 1 || sort(&NeighbourGrid::total)) &&
           sort(&NeighbourGrid::add_up) && sort(&NeighbourGrid::place) && sort(&NeighbourGrid::copy);
}

/// Decides whether the tiles of the pass write records: where slots are scattered, one line of the cache an
/// agent, not one a stream.
void Call::begin_records() {
    run_.new_records = may_write_records_ && grid_->is_scattered() ? grid_->records() : nullptr;
}

bool Call::end_records(const Execution& execution) {
    return run_.new_records == nullptr || sort_in_parts(execution, &NeighbourGrid::put_back);
}

/// One step of the grid, on the threads of the execution.
bool Call::sort_in_parts(const Execution& execution, GridStep step) {
    return for_blocks(execution, parts_, [&](std::uint32_t begin, std::uint32_t end) {
        in_default_float_environment([&] {
            for (std::size_t part = begin; part < end; ++part) ((*grid_).*step)(part);
        });
    });
}

void Call::advance(std::uint32_t begin, std::uint32_t end, PassTicks ticks) const {
    void* const scratch = scratch_of_this_thread();
    in_default_float_environment([&] { advance_blocks(begin, end, ticks, scratch); });
}

void Call::advance_range(std::size_t begin, std::size_t end, PassTicks ticks) const {
    const std::size_t front = blocks_.padding_front;
    advance_agents(run_, front, front + begin, front + end, ticks, scratch_of_this_thread());
}

void RestOfCall::advance(void* context, const AgentView& view, std::size_t begin, std::size_t end,
                         std::uint64_t lanes, PassTicks pass, Tally& tally) {
    const RestOfCall& of = *static_cast<const RestOfCall*>(context);
    const auto advance = [&](const AgentView& agents, std::size_t first, std::size_t last, Tally& counts) {
        Call(of.program_, agents, of.ticks_, of.execution_, of.table_, CallKind::run, {.plain = true}, counts)
            .advance_range(first, last, pass);
    };
    if (lanes == ~std::uint64_t{0}) return advance(view, begin, end, tally);
    AgentView group = view.slice(begin, end - begin);
    group.only_bits({&lanes, 1});
    Tally own;
    advance(group, 0, end - begin, own);
    if (own.count.load() != 0) tally.add(own.count.load(), begin + own.first.load());
}

void Call::advance_views(const ViewFeed& feed) const {
    detail::advance_views(run_, feed, {run_.ticks.first_tick.value_or(0), run_.ticks.count},
                          scratch_of_this_thread());
}

void Call::advance_blocks(std::uint32_t begin, std::uint32_t end, PassTicks ticks, void* scratch) const {
    const std::size_t first = std::size_t{begin} * blocks_.block;
    const std::size_t last =
        std::min(std::size_t{end} * blocks_.block, blocks_.padding_front + blocks_.agents);
    advance_agents(run_, blocks_.padding_front, std::max(first, blocks_.padding_front), last, ticks, scratch);
}

/// Agents look at others of the same view by their slots, and so at copies of the tick's start; the reference
/// at those of neighbours too.
bool Call::copies_start() const {
    return plan_.sight.others && !run_.agents.looks_elsewhere() && (plan_.has_quarry || !grid_);
}

/// Columns of the agents [first, last) into the workspace.
void Call::copy_start(std::size_t first, std::size_t last) const {
    const AgentView& agents = run_.agents;
    const SeenColumns seen(agents, plan_.sight);
    std::size_t copied = 0;
    const auto copy = [&](const Column& column) {
        copy_elements(agents.workspace().data() + copied++ * agents.size() + first, column, first,
                      last - first);
    };
    for (const Column& column : seen.motion) copy(column);
    for (const Column& column : seen.extras)
        if (column.count != 0) copy(column);
}

}  // namespace wend::detail
