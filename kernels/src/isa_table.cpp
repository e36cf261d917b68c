// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, with that set's flags and WEND_TABLE_ISA naming it. Everything but the
// one table is in anonymous namespaces: the linker must never hand code compiled with these flags to the rest
// of the program.
#if !defined(__OPTIMIZE__) || defined(__OPTIMIZE_SIZE__) || defined(__FAST_MATH__)
#error "kernels are built neither at -O0 or -Os, nor with -ffast-math: see kernels/cmake/isas.cmake"
#endif

#include "kernel_list.hpp"
#include "simd/built_isas.hpp"
#include "simd/motion_pass.hpp"

namespace wend::detail {
namespace {

template <class A, std::size_t kind>
constexpr StageFunction stage_function() {
    using S = std::variant_alternative_t<kind, Stage>;
    if constexpr (std::get<kind>(kernel_list).role == Role::force)
        return force_stage<A, Kernel<A, S>>;
    else
        return whole_stage<A, S>;
}

template <class A, std::size_t kind>
constexpr StageFunction fused_function() {
    if constexpr (std::get<kind>(kernel_list).fused == Fused::yes)
        return force_and_locomotion<A, Kernel<A, std::variant_alternative_t<kind, Stage>>>;
    else
        return nullptr;
}

template <class A, std::size_t... kind>
constexpr KernelTable make_table(std::index_sequence<kind...>) {
    return {.stage = {stage_function<A, kind>()...},
            .with_locomotion = {fused_function<A, kind>()...},
            .neighbour_forces = neighbour_forces<A>,
            .chunk = chunk_functions<A>};
}

}  // namespace

template <>
const KernelTable OfIsa<Isa::WEND_TABLE_ISA, KernelTable>::table =
    make_table<arch::WEND_TABLE_ISA>(std::make_index_sequence<stage_kind_count>());

}  // namespace wend::detail
