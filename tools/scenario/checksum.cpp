// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/checksum.hpp"

// Header-only use of xxHash.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cstring>

namespace wend::scenario {

static_assert(std::endian::native == std::endian::little,
              "checksums and dumps use the memory layout of numbers");

struct Checksum::State {
    XXH64_state_t xxh64;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH64_reset(&state_->xxh64, 0); }
Checksum::~Checksum() = default;

Checksum& Checksum::add(std::span<const std::byte> bytes) noexcept {
    XXH64_update(&state_->xxh64, bytes.data(), bytes.size());
    return *this;
}

std::uint64_t Checksum::value() const noexcept { return XXH64_digest(&state_->xxh64); }

std::uint64_t checksum(std::span<const std::byte> bytes) noexcept {
    return XXH64(bytes.data(), bytes.size(), 0);
}

std::uint64_t word_sum(std::span<const std::byte> bytes, std::uint64_t first_word) noexcept {
    constexpr std::uint64_t c = 0x9e3779b97f4a7c15;
    std::uint64_t sum = 0;
    std::uint64_t key = first_word * c;
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        std::uint32_t word;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        key += c;
        std::uint64_t z = word + key;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        sum += z ^ z >> 31;
    }
    return sum;
}

}  // namespace wend::scenario
