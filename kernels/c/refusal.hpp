// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "wend/wend.h"

namespace wend::c {

/// A refusal of this interface only; thrown, and caught by `answer`, like a wend::Status.
struct Refusal {
    wend_code code;
    const char* subject;  ///< never freed
    std::string message;
    std::uint64_t view;  ///< of several views: the refused one
};

[[noreturn]] void refuse(wend_code code, const char* subject, std::initializer_list<std::string_view> parts);

}  // namespace wend::c
