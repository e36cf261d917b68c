// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cstddef>
#include <exception>
#include <string>

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"
#include "wend/explain.hpp"

using namespace wend;

static_assert(WEND_STACK_BYTES == stack_bytes && WEND_STACK_BYTES_WITH_SCRATCH == stack_bytes_with_scratch &&
              WEND_SCRATCH_BYTES == scratch_bytes);
static_assert(WEND_THREADING_TBB == static_cast<int>(Threading::tbb) &&
              WEND_THREADING_SERIAL == static_cast<int>(Threading::serial) &&
              WEND_THREADING_CALLBACK == static_cast<int>(Threading::callback) &&
              WEND_INPUTS_CHECKED == static_cast<int>(Inputs::checked) &&
              WEND_INPUTS_TRUSTED == static_cast<int>(Inputs::trusted));

namespace wend::c {

Ticks ticks_of(const wend_ticks* given) {
    const Known<wend_ticks> known(given);
    require_zero("reserved", known->reserved);
    Ticks ticks{.dt = known->dt, .count = known->count, .first_tick = {}, .seed = known->seed};
    if (known->first_tick != WEND_NO_TICK) ticks.first_tick = known->first_tick;
    return ticks;
}

Execution execution_of(const wend_execution* given) {
    Execution execution;
    if (given == nullptr) return execution;
    const Known<wend_execution> known(given);
    if (known->inputs > WEND_INPUTS_TRUSTED)
        refuse(WEND_BAD_ARGUMENT, "inputs",
               {"inputs is ", std::to_string(known->inputs), ", must be in [0, 1]"});
    if (known->threading < WEND_THREADING_TBB || known->threading > WEND_THREADING_CALLBACK)
        refuse(WEND_BAD_ARGUMENT, "threading",
               {"threading is ", std::to_string(known->threading), ", must be in [0, 2]"});
    if (known->isa != nullptr) {
        execution.isa = find_isa(known->isa);
        if (!execution.isa)
            refuse(WEND_UNKNOWN_ISA, "isa", {"isa is \"", known->isa, "\", which is no instruction set"});
    }
    // 0 is also the initialiser's: a job system that is given is then used.
    if (known->threading != WEND_THREADING_TBB)
        execution.threading = static_cast<Threading>(known->threading);
    execution.max_threads = known->max_threads;
    execution.block = known->block;
    execution.grain = known->grain;
    execution.ticks_per_pass = known->ticks_per_pass;
    execution.jobs = {known->parallel_for, known->parallel_for_context, known->threads};
    execution.scratch = {known->scratch, known->scratch_context};
    execution.inputs = static_cast<Inputs>(known->inputs);
    execution.profiler = {known->begin_zone, known->end_zone, known->profiler_context};
    return execution;
}

}  // namespace wend::c

namespace {

using Call = Result (&)(const Program&, const AgentView&, const Ticks&, const Execution&) noexcept;

wend_code call(Call function, const wend_program* program, const wend_view* view, const wend_ticks* ticks,
               const wend_execution* execution, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        return function(program->program, c::agents_for(program->program, view), c::ticks_of(ticks),
                        c::execution_of(execution));
    });
}

/// The views of an array, or its chunks, made when they are needed by read(element). Keeps the refusal of
/// one, because no exception may leave the library's call.
template <class Struct, class Read>
struct Views {
    const char* array;
    c::Elements<Struct> views;
    std::size_t count;
    Read read;
    Status status{};
    std::exception_ptr refused{};

    static AgentView make(void* context, std::size_t index, Status& status) noexcept {
        Views& all = *static_cast<Views*>(context);
        try {
            const c::Known<Struct> view = all.views[index];
            try {
                return all.read(*view);
            } catch (c::Refusal& refusal) {
                refusal.message =
                    std::string(all.array) + "[" + std::to_string(index) + "]: " + refusal.message;
                refusal.view = index;
                throw;
            }
        } catch (const Status& refusal) {
            status = refusal;
        } catch (...) {
            all.refused = std::current_exception();
            status.code = Code::invalid_program;  // any but ok
        }
        if (all.status) all.status = status;
        return {};
    }

    Result run(const wend_program* program, const wend_ticks* ticks, const wend_execution* execution,
               const ViewOptions& options) {
        const Result what =
            run_views(program->program, source(), c::ticks_of(ticks), c::execution_of(execution), options);
        if (refused != nullptr) std::rethrow_exception(refused);
        return what;
    }

