// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

#include "call/call.hpp"
#include "call/dispatch.hpp"
#include "wend/prepared_run.hpp"
#include "wend/program.hpp"

namespace wend {

using detail::Call;
using detail::CallKind;
using detail::Checked;

/// The caller's program, copies of the other descriptions, and the call that is made from them.
struct PreparedRun::State {
    std::shared_ptr<const detail::Plan> plan;
    AgentView agents;
    Ticks ticks;
    Execution execution;
    detail::Tally tally{};
    Call call;

    State(const Program& program, const AgentView& the_agents, const Ticks& the_ticks,
          const Execution& an_execution, const detail::KernelTable& table, const Checked& checked)
        : plan(detail::PlanAccess::keep(program)),
          agents(the_agents),
          ticks(the_ticks),
          execution(an_execution),
          call(program, agents, ticks, of_tasks(execution), table, CallKind::run, checked, tally) {}

    /// The caller's threads run it, in one pass.
    static const Execution& of_tasks(Execution& execution) {
        execution.threading = Threading::callback;
        execution.ticks_per_pass = 0;
        return execution;
    }
};

PreparedRun::PreparedRun(const Program& program, const AgentView& agents, const Ticks& ticks,
                         const Execution& execution) noexcept {
    static_assert(sizeof(State) <= sizeof storage_ && alignof(State) <= 64);
    const Checked checked = detail::check(program, agents, ticks, {.threading = Threading::serial});
    status_ = checked.status;
    if (!status_) return;
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) status_ = detail::missing_table(execution);
    if (!status_ || agents.size() == 0 || ticks.count == 0) return;
    state_ = new (storage_) State(program, agents, ticks, execution, *table, checked);
    if (state_->call.ticks_per_pass() < ticks.count) {
        status_ = {.code = Code::one_tick_only, .subject = "a prepared run"};
        return;
    }
    static_cast<void>(state_->call.prepare_pass({.threading = Threading::serial}));
    block_count_ = state_->call.blocks().agents == 0 ? 0 : state_->call.blocks().count();
}

PreparedRun::~PreparedRun() {
    if (state_ != nullptr) state_->~State();
}

void PreparedRun::run(std::uint32_t begin, std::uint32_t end) const noexcept {
    if (begin >= std::min(end, block_count_)) return;
    state_->call.advance(begin, std::min(end, block_count_),
                         {state_->ticks.first_tick.value_or(0), state_->ticks.count});
}

Result PreparedRun::finish() const noexcept {
    return status_ && state_ != nullptr ? detail::result_of(state_->tally) : Result{.status = status_};
}

}  // namespace wend
