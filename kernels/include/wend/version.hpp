// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "wend/export.hpp"

namespace wend {

/// @{
/// Version of the library (semantic versioning; see CHANGELOG.md).
inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;
inline constexpr const char* version = "0.1.0";
/// @}

/// Version of everything that defines bits (kernels/docs/bits.md). Equal versions give equal bits.
inline constexpr std::uint32_t bits_version = 6;

}  // namespace wend
