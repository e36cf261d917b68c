// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/status.hpp"
#include "wend/wend.h"

namespace wend::c {

/// Fills the caller's result and returns its code.
wend_code report(wend_result* result, const Result& what) noexcept;

/// The same for the exception being handled.
wend_code report_exception(wend_result* result) noexcept;

/// Runs the body of a function that can fail, which returns a Result, and reports. An illegal result struct
/// is refused first, and not written.
[[nodiscard]] bool is_result(const wend_result* result) noexcept;

template <class Body>
wend_code answer(wend_result* result, const Body& body) noexcept {
    if (!is_result(result)) return WEND_BAD_ARGUMENT;
    try {
        return report(result, body());
    } catch (...) {
        return report_exception(result);
    }
}

}  // namespace wend::c
