// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/measurement_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "words/stages.hpp"

namespace wend::scenario {
namespace {

/// Where the way from a to b meets the line, as a part of the way; none if it does not.
std::optional<double> part_at_line(const MeasurementLine& line, Point a, Point b) {
    const double x = line.to.x - line.from.x, y = line.to.y - line.from.y;
    const auto side = [&](Point p) { return x * (p.y - line.from.y) - y * (p.x - line.from.x); };
    const double before = side(a), after = side(b);
    if ((before >= 0) == (after >= 0)) return std::nullopt;
    const double part = before / (before - after);
    const Point met{a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
    const double along = ((met.x - line.from.x) * x + (met.y - line.from.y) * y) / (x * x + y * y);
    if (!(along >= 0 && along <= 1)) return std::nullopt;
    return part;
}

Point place_of(const AgentView& agents, std::size_t slot) {
    return {static_cast<double>(agents.get<Stream::position_x>()[slot]),
            static_cast<double>(agents.get<Stream::position_y>()[slot])};
}

}  // namespace

MeasurementLine read_measurement_line(const words::Json& json, const words::Place& place, Point origin) {
    if (!json.is_array() || json.size() != 2) place.fail("must be a line, [[x, y], [x, y]]");
    MeasurementLine line{words::read_point(json[0], place / std::size_t{0}),
                         words::read_point(json[1], place / std::size_t{1})};
    for (Point* const end : {&line.from, &line.to}) *end = {end->x - origin.x, end->y - origin.y};
    const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
    if (!(length > 0) || !std::isfinite(length * length)) place.fail("has no length");
    return line;
}

Passages::Passages(const MeasurementLine& line, const AgentView& agents)
    : line_(line), places_(agents.size()), passed_(agents.size()) {
    for (std::size_t slot = 0; slot < places_.size(); ++slot) places_[slot] = place_of(agents, slot);
}

void Passages::sample(const AgentView& agents, double time, double dt) {
    for (std::size_t slot = 0; slot < places_.size(); ++slot) {
        const Point before = std::exchange(places_[slot], place_of(agents, slot));
        if (passed_[slot]) continue;
        const std::optional<double> part = part_at_line(line_, before, places_[slot]);
        if (!part) continue;
        passed_[slot] = true;
        const double at = time - (1 - *part) * dt;
        first_ = count_ == 0 ? at : std::min(first_, at);
        last_ = count_ == 0 ? at : std::max(last_, at);
        ++count_;
    }
}

double Passages::flow() const noexcept {
    if (count_ < 2 || !(last_ > first_)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(count_ - 1) / (last_ - first_);
}

}  // namespace wend::scenario
