// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "stage/kernel_table.hpp"
#include "wend/execution.hpp"
#include "wend/isa.hpp"

namespace wend::detail {

/// The kernels of an ISA; null when this build has none.
[[nodiscard]] const KernelTable* find_table(Isa isa) noexcept;

/// Whether the CPU has it, and the operating system saves its registers on a context switch.
[[nodiscard]] bool cpu_allows(Isa isa) noexcept;

/// The ISA that a call runs on.
[[nodiscard]] Expected<Isa> choose_isa(const Execution& execution) noexcept;

}  // namespace wend::detail
