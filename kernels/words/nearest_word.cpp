// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "words/text.hpp"

namespace wend::words {
namespace {

/// Ignores case and the choice of hyphen or underscore.
char folded(char c) {
    if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

/// The optimal string alignment distance, by dynamic programming over three rows.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> before_last(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = folded(from[i - 1]) == folded(to[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && folded(from[i - 1]) == folded(to[j - 2]) &&
                                 folded(from[i - 2]) == folded(to[j - 1]);
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[to.size()];
}

}  // namespace

std::optional<std::string_view> nearest_word(std::string_view word,
                                             const std::vector<std::string_view>& legal) {
    constexpr std::size_t longest = 64;  // no word here is longer, and the distance takes quadratic time
    if (word.size() > longest) return std::nullopt;
    std::optional<std::string_view> nearest;
    std::size_t least = 0;
    for (const std::string_view candidate : legal) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance * 3 > std::max(word.size(), candidate.size())) continue;
        if (nearest && distance >= least) continue;
        nearest = candidate;
        least = distance;
    }
    return nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& legal) {
    const std::optional<std::string_view> nearest = nearest_word(word, legal);
    return nearest ? join({"; did you mean \"", *nearest, "\"?"}) : "";
}

}  // namespace wend::words
