// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// kernels/skeleton/kernel.hpp, compiled once per instruction set, which WEND_TABLE_ISA names, as
// kernels/src/kernel_object.cpp.in compiles those of the list.
#include "stage/kernel_list.hpp"
#include "kernels/skeleton/kernel.hpp"
#include "simd/built_isas.hpp"
#include "simd/motion_pass.hpp"

namespace wend::detail {
template <>
const StageFunction OfIsa<Isa::WEND_TABLE_ISA, StageFunction>::table =
    force_stage<arch::WEND_TABLE_ISA, Kernel<arch::WEND_TABLE_ISA, Skeleton>>;

}  // namespace wend::detail
