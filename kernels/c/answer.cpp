// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "c/answer.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "c/refusal.hpp"
#include "c/structs.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::c {
namespace {

/// The numbers are part of the binary interface; those of Code are not. A new one takes the next number in
/// wend.h and a line here.
wend_code number_of(Code code) noexcept {
    switch (code) {
        case Code::ok: return WEND_OK;
        case Code::missing_stream: return WEND_MISSING_STREAM;
        case Code::length_mismatch: return WEND_LENGTH_MISMATCH;
        case Code::element_type_mismatch: return WEND_ELEMENT_TYPE_MISMATCH;
        case Code::read_only_stream: return WEND_READ_ONLY_STREAM;
        case Code::streams_overlap: return WEND_STREAMS_OVERLAP;
        case Code::given_twice: return WEND_GIVEN_TWICE;
        case Code::parameter_out_of_range: return WEND_PARAMETER_OUT_OF_RANGE;
        case Code::empty_rectangle: return WEND_EMPTY_RECTANGLE;
        case Code::invalid_program: return WEND_INVALID_PROGRAM;
        case Code::unknown_isa: return WEND_UNKNOWN_ISA;
        case Code::unsupported_isa: return WEND_UNSUPPORTED_ISA;
        case Code::unknown_stream: return WEND_UNKNOWN_STREAM;
        case Code::missing_callback: return WEND_MISSING_CALLBACK;
        case Code::empty_path: return WEND_EMPTY_PATH;
        case Code::bad_point: return WEND_BAD_POINT;
        case Code::too_few_points: return WEND_TOO_FEW_POINTS;
        case Code::too_many_nodes: return WEND_TOO_MANY_NODES;
        case Code::bad_point_count: return WEND_BAD_POINT_COUNT;
        case Code::too_many_points: return WEND_TOO_MANY_POINTS;
        case Code::threading_failed: return WEND_THREADING_FAILED;
        case Code::missing_tick: return WEND_MISSING_TICK;
        case Code::needs_whole_view: return WEND_NEEDS_WHOLE_VIEW;
        case Code::unstable_step: return WEND_UNSTABLE_STEP;
        case Code::wide_turn: return WEND_WIDE_TURN;
        case Code::short_sight: return WEND_SHORT_SIGHT;
        case Code::bad_views: return WEND_BAD_VIEWS;
        case Code::costly_sight: return WEND_COSTLY_SIGHT;
        case Code::full_pool: return WEND_FULL_POOL;
        case Code::unknown_path: return WEND_UNKNOWN_PATH;
        case Code::named_twice: return WEND_NAMED_TWICE;
        case Code::pool_in_use: return WEND_POOL_IN_USE;
        case Code::unknown_obstacle: return WEND_UNKNOWN_OBSTACLE;
        case Code::bad_corridor: return WEND_BAD_CORRIDOR;
        case Code::coarse_positions: return WEND_COARSE_POSITIONS;
        case Code::no_way: return WEND_NO_WAY;
        case Code::weak_walls: return WEND_WEAK_WALLS;
        case Code::threading_after_fork: return WEND_THREADING_AFTER_FORK;
        case Code::missing_workspace: return WEND_MISSING_WORKSPACE;
        case Code::bad_stride: return WEND_BAD_STRIDE;
        case Code::bad_selection: return WEND_BAD_SELECTION;
        case Code::bad_value: return WEND_BAD_VALUE;
        case Code::null_function: return WEND_NULL_FUNCTION;
        case Code::not_tunable: return WEND_NOT_TUNABLE;
        case Code::one_tick_only: return WEND_ONE_TICK_ONLY;
        case Code::bad_snapshot: return WEND_BAD_SNAPSHOT;
        case Code::too_many_elements: return WEND_TOO_MANY_ELEMENTS;
        case Code::misaligned: return WEND_MISALIGNED;
    }
    return WEND_INTERNAL_ERROR;
}

/// Truncates a text to the size of the message, at a whole UTF-8 character.
void set_message(wend_result& result, std::string_view text) noexcept {
    std::size_t size = std::min(text.size(), sizeof result.message - 1);
    if (size < text.size())
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    std::memcpy(result.message, text.data(), size);
    result.message[size] = '\0';
}

void set_message(wend_result& result, const Status& status) noexcept {
    try {
        set_message(result, wend::message(status));
    } catch (...) {
        set_message(result, "no memory for the message");
    }
}

/// Fills all members except struct_size and the message.
void clear(wend_result& result) noexcept {
    const std::uint32_t size = result.struct_size;
    std::memset(&result, 0, offsetof(wend_result, message));
    result.struct_size = size;
    result.subject = result.other = result.stage = "";
    result.first_fault_view = result.capped = 0;
}

void fill(wend_result& result, const Result& what) noexcept {
    clear(result);
    result.code = number_of(what.status.code);
    result.faults = what.faults;
    result.first_fault = what.first_fault;
    result.first_fault_view = what.first_fault_view;
    result.capped = what.capped;
    result.notice = number_of(what.notice.code);
    const Status& status = what.status.ok() ? what.notice : what.status;
    if (status.ok()) {
        std::memcpy(result.message, "ok", 3);
        return;
    }
    result.subject = status.subject;
    result.other = status.other;
    result.stage = status.stage;
    result.index = status.index;
    result.sub_index = status.sub_index;
    result.value = status.value;
    result.expected = status.expected;
    result.low = status.low;
    result.high = status.high;
    result.high_excluded = status.high_excluded ? 1 : 0;
    set_message(result, status);
}

/// Fills the caller's struct, which may be shorter than this version's.
template <class Fill>
void write(wend_result* result, const Fill& fill_it) noexcept {
    if (result == nullptr) return;
    if (result->struct_size >= sizeof(wend_result)) {
        fill_it(*result);
        return;
    }
    wend_result whole WEND_RESULT_INIT;
    whole.struct_size = result->struct_size;
    fill_it(whole);
    std::memcpy(result, &whole, result->struct_size);
}

wend_code report_text(wend_result* result, wend_code code, const char* subject, std::string_view text,
                      std::uint64_t view = 0) noexcept {
    write(result, [&](wend_result& to) {
        clear(to);
        to.code = code;
        to.subject = subject;
        to.first_fault_view = view;
        set_message(to, text);
    });
    return code;
}

}  // namespace

void refuse(wend_code code, const char* subject, std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    throw Refusal{code, subject, words::printable(text, WEND_MESSAGE_SIZE - 100), 0};
}

bool is_result(const wend_result* result) noexcept {
    return result == nullptr ||
           (result->struct_size >= FirstVersion<wend_result>::size && result->struct_size % 8 == 0);
}

wend_code report(wend_result* result, const Result& what) noexcept {
    write(result, [&](wend_result& to) { fill(to, what); });
    return number_of(what.status.code);
}

wend_code report_exception(wend_result* result) noexcept {
    try {
        throw;
    } catch (const Refusal& refusal) {
        return report_text(result, refusal.code, refusal.subject, refusal.message, refusal.view);
    } catch (const Status& status) {
        return report(result, {.status = status});
    } catch (const Result& refused) {
        return report(result, refused);
    } catch (const words::FileError& error) {
        return report_text(result, WEND_BAD_WORDS, "", error.what());
    } catch (const std::bad_alloc&) {
        return report_text(result, WEND_OUT_OF_MEMORY, "", "out of memory");
    } catch (const std::exception& error) {
        return report_text(result, WEND_INTERNAL_ERROR, "", error.what());
    } catch (...) {
        return report_text(result, WEND_INTERNAL_ERROR, "", "internal error");
    }
}

}  // namespace wend::c
