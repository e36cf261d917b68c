// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/streams_loop.hpp"
#include "kernels/src/simd/built_isas.hpp"

// Compiled once per instruction set; WEND_STREAMS_ISA names the table.
namespace wend::bench {

namespace {

/// Plain loops over words, which the compiler makes vectors of. A cache line as one generic vector went
/// through the stack: pursue's streams took 3.1 ns an agent (262,144 of them, AVX2), wend with all its
/// work 1.9.
using Word = std::uint64_t __attribute__((may_alias));

std::uint64_t read(const Word* words, std::size_t count) {
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < count; ++i) seen ^= words[i];
    return seen;
}

void rewrite(Word* words, std::size_t count, std::uint64_t key) {
    for (std::size_t i = 0; i < count; ++i) words[i] ^= key;
}

void touch(const TouchedStream* streams, std::size_t stream_count, std::size_t begin, std::size_t end,
           std::uint64_t key) {
    std::uint64_t seen = 0;
    for (std::size_t group = begin; group < end; ++group)
        for (std::size_t s = 0; s < stream_count; ++s) {
            const std::size_t bytes = touched_together * streams[s].element_size;
            auto* const words = reinterpret_cast<Word*>(streams[s].data + group * bytes);
            if (streams[s].written)
                rewrite(words, bytes / sizeof(Word), key);
            else
                seen ^= read(words, bytes / sizeof(Word));
        }
    asm volatile("" : : "r"(seen));  // keeps the reads
}

}  // namespace

}  // namespace wend::bench

template <>
const wend::bench::StreamsLoop
    wend::detail::OfIsa<wend::Isa::WEND_STREAMS_ISA, wend::bench::StreamsLoop>::table = wend::bench::touch;
