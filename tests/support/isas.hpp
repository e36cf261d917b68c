// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "wend/wend.hpp"

namespace wend {

/// GoogleTest's name for an instruction set; in its own namespace, where argument-dependent lookup finds it.
inline void PrintTo(Isa isa, std::ostream* out) { *out << name(isa); }

namespace test {

/// All instruction sets that this machine supports, the reference first.
[[nodiscard]] inline auto each_isa() {
    const std::span<const Isa> isas = supported_isas();
    return ::testing::ValuesIn(isas.begin(), isas.end());
}

/// The same without the reference.
[[nodiscard]] inline auto each_vector_isa() {
    const std::span<const Isa> isas = supported_isas();
    return ::testing::ValuesIn(isas.begin() + 1, isas.end());
}

/// The name of a test whose parameter is an instruction set.
[[nodiscard]] inline std::string isa_name(const ::testing::TestParamInfo<Isa>& parameter) {
    return std::string(name(parameter.param));
}

[[nodiscard]] inline Execution serial_on(Isa isa) { return {.isa = isa, .threading = Threading::serial}; }

}  // namespace test
}  // namespace wend
