// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/ways.hpp"

#include <fmt/format.h>

#include <array>

namespace wend::verify {
namespace {

/// A job system that runs the blocks one by one, from the last to the first.
void run_backwards(void*, std::uint32_t block_count, void (*body)(void*, std::uint32_t, std::uint32_t),
                   void* body_context) {
    for (std::uint32_t block = block_count; block > 0; --block) body(body_context, block - 1, block);
}

const std::array workers{
    Execution{.threading = Threading::serial}, Execution{.threading = Threading::tbb, .max_threads = 2},
    Execution{.threading = Threading::tbb},
    Execution{.threading = Threading::callback, .jobs = {.parallel_for = run_backwards}}};
constexpr std::array blocks{64u, 0u};
constexpr std::array passes{1u, 7u, 0u};

}  // namespace

std::vector<Execution> ways(Isa isa) {
    if (isa == Isa::reference)
        return {
            {.isa = isa, .threading = Threading::tbb, .max_threads = 2, .block = 64, .ticks_per_pass = 7}};
    std::vector<Execution> chosen;
    for (std::size_t worker = 0; worker < workers.size(); ++worker)
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            Execution& way = chosen.emplace_back(workers[worker]);
            way.isa = isa;
            way.block = blocks[(worker + pass + 1) % blocks.size()];
            way.ticks_per_pass = passes[pass];
        }
    return chosen;
}

std::string text_of(const Execution& way) {
    const auto worker = [&]() -> std::string {
        if (way.threading == Threading::serial) return "1 thread";
        if (way.threading == Threading::callback) return "a job system";
        return way.max_threads == 0 ? "all threads" : fmt::format("{} threads", way.max_threads);
    };
    return fmt::format(
        "{}, {}, {}", worker(), way.block == 0 ? "default blocks" : fmt::format("blocks of {}", way.block),
        way.ticks_per_pass == 0
            ? "default passes"
            : fmt::format("{} tick{} a pass", way.ticks_per_pass, way.ticks_per_pass == 1 ? "" : "s"));
}

}  // namespace wend::verify
