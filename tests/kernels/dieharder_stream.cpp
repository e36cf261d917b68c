// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// dieharder_stream agents|ticks|purposes SEED: an endless stream of the words of wend::random_bits, in the
// machine's byte order, for test batteries that read raw words from standard input. tests/README.md has the
// results.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

#include "support/draw_stream.hpp"

namespace {

using wend::test::Across;

std::optional<Across> parse_across(std::string_view name) {
    if (name == "agents") return Across::agents;
    if (name == "ticks") return Across::ticks;
    if (name == "purposes") return Across::purposes;
    return std::nullopt;
}

std::optional<std::uint64_t> parse_seed(std::string_view text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return seed;
}

}  // namespace

int main(int argc, char** argv) {
    const auto across = argc == 3 ? parse_across(argv[1]) : std::nullopt;
    const auto seed = argc == 3 ? parse_seed(argv[2]) : std::nullopt;
    if (!across || !seed) {
        std::fprintf(
            stderr, "usage: dieharder_stream agents|ticks|purposes SEED    (ends when the pipe is closed)\n");
        return 2;
    }
    wend::test::DrawStream stream(*across, *seed);
    while (true) {
        const auto words = stream.next();
        if (std::fwrite(words.data(), sizeof words[0], words.size(), stdout) != words.size()) return 1;
    }
}
