// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/loops/streams_run.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "bench/loops/streams_loop.hpp"
#include "kernels/src/simd/built_isas.hpp"

namespace wend::bench {

namespace {

StreamsLoop find_loop(Isa isa) {
    const StreamsLoop* const loop = detail::BuiltIsas::find<StreamsLoop>(isa);
    if (loop == nullptr) throw std::logic_error("no loop over streams for this instruction set");
    return *loop;
}

std::vector<TouchedStream> streams_of(const WendRun& state) {
    std::vector<TouchedStream> streams;
    for (const StreamUse& use : state.program().streams()) {
        const Column& column = state.view().column(use.stream);
        streams.push_back({.data = static_cast<std::byte*>(column.data),
                           .element_size = size_of(column.element),
                           .written = use.use != wend::Use::input});
    }
    return streams;
}

}  // namespace

Run make_streams_run(std::shared_ptr<WendRun> state, Isa isa, unsigned threads) {
    static std::atomic<std::uint64_t> no_key{0};
    const auto touch = [state, loop = find_loop(isa), threads,
                        streams = streams_of(*state)](std::uint64_t calls) {
        const std::size_t groups = state->view().size() / touched_together;
        const std::uint64_t key = no_key.load(std::memory_order_relaxed);
        const auto part = [&](const tbb::blocked_range<std::size_t>& range) {
            loop(streams.data(), streams.size(), range.begin(), range.end(), key);
        };
        for (std::uint64_t call = 0; call < calls; ++call) {
            constexpr std::size_t grain = 1'024;
            if (threads == 1)
                loop(streams.data(), streams.size(), 0, groups, key);
            else
                tbb::parallel_for(tbb::blocked_range<std::size_t>(0, groups, grain), part);
        }
    };
    return {.reset = [] {}, .run = touch, .hash = [] { return std::uint64_t{0}; }};
}

}  // namespace wend::bench
