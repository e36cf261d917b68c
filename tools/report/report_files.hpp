// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::report {

extern const std::string_view report_css;  ///< tools/report/report.css
extern const std::string_view report_js;   ///< tools/report/report.js
extern const std::string_view tutorial_loop_cpp, soa_loop_cpp, grid_loop_cpp, obstacle_loop_cpp,
    eigen_loop_cpp, highway_loop_cpp;  ///< of bench/loops and bench/rivals

}  // namespace wend::report
