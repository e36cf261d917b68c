// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/animation.hpp"

#include <algorithm>
#include <cmath>

#include "tools/support/svg_canvas.hpp"

namespace wend::pictures {
namespace {

constexpr double line_tolerance = 0.6;  // pixels

/// The greatest distance of a moment's numbers from those that two others give for its time.
double deviation(const Moment& first, const Moment& last, const Moment& moment) {
    const double span = last.share - first.share;
    const double part = span > 0 ? (moment.share - first.share) / span : 0;
    double greatest = 0;
    for (std::size_t k = 0; k < moment.numbers.size(); ++k) {
        const double given = first.numbers[k] + part * (last.numbers[k] - first.numbers[k]);
        greatest = std::max(greatest, std::abs(moment.numbers[k] - given));
    }
    return greatest;
}

/// Attributes of an animation. `letters`: those of path commands, before each pair of numbers.
std::string keyed(const std::vector<Moment>& moments, double tolerance, double loop_seconds,
                  std::string_view letters = "") {
    const std::vector<std::size_t> kept = support::kept_points(
        moments.size(), tolerance, [&](std::size_t first, std::size_t last, std::size_t i) {
            return deviation(moments[first], moments[last], moments[i]);
        });
    std::string times, values;
    for (const std::size_t i : kept) {
        if (!times.empty()) {
            times += ';';
            values += ';';
        }
        times += fmt::format("{:.4g}", std::round(moments[i].share * 1e4) / 1e4);
        for (std::size_t k = 0; k < moments[i].numbers.size(); ++k) {
            if (k % 2 == 0 && !letters.empty())
                values += letters[k / 2];
            else if (k > 0)
                values += ' ';
            values += fmt::format("{:g}", std::round(moments[i].numbers[k] * 10) / 10);
        }
    }
    return fmt::format(R"(dur="{:.1f}s" repeatCount="indefinite" keyTimes="{}" values="{}")", loop_seconds,
                       times, values);
}

}  // namespace

std::string animated_transform(std::string_view type, const std::vector<Moment>& moments, double tolerance,
                               double loop_seconds) {
    return fmt::format(R"(<animateTransform attributeName="transform" type="{}" additive="sum" {}/>)", type,
                       keyed(moments, tolerance, loop_seconds));
}

std::string animated_line(const std::vector<Moment>& moments, double loop_seconds) {
    return fmt::format(R"(<animate attributeName="d" {}/>)",
                       keyed(moments, line_tolerance, loop_seconds, "ML"));
}

std::string animated_visibility(const DrawnRun& run, std::size_t from, std::size_t to) {
    return fmt::format(R"(<animate attributeName="visibility" dur="{:.1f}s" repeatCount="indefinite" )"
                       R"(calcMode="discrete" values="hidden;visible;hidden" keyTimes="0;{:.4f};{:.4f}"/>)",
                       run.loop_seconds, run.share(from), run.share(to));
}

}  // namespace wend::pictures
