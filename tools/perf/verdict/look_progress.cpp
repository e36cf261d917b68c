// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/look_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wend::perf {
namespace {

/// Of comparisons of a build with itself: one case of so many is unclear after the first look.
constexpr std::size_t unclear_one_of = 8;

}  // namespace

LookProgress::LookProgress(std::span<const Evidence> run, const Rule& rule)
    : last_pairs_(rule.pairs.back()),
      expected_(run.size() * rule.pairs[0] + run.size() / unclear_one_of * (rule.pairs[2] - rule.pairs[0])) {}

void LookProgress::begin_look(std::span<const Evidence> run, std::size_t cases, std::size_t pairs,
                              std::size_t suspects) {
    ++look_;
    cases_ = cases;
    suspects_ = suspects;
    expected_ = std::max(expected_, done_ + cases * pairs);
    most_ = done_;
    for (const Evidence& one : run) {
        const std::size_t most_pairs = std::min(one.most_pairs, last_pairs_);
        if (one.state == State::unclear && one.pairs.size() < most_pairs)
            most_ += most_pairs - one.pairs.size();
    }
}

std::string LookProgress::text(double seconds) const {
    const std::size_t expected = std::max(done_, expected_);
    const std::size_t most = std::max(expected, most_);
    const double a_unit = seconds / static_cast<double>(std::max<std::size_t>(1, done_));
    const auto left = [&](std::size_t units) { return a_unit * static_cast<double>(units - done_); };
    return fmt::format(
        "{:.0f} %, some {:.0f} s left{}; {} case{} in look {}{}",
        100 * static_cast<double>(done_) / static_cast<double>(std::max<std::size_t>(1, expected)),
        left(expected), most > expected ? fmt::format(", at most {:.0f} s", left(most)) : "", cases_,
        cases_ == 1 ? "" : "s", look_,
        suspects_ == 0 ? "" : fmt::format("; {} suspect{}", suspects_, suspects_ == 1 ? "" : "s"));
}

}  // namespace wend::perf
