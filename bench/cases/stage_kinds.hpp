// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "wend/stage.hpp"

namespace wend::bench {

/// Calls use<S>() for the stage S of that kind (an index of wend::Stage) and returns the result, whose type
/// is the same for all stages.
template <class Use>
auto with_kind(std::size_t kind, Use&& use) {
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
        using Value = decltype(use.template operator()<std::variant_alternative_t<0, Stage>>());
        constexpr std::array calls{+[](Use& called) -> Value {
            return called.template operator()<std::variant_alternative_t<k, Stage>>();
        }...};
        return calls[kind](use);
    }
    (std::make_index_sequence<stage_kind_count>());
}

}  // namespace wend::bench
