// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace wend::support {

/// Gives `read_file` (tools/support/input_file.hpp) a file in memory; a later one of the same name replaces
/// it.
void give_file(std::string name, std::string bytes);

}  // namespace wend::support
