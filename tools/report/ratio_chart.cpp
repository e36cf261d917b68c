// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/ratio_chart.hpp"

#include <algorithm>
#include <cmath>

#include "tools/support/svg_canvas.hpp"

namespace wend::report {
namespace {

using support::escaped;
using support::HtmlPage;

/// Ratios as per cent of the width, so that text keeps its size however wide the page is.
class Axis {
  public:
    explicit Axis(const std::vector<RatioLine>& lines) {
        for (const RatioLine& line : lines) {
            if (!line.ratio) continue;
            while (line.ratio->middle < low_ && low_ > 1e-6) low_ /= 2;
            while (line.ratio->middle > high_ && high_ < 1e6) high_ *= 2;
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

void add_drawing(HtmlPage& page, const Axis& axis, const RatioLine& line) {
    const bench::SpeedUp& ratio = *line.ratio;
    const std::string text = bench::speed_up_text(ratio);
    page.add("<svg role=img aria-label='{}' height=22>", text);
    axis.for_ticks([&](double at) {
        page.add("<line class={} x1='{:.2f}%' x2='{:.2f}%' y1=0 y2='100%'/>",
                 at == 1 ? "one-line" : "grid-line", axis.x(at), axis.x(at));
    });
    page.add("<g class={}><title>{}</title>",
             ratio.high < 1  ? "behind"
             : ratio.low > 1 ? "ahead"
                             : "soft",
             text);
    page.add("<line class=bar x1='{:.2f}%' x2='{:.2f}%' y1=11 y2=11 />", axis.x(1), axis.x(ratio.middle));
    if (ratio.has_interval())
        page.add("<line class=whisker x1='{:.2f}%' x2='{:.2f}%' y1=11 y2=11 />", axis.x(ratio.low),
                 axis.x(ratio.high));
    page.add("<circle class=mark cx='{:.2f}%' cy=11 r=4 /></g></svg><span class=n>{:.2f}</span>",
             axis.x(ratio.middle), ratio.middle);
}

}  // namespace

void add_ratio_chart(HtmlPage& page, const std::vector<RatioLine>& lines, std::string_view name) {
    const Axis axis(lines);
    page.add(
        "<div class=ratios role=group aria-label='{}'><div class=ratio><span class=kernel></span><svg "
        "class=axis height=18 aria-hidden=true>",
        escaped(name));
    axis.for_ticks([&](double at) {
        page.add("<text x='{:.2f}%' y=13 text-anchor=middle>{:g}</text>", axis.x(at), at);
    });
    page.add("</svg><span></span></div>\n");
    for (const RatioLine& line : lines) {
        const std::string kernel = escaped(line.kernel);
        if (!line.ratio) {
            page.add(
                "<div class=ratio><span class=kernel>{}</span><span class=soft>no plain loop was "
                "measured</span><span></span></div>\n",
                kernel);
            continue;
        }
        page.add("<details><summary class=ratio><span class=kernel>{}</span>", kernel);
        add_drawing(page, axis, line);
        page.add("</summary><div class=rounds>{}</div></details>\n", line.details);
    }
    page.add("</div>\n");
}

}  // namespace wend::report
