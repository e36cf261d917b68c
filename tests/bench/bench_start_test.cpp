// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The uneven populations of the benchmarks match their names, and the loop over streams leaves them
// unchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "bench/cases/input.hpp"
#include "bench/cases/registry.hpp"
#include "bench/loops/streams_run.hpp"
#include "bench/loops/wend_run.hpp"

namespace {

using namespace wend;
using namespace wend::bench;

/// Enough for shares, and not a multiple of any vector or block.
constexpr std::size_t agents = 2'051;

std::shared_ptr<const Input> input_of(KernelId kernel, Start start) {
    return InputStore().get(kernel, agents, start);
}

/// An agent's distance along its path.
double along(const PathSet& paths, const WendRun& run, std::size_t agent) {
    const auto path = static_cast<std::size_t>(run.view().get<Stream::path>()[agent]);
    double distance = run.view().get<Stream::segment_distance>()[agent];
    for (std::uint32_t segment = 0; segment < run.view().get<Stream::segment>()[agent]; ++segment)
        distance += static_cast<double>(paths.segment_length(path, segment));
    return distance;
}

/// The number of nodes that each agent passes in one tick (less than a lap).
std::vector<int> nodes_in_a_tick(Start start) {
    const auto input = input_of(KernelId::waypoint_advance, start);
    WendRun run(input, make_calls(Isa::reference, 1, 1));
    std::vector<std::uint32_t> before(run.view().get<Stream::segment>().begin(),
                                      run.view().get<Stream::segment>().end());
    run.run(1);
    std::vector<int> nodes(agents);
    for (std::size_t i = 0; i < agents; ++i) {
        const auto path = static_cast<std::size_t>(run.view().get<Stream::path>()[i]);
        const std::uint32_t count = input->paths->node_count(path);
        nodes[i] = static_cast<int>((run.view().get<Stream::segment>()[i] + count - before[i]) % count);
    }
    return nodes;
}

double share_within(const std::vector<int>& values, int low, int high) {
    return static_cast<double>(
               std::count_if(values.begin(), values.end(), [&](int v) { return v >= low && v <= high; })) /
           static_cast<double>(values.size());
}

TEST(Starts, SegmentsAreThreeToSixInATick) {
    const std::vector<int> nodes = nodes_in_a_tick(Start::segments);
    double sum = 0;
    for (const int n : nodes) sum += n;
    EXPECT_GT(sum / agents, 3.5);  // legs of 5 to 15 m, and a long one that closes the path
    EXPECT_LT(sum / agents, 5.5);
    EXPECT_GT(share_within(nodes, 2, 7), 0.9);
}

/// The number of agents that cross a node in each of 16 ticks.
std::vector<int> crossings_of(Start start) {
    WendRun run(input_of(KernelId::waypoint_advance, start), make_calls(Isa::reference, 1, 1));
    std::vector<int> crossings;
    for (int tick = 0; tick < 16; ++tick) {
        const std::vector<std::uint32_t> before(run.view().get<Stream::segment>().begin(),
                                                run.view().get<Stream::segment>().end());
        run.run(1);
        int crossed = 0;
        for (std::size_t i = 0; i < agents; ++i) crossed += before[i] != run.view().get<Stream::segment>()[i];
        crossings.push_back(crossed);
    }
    return crossings;
}

TEST(Starts, CrossingCrossesTogether) {
    const std::vector<int> crossings = crossings_of(Start::crossing);
    // Except agents on the closing leg of their path: one in fifty.
    const auto together = std::count_if(crossings.begin(), crossings.end(),
                                        [](int n) { return n > static_cast<int>(0.9 * agents); });
    const auto almost_none = std::count_if(crossings.begin(), crossings.end(),
                                           [](int n) { return n < static_cast<int>(0.1 * agents); });
    EXPECT_EQ(together, 2);
    EXPECT_EQ(almost_none, 14);
}

TEST(Starts, CrossingSpreadCrossesAsOftenAndInEveryTick) {
    const auto sum = [](const std::vector<int>& crossings) {
        return std::accumulate(crossings.begin(), crossings.end(), 0);
    };
    const std::vector<int> spread = crossings_of(Start::crossing_spread);
    for (const int crossed : spread) EXPECT_NEAR(crossed, agents / 8.0, 0.02 * agents);
    EXPECT_NEAR(sum(spread), sum(crossings_of(Start::crossing)), 0.02 * agents);
}

TEST(Starts, UnequalPathsAreSharedByLength) {
    const auto input = input_of(KernelId::waypoint_advance, Start::unequal_paths);
    const PathSet& paths = *input->paths;
    EXPECT_EQ(paths.node_count(0), 100'000u);
    for (std::size_t path = 1; path < paths.size(); ++path) ASSERT_EQ(paths.node_count(path), 2u);
    double total = 0;
    for (std::size_t path = 0; path < paths.size(); ++path) total += paths.length(path, path_mode);
    const auto path = input->population.all<Stream::path>();
    const double on_long = static_cast<double>(std::count(path.begin(), path.end(), 0)) / agents;
    EXPECT_NEAR(on_long, paths.length(0, path_mode) / total, 0.01);
    EXPECT_LT(on_long, 1);

    const auto longest = input_of(KernelId::waypoint_advance, Start::longest_path);
    const auto paths_of_all = longest->population.all<Stream::path>();
    EXPECT_TRUE(std::ranges::all_of(paths_of_all, [](std::int32_t p) { return p == 0; }));
    EXPECT_GT(std::ranges::max(longest->population.all<Stream::segment>()), 99'000u);
    EXPECT_LT(std::ranges::min(longest->population.all<Stream::segment>()), 1'000u);
}

TEST(Starts, OneNode) {
    const auto input = input_of(KernelId::waypoint_advance, Start::one_node);
    const Population& population = input->population;
    for (std::size_t i = 0; i < agents; ++i) {
        ASSERT_EQ(population.get<Stream::path>(i), 0);
        ASSERT_EQ(population.get<Stream::segment>(i), 0u);
        ASSERT_EQ(population.get<Stream::segment_distance>(i), 0);
        ASSERT_EQ(population.get<Stream::position_x>(i), population.get<Stream::position_x>(0));
    }
}

TEST(Starts, Laps) {
    for (const auto& [start, laps] :
         {std::pair{Start::one_lap, 1.37}, std::pair{Start::many_laps, 1'000.37}}) {
        const auto input = input_of(KernelId::waypoint_advance, start);
        for (std::size_t i = 0; i < agents; i += 100) {
            const double lap = input->paths->length(
                static_cast<std::size_t>(input->population.get<Stream::path>(i)), path_mode);
            EXPECT_NEAR(static_cast<double>(input->population.get<Stream::speed>(i) * bench::dt) / lap, laps,
                        1e-6 * laps)
                << i;
        }
        WendRun run(input, make_calls(Isa::reference, 1, 1));
        const double lap =
            input->paths->length(static_cast<std::size_t>(input->population.get<Stream::path>(0)), path_mode);
        const double before = along(*input->paths, run, 0);
        run.run(1);
        const double advance = along(*input->paths, run, 0) - before;
        EXPECT_NEAR((advance < 0 ? advance + lap : advance) / lap, 0.37, 1e-3);
    }
}

TEST(Starts, OnNodeReachesOneEveryTick) {
    WendRun run(input_of(KernelId::path_follow, Start::on_node), make_calls(Isa::reference, 1, 1));
    for (int tick = 0; tick < 4; ++tick) {
        const std::vector<std::uint32_t> before(run.view().get<Stream::node>().begin(),
                                                run.view().get<Stream::node>().end());
        run.run(1);
        for (std::size_t i = 0; i < agents; ++i) ASSERT_NE(before[i], run.view().get<Stream::node>()[i]) << i;
    }
}

/// The share of agents and ticks of which the force exceeds max_force, in the ticks that are measured.
double limited_share(KernelId kernel, Start start) {
    const auto input = input_of(kernel, start);
    const Program program = input->program();
    std::vector<Stream> streams = streams_of(program);
    streams.insert(streams.end(), {Stream::force_x, Stream::force_y});
    AgentBuffer buffer(streams);
    buffer.make_workspace(program);
    buffer.spawn(agents);
    input->population.copy_to(buffer.view());
    const auto x = buffer.get<Stream::force_x>();
    const auto y = buffer.get<Stream::force_y>();
    const float limit = max_force_of(start);
    const auto ticks = static_cast<std::uint32_t>(ticks_before_reset(in_cache_size));
    std::size_t limited = 0;
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        EXPECT_TRUE(run(program, buffer.view(), {.dt = bench::dt, .first_tick = tick, .seed = seed}).status);
        for (std::size_t i = 0; i < agents; ++i) limited += x[i] * x[i] + y[i] * y[i] > limit * limit ? 1 : 0;
    }
    return static_cast<double>(limited) / static_cast<double>(agents * ticks);
}

// bench/README.md names these shares.
TEST(Starts, LimitsActOnManyAgents) {
    for (const auto& [kernel, share] : {std::pair{KernelId::wander, 1.0}, std::pair{KernelId::seek, 0.65},
                                        std::pair{KernelId::path_follow, 0.05}}) {
        EXPECT_NEAR(limited_share(kernel, Start::ordinary), share, 0.02) << info(kernel).name;
        EXPECT_EQ(limited_share(kernel, Start::wide_limits), 0) << info(kernel).name;
    }
}

TEST(Streams, AreTouchedAndLeftUnchanged) {
    for (const KernelId kernel : {KernelId::seek, KernelId::waypoint_advance, KernelId::approach})
        for (const Isa isa : supported_isas()) {
            if (isa == Isa::reference) continue;
            const auto state =
                std::make_shared<WendRun>(input_of(kernel, Start::ordinary), make_calls(isa, 1, 1));
            state->run(3);
            const std::uint64_t before = state->hash();
            for (const unsigned threads : {1u, 2u}) {
                make_streams_run(state, isa, threads).run(1);  // once: two changes could cancel
                EXPECT_EQ(state->hash(), before) << info(kernel).name << ", " << name(isa) << ", " << threads;
            }
        }
}

}  // namespace
