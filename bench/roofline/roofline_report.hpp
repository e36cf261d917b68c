// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/roofline/roofline.hpp"
#include "bench/roofline/roofline_view.hpp"

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
/// `indent`: spaces a level.
[[nodiscard]] std::string to_json(const Roofline& roofline, int indent = 2);
[[nodiscard]] RooflineView view_of(const Roofline& roofline);

}  // namespace wend::bench
