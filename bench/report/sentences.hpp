// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/report/result.hpp"
#include "bench/support/html_page.hpp"

namespace wend::bench {

struct Sentence {
    std::string text;
    bool is_bad = false;
};

/// What came out, at one tick a call and 8,192 agents: over the scalar reference, over the fastest plain
/// loop, whether all states agree. Sentences about what was not measured are left out.
[[nodiscard]] std::vector<Sentence> sentences_of(const Result& result);

void add_lead(scenario::HtmlPage& page, const std::vector<Sentence>& sentences);
[[nodiscard]] std::string markdown_of(const Sentence& sentence);

/// "1.20 (seek) to 3.40 (wander), median 2.10", of at least one ratio and its kernel.
[[nodiscard]] std::string range_text(const std::vector<std::pair<double, std::string>>& ratios);

}  // namespace wend::bench
