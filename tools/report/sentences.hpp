// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tools/report/report_tables.hpp"

namespace wend::report {

struct Sentence {
    std::string text;
    bool is_bad = false;
};

/// The outcome at one tick a call and 8,192 agents: over the textbook's loop, over the fastest plain loop,
/// which loops this build lacks, whether all states agree. Sentences about cases that were not measured are
/// left out.
[[nodiscard]] std::vector<Sentence> sentences_of(const Groups& groups);

/// How much of a core the timed loops of one thread had, bad where the figures may be wrong; empty without
/// such loops.
[[nodiscard]] Sentence load_sentence(const Groups& groups);

/// Whether all states that were checked have the reference's bits, and which rivals are wrong.
[[nodiscard]] Sentence state_sentence(const Groups& groups);

}  // namespace wend::report
