// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#ifdef WEND_HAS_NANOFLANN
#include <nanoflann.hpp>
#endif

#include "bench/gbench/rows.hpp"
#include "wend/wend.hpp"

namespace wend::bench {

namespace {

constexpr std::size_t points = 1'000;
constexpr std::size_t k = 8;
constexpr Execution serial{.threading = Threading::serial};

/// Agents at random places, one in each square metre, and points among them.
struct Places {
    std::vector<float> x, y, point_x, point_y;

    explicit Places(std::size_t agents) {
        std::mt19937 random(3);
        const auto side = static_cast<float>(std::sqrt(static_cast<double>(agents)));
        std::uniform_real_distribution<float> place(0, side);
        const auto fill = [&](std::vector<float>& to, std::size_t count) {
            while (to.size() < count) to.push_back(place(random));
        };
        fill(x, agents);
        fill(y, agents);
        fill(point_x, points);
        fill(point_y, points);
    }

    [[nodiscard]] AgentView view() const {
        AgentView view;
        view.bind<Stream::position_x>(x).bind<Stream::position_y>(y);
        return view;
    }
    [[nodiscard]] AgentIndex index() const {
        AgentIndex index = *AgentIndex::create(x.size());
        index.build(view(), bodies);
        return index;
    }
    [[nodiscard]] QueryPoints queries() const { return {.x = point_x, .y = point_y}; }

    static constexpr IndexOptions bodies{.body_radius = 0.25f};
};

std::size_t agents_of(const benchmark::State& state) { return static_cast<std::size_t>(state.range(0)); }

void build(benchmark::State& state) {
    const Places places(agents_of(state));
    AgentIndex index = places.index();
    for (auto _ : state) benchmark::DoNotOptimize(index.build(places.view(), Places::bodies));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void nearest_of_points(benchmark::State& state) {
    const Places places(agents_of(state));
    const AgentIndex index = places.index();
    std::vector<FoundAgent> found(points * k);
    for (auto _ : state) {
        (void)index.nearest(places.queries(), k, found, serial);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

void nearest_of_agents(benchmark::State& state) {
    const Places places(agents_of(state));
    const AgentIndex index = places.index();
    std::vector<FoundAgent> found(agents_of(state) * k);
    for (auto _ : state) {
        (void)index.nearest(k, found, serial);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void within(benchmark::State& state) {
    const Places places(agents_of(state));
    const AgentIndex index = places.index();
    std::vector<std::uint64_t> offsets(points + 1);
    std::vector<FoundAgent> found(points * 64);
    for (auto _ : state) {
        benchmark::DoNotOptimize(index.within(places.queries(), 2, offsets, found, serial));
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

/// From each point 20 m ahead.
void cast(benchmark::State& state) {
    const Places places(agents_of(state));
    const AgentIndex index = places.index();
    std::vector<FoundAgent> found(points);
    std::vector<float> to_x, to_y;
    for (std::size_t i = 0; i < points; ++i) {
        const auto angle = static_cast<float>(i);
        to_x.push_back(places.point_x[i] + 20 * std::cos(angle));
        to_y.push_back(places.point_y[i] + 20 * std::sin(angle));
    }
    const QueryRays rays{
        .from_x = places.point_x, .from_y = places.point_y, .to_x = to_x, .to_y = to_y, .radius = 0.25f};
    for (auto _ : state) {
        (void)index.cast(rays, 1, found, serial);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points));
}

void contacts(benchmark::State& state) {
    const Places places(agents_of(state));
    const AgentIndex index = places.index();
    std::vector<Contact> pairs(agents_of(state));
    for (auto _ : state) {
        benchmark::DoNotOptimize(index.contacts(pairs));
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

#ifdef WEND_HAS_NANOFLANN

/// nanoflann's tree over the same places.
struct Cloud {
    const Places& places;

    [[nodiscard]] std::size_t kdtree_get_point_count() const { return places.x.size(); }
    [[nodiscard]] float kdtree_get_pt(std::size_t i, std::size_t axis) const {
        return axis == 0 ? places.x[i] : places.y[i];
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};
using Tree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 2, std::uint32_t>;

void nanoflann_builds(benchmark::State& state) {
    const Places places(agents_of(state));
    const Cloud cloud{places};
    for (auto _ : state)
        benchmark::DoNotOptimize(Tree(2, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10)));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Those of the points, or of the agents (each finds itself besides), once they were seen to be wend's.
void nanoflann_nearest(benchmark::State& state, bool of_agents) {
    const Places places(agents_of(state));
    const Cloud cloud{places};
    const Tree tree(2, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    const std::vector<float>& x = of_agents ? places.x : places.point_x;
    const std::vector<float>& y = of_agents ? places.y : places.point_y;
    const std::size_t each = of_agents ? k + 1 : k;
    std::vector<std::uint32_t> slots(x.size() * each);
    std::vector<float> squares(x.size() * each);
    const auto find = [&] {
        for (std::size_t i = 0; i < x.size(); ++i) {
            const float at[] = {x[i], y[i]};
            tree.knnSearch(at, each, &slots[i * each], &squares[i * each]);
        }
    };
    find();
    std::vector<FoundAgent> found(x.size() * each);
    (void)places.index().nearest({.x = x, .y = y}, each, found, serial);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (std::sqrt(squares[i]) != found[i].distance) return state.SkipWithError("finds others");
    for (auto _ : state) {
        find();
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(x.size()));
}

#endif

}  // namespace

void register_query_rows() {
    benchmark::RegisterBenchmark("queries/build", build)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/nearest_8/points:1000", nearest_of_points)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/nearest_8/agents", nearest_of_agents)->Arg(8'192)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/within_2m/points:1000", within)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/cast_20m/rays:1000", cast)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/contacts", contacts)->Arg(8'192)->Arg(100'000);
#ifdef WEND_HAS_NANOFLANN
    benchmark::RegisterBenchmark("queries/build/nanoflann", nanoflann_builds)->Arg(100'000);
    benchmark::RegisterBenchmark("queries/nearest_8/points:1000/nanoflann", nanoflann_nearest, false)
        ->Arg(100'000);
    benchmark::RegisterBenchmark("queries/nearest_8/agents/nanoflann", nanoflann_nearest, true)
        ->Arg(8'192)
        ->Arg(100'000);
#endif
}

}  // namespace wend::bench
