// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// The kernel of a skeleton, compiled once per instruction set, which WEND_TABLE_ISA names, as
// kernels/src/kernel_object.cpp.in compiles those of the list.
#include "kernel.hpp"

#include "simd/built_isas.hpp"
#include "simd/motion_pass.hpp"
#include "stage/kernel_list.hpp"

namespace wend::detail {
namespace {

template <class A>
constexpr auto function_of_kernel() {
    if constexpr (is_neighbour_force<Skeleton>)
        return NeighbourFunction{Kernel<A, Skeleton>::run};
    else
        return StageFunction{force_stage<A, Kernel<A, Skeleton>>};
}
using Function = decltype(function_of_kernel<arch::WEND_TABLE_ISA>());

}  // namespace

template <>
const Function OfIsa<Isa::WEND_TABLE_ISA, Function>::table = function_of_kernel<arch::WEND_TABLE_ISA>();

}  // namespace wend::detail
