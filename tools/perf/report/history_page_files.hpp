// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::perf {

extern const std::string_view history_page_css;  ///< tools/perf/report/history_page.css
extern const std::string_view history_page_js;   ///< tools/perf/report/history_page.js

}  // namespace wend::perf
