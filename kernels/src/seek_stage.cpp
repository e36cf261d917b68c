// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "stage_traits.hpp"

namespace wend::detail {

StreamNeeds needs(const Seek&) {
    return {.read = mask(Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y, Stream::target_x,
                         Stream::target_y),
            .alternative = mask(Stream::max_speed)};
}

Status check(const Seek&) { return {}; }

StageParameters resolve(const Seek&, const ResolveContext&) { return {}; }

}  // namespace wend::detail
