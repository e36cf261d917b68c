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

/// The kernels that a call runs on; null where its ISA cannot run.
[[nodiscard]] const KernelTable* choose_table(const Execution& execution) noexcept;

/// The reason why a call has none.
[[nodiscard]] Status missing_table(const Execution& execution) noexcept;

}  // namespace wend::detail
