// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::support {

extern const std::string_view page_css;  ///< tools/support/page.css

}  // namespace wend::support
