// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/series_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/statistics/median.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::perf {
namespace {

/// The same for the instruction sets of one case.
std::string case_of(std::string_view name) {
    if (!isa_of(name)) return std::string(name);
    const std::string_view rest = name.substr(kernel_of(name).size() + 1 + second_part_of(name).size());
    return std::string(rest.empty() ? kernel_of(name) : rest.substr(1));
}

void add_to(std::vector<CaseSeries>& cases, const TrendSeries& series) {
    const std::string name = case_of(series.benchmark);
    const auto found =
        std::find_if(cases.begin(), cases.end(), [&](const CaseSeries& one) { return one.name == name; });
    if (found == cases.end())
        cases.push_back({name, {&series}});
    else
        found->series.push_back(&series);
}

bool changes(const std::vector<CaseSeries>& cases) {
    return std::any_of(cases.begin(), cases.end(), [](const CaseSeries& one) {
        return std::any_of(one.series.begin(), one.series.end(),
                           [](const TrendSeries* series) { return !series->changes.empty(); });
    });
}

}  // namespace

bool SeriesGroup::has_change() const { return changes(cases) || changes(folded); }

std::vector<SeriesGroup> group_series(const Trend& trend) {
    std::map<std::string_view, SeriesGroup> groups;
    for (const TrendSeries& series : trend.series) {
        const std::string_view name = series.benchmark;
        SeriesGroup& group = groups[kernel_of(name)];
        group.kernel = kernel_of(name);
        const bool is_folded = is_rival(name) || has_uneven_start(name);
        add_to(is_folded ? group.folded : group.cases, series);
    }
    std::vector<SeriesGroup> result;
    for (auto& [kernel, group] : groups) {
        for (std::vector<CaseSeries>* const cases : {&group.cases, &group.folded}) {
            std::stable_sort(cases->begin(), cases->end(), [](const CaseSeries& a, const CaseSeries& b) {
                return std::pair(a.name.size(), a.name) < std::pair(b.name.size(), b.name);
            });
            for (CaseSeries& one : *cases)
                std::stable_sort(one.series.begin(), one.series.end(),
                                 [](const TrendSeries* a, const TrendSeries* b) {
                                     return isa_of(a->benchmark) < isa_of(b->benchmark);
                                 });
        }
        result.push_back(std::move(group));
    }
    return result;
}

double base_of(const Trend& trend, const TrendSeries& series) {
    if (!trend.reference.empty()) return 1;
    const std::size_t end = series.changes.empty() ? series.points.size() : series.changes.front().at;
    std::vector<double> values;
    for (std::size_t i = 0; i < end; ++i) values.push_back(series.points[i].value);
    return bench::median(std::move(values));
}

namespace {

using support::escaped;
using support::HtmlPage;

constexpr double width = 340, height = 152;
constexpr double left = 48, right = 330, top = 22, bottom = 128;
/// Of more builds every n-th point is drawn, so that the page stays small.
constexpr std::size_t most_points = 120;

/// The number of an instruction set's colour, dashes and marker in all pictures: those of one processor
/// differ.
std::size_t style_of(const TrendSeries& series) {
    const std::optional<Isa> isa = isa_of(series.benchmark);
    if (!isa) return 1;
    switch (*isa) {
        case Isa::reference: return 5;
        case Isa::scalar: return 4;
        case Isa::sse2:
        case Isa::neon64:
        case Isa::simd128: return 2;
        case Isa::avx2: return 3;
        case Isa::avx512: return 1;
    }
    return 1;
}

/// The marker of a style around a point.
std::string marker(std::size_t style, double x, double y) {
    constexpr std::array shapes{"m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0", "m-3-3h6v6h-6z",
                                "m0-4l4 7h-8z", "m0-4.2l4.2 4.2l-4.2 4.2l-4.2-4.2z",
                                "m-4-1.2h2.8v-2.8h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8z"};
    return fmt::format("<path class=end d='M{:.1f} {:.1f}{}'/>", x, y, shapes[style - 1]);
}

/// Distance from a series' base, in percent, as pixels: the same for all pictures of a kernel.
class PercentAxis {
  public:
    /// Holds all but the outermost hundredths of the values, so that a few outliers do not flatten the rest,
    /// and at least 5 % to both sides, so that noise looks small.
    explicit PercentAxis(std::vector<double> values) {
        std::sort(values.begin(), values.end());
        const std::size_t cut = values.size() / 100;
        const double least = std::min(-5.0, values[cut]);
        const double most = std::max(5.0, values[values.size() - 1 - cut]);
        while ((most - least) / step_ > 5) step_ *= std::array{2.0, 2.5, 2.0}[steps_++ % 3];
        low_ = std::floor(least / step_) * step_;
        high_ = std::ceil(most / step_) * step_;
    }
    [[nodiscard]] double y(double percent) const {
        return bottom - (bottom - top) * (std::clamp(percent, low_, high_) - low_) / (high_ - low_);
    }
    [[nodiscard]] std::vector<double> ticks() const {
        std::vector<double> ticks;
        for (double tick = low_; tick < high_ + step_ / 2; tick += step_) ticks.push_back(tick);
        return ticks;
    }

