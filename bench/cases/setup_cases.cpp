// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/cases/setup_cases.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "bench/cases/input.hpp"
#include "bench/loops/wend_run.hpp"
#include "wend/path.hpp"

namespace wend::bench {

namespace {

/// A run without a state: `reset` does nothing, and there is nothing to hash.
Run stateless(std::function<void()> call) {
    return {.reset = [] {},
            .run =
                [call = std::move(call)](std::uint64_t calls) {
                    for (std::uint64_t i = 0; i < calls; ++i) call();
                },
            .hash = [] { return std::uint64_t{0}; }};
}

Run build_program() {
    const auto input = std::make_shared<const Input>(Input{.kernel = KernelId::weighted, .agents = 0});
    return stateless([input] { (void)input->program(); });
}

/// Rings of unequal radii.
std::vector<std::vector<Point>> make_rings(std::size_t paths, std::size_t nodes) {
    std::vector<std::vector<Point>> rings(paths);
    for (std::size_t path = 0; path < paths; ++path)
        for (std::size_t node = 0; node < nodes; ++node) {
            const double angle = 6.283185307179586 * static_cast<double>(node) / static_cast<double>(nodes);
            const double radius = 100 + static_cast<double>((path * 7919 + node * 104'729) % 31);
            rings[path].push_back({500 + radius * std::cos(angle), 500 + radius * std::sin(angle)});
        }
    return rings;
}

Run build_path_set(std::size_t paths, std::size_t nodes) {
    const auto rings = std::make_shared<const std::vector<std::vector<Point>>>(make_rings(paths, nodes));
    return stateless([rings] {
        PathSetBuilder builder;
        for (const std::vector<Point>& ring : *rings) builder.add(ring, true);
        if (!builder.build()) throw std::runtime_error("a path set was refused");
    });
}

}  // namespace

std::vector<SetupCase> setup_cases() {
    return {{"program_build/any/forces:2", [] { return build_program(); }},
            {"path_set_build/any/paths:10x50", [] { return build_path_set(10, 50); }},
            {"path_set_build/any/paths:1000x50", [] { return build_path_set(1'000, 50); }}};
}

std::int64_t time_first_call() {
    using Clock = std::chrono::steady_clock;
    AgentBuffer agents({Stream::position_x, Stream::position_y, Stream::velocity_x, Stream::velocity_y,
                        Stream::target_x, Stream::target_y});
    agents.spawn(64);
    const Input input{.kernel = KernelId::seek, .agents = 64};
    const Program program = input.program();
    const Clock::time_point start = Clock::now();
    const Result result = wend::run(program, agents.view(), {.dt = dt, .first_tick = 0, .seed = seed},
                                    {.threading = Threading::serial});
    const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start);
    if (!result.status) throw std::runtime_error(message(result.status));
    return spent.count();
}

}  // namespace wend::bench
