// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/spread.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::pictures {

std::vector<std::size_t> spread(std::size_t count, std::size_t drawn) {
    std::vector<std::size_t> slots;
    for (std::size_t i = 0; i < drawn; ++i) {
        const double turn = static_cast<double>(i) * (std::numbers::phi - 1);
        slots.push_back(drawn == count ? i
                                       : static_cast<std::size_t>((turn - std::floor(turn)) *
                                                                  static_cast<double>(count)));
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
}

}  // namespace wend::pictures
