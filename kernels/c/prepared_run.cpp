// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/prepared_run.hpp"

#include <memory>
#include <new>
#include <string>

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

// Callers are compiled with the number, so the library can only grow up to it.
static_assert(sizeof(wend_prepared_run) + alignof(wend_prepared_run) <= WEND_PREPARED_RUN_BYTES);

wend_code wend_prepare(const wend_program* program, const wend_view* view, const wend_ticks* ticks,
                       const wend_execution* execution, void* memory, size_t bytes, wend_prepared_run** run,
                       wend_result* result) noexcept {
    if (run != nullptr) *run = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("memory", memory);
        c::require("run", run);
        void* place = memory;
        std::size_t left = bytes;
        if (std::align(alignof(wend_prepared_run), sizeof(wend_prepared_run), place, left) == nullptr)
            c::refuse(WEND_BAD_ARGUMENT, "bytes",
                      {"bytes is ", std::to_string(bytes), ", must be ",
                       std::to_string(WEND_PREPARED_RUN_BYTES), ": WEND_PREPARED_RUN_BYTES"});
        auto* const made =
            new (place) wend_prepared_run{{program->program, c::agents_for(program->program, view),
                                           c::ticks_of(ticks), c::execution_of(execution)}};
        const Status status = made->run.status();
        if (status)
            *run = made;
        else
            std::destroy_at(made);
        return {.status = status};
    });
}

uint32_t wend_block_count(const wend_prepared_run* run) noexcept {
    return run == nullptr ? 0 : run->run.block_count();
}

void wend_run_blocks(const wend_prepared_run* run, uint32_t begin, uint32_t end) noexcept {
    if (run != nullptr) run->run.run(begin, end);
}

wend_code wend_finish(wend_prepared_run* run, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("run", run);
        const Result what = run->run.finish();
        std::destroy_at(run);
        return what;
    });
}
