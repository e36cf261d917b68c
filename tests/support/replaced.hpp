// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace wend::test {

/// The text with the first `from` replaced, which it must contain.
[[nodiscard]] inline std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string_view::npos) << from;
    return at == std::string_view::npos ? std::string(text) : std::string(text).replace(at, from.size(), to);
}

}  // namespace wend::test
