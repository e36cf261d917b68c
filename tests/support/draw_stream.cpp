// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/draw_stream.hpp"

#include "wend/random.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents_in_a_row = 1 << 16;
constexpr std::uint64_t all_ids = std::uint64_t{1} << 32;

/// The draws of the agents id, id + 16, id + 32 and id + 48, where id is one of the first 16 in its group.
Words4 block_of(std::uint64_t seed, std::uint32_t id, std::uint64_t number, std::uint32_t purpose) {
    const std::uint32_t counter[4] = {(id >> 6) << 4 | (id & 15), static_cast<std::uint32_t>(number), purpose,
                                      static_cast<std::uint32_t>(number >> 32)};
    const std::uint32_t key[4] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), 0,
                                  0};
    return threefry4x32_13(counter, key);
}

}  // namespace

DrawStream::DrawStream(Across across, std::uint64_t seed) : across_(across), seed_(seed) {
    switch (across) {
        case Across::agents: words_.resize(agents_in_a_row); break;
        case Across::ticks: words_.resize(4 * ticks_in_a_row); break;
        case Across::purposes: words_.resize(4 * purposes_in_a_row); break;
    }
}

std::span<const std::uint32_t> DrawStream::next() {
    switch (across_) {
        case Across::agents: fill_agents(); break;
        case Across::ticks: fill_ticks(); break;
        case Across::purposes: fill_purposes(); break;
    }
    ++chunk_;
    return words_;
}

void DrawStream::fill_agents() {
    const std::uint64_t first = chunk_ * agents_in_a_row;
    for (std::size_t i = 0; i < agents_in_a_row; i += 64)
        for (std::size_t j = i; j < i + 16; ++j) {
            const Words4 words = block_of(seed_, static_cast<std::uint32_t>(first + j), first / all_ids,
                                          purpose(Purpose::wander));
            for (std::size_t w = 0; w < 4; ++w) words_[j + 16 * w] = words.word[w];
        }
}

void DrawStream::fill_ticks() {
    for (std::size_t i = 0; i < ticks_in_a_row; ++i) {
        const Words4 words = block_of(seed_, 0, chunk_ * ticks_in_a_row + i, purpose(Purpose::wander));
        for (std::size_t w = 0; w < 4; ++w) words_[i + ticks_in_a_row * w] = words.word[w];
    }
}

void DrawStream::fill_purposes() {
    for (std::size_t i = 0; i < purposes_in_a_row; ++i) {
        const auto kind = static_cast<Purpose>(1 + i % kernel_purpose_count);
        const Words4 words =
            block_of(seed_, 0, chunk_, purpose(kind, static_cast<std::uint32_t>(i / kernel_purpose_count)));
        for (std::size_t w = 0; w < 4; ++w) words_[i + purposes_in_a_row * w] = words.word[w];
    }
}

}  // namespace wend::test
