// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tools/verify/hard_agents.hpp"

namespace wend::verify {

/// The first difference of two populations: the lowest slot, and its first stream that differs.
struct Difference {
    std::size_t slot = 0;
    Stream stream{};
    std::string expected{};  ///< the value, formatted by text_of
    std::string actual{};
    std::size_t values = 0;  ///< how many values differ in total
};

/// None if all streams hold the same bytes. Both must have the same size and streams.
[[nodiscard]] std::optional<Difference> first_difference(const Population& expected,
                                                         const Population& actual);

/// One element as its bits and as a number: "0x3fc00000 (1.5)".
[[nodiscard]] std::string text_of(ElementType element, const std::byte* bytes);

}  // namespace wend::verify
