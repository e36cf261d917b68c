// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/marks.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "bench/support/svg_canvas.hpp"

namespace wend::bench {
namespace {

/// Circle, square, triangle, diamond, cross.
constexpr std::array<std::string_view, 5> shapes{
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z", "M-3.2-3.2H3.2V3.2H-3.2Z", "M0-4.2L4 3.2H-4Z",
    "M0-4.6L4.6 0L0 4.6L-4.6 0Z", "M-1.3-4H1.3V-1.3H4V1.3H1.3V4H-1.3V1.3H-4V-1.3H-1.3Z"};

/// The reference is the first and has no mark.
std::size_t shape_of(std::size_t isa) { return (isa + shapes.size() - 1) % shapes.size(); }

}  // namespace

std::string mark_class(std::size_t isa) { return fmt::format("isa-{}", shape_of(isa) + 1); }

std::string mark_path(std::size_t isa) { return std::string(shapes[shape_of(isa)]); }

void add_legend(scenario::HtmlPage& page, std::span<const std::string> isas, bool dashes) {
    page.add("<div class=legend>");
    for (std::size_t isa = 1; isa < isas.size(); ++isa) {
        page.add("<span><svg class={} width={} height=12 aria-hidden=true>", mark_class(isa),
                 dashes ? 40 : 12);
        if (dashes) page.add("<path class=way d='M1 6H39'/>");
        page.add("<path class=mark transform='translate({} 6)' d='{}'/></svg>{}</span>", dashes ? 20 : 6,
                 mark_path(isa), scenario::escaped(isas[isa]));
    }
    page.add("</div>");
}

}  // namespace wend::bench
