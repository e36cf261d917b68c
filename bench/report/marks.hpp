// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "bench/support/html_page.hpp"

/// Each instruction set has a colour, a shape and a dash, the same in all charts of a page: those who tell no
/// colours apart tell shapes apart.
namespace wend::bench {

/// The CSS class of an instruction set, by its place in Result::isas. They repeat after five.
[[nodiscard]] std::string mark_class(std::size_t isa);

/// A path around (0, 0) of 8 pixels.
[[nodiscard]] std::string mark_path(std::size_t isa);

/// The vector instruction sets, all of `isas` but the first, each with its shape; where `dashes`, with its
/// line too.
void add_legend(scenario::HtmlPage& page, std::span<const std::string> isas, bool dashes);

}  // namespace wend::bench
