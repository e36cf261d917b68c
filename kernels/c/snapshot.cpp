// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/snapshot.hpp"

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

wend_code wend_snapshot_bytes(const wend_program* program, const wend_view* view, size_t* bytes,
                              wend_result* result) noexcept {
    if (bytes != nullptr) *bytes = 0;
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("bytes", bytes);
        *bytes = snapshot_bytes(program->program, c::agents_of(view));
        return {};
    });
}

wend_code wend_save(const wend_program* program, const wend_view* view, void* snapshot, size_t bytes,
                    wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("snapshot", snapshot);
        return {.status =
                    save(program->program, c::agents_of(view), {static_cast<std::byte*>(snapshot), bytes})};
    });
}

wend_code wend_restore(const wend_program* program, const wend_view* view, const void* snapshot, size_t bytes,
                       wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("snapshot", snapshot);
        return {.status = restore(program->program, c::agents_of(view),
                                  {static_cast<const std::byte*>(snapshot), bytes})};
    });
}
