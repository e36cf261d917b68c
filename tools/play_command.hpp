// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tools/arguments.hpp"

namespace wend::command {

/// `wend run TRAJECTORY --out FILE.html`: a page of a trajectory file. Returns the exit status.
[[nodiscard]] int play_trajectory(const RunArguments& options);

}  // namespace wend::command
