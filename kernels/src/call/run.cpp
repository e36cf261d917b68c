// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "call/call.hpp"
#include "call/dispatch.hpp"
#include "float_environment.hpp"
#include "threads/parallel.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::CallKind;
using detail::StageFunction;

/// A plain call that is one block on this thread, in a single pass. Returns false, having done nothing, where
/// it is no such call.
bool run_small(const Program& program, const AgentView& agents, const Ticks& ticks,
               const Execution& execution, detail::Tally& tally) {
    // Scratch is for a TileProgram, and a job system gets its block.
    if (agents.size() > detail::smallest_block || execution.block != 0 || ticks.count == 0 ||
        execution.scratch.of_this_thread != nullptr || detail::threading_of(execution) == Threading::callback)
        return false;
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    // Stages alone take several ticks at once, and each lane of an incomplete group by itself.
    const bool alone = plan.alone && ticks.count == 1 &&
                       (agents.size() | (plan.draws ? agents.first_id() : 0)) % detail::group_size == 0;
    if (!plan.single_pass && !alone) return false;
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) return false;
    const detail::PlainStreams streams = detail::plain_streams(plan, agents.bound(), ticks);
    const StageFunction function = alone ? detail::SinglePass::stage_alone(plan, *table, streams.used)
                                         : detail::SinglePass::function_of(plan, *table, streams.used);
    if (function == nullptr || !detail::is_plain(streams, agents)) return false;
    const detail::PoolUse pools(plan);
    const detail::RestOfCall rest(program, ticks, execution, *table);
    detail::in_default_float_environment([&] {
        detail::SinglePass pass(plan, *table, function, streams, ticks, execution.profiler,
                                detail::trusts_inputs(execution), false, tally, rest.rest());
        pass.advance_view(detail::ViewMemory(agents), 0);
        pass.finish();
    });
    return true;
}

Result carry_out(const Program& program, const AgentView& agents, const Ticks& ticks,
                 const Execution& execution, CallKind kind) {
    const detail::Checked checked = detail::check(program, agents, ticks, execution, kind);
    if (!checked.status) return {.status = checked.status};
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) return {.status = detail::missing_table(execution)};
    if (ticks.count == 0) return {};
    detail::Tally tally;
    detail::Call call(program, agents, ticks, execution, *table, kind, checked, tally);
    if (call.blocks().agents == 0) return {};
    if (Status s = detail::check_threads(execution, call.blocks().count()); !s) return {.status = s};
    if (!call.run(execution)) return {.status = detail::threading_failed};
    return detail::result_of(tally);
}

}  // namespace

Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
           const Execution& execution) noexcept {
    const detail::Zone zone(execution.profiler, "run");
    detail::Tally tally;
    if (run_small(program, agents, ticks, execution, tally)) return detail::result_of(tally);
    return carry_out(program, agents, ticks, execution, CallKind::run);
}

Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution) noexcept {
    const detail::Zone zone(execution.profiler, "validate");
    Ticks one = ticks;
    one.count = 1;
    Result result = carry_out(program, agents, one, execution, CallKind::validate);
    if (result) result.notice = detail::find_notice(detail::PlanAccess::plan(program), agents, ticks);
    return result;
}

Result forces(const Program& program, const AgentView& agents, const Ticks& ticks,
              const Execution& execution) noexcept {
    const detail::Zone zone(execution.profiler, "forces");
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    if (plan.stages.empty()) return carry_out(program, agents, ticks, execution, CallKind::forces);
    if (plan.locomotion() == nullptr)
        return {
            .status = {.code = Code::invalid_program, .subject = "forces needs a program with a locomotion"}};
    if ((detail::bound_outputs(plan, agents) & Locomotion::force_outputs) == 0)
        return {.status = {.code = Code::missing_stream, .subject = "force_x"}};
    Ticks one = ticks;
    one.count = 1;
    return carry_out(program, agents, one, execution, CallKind::forces);
}

}  // namespace wend
