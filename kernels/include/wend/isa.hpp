// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "wend/export.hpp"
#include "wend/status.hpp"

namespace wend {

/// Instruction sets that a kernel can run on. `reference` is a plain loop over agents: always there, the
/// judge of all others. In programs with neighbours it compares every agent with every other one: 20,000
/// agents take seconds a tick. `scalar` is the kernels' own text with one lane, for any processor. Every one
/// of them gives the same bits.
enum class Isa : std::uint8_t { reference, scalar, sse2, avx2, avx512, neon64, simd128 };
/// Number of enumerators of Isa.
inline constexpr std::size_t isa_count = 7;

/// "reference", "scalar", "sse2", "avx2", "avx512", "neon64", "simd128" (WebAssembly); empty for an
/// enumerator out of range, which has no lanes and is neither built nor supported.
[[nodiscard]] WEND_API std::string_view name(Isa isa) noexcept;
/// The instruction set of that name.
[[nodiscard]] WEND_API std::optional<Isa> find_isa(std::string_view name) noexcept;

/// Number of 32-bit lanes in one vector; 1 for `reference` and `scalar`.
[[nodiscard]] WEND_API unsigned lane_count(Isa isa) noexcept;

/// Whether this build of the library holds kernels for `isa`.
[[nodiscard]] WEND_API bool is_built(Isa isa) noexcept;

/// Whether it can run here: built, and both the CPU and the operating system (XCR0) allow it.
[[nodiscard]] WEND_API bool is_supported(Isa isa) noexcept;

/// The supported instruction sets, reference first, best last.
[[nodiscard]] WEND_API std::span<const Isa> supported_isas() noexcept;

/// The instruction set of a call that names none: the environment variable WEND_ISA (read once), or the best
/// supported one. An unknown or unsupported WEND_ISA gives the status that `run` will return.
[[nodiscard]] WEND_API Expected<Isa> default_isa() noexcept;

}  // namespace wend
