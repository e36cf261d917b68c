// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/gbench/rows.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "bench/statistics/median.hpp"
#include "wend/wend.hpp"

namespace wend::bench {

namespace {

constexpr std::size_t total_nodes = 1'000'000;
/// Too many for a cache or a branch predictor to learn.
constexpr std::size_t query_count = 1'000'000;

/// The rows' baseline.
constexpr std::size_t few_nodes = 8;

/// Queries for random places on random paths of a set of 1,000,000 nodes.
class Queries {
  public:
    explicit Queries(std::size_t nodes) : paths_(make_paths(nodes)) {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> share(0, 1);
        for (std::size_t i = 0; i < query_count; ++i) {
            const std::size_t path = random() % paths_.size();
            queries_.push_back({path, share(random) * paths_.length(path, PathMode::loop)});
        }
    }

    /// Seconds of CPU time for all queries: one thread, so that other load does not count.
    [[nodiscard]] double measure() const {
        const std::clock_t start = std::clock();
        double sum = 0;
        for (const Query& query : queries_)
            sum += paths_.locate(query.path, query.s, PathMode::loop).distance;
        benchmark::DoNotOptimize(sum);
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }

  private:
    struct Query {
        std::size_t path;
        double s;
    };

    /// Segment lengths between 1 and 16, uniform in their logarithm.
    static PathSet make_paths(std::size_t nodes) {
        std::mt19937_64 random(11);
        std::uniform_real_distribution<double> exponent(0, 4);
        std::uniform_real_distribution<double> bend(-0.3, 0.3);
        PathSetBuilder builder;
        for (std::size_t path = 0; path < total_nodes / nodes; ++path) {
            std::vector<Point> points{{}};
            double heading = 0;
            while (points.size() < nodes) {
                heading += bend(random);
                const double length = std::exp2(exponent(random));
                points.push_back({points.back().x + length * std::cos(heading),
                                  points.back().y + length * std::sin(heading)});
            }
            builder.add(points);
        }
        return *builder.build();
    }

    PathSet paths_;
    std::vector<Query> queries_;
};

/// Slices on paths of `nodes` and of `few_nodes` take turns, so that drift of the machine affects both.
void measure_locate(benchmark::State& state, std::size_t nodes) {
    const Queries few(few_nodes);
    const Queries many(nodes);
    std::vector<double> ratios;
    std::vector<double> seconds;
    for (auto _ : state) {
        const double base = few.measure();
        seconds.push_back(many.measure());
        ratios.push_back(seconds.back() / base);
        state.SetIterationTime(seconds.back());
    }
    state.counters["nodes"] = static_cast<double>(nodes);
    state.counters["ns_per_look_up"] = median(seconds) * 1e9 / static_cast<double>(query_count);
    state.counters["x_nodes_8"] = median(ratios);
}

}  // namespace

void register_locate_rows() {
    for (const std::size_t nodes : {few_nodes, std::size_t{1'000}, std::size_t{100'000}})
        benchmark::RegisterBenchmark(("locate/nodes:" + std::to_string(nodes)).c_str(), measure_locate, nodes)
            ->UseManualTime();
}

}  // namespace wend::bench
