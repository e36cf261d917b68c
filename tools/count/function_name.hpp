// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace wend::count {

/// A function's symbol as a person reads it: demangled, without parameters, return type, wend's own
/// namespaces, the instruction set, and what a compiler adds to the names of its clones.
[[nodiscard]] std::string function_name(std::string_view symbol);

}  // namespace wend::count
