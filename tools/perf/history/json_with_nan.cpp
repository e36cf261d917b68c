// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/json_with_nan.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace wend::perf {
namespace {

std::string with_nulls(std::string_view text) {
    static constexpr std::array<std::string_view, 8> words{"-NaN", "NaN", "-Infinity", "Infinity",
                                                           "-nan", "nan", "-inf",      "inf"};
    std::string result;
    result.reserve(text.size());
    bool in_string = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const auto word = std::find_if(words.begin(), words.end(),
                                       [&](std::string_view one) { return rest.starts_with(one); });
        if (!in_string && word != words.end()) {
            result += "null";
            i += word->size();
            continue;
        }
        const std::size_t length =
            in_string && rest.starts_with('\\') ? std::min<std::size_t>(2, rest.size()) : 1;
        if (rest.starts_with('"')) in_string = !in_string;
        result += rest.substr(0, length);
        i += length;
    }
    return result;
}

}  // namespace

scenario::Json parse_json_with_nan(std::string_view text, const std::filesystem::path& file) {
    return scenario::parse_json(with_nulls(text), file, scenario::levels_to_write);
}

}  // namespace wend::perf
