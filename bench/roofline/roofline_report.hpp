// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/roofline/roofline.hpp"

namespace wend::bench {

/// Ceilings and kernels of one run.
struct Roofline {
    CacheSizes caches;
    unsigned threads = 1;  ///< all
    std::vector<Ceilings> one_thread;
    std::vector<Ceilings> all_threads;
    std::vector<RooflinePoint> points;
};

[[nodiscard]] std::string ceiling_table(const Roofline& roofline);
[[nodiscard]] std::string point_head();
[[nodiscard]] std::string point_line(const RooflinePoint& point);
[[nodiscard]] std::string to_json(const Roofline& roofline);

/// An SVG page: for each instruction set its ceilings (one thread) and the kernels under them.
[[nodiscard]] std::string picture_of(const Roofline& roofline);

}  // namespace wend::bench
