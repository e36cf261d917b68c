// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/ratio_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/support/svg_canvas.hpp"
#include "wend/isa.hpp"

namespace wend::report {
namespace {

using support::escaped;
using support::HtmlPage;

/// Circle, square, triangle, diamond, cross.
constexpr std::array<std::string_view, 5> shapes{
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z", "M-3.2-3.2H3.2V3.2H-3.2Z", "M0-4.2L4 3.2H-4Z",
    "M0-4.6L4.6 0L0 4.6L-4.6 0Z", "M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z"};

/// Each vector instruction set has a colour and a shape, for readers that cannot tell colours apart. They
/// repeat after five. The reference is the first of the list and has none.
std::size_t shape_of(std::size_t isa) { return (isa + shapes.size() - 1) % shapes.size(); }
std::string mark_class(std::size_t isa) { return fmt::format("isa-{}", shape_of(isa) + 1); }

void add_legend(HtmlPage& page) {
    page.add("<div class=legend>");
    const auto isas = supported_isas();
    for (std::size_t isa = 1; isa < isas.size(); ++isa)
        page.add(
            "<span><svg class={} width=12 height=12 aria-hidden=true><path class=mark transform='translate(6 "
            "6)' "
            "d='{}'/></svg>{}</span>",
            mark_class(isa), shapes[shape_of(isa)], escaped(name(isas[isa])));
    page.add("</div>");
}

constexpr double line_height = 12;

/// Ratios as per cent of the width, so that text keeps its size however wide the page is.
class Axis {
  public:
    explicit Axis(const std::vector<RatioLine>& lines) {
        for (const RatioLine& line : lines)
            for (const RatioDot& dot : line.dots) {
                while (dot.ratio.middle < low_ && low_ > 1e-6) low_ /= 2;
                while (dot.ratio.middle > high_ && high_ < 1e6) high_ *= 2;
            }
        // Powers of two; of a wide range only some.
        while (std::log2(high_ / low_) / step_ > most_steps) step_ *= 2;
    }

    [[nodiscard]] double x(double ratio) const {
        const double share = std::log2(ratio / low_) / std::log2(high_ / low_);
        return 3 + 94 * std::clamp(share, 0.0, 1.0);
    }
    template <class Function>
    void for_ticks(const Function& function) const {
        for (double power = std::ceil(std::log2(low_) / step_) * step_; std::exp2(power) <= high_;
             power += step_)
            function(std::exp2(power));
    }

  private:
    static constexpr double most_steps = 8;
    double low_ = 0.5, high_ = 2, step_ = 1;
};

void add_grid(HtmlPage& page, const Axis& axis) {
    axis.for_ticks([&](double at) {
        page.add("<line class={} x1='{:.2f}%' x2='{:.2f}%' y1=0 y2='100%'/>",
                 at == 1 ? "one-line" : "grid-line", axis.x(at), axis.x(at));
    });
}

void add_line(HtmlPage& page, const Axis& axis, const RatioLine& line) {
    page.add("<div class=kernel>{}</div><svg role=img aria-label='{}' height={:.0f}>", escaped(line.kernel),
             escaped(line.kernel), line_height * static_cast<double>(line.dots.size()) + 8);
    add_grid(page, axis);
    double y = 4 + line_height / 2;
    for (const RatioDot& dot : line.dots) {
        page.add("<g class={}><title>{}: {}</title>", mark_class(dot.isa), escaped(dot.text),
                 bench::speed_up_text(dot.ratio));
        if (dot.ratio.has_interval())
            page.add("<line class=whisker x1='{:.2f}%' x2='{:.2f}%' y1={:.1f} y2={:.1f} />",
                     axis.x(dot.ratio.low), axis.x(dot.ratio.high), y, y);
        page.add("<svg class=place x='{:.2f}%' y={:.1f}><path class='mark{}' d='{}'/></svg></g>",
                 axis.x(dot.ratio.middle), y, dot.is_grouped ? " grouped" : "", shapes[shape_of(dot.isa)]);
        y += line_height;
    }
    page.add("</svg>\n");
}

}  // namespace

RatioLine& line_of(std::vector<RatioLine>& lines, std::string_view kernel) {
    const auto place = std::ranges::find(lines, kernel, &RatioLine::kernel);
    return place != lines.end() ? *place : lines.emplace_back(RatioLine{std::string(kernel), {}});
}

void add_ratio_chart(HtmlPage& page, const std::vector<RatioLine>& lines, std::string_view name) {
    add_legend(page);
    const Axis axis(lines);
    page.add(
        "<div class=ratios role=group aria-label='{}'><div class=kernel></div><svg class=axis height=18 "
        "aria-hidden=true>",
        escaped(name));
    axis.for_ticks([&](double at) {
        page.add("<text x='{:.2f}%' y=13 text-anchor=middle>{:g}</text>", axis.x(at), at);
    });
    page.add("</svg>\n");
    for (const RatioLine& line : lines) add_line(page, axis, line);
    page.add("</div>\n");
}

}  // namespace wend::report
