// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/report/result.hpp"
#include "bench/report/sentences.hpp"
#include "bench/report/table.hpp"
#include "bench/support/speed_up.hpp"

namespace wend::bench {

/// A case in one of two results, or in both. Rounds of a case that was measured beside others twice are
/// pooled.
struct ComparedRow {
    std::optional<ResultRow> a, b;
    std::optional<SpeedUp> ratio{};  ///< how many times as fast b is as a, where both were timed

    [[nodiscard]] const ResultRow& either() const { return a ? *a : *b; }
    [[nodiscard]] bool has_both() const { return a && b; }
    /// Whether both checked the state; whether they found the same.
    [[nodiscard]] bool has_hashes() const { return has_both() && !a->hash.empty() && !b->hash.empty(); }
    [[nodiscard]] bool agrees() const { return a->hash == b->hash; }
};

struct Comparison {
    Result a, b;
    std::vector<std::string> isas;  ///< of both, in the order of a
    std::vector<ComparedRow> rows;  ///< those of a, then those of b alone

    /// The last instruction set that is timed in both; empty without one.
    [[nodiscard]] std::string best_isa() const;
    [[nodiscard]] std::size_t isa_index(std::string_view isa) const;
};

[[nodiscard]] Comparison compare(Result a, Result b);

[[nodiscard]] std::vector<Sentence> sentences_of(const Comparison& comparison);

/// Both machines and revisions; all rows; and of them those whose interval lies below 1, or above it, the
/// farthest first.
[[nodiscard]] Table setting_table(const Comparison& comparison);
[[nodiscard]] Table row_table(const Comparison& comparison);
[[nodiscard]] Table slower_table(const Comparison& comparison);
[[nodiscard]] Table faster_table(const Comparison& comparison);

}  // namespace wend::bench
