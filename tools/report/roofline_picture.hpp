// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tools/report/roofline.hpp"

namespace wend::report {

/// SVG to be shown within a page: the ceilings of one instruction set and the kernels below them, with their
/// numbers.
[[nodiscard]] std::string picture_of(const Roofline& roofline, const bench::Ceilings& ceilings);

}  // namespace wend::report
