// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "call/call.hpp"
#include "call/dispatch.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::CallKind;

Result carry_out(const Program& program, const AgentView& agents, const Ticks& ticks,
                 const Execution& execution, CallKind kind) {
    const detail::Checked checked = detail::check(program, agents, ticks, execution, kind);
    if (!checked.status) return {.status = checked.status};
    const Expected<Isa> isa = detail::choose_isa(execution);
    if (!isa) return {.status = isa.status()};
    if (ticks.count == 0) return {};
    detail::Tally tally;
    detail::Call call(program, agents, ticks, execution, *isa, kind, checked, tally);
    if (call.blocks().agents == 0) return {};
    if (Status s = detail::check_threads(execution, call.blocks().count()); !s) return {.status = s};
    if (!call.run(execution)) return {.status = detail::threading_failed};
    return detail::result_of(tally);
}

}  // namespace

Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
           const Execution& execution) noexcept {
    return carry_out(program, agents, ticks, execution, CallKind::run);
}

Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution) noexcept {
    Ticks one = ticks;
    one.count = 1;
    Result result = carry_out(program, agents, one, execution, CallKind::validate);
    if (result) result.notice = detail::find_notice(detail::PlanAccess::plan(program), agents, ticks);
    return result;
}

Result forces(const Program& program, const AgentView& agents, const Ticks& ticks,
              const Execution& execution) noexcept {
    const detail::Plan& plan = detail::PlanAccess::plan(program);
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
