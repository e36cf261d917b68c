// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/arguments.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "wend/random.hpp"
#include "words/nearest_word.hpp"

namespace wend::command {
namespace {

constexpr std::array<std::pair<std::string_view, Purpose>, 8> purposes{{
    {"wander", Purpose::wander},
    {"retarget_wander_x", Purpose::retarget_wander_x},
    {"retarget_wander_y", Purpose::retarget_wander_y},
    {"retarget_wander_phase", Purpose::retarget_wander_phase},
    {"approach", Purpose::approach},
    {"approach_jitter", Purpose::approach_jitter},
    {"custom", Purpose::custom},
    {"initial_state", Purpose::initial_state},
}};

/// A number, or a kernel's name with the stage's ordinal among its kind: wander, wander.1
std::uint32_t parse_purpose(const std::string& text) {
    if (const auto number = support::parse_number<std::uint32_t>(text)) return *number;
    const std::string_view view = text;
    const std::size_t dot = view.find('.');
    std::string names;
    std::vector<std::string_view> words;
    for (const auto& [word, kind] : purposes) {
        words.push_back(word);
        names += fmt::format("{}{}", names.empty() ? "" : ", ", word);
        if (view.substr(0, dot) != word) continue;
        if (dot == std::string_view::npos) return purpose(kind);
        if (const auto ordinal = support::parse_number<std::uint16_t>(view.substr(dot + 1)))
            return purpose(kind, *ordinal);
    }
    throw support::MisuseError(
        fmt::format("--purpose: \"{}\" is neither a 32-bit number nor one of {} with an ordinal up to 65535, "
                    "as in wander.1{}",
                    text, names, words::suggestion(view.substr(0, dot), words)));
}

}  // namespace

int main_draw(int argc, char** argv) {
    DrawArguments draw;
    if (const std::optional<int> status = parse(draw, argc, argv)) return *status;

    const std::uint32_t purpose = parse_purpose(draw.purpose);
    const std::uint32_t word = random_bits(draw.seed, draw.id, draw.number, purpose);
    fmt::print("word 0x{:08x} {}\nu    {}\n", word, word, random_unit(word));
    return 0;
}

}  // namespace wend::command
