// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace wend::command {

inline constexpr int exit_misuse = 2;  ///< misuse and bad input; 1 is "the check failed"

/// A request that cannot be met; what() is the line to show.
class MisuseError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace wend::command
