// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "wend/status.hpp"

namespace wend::detail {

[[nodiscard]] inline Status out_of_range(const char* subject, double value, double low, double high,
                                         std::size_t index = 0) {
    return {.code = Code::parameter_out_of_range,
            .subject = subject,
            .value = value,
            .low = low,
            .high = high,
            .sub_index = index};
}

}  // namespace wend::detail
