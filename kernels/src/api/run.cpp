// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdint>

#include "driver/call.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::Call;
using detail::Checked;
using detail::Work;

/// One pass over all blocks: what for_blocks hands out.
struct Pass {
    const Call& call;
    std::uint64_t first_tick;
    std::uint32_t tick_count;

    static void advance(void* context, std::uint32_t begin, std::uint32_t end) {
        const Pass& pass = *static_cast<const Pass*>(context);
        pass.call.advance(begin, end, pass.first_tick, pass.tick_count);
    }
};

/// What comes before it, on the execution's threads.
bool prepare_pass(const Call& call, const Execution& execution) {
    const std::uint32_t blocks = call.blocks().count();
    const bool shared = blocks > 1 && detail::concurrency(execution) != 1;
    return call.prepare_pass(shared, [&]<class Step>(std::uint32_t parts, const Step& step) {
        const auto body = [](void* context, std::uint32_t begin, std::uint32_t end) {
            (*static_cast<const Step*>(context))(begin, end);
        };
        return detail::for_blocks(execution, parts, body, const_cast<Step*>(&step));
    });
}

Result advance(const Program& program, const AgentView& agents, const Ticks& ticks,
               const Execution& execution, Work work) {
    const Checked checked = detail::check(program, agents, ticks, execution, work);
    if (!checked.status) return {.status = checked.status};
    const Expected<Isa> isa = detail::choose_isa(execution);
    if (!isa) return {.status = isa.status()};
    if (ticks.count == 0) return {};
    detail::Tally tally;
    const Call call(program, agents, ticks, execution, *isa, work, checked, tally);
    if (call.blocks().agents == 0) return {};
    const std::uint64_t first_tick = ticks.first_tick.value_or(0);  // only draws depend on it
    const std::uint32_t blocks = call.blocks().count();
    if (Status s = detail::check_threads(execution, blocks); !s) return {.status = s};
    for (std::uint32_t done = 0; done < ticks.count;) {
        const std::uint32_t count = std::min(call.ticks_per_pass(), ticks.count - done);
        Pass pass{call, first_tick + done, count};
        if (!prepare_pass(call, execution)) return {.status = detail::threading_failed};
        if (!detail::for_blocks(execution, blocks, Pass::advance, &pass))
            return {.status = detail::threading_failed};
        done += count;
    }
    return detail::result_of(tally);
}

}  // namespace

Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
           const Execution& execution) noexcept {
    return advance(program, agents, ticks, execution, Work::move);
}

Result validate(const Program& program, const AgentView& agents, const Ticks& ticks,
                const Execution& execution) noexcept {
    Ticks one = ticks;
    one.count = 1;
    Result result = advance(program, agents, one, execution, Work::validate);
    if (result.status) result.notice = detail::check_step(detail::PlanAccess::plan(program), agents, ticks);
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
    return advance(program, agents, one, execution, Work::forces);
}

}  // namespace wend