  private:
    double step_ = 1;  // 1, 2, 5, 10 ...
    std::size_t steps_ = 0;
    double low_ = 0;
    double high_ = 0;
};

/// Draws the pictures of one kernel after the other.
class Pictures {
  public:
    Pictures(HtmlPage& page, const Trend& trend) : page_(page), trend_(trend) {
        for (std::size_t i = 0; i < trend.builds.size(); ++i) place_of_.emplace(trend.builds[i], i);
    }

    void add(const SeriesGroup& group) {
        std::vector<double> values;
        std::size_t series = 0, changes = 0;
        for (const std::vector<CaseSeries>* const cases : {&group.cases, &group.folded})
            for (const CaseSeries& one : *cases)
                for (const TrendSeries* const line : one.series) {
                    ++series;
                    changes += line->changes.size();
                    const std::vector<double> of_line = percents(*line);
                    values.insert(values.end(), of_line.begin(), of_line.end());
                }
        const PercentAxis axis(std::move(values));
        page_.add(
            "<details class=group{}><summary><h3>{}</h3> <span class=soft>{} series, {}</span></summary>",
            group.has_change() ? " open" : "", escaped(group.kernel), series,
            changes == 0   ? "no change"
            : changes == 1 ? "1 change"
                           : fmt::format("{} changes", changes));
        add_cases(group, group.cases, axis);
        if (!group.folded.empty()) {
            page_.add(
                "<details class=folded><summary>{} of rivals and uneven starts</summary>",
                group.folded.size() == 1 ? "1 picture" : fmt::format("{} pictures", group.folded.size()));
            add_cases(group, group.folded, axis);
            page_.add("</details>");
        }
        page_.add("</details>");
    }

  private:
    /// Of each point.
    [[nodiscard]] std::vector<double> percents(const TrendSeries& series) const {
        const double base = base_of(trend_, series);
        std::vector<double> values;
        for (const TrendPoint& point : series.points) values.push_back(100 * (point.value / base - 1));
        return values;
    }

    [[nodiscard]] double x(double build) const {
        return left + (right - left) * (build + 0.5) / static_cast<double>(trend_.builds.size());
    }
    [[nodiscard]] double x(const TrendPoint& point) const {
        return x(static_cast<double>(place_of_.at(point.build)));
    }

    void add_cases(const SeriesGroup& group, const std::vector<CaseSeries>& cases, const PercentAxis& axis) {
        page_.add("<div class=grid>");
        for (const CaseSeries& one : cases) add_picture(group, one, axis);
        page_.add("</div>");
    }

    /// The picture's content for screen readers.
    [[nodiscard]] std::string description(const SeriesGroup& group, const CaseSeries& one) const {
        const bool has_isas = isa_of(one.series.front()->benchmark).has_value();
        std::string text =
            fmt::format("{}{}: change of time in percent over {}", has_isas ? group.kernel + ", " : "",
                        one.name, counted(trend_.builds.size(), "build"));
        for (const TrendSeries* const series : one.series)
            for (const TrendChange& change : series->changes)
                text += fmt::format("; {}{} at {}, {}", line_name(*series, " "), percent(change.ratio),
                                    short_build(series->points[change.at].build),
                                    change.is_confirmed() ? "confirmed" : "candidate");
        return text;
    }

