// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "wend/stage.hpp"

namespace wend::detail {

/// The names that the build option WEND_STAGES lists, separated by commas; empty: all stages are built.
#ifdef WEND_STAGES
inline constexpr std::string_view selected_stages = WEND_STAGES;
#else
inline constexpr std::string_view selected_stages;
#endif

[[nodiscard]] constexpr bool is_listed(std::string_view name, std::string_view names) {
    while (!names.empty()) {
        const std::size_t end = names.find(',');
        if (names.substr(0, end) == name) return true;
        names = end == names.npos ? std::string_view() : names.substr(end + 1);
    }
    return false;
}

/// Whether stage S is in this build. Custom stages have no kernel, programs of forces end in a locomotion,
/// and external force adds the forces of neighbours: these always are.
template <class S>
inline constexpr bool is_in_build =
    selected_stages.empty() || std::is_same_v<S, CustomForce> || std::is_same_v<S, CustomLocomotion> ||
    std::is_same_v<S, Locomotion> || std::is_same_v<S, ExternalForce> || is_listed(S::name, selected_stages);

/// visit(stage's struct). A stage that this build leaves out is in no program: it gives an empty result, and
/// the compiler no code for it.
template <class Visit>
constexpr auto visit_stage(const Visit& visit, const Stage& stage) {
    using Result = decltype(visit(std::declval<const Locomotion&>()));
    return std::visit(
        [&]<class S>(const S& one) -> Result {
            if constexpr (is_in_build<S>)
                return visit(one);
            else
                return Result();
        },
        stage);
}

}  // namespace wend::detail
