// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/population.hpp"
#include "bench/rivals/frame.hpp"

/// The rivals over separate arrays: which were built, and which of them can run here.
namespace wend::bench::rivals {

/// Whether the compiler vectorised the loop (the rivals of the column `x rival`) or a person did.
enum class Made : bool { by_hand, by_compiler };

/// What a rival's flags allow: the operations as they are written, or whatever -ffast-math makes of them.
enum class Arithmetic : bool { ieee, fast };

/// Path following has two layouts: one record a node, or plain arrays of paths and nodes.
enum class Nodes : bool { records, plain };

struct Rival {
    std::string name;      ///< as in benchmark names
    std::string_view how;  ///< compiler, flags, libraries
    unsigned vector_bits;  ///< the widest vectors of its instruction set, which the processor must have
    Made made;
    Arithmetic arithmetic;
    Nodes nodes;
    const Loops* loops;

    /// Null when the rival has no loop for the kernel.
    [[nodiscard]] Frame frame_of(Kernel kernel) const noexcept;

    /// Whether processor and operating system support the rival.
    [[nodiscard]] bool can_run() const noexcept;
};

/// A family of rivals that this build lacks.
struct Absent {
    std::string_view name, why;
};

[[nodiscard]] const std::vector<Rival>& all();
[[nodiscard]] std::span<const Absent> absent() noexcept;

}  // namespace wend::bench::rivals
