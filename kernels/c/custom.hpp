// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "wend/stage.hpp"
#include "wend/wend.h"

namespace wend::c {

/// A custom stage's code in C: the context of the library's stage.
struct CustomCode {
    wend_custom_function function;
    void* context;
    std::vector<Stream> reads, writes;  ///< in the caller's order
};

/// Whether stages of that kind run the caller's code.
[[nodiscard]] bool is_custom(const char* kind);

/// The stage with its defaults, and its code, which must outlive every program with the stage. Refuses
/// unknown streams.
[[nodiscard]] Stage custom_stage(const char* kind, const wend_custom* custom,
                                 std::vector<std::unique_ptr<CustomCode>>& code);

}  // namespace wend::c
