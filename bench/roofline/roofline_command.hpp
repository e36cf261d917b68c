// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <regex>
#include <string>

namespace wend::bench {

struct RooflineRequest {
    std::regex filter;
    std::string out;      ///< JSON; empty: none
    std::string picture;  ///< SVG; empty: none
};

/// `wend bench --roofline`. Returns the exit status; throws where something is wrong with the request.
[[nodiscard]] int run_roofline(const RooflineRequest& request);

}  // namespace wend::bench
