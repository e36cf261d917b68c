// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/roofline/ceilings.hpp"

namespace wend::bench {

/// What a roofline's picture and table show, measured here or stored elsewhere.
struct CeilingView {
    std::string isa;
    double fused = 0;  ///< operations a second; 0 where there are none
    double sums = 0;
    std::array<double, level_count> bandwidth{};  ///< bytes a second
};

struct PointView {
    std::string isa;
    std::string label;  ///< kernel, agents, ticks: the same on every instruction set
    double measured;    ///< nanoseconds an agent and tick
    double gigaflops;
    double intensity;  ///< operations a byte
    double attained;   ///< the share of the speed that the scarcest resource allows
    std::string bound_by;
};

struct RooflineView {
    std::vector<CeilingView> ceilings;  ///< one thread
    std::vector<PointView> points;
};

/// An SVG page: for each instruction set its ceilings and the kernels under them.
[[nodiscard]] std::string picture_of(const RooflineView& view);

/// The picture of one instruction set alone, to be shown within a page. Points have the numbers of `labels`,
/// from 1.
[[nodiscard]] std::string panel_of(const RooflineView& view, const CeilingView& ceilings);

/// The labels of the points, each once, in their order.
[[nodiscard]] std::vector<std::string> labels_of(const RooflineView& view);

}  // namespace wend::bench
