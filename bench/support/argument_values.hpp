// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <regex>
#include <string>

#include "bench/support/misuse.hpp"
#include "wend/isa.hpp"

/// Values of arguments, for code that declares no options: command_line.hpp includes CLI11, which takes
/// seconds to compile.
namespace wend::command {

/// A regular expression that --filter gave. Throws MisuseError.
[[nodiscard]] std::regex parse_filter(const std::string& text);

/// An instruction set by name, or the default one when the name is empty. Throws MisuseError, naming those
/// that run here.
[[nodiscard]] Isa choose_isa(const std::string& name);

/// "reference, sse2, ..."
[[nodiscard]] std::string supported_names();

}  // namespace wend::command
