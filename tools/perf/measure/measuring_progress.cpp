// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/measuring_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/support/progress.hpp"

namespace wend::perf {
namespace {

/// Seen in comparisons of a build with itself: one case of so many is unclear after the first look.
constexpr std::size_t unclear_one_of = 8;

}  // namespace

MeasuringProgress::MeasuringProgress(std::size_t cases, const Rule& rule)
    : expected_(cases * rule.pairs[0] + cases / unclear_one_of * (rule.pairs[2] - rule.pairs[0])) {}

void MeasuringProgress::begin_look(std::size_t cases, std::size_t pairs, std::size_t suspects) {
    ++look_;
    cases_ = cases;
    suspects_ = suspects;
    expected_ = std::max(expected_, done_ + cases * pairs);
}

void MeasuringProgress::advance() {
    ++done_;
    show();
}

void MeasuringProgress::show() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const auto done = static_cast<double>(done_);
    const auto expected = static_cast<double>(std::max(done_, expected_));
    bench::show_progress(fmt::format(
        "{:.0f} %, some {:.0f} s left; {} case{} in look {}{}", 100 * done / expected,
        seconds / done * (expected - done), cases_, cases_ == 1 ? "" : "s", look_,
        suspects_ == 0 ? "" : fmt::format("; {} suspect{}", suspects_, suspects_ == 1 ? "" : "s")));
}

}  // namespace wend::perf
