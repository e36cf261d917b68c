// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace wend::support {

/// "48 s", "120 min", "3 h".
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace wend::support
