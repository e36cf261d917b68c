// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    std::array<const Loops*, 3> loops;  ///< null where there are fewer

    /// Whether processor and operating system support the rival.
    [[nodiscard]] bool can_run() const noexcept;
};

/// A rival's loop for a kernel.
struct RivalLoop {
    const Rival* rival;
    const Loop* loop;

    [[nodiscard]] std::string name() const { return std::string(rival->name) + loop->form; }
};
/// Of all rivals that can run here.
[[nodiscard]] std::vector<RivalLoop> loops_of(KernelId kernel);

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
