// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "wend/wend.h"

namespace wend::c {

/// What only this interface refuses; thrown, and caught by `answer`, as a wend::Status may be.
struct Refusal {
    wend_code code;
    const char* subject;  ///< lives forever
    std::string message;
    std::uint64_t view;  ///< of several: the one that it is about
};

[[noreturn]] void refuse(wend_code code, const char* subject, std::initializer_list<std::string_view> parts);

}  // namespace wend::c
