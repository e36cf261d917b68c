// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

/// Vectors of the oracles, in double precision; they remember how large the terms were.
namespace wend::test {

/// Half the spacing of floats at 1: the unit that errors are counted in.
inline constexpr double error_unit = 0x1p-24;

/// Within that part of the scale of a threshold, the kernel's branch is as good as the oracle's.
inline constexpr double branch_margin = 1e-5;

struct OracleVector {
    double x = 0;
    double y = 0;
    double scale =
        0;  ///< the largest magnitude among the components and the terms that they were summed from
};

[[nodiscard]] inline OracleVector of_terms(double x, double y, double scale) {
    return {x, y, std::max({std::abs(x), std::abs(y), scale})};
}

[[nodiscard]] inline OracleVector sum(const OracleVector& a, const OracleVector& b) {
    return of_terms(a.x + b.x, a.y + b.y, std::max(a.scale, b.scale));
}

[[nodiscard]] inline OracleVector times(const OracleVector& v, double factor) {
    return {v.x * factor, v.y * factor, v.scale * std::abs(factor)};
}

[[nodiscard]] inline OracleVector unit(double x, double y) {
    const double length = std::hypot(x, y);
    return length == 0 ? OracleVector{} : OracleVector{x / length, y / length, 1};
}

[[nodiscard]] inline OracleVector truncate(const OracleVector& v, double limit) {
    const double length = std::hypot(v.x, v.y);
    return length > limit ? times(v, limit / length) : v;
}

/// `desired` along (x, y), which was summed from terms as large as `terms`: their errors
/// change the direction of a short vector.
[[nodiscard]] inline OracleVector along(double x, double y, double terms, double desired) {
    const double length = std::hypot(x, y);
    if (length == 0) return {};
    return times({x / length, y / length, std::max(1.0, terms / length)}, desired);
}

/// Components below 2^-60 are read as 0: part of a stream's meaning.
[[nodiscard]] inline double as_read(float value) {
    return std::abs(value) < 0x1p-60f ? 0.0 : static_cast<double>(value);
}

}  // namespace wend::test
