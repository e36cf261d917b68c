// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/ratio_table.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "bench/support/svg_canvas.hpp"
#include "tools/perf/report/ratio_text.hpp"

namespace wend::perf {
namespace {

using scenario::escaped;
using scenario::HtmlPage;

constexpr double plot_width = 190;

/// The logarithm of a ratio as pixels, 1 in the middle.
class RatioAxis {
  public:
    explicit RatioAxis(std::span<const ChangedRow> rows) {
        for (const ChangedRow& row : rows)
            if (row.direct)
                for (const double end : {row.direct->low, row.direct->high})
                    if (end > 0) reach_ = std::max(reach_, std::min(0.7, std::fabs(std::log(end)) * 1.05));
    }
    [[nodiscard]] double x(double ratio) const {
        return plot_width / 2 * (1 + std::clamp(std::log(std::max(ratio, 1e-9)) / reach_, -1.0, 1.0));
    }
    [[nodiscard]] double low_percent() const { return -100 * std::expm1(-reach_); }
    [[nodiscard]] double high_percent() const { return 100 * std::expm1(reach_); }

  private:
    double reach_ = 0.02;
};

/// For the fragment of an address.
std::string in_address(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || std::string_view("-_./:").find(c) != std::string_view::npos)
            result += c;
        else
            result += fmt::format("%{:02X}", byte);
    }
    return result;
}

void add_interval(HtmlPage& page, const RatioAxis& axis, const Verdict& direct) {
    const double from = axis.x(1 / (1 + direct.least_effect));
    page.add(
        "<svg width={0} height=14 aria-hidden=true><rect class=zone x={1:.1f} width={2:.1f} height=14 />"
        "<path class=axis d='M{3} 0V14'/><path class=bar d='M{4:.1f} 7H{5:.1f}'/><circle class=dot "
        "cx={6:.1f} cy=7 r=3.5 /></svg>",
        plot_width, from, axis.x(1 + direct.least_effect) - from, plot_width / 2, axis.x(direct.low),
        axis.x(direct.high), axis.x(direct.ratio));
}

}  // namespace

void add_ratio_table(HtmlPage& page, std::span<const ChangedRow> rows, std::string_view where,
                     std::string_view label, bool linked) {
    const RatioAxis axis(rows);
    const bool has_remarks =
        std::any_of(rows.begin(), rows.end(), [](const ChangedRow& row) { return !row.remark.empty(); });
    page.add(
        "<div class=scroll tabindex=0 role=region aria-label=\"{0}\"><table><tr><th>benchmark<th>state<th "
        "class=n>change<th class=n>direct comparison<th style=width:{1}px><div class=ends "
        "style=width:{1}px><span>{2:.1f} % faster</span><span>{3:.1f} % slower</span></div><th>{4}{5}",
        escaped(label), plot_width, axis.low_percent(), axis.high_percent(), where,
        has_remarks ? "<th>found by" : "");
    for (const ChangedRow& row : rows) {
        const std::string name = escaped(row.benchmark);
        page.add(
            "<tr><td>{0}<td class=\"{1}\">{1}<td class=n>{2}<td class=n>{3}<td class=\"{1}\">",
            linked ? fmt::format("<a href=\"#search={}\">{}</a>", in_address(row.benchmark), name) : name,
            escaped(row.state), percent(row.ratio),
            row.direct ? interval_text(row.direct->low, row.direct->high) : "none");
        if (row.direct) add_interval(page, axis, *row.direct);
        page.add("<td class=where>{}", escaped(row.where));
        if (has_remarks) page.add("<td class=remark>{}", escaped(row.remark));
    }
    page.add("</table></div>");
}

}  // namespace wend::perf
