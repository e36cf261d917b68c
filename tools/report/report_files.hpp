// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::report {

extern const std::string_view report_css;  ///< tools/report/report.css
extern const std::string_view report_js;   ///< tools/report/report.js

}  // namespace wend::report
