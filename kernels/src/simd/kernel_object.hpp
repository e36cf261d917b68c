// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>

#include "simd/built_isas.hpp"
#include "simd/lane_copies.hpp"
#include "simd/motion_pass.hpp"
#include "stage/kernel_list.hpp"

namespace wend::detail {
namespace {

template <class A, std::size_t kind>
constexpr void add_kernel(KernelTable& table) {
    using S = std::variant_alternative_t<kind, Stage>;
    constexpr auto row = std::get<kind>(kernel_list);
    constexpr bool is_here = row.folder == WEND_KERNEL_FOLDER && is_in_build<S>;
    if constexpr (!is_here)
        return;
    else if constexpr (is_neighbour_force<S>)
        table.pass[kind] = Kernel<A, S>::run;
    else if constexpr (row.role == Role::force)
        table.stage[kind] = force_stage<A, Kernel<A, S>>;
    else
        table.stage[kind] = whole_stage<A, S>;
    if constexpr (is_here && row.fused == Fused::yes)
        table.with_locomotion[kind] = force_and_locomotion<A, typename FusedKernelOf<Kernel<A, S>>::Type>;
}

/// The functions of this object; null for kinds of other folders, and for stages that are left out.
template <class A, std::size_t... kind>
constexpr KernelTable make_kernels(std::index_sequence<kind...>) {
    KernelTable table{};
    (add_kernel<A, kind>(table), ...);
    if constexpr (requires { sizeof(ChunkKernel<A>); }) table.chunk = &ChunkKernel<A>::functions;
    if constexpr (requires { sizeof(EdgeKernel<A>); }) table.step_at_edge = EdgeKernel<A>::run;
    if constexpr (std::string_view(WEND_KERNEL_FOLDER) == Locomotion::name) {
        table.copies = &LaneCopiesOn<A>::functions;
        table.hash = add_to_hashes;
    }
    return table;
}

}  // namespace
}  // namespace wend::detail
