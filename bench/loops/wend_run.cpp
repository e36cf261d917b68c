// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/wend_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace wend::bench {
namespace {

std::vector<Stream> held_by(const Program& program) {
    std::vector<Stream> streams = streams_of(program);
    streams.insert(streams.end(), program.records().begin(), program.records().end());
    return streams;
}

}  // namespace

Calls make_calls(Isa isa, unsigned threads, std::uint32_t ticks, Inputs inputs) {
    Calls calls{.execution = {}, .ticks = ticks};
    calls.execution.isa = isa;
    calls.execution.threading = threads == 1 ? Threading::serial : Threading::tbb;
    calls.execution.inputs = inputs;
    return calls;
}

WendRun::WendRun(std::shared_ptr<const Input> input, const Calls& calls)
    : input_(std::move(input)), program_(input_->program()), agents_(held_by(program_)) {
    agents_.make_workspace(program_);
    agents_.spawn(input_->agents);
    reset(calls);
}

void WendRun::reset(const Calls& calls) {
    execution_ = calls.execution;
    bind_all(calls.records);
    views_.clear();
    for (std::size_t begin = 0; calls.view_size != 0 && begin < input_->agents; begin += calls.view_size)
        views_.push_back(view_.slice(begin, std::min(calls.view_size, input_->agents - begin)));
    ticks_ = {.dt = dt, .count = calls.ticks, .first_tick = 0, .seed = seed};
    reset();
}

void WendRun::reset() {
    input_->population.copy_to(view_);
    ticks_.first_tick = 0;
}

void WendRun::run(std::uint64_t calls) {
    for (std::uint64_t call = 0; call < calls; ++call) {
        const Result result = views_.empty() ? wend::run(program_, view_, ticks_, execution_)
                                             : run_views(program_, views_, ticks_, execution_);
        if (!result.status) throw std::runtime_error(message(result.status));
        if (result.faults != 0)
            throw std::runtime_error(
                fmt::format("{} faults, the first in slot {}", result.faults, result.first_fault));
        *ticks_.first_tick += ticks_.count;
    }
}

std::uint64_t WendRun::hash() const { return state_hash(program_, view_); }

/// Binds all streams but id: without it the slots are the ids, and the program reads one stream less.
void WendRun::bind_all(bool records) {
    const AgentView all = agents_.view();
    view_ = AgentView();
    view_.workspace(all.workspace());
    for (const Stream stream : records ? held_by(program_) : streams_of(program_))
        if (const Status status = view_.bind(stream, all.column(stream)); !status)
            throw std::runtime_error(message(status));
}

Run make_wend_run(std::shared_ptr<const Input> input, const Calls& calls) {
    return make_wend_run(std::make_shared<WendRun>(std::move(input), calls), calls);
}

Run make_wend_run(std::shared_ptr<WendRun> state, const Calls& calls) {
    return {.reset = [state, calls] { state->reset(calls); },
            .run = [state](std::uint64_t count) { state->run(count); },
            .hash = [state] { return state->hash(); }};
}

Motion reference_motion(const Input& input) {
    // The run does not outlive this call, so it need not own the input.
    const std::shared_ptr<const Input> borrowed(std::shared_ptr<const Input>(), &input);
    WendRun run(borrowed, make_calls(Isa::reference, all_threads(), hash_ticks_of(input.kernel)));
    run.run(1);
    const auto floats_of = [&]<Stream stream>() {
        const auto all = run.view().get<stream>();
        return std::vector<float>(all.begin(), all.end());
    };
    return {floats_of.operator()<Stream::position_x>(), floats_of.operator()<Stream::position_y>(),
            floats_of.operator()<Stream::velocity_x>(), floats_of.operator()<Stream::velocity_y>()};
}

}  // namespace wend::bench
