// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "stage/contract.hpp"

namespace wend::detail {

/// Adds an element each, side by side, to the hashes of a group of agents, which begin as 0 with their ids
/// (kernels/docs/bits.md has the recipe). `wide`: elements of 8 bytes.
using HashFunction = void (*)(std::uint64_t* hashes, const void* elements, bool wide);

namespace {

/// Loops that compilers turn into vectors, written without them: an instruction set may have no product of
/// 64 bits, and both compilers make it of the products that there are. 5.4 ns an agent of seek on AVX2, where
/// an agent at a time took 18.0.
template <class Element>
void add_elements(std::uint64_t* hashes, const void* elements) {
    Element bits[group_size];
    std::memcpy(bits, elements, sizeof bits);
    for (std::size_t i = 0; i < group_size; ++i) {
        // The finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
        // OOPSLA 2014).
        std::uint64_t z = (hashes[i] ^ bits[i]) + 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        hashes[i] = z ^ z >> 31;
    }
}

inline void add_to_hashes(std::uint64_t* hashes, const void* elements, bool wide) {
    if (wide)
        add_elements<std::uint64_t>(hashes, elements);
    else
        add_elements<std::uint32_t>(hashes, elements);
}

}  // namespace
}  // namespace wend::detail