    [[nodiscard]] ViewSource source() { return {count, make, this}; }

    /// Throws the refusal.
    void check() const {
        if (refused != nullptr) std::rethrow_exception(refused);
        if (!status) throw status;
    }
};

template <class Struct, class Read>
Views<Struct, Read> views_of(const char* array, const Struct* first, std::size_t count, const Read& read) {
    return {array, c::Elements<Struct>(array, first, count), count, read};
}

/// With WEND_SEE_ALL_VIEWS a slice looks at the others.
auto reader(const wend_program* program, bool sees_all) {
    return [=](const wend_view& view) {
        return sees_all ? c::agents_of(&view) : c::agents_for(program->program, view);
    };
}

static_assert(WEND_SEE_OWN_VIEW == static_cast<int>(See::own_view) &&
              WEND_SEE_ALL_VIEWS == static_cast<int>(See::all_views));
static_assert(sizeof(wend_view_start) == sizeof(ViewStart) &&
              offsetof(wend_view_start, seed) == offsetof(ViewStart, seed));

ViewOptions options_of(const wend_view_options* given) {
    if (given == nullptr) return {};
    const c::Known<wend_view_options> known(given);
    if (known->see > WEND_SEE_ALL_VIEWS)
        c::refuse(WEND_BAD_ARGUMENT, "see", {"see is ", std::to_string(known->see), ", must be in [0, 1]"});
    if (known->workspace_count != 0) {
        c::require("workspace", known->workspace);
        c::require_aligned("workspace", known->workspace, sizeof(float));
    }
    if (known->start_count != 0) {
        c::require("starts", known->starts);
        c::require_aligned("starts", known->starts, alignof(ViewStart));
    }
    // The same members: asserted above.
    const auto* const starts = reinterpret_cast<const ViewStart*>(known->starts);
    return {.see = static_cast<See>(known->see),
            .workspace = {known->workspace, known->workspace_count},
            .starts = {starts, known->start_count}};
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

wend_code wend_forces(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                      const wend_execution* execution, wend_result* result) noexcept {
    return call(forces, program, view, ticks, execution, result);
}

wend_code wend_run_views(const wend_program* program, const wend_view* views, size_t count,
                         const wend_ticks* ticks, const wend_execution* execution,
                         wend_result* result) noexcept {
    return wend_run_views_with(program, views, count, ticks, execution, nullptr, result);
}

wend_code wend_run_views_with(const wend_program* program, const wend_view* views, size_t count,
                              const wend_ticks* ticks, const wend_execution* execution,
                              const wend_view_options* options, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        const ViewOptions chosen = options_of(options);
        return views_of("views", views, count, reader(program, chosen.see == See::all_views))
            .run(program, ticks, execution, chosen);
    });
}

wend_code wend_run_chunks(const wend_program* program, const wend_layout* layout, const wend_chunk* chunks,
                          size_t count, const wend_ticks* ticks, const wend_execution* execution,
                          wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        const Layout places = c::layout_of(layout);
        return views_of("chunks", chunks, count,
                        [&](const wend_chunk& chunk) { return c::chunk_of(places, chunk).view(); })
            .run(program, ticks, execution, {});
    });
}

wend_code wend_views_workspace_size(const wend_program* program, const wend_view* views, size_t count,
                                    size_t* floats, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("floats", floats);
        auto all = views_of("views", views, count, reader(program, true));
        *floats = workspace_size(program->program, all.source());
        all.check();
        return {};
    });
}

wend_code wend_explain(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                       size_t slot, size_t skip, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        return {.status = explain(program->program, c::agents_for(program->program, view), c::ticks_of(ticks),
                                  slot, skip)};
    });
}

wend_code wend_state_hash(const wend_program* program, const wend_view* view, uint64_t* hash,
                          wend_result* result) noexcept {
    if (hash != nullptr) *hash = 0;
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("hash", hash);
        const AgentView agents = c::agents_of(view);
        if (Status status = state_hashes(program->program, agents, {}, {}); !status)
            return {.status = status};
        *hash = state_hash(program->program, agents);
        return {};
    });
}

wend_code wend_state_hashes(const wend_program* program, const wend_view* view, uint32_t first_id,
                            uint32_t ids, uint64_t* hashes, size_t count, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        if (count != 0) c::require("hashes", hashes);
        return {.status = state_hashes(program->program, c::agents_of(view), {first_id, ids},
                                       std::span(hashes, count))};
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
