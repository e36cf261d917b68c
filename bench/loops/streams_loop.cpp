// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/streams_loop.hpp"

// Compiled once per instruction set; WEND_STREAMS_ISA names the table.
namespace wend::bench {

namespace {

/// A cache line, in as many registers as the instruction set needs.
using Line = std::uint64_t __attribute__((vector_size(64), may_alias));

void touch(const TouchedStream* streams, std::size_t stream_count, std::size_t begin, std::size_t end,
           std::uint64_t key) {
    const Line keys = Line{} + key;
    Line seen{};
    for (std::size_t group = begin; group < end; ++group)
        for (std::size_t s = 0; s < stream_count; ++s) {
            const std::size_t bytes = touched_together * streams[s].element_size;
            auto* const lines = reinterpret_cast<Line*>(streams[s].data + group * bytes);
            for (std::size_t line = 0; line < bytes / sizeof(Line); ++line) {
                if (streams[s].written)
                    lines[line] ^= keys;
                else
                    seen ^= lines[line];
            }
        }
    asm volatile("" : : "m"(seen));  // keeps the reads
}

}  // namespace

#define WEND_JOIN_NAMES(a, b) a##b
#define WEND_JOIN(a, b) WEND_JOIN_NAMES(a, b)
extern const StreamsLoop WEND_JOIN(streams_loop_, WEND_STREAMS_ISA);
constinit const StreamsLoop WEND_JOIN(streams_loop_, WEND_STREAMS_ISA) = touch;

}  // namespace wend::bench
