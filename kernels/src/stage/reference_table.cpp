// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "stage/kernel_list.hpp"

namespace wend::detail {
namespace {

template <std::size_t... kind>
constexpr KernelTable make_reference_table(std::index_sequence<kind...>) {
    return {.stage = {std::get<kind>(kernel_list).reference...},
            .with_locomotion = {},
            .pass = {},
            .chunk = nullptr,
            .step_at_edge = nullptr,
            .copies = nullptr,
            .hash = add_to_hashes};
}

}  // namespace

const KernelTable reference_table = make_reference_table(std::make_index_sequence<stage_kind_count>());

}  // namespace wend::detail
