// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/find_scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

#include "tools/support/command_line.hpp"
#include "tools/support/system.hpp"
#include "tools/support/utf8_path.hpp"
#include "words/nearest_word.hpp"

namespace wend::scenario {
namespace {

/// The end of the message about a word that is none of `words`: the nearest one, by its whole or by its last
/// part (`arrive` is behaviours/arrive), or all of them.
std::string nearest_scenario(const std::string& word, const std::vector<std::string>& words) {
    std::vector<std::string_view> legal(words.begin(), words.end());
    for (const std::string_view each : words) legal.push_back(each.substr(each.rfind('/') + 1));
    const std::optional<std::string_view> nearest = words::nearest_word(word, legal);
    if (!nearest) return fmt::format(", which has {}", fmt::join(words, ", "));
    const auto place = std::ranges::find(legal, nearest->data(), &std::string_view::data) - legal.begin();
    return fmt::format("; did you mean \"{}\"?", words[static_cast<std::size_t>(place) % words.size()]);
}

}  // namespace

std::filesystem::path scenario_folder() {
    const auto folder =
        (support::this_program().parent_path() / WEND_SCENARIOS_FROM_PROGRAM).lexically_normal();
    if (!std::filesystem::is_directory(folder))
        throw support::MisuseError(fmt::format(
            "{} does not exist: the program was moved without its installation", folder.string()));
    return folder;
}

std::vector<std::string> scenario_words() {
    const std::filesystem::path folder = scenario_folder();
    std::vector<std::string> words;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".json")
            words.push_back(entry.path().lexically_relative(folder).replace_extension().generic_string());
    std::ranges::sort(words);
    return words;
}

std::filesystem::path find_scenario(const std::string& word) {
    const std::filesystem::path file = support::utf8_path(word);
    std::error_code ignored;
    const bool is_file =
        std::filesystem::exists(file, ignored) && !std::filesystem::is_directory(file, ignored);
    if (is_file || file.is_absolute() || word.find('.') != std::string::npos) return file;

    const std::filesystem::path folder = scenario_folder();
    const std::filesystem::path found = folder / support::utf8_path(word + ".json");
    if (std::filesystem::exists(found, ignored)) return found;
    throw support::MisuseError(fmt::format("{}: no such file, and no scenario of that name in {}{}", word,
                                           folder.string(), nearest_scenario(word, scenario_words())));
}

}  // namespace wend::scenario
