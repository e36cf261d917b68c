// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <bit>
#include <string>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

static_assert(WEND_STACK_BYTES == stack_bytes && WEND_STACK_BYTES_WITH_SCRATCH == stack_bytes_with_scratch &&
              WEND_SCRATCH_BYTES == scratch_bytes);
static_assert(WEND_THREADING_TBB == static_cast<int>(Threading::tbb) &&
              WEND_THREADING_SERIAL == static_cast<int>(Threading::serial) &&
              WEND_THREADING_CALLBACK == static_cast<int>(Threading::callback));

namespace {

std::string element_name(wend_element element) {
    static constexpr const char* names[] = {"WEND_F32", "WEND_F64", "WEND_I32", "WEND_U32"};
    return element >= WEND_F32 && element <= WEND_U32 ? names[element] : std::to_string(element);
}

/// Binds a column of the caller's. `bound` holds the streams that came before it.
void bind(AgentView& agents, std::size_t index, const wend_column& column, StreamSet& bound) {
    if (column.stream >= stream_count)
        c::refuse(WEND_UNKNOWN_STREAM, "columns",
                  {"columns[", std::to_string(index), "]: stream ",
                   column.stream == WEND_NO_STREAM ? "WEND_NO_STREAM" : std::to_string(column.stream),
                   " is none; wend_find_stream found no such name"});
    const auto stream = static_cast<Stream>(column.stream);
    const char* const name = info(stream).name.data();
    const auto needed = static_cast<wend_element>(info(stream).element);
    if (column.element != needed)
        c::refuse(WEND_ELEMENT_TYPE_MISMATCH, name,
                  {name, ": element is ", element_name(column.element), ", must be ", element_name(needed)});
    if ((bound & stream_set(stream)) != 0) c::refuse(WEND_BAD_ARGUMENT, name, {name, " is bound twice"});
    bound |= stream_set(stream);
    const std::size_t size = size_of(info(stream).element);
    if (column.stride != 0 && column.stride != size)
        c::refuse(
            WEND_BAD_STRIDE, name,
            {name, ": stride is ", std::to_string(column.stride), ", must be 0 or ", std::to_string(size)});
    const Status status = agents.bind(stream, {.data = column.data,
                                               .count = column.count,
                                               .element = static_cast<ElementType>(column.element),
                                               .writable = !c::read_flag("read_only", column.read_only)});
    if (!status) throw status;
}

AgentView agents_of(const wend_view* given) {
    const c::Known<wend_view> view(given);
    AgentView agents(view->first_id);
    StreamSet bound = 0;
    c::for_each("columns", view->columns, view->column_count,
                [&](std::size_t i, const wend_column& column) { bind(agents, i, column, bound); });
    return agents;
}

/// Whether a stream that the state hash reads has an element for each agent.
Status check_column(const AgentView& agents, Stream stream) {
    const Column& column = agents.column(stream);
    const char* const name = wend::name(stream).data();
    if (agents.size() != 0 && (!agents.has(stream) || (column.data == nullptr && column.count != 0)))
        return {.code = Code::missing_stream, .subject = name};
    if (column.count != agents.size())
        return {.code = Code::length_mismatch,
                .subject = name,
                .other = "position_x",
                .value = static_cast<double>(column.count),
                .expected = static_cast<double>(agents.size())};
    return {};
}

Ticks ticks_of(const wend_ticks* given) {
    const c::Known<wend_ticks> known(given);
    c::require_zero("reserved", known->reserved);
    Ticks ticks{.dt = known->dt, .count = known->count, .first_tick = {}, .seed = known->seed};
    if (known->first_tick != WEND_NO_TICK) ticks.first_tick = known->first_tick;
    return ticks;
}

/// Refuses a name that is no instruction set.
Execution execution_of(const wend_execution* given) {
    Execution execution;
    if (given == nullptr) return execution;
    const c::Known<wend_execution> known(given);
    if (known->threading < WEND_THREADING_TBB || known->threading > WEND_THREADING_CALLBACK)
        c::refuse(WEND_BAD_ARGUMENT, "threading",
                  {"threading is ", std::to_string(known->threading), ", must be in [0, 2]"});
    if (known->isa != nullptr) {
        execution.isa = parse_isa(known->isa);
        if (!execution.isa)
            c::refuse(WEND_UNKNOWN_ISA, "isa", {"isa is \"", known->isa, "\", which is no instruction set"});
    }
    execution.threading = static_cast<Threading>(known->threading);
    execution.max_threads = known->max_threads;
    execution.block = known->block;
    execution.grain = known->grain;
    execution.ticks_per_pass = known->ticks_per_pass;
    execution.jobs = {known->parallel_for, known->parallel_for_context};
    execution.scratch = {known->scratch, known->scratch_context};
    return execution;
}

using Call = Result (&)(const Program&, const AgentView&, const Ticks&, const Execution&) noexcept;

wend_code call(Call function, const wend_program* program, const wend_view* view, const wend_ticks* ticks,
               const wend_execution* execution, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        return function(program->program, agents_of(view), ticks_of(ticks), execution_of(execution));
    });
}

}  // namespace

wend_code wend_run(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                   const wend_execution* execution, wend_result* result) noexcept {
    return call(run, program, view, ticks, execution, result);
}

wend_code wend_validate(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                        const wend_execution* execution, wend_result* result) noexcept {
    return call(validate, program, view, ticks, execution, result);
}

wend_code wend_state_hash(const wend_program* program, const wend_view* view, uint64_t* hash,
                          wend_result* result) noexcept {
    if (hash != nullptr) *hash = 0;
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("hash", hash);
        const AgentView agents = agents_of(view);
        StreamSet hashed = agents.has(Stream::id) ? stream_set(Stream::id) : 0;
        for (const StreamUse& use : program->program.streams())
            if (use.use == Use::state) hashed |= stream_set(use.stream);
        for (; hashed != 0; hashed &= hashed - 1) {
            const auto stream = static_cast<Stream>(std::countr_zero(hashed));
            if (Status status = check_column(agents, stream); !status) return {.status = status};
        }
        *hash = state_hash(program->program, agents);
        return {};
    });
}

wend_code wend_clock_next(wend_clock* clock, uint32_t count, wend_ticks* ticks) noexcept {
    return c::answer(nullptr, [&]() -> Result {
        const c::Known<wend_clock> known(clock);
        const std::uint32_t size = c::given_size(ticks);
        wend_ticks next WEND_TICKS_INIT;
        next.struct_size = size;
        next.dt = known->dt;
        next.count = count;
        next.first_tick = known->tick;
        next.seed = known->seed;
        clock->tick = known->tick + count;
        std::memcpy(ticks, &next, std::min<std::size_t>(size, sizeof next));
        return {};
    });
}