    static std::string line_name(const TrendSeries& series, std::string_view behind) {
        const std::optional<Isa> isa = isa_of(series.benchmark);
        return isa ? fmt::format("{}{}", name(*isa), behind) : "";
    }

    void add_picture(const SeriesGroup& group, const CaseSeries& one, const PercentAxis& axis) {
        std::string names;
        for (const TrendSeries* const series : one.series)
            names += (names.empty() ? "" : " ") + series->benchmark;
        page_.add(
            "<figure data-names=\"{}\"><figcaption>{}</figcaption><svg class=small viewBox='0 0 {} {}' "
            "role=img aria-label=\"{}\"><text class=faint x=4 y=12>{}</text>",
            escaped(names), escaped(one.name), width, height, escaped(description(group, one)),
            trend_.reference.empty() ? "change of time, %" : "time against the reference, %");
        add_axes(axis);
        add_marks(one);
        for (const TrendSeries* const series : one.series) add_line(*series, axis);
        page_.add("</svg><ul class=keys>");
        for (const TrendSeries* const series : one.series) add_key(*series);
        page_.add("</ul></figure>");
    }

    void add_axes(const PercentAxis& axis) {
        for (const double tick : axis.ticks())
            page_.add(
                "<path class={} d='M{} {:.1f}H{}'/><text class=faint x={} y={:.1f} text-anchor=end>{}</text>",
                tick == 0 ? "zero-line" : "grid-line", left, axis.y(tick), right, left - 5, axis.y(tick) + 4,
                tick == 0 ? "0" : fmt::format("{:+g}", tick));
        page_.add(
            "<text class=faint x={} y={}>{}</text><text class=faint x={} y={} "
            "text-anchor=middle>builds</text><text "
            "class=faint x={} y={} text-anchor=end>{}</text>",
            left, height - 8, escaped(short_build(trend_.builds.front())), (left + right) / 2, height - 8,
            right, height - 8, escaped(short_build(trend_.builds.back())));
    }

    /// The changes: a line between two builds, whose head points up if the series became slower.
    void add_marks(const CaseSeries& one) {
        std::set<std::tuple<std::size_t, bool, bool>> marks;
        for (const TrendSeries* const series : one.series)
            for (const TrendChange& change : series->changes)
                marks.emplace(place_of_.at(series->points[change.at].build), change.ratio > 1,
                              change.is_confirmed());
        for (const auto& [place, is_slower, is_confirmed] : marks) {
            const double at = x(static_cast<double>(place) - 0.5);
            page_.add(
                "<g class='change {}{}'><path d='M{:.1f} {}V{}'/><path class=head d='M{:.1f} {}{}'/></g>",
                is_slower ? "slower" : "faster", is_confirmed ? "" : " maybe", at, top, bottom, at, top,
                is_slower ? "l-4 0l4-7l4 7z" : "l-4-7h8z");
        }
    }

    void add_line(const TrendSeries& series, const PercentAxis& axis) {
        const std::size_t style = style_of(series);
        const std::vector<double> values = percents(series);
        page_.add("<g class=line-{}><polyline points='", style);
        const std::size_t count = series.points.size();
        const std::size_t step = (count + most_points - 1) / most_points;
        for (std::size_t i = 0; i < count; i = i + 1 == count ? count : std::min(i + step, count - 1))
            page_.add("{}{:.0f},{:.1f}", i == 0 ? "" : " ", x(series.points[i]), axis.y(values[i]));
        page_.add("'/>{}</g>", marker(style, x(series.points.back()), axis.y(values.back())));
    }

    void add_key(const TrendSeries& series) {
        const std::size_t style = style_of(series);
        page_.add(
            "<li><svg class=line-{} width=34 height=12 aria-hidden=true><path d='M0 "
            "6H34'/>{}</svg>{}<b>{}</b>",
            style, marker(style, 17, 6), line_name(series, " "),
            value_text(trend_, series.points.back().value));
    }

    HtmlPage& page_;
    const Trend& trend_;
    std::map<std::string_view, std::size_t> place_of_;  ///< of a build
};

}  // namespace

void add_small_multiples(HtmlPage& page, const Trend& trend) {
    Pictures pictures(page, trend);
    for (const SeriesGroup& group : group_series(trend)) pictures.add(group);
}

}  // namespace wend::perf
