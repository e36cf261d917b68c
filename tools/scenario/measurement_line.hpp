// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tools/files/json_file.hpp"
#include "wend/agents.hpp"
#include "wend/path.hpp"
#include "words/place.hpp"

namespace wend::scenario {

/// The scenario's key "measurement_line": a line through which agents pass, as across a door.
struct MeasurementLine {
    Point from, to;  ///< m
};

/// Reads [[x, y], [x, y]], and moves it to the plane with that origin.
[[nodiscard]] MeasurementLine read_measurement_line(const words::Json& json, const words::Place& place,
                                                    Point origin);

/// Which agents have passed a line, each counted once, in either direction.
class Passages {
  public:
    /// The agents before the first tick.
    Passages(const MeasurementLine& line, const AgentView& agents);

    /// The same agents a tick later, at a time in seconds. A way from one tick to the next is straight.
    void sample(const AgentView& agents, double time, double dt);

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    /// @{
    /// Seconds; NaN before the first passage.
    [[nodiscard]] double first() const noexcept { return first_; }
    [[nodiscard]] double last() const noexcept { return last_; }
    /// @}
    /// Agents a second between the first and the last passage; NaN before the second one.
    [[nodiscard]] double flow() const noexcept;

  private:
    MeasurementLine line_;
    std::vector<Point> places_;
    std::vector<bool> passed_;
    std::uint64_t count_ = 0;
    double first_ = std::numeric_limits<double>::quiet_NaN();
    double last_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace wend::scenario
