// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <regex>
#include <string>

#include "bench/cases/registry.hpp"

/// `wend bench --sweep`: the curves from which tiles, grain and ticks a pass are chosen (bench/curves).
namespace wend::bench {

/// Lines of CSV, as they are done: the head first. `show` gets what is being measured.
void sweep(const Registry& registry, const std::regex& filter,
           const std::function<void(const std::string&)>& on_line,
           const std::function<void(const std::string&)>& show);

}  // namespace wend::bench
