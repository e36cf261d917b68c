// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bench/cases/input.hpp"
#include "bench/rivals/frame.hpp"

/// The rivals over separate arrays: which were built, and which of them can run here.
namespace wend::bench::rivals {

/// Whether the compiler vectorised the loop (the rivals of the column `x rival`) or a person did.
enum class Made : bool { by_hand, by_compiler };

/// Operations as they are written, or as -ffast-math transforms them.
enum class Arithmetic : bool { ieee, fast };

struct Rival {
    std::string_view name;  ///< as in benchmark names
    std::string_view how;   ///< compiler, flags, libraries
    unsigned vector_bits;   ///< the widest vectors of its instruction set, which the processor must have
    Made made;
    Arithmetic arithmetic;
    const Loops* loops;

    /// Null when the rival has no loop for the kernel.
    [[nodiscard]] Frame frame_of(KernelId kernel) const noexcept;

    /// Whether processor and operating system support the rival.
    [[nodiscard]] bool can_run() const noexcept;
};

/// A family of rivals that this build lacks.
struct Absent {
    std::string_view name, why;
};

// Of the generated units.cpp.
[[nodiscard]] std::span<const Rival> all() noexcept;
[[nodiscard]] std::span<const Absent> absent() noexcept;

/// "gcc 12.2.0": of the plain loops that can run here; empty without any.
[[nodiscard]] std::string plain_loop_compilers();
/// "soa_clang (not built; tools/bench --rivals builds it), ...": the absent loops; empty without any.
[[nodiscard]] std::string absent_text();

}  // namespace wend::bench::rivals
