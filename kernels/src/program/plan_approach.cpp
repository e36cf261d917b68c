// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <cmath>
#include <limits>

#include "float_environment.hpp"
#include "out_of_range.hpp"
#include "program/plan.hpp"
#include "stages/approach/pick.hpp"
#include "wend/approach.hpp"

namespace wend {
namespace {

using detail::reference::Vector;

Status check_point(const char* parameter, Point point) {
    constexpr double limit = static_cast<double>(component_limit);
    for (const double value : {point.x, point.y})
        if (!(std::fabs(value) <= limit)) return detail::out_of_range(parameter, value, -limit, limit);
    return {};
}

/// As a stream would hold it and the walk read it.
Vector as_read(Point point) {
    return {detail::reference::read(static_cast<float>(point.x)),
            detail::reference::read(static_cast<float>(point.y))};
}

}  // namespace

Expected<ApproachPlan> plan_approach(const Approach& approach, Point start, Point target, std::uint64_t seed,
                                     std::uint32_t id, std::uint32_t first_decision,
                                     std::uint32_t max_points) {
    return detail::in_default_float_environment([&]() -> Expected<ApproachPlan> {
        if (Status s = detail::check_stage(approach); !s) return s;
        if (Status s = check_point("start", start); !s) return s;
        if (Status s = check_point("target", target); !s) return s;
        if (max_points == 0)
            return Status{.code = Code::parameter_out_of_range,
                          .subject = "max_points",
                          .low = 1,
                          .high = static_cast<double>(std::numeric_limits<std::uint32_t>::max())};

        const detail::ApproachParameters parameters(approach);
        const Vector end = as_read(target);
        Vector at = as_read(start);
        ApproachPlan chain;
        detail::reference::Decision decision{seed, id, first_decision};
        // A point beyond the limit is where the walk's agent faults.
        while (!detail::reference::bad(at.x) && !detail::reference::bad(at.y) &&
               chain.points.size() < max_points) {
            chain.points.push_back({static_cast<double>(at.x), static_cast<double>(at.y)});
            chain.complete = at.x == end.x && at.y == end.y;
            if (chain.complete) break;
            at = detail::reference::approach_pick(parameters, at, end, decision);
            ++decision.number;
        }
        return chain;
    });
}

}  // namespace wend
