// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/checksum.hpp"

// Header-only use of xxHash.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

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

}  // namespace wend::scenario
