// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The rivals of the benchmarks do the same work as wend, and the table compares equal vector widths.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "bench/cases/registry.hpp"
#include "bench/cases/rival_state.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/grid_run.hpp"

namespace {

using namespace wend::bench;

/// Not a multiple of any vector or block.
constexpr std::size_t agents = 2'051;

std::vector<KernelId> all_kernels() {
    std::vector<KernelId> kernels;
    for (std::size_t k = 0; k < named_kernel_count; ++k) kernels.push_back(static_cast<KernelId>(k));
    return kernels;
}

bool applies(const rivals::Rival& rival, KernelId kernel) {
    return rival.can_run() && rival.frame_of(kernel) != nullptr;
}

/// Calls `use(kernel, rival)` for all pairs that can run here.
template <class Use>
void for_each_pair(const Use& use) {
    for (const KernelId kernel : all_kernels())
        for (const rivals::Rival& rival : rivals::all())
            if (applies(rival, kernel)) use(kernel, rival);
}

rivals::Rival made_of(const rivals::Loops& loops) {
    return {.name = "test",
            .how = "",
            .vector_bits = 256,
            .made = rivals::Made::by_hand,
            .arithmetic = rivals::Arithmetic::ieee,
            .loops = &loops};
}

TEST(Rivals, MoveTheAgentsWhereTheReferenceDoes) {
    InputStore inputs;
    for_each_pair([&](KernelId kernel, const rivals::Rival& rival) {
        EXPECT_EQ(disagreement(*inputs.get(kernel, agents), rival), "")
            << rival.name << ", " << info(kernel).name << info(kernel).suffix;
    });
}

TEST(Rivals, GridLoopsMoveTheFlockWhereTheReferenceDoes) {
    const Registry registry;
    for (const GridLoop* const loop : grid_loops())
        EXPECT_EQ(registry.make_rival(*loop, agents).disagreement(), "") << loop->name;
    GridLoop idle{};
    idle.name = "idle";
    idle.flock = [](GridFlock&) {};
    EXPECT_NE(registry.make_rival(idle, agents).disagreement(), "");
}

rivals::Frame frame_of_too_strong;

/// Agents with a max_force that is 1 % too large.
void too_strong(const rivals::Streams& streams, const wend::bench::World& world, std::uint32_t tick) {
    wend::bench::World other = world;
    other.max_force *= 1.01f;
    frame_of_too_strong(streams, other, tick);
}

bool is_limited(KernelId kernel) { return std::string_view(info(kernel).name).ends_with("+locomotion"); }

TEST(Rivals, AMaxForceThatIsOnePerCentOffIsFound) {
    InputStore inputs;
    std::set<KernelId> seen;
    for_each_pair([&](KernelId kernel, const rivals::Rival& rival) {
        if (!is_limited(kernel) || !seen.insert(kernel).second) return;
        frame_of_too_strong = rival.frame_of(kernel);
        rivals::Loops loops{};
        loops.of[0] = {kernel, too_strong};
        EXPECT_NE(disagreement(*inputs.get(kernel, agents), made_of(loops)), "") << info(kernel).name;
    });
    const Registry registry;
    for (const GridLoop* const right : grid_loops()) {
        static GridTick tick = right->flock;
        GridLoop loop = *right;
        loop.flock = [](GridFlock& flock) {
            flock.max_force *= 1.01f;
            tick(flock);
            flock.max_force /= 1.01f;
        };
        EXPECT_NE(registry.make_rival(loop, agents).disagreement(), "");
        break;
    }
}

TEST(Rivals, PassSeveralNodesInATick) {
    const auto input = InputStore().get(KernelId::waypoint_advance, agents, Start::segments);
    for (const rivals::Rival& rival : rivals::all()) {
        if (!applies(rival, KernelId::waypoint_advance)) continue;
        EXPECT_EQ(disagreement(*input, rival), "") << rival.name;
    }
}

void stand_still(const rivals::Streams&, const wend::bench::World&, std::uint32_t) {}

/// Moves one agent in a hundred by 2 cm.
void shift_some(const rivals::Streams& streams, const wend::bench::World&, std::uint32_t tick) {
    if (tick != 0) return;
    for (std::int32_t i = 0; i < streams.agents; i += 100) streams.position_x[i] += 0.02f;
}

TEST(Rivals, ARivalWithoutTheWorkIsFound) {
    InputStore inputs;
    rivals::Loops loops{};
    loops.of[0] = {KernelId::seek, stand_still};
    EXPECT_NE(disagreement(*inputs.get(KernelId::seek, agents), made_of(loops)), "");
}

TEST(Rivals, FewAgentsInAWrongPlaceAreFound) {
    const auto no_motion = std::make_shared<Input>(*InputStore().get(KernelId::approach, agents));
    std::ranges::fill(no_motion->population.all<wend::Stream::speed>(), 0.0f);
    rivals::Loops loops{};
    loops.of[0] = {KernelId::approach, stand_still};
    EXPECT_EQ(disagreement(*no_motion, made_of(loops)), "");
    loops.of[0].frame = shift_some;
    EXPECT_NE(disagreement(*no_motion, made_of(loops)), "");
}

/// The mean square distance of agents from their positions without draws, without agents that wrapped around
/// the world's edge.
double spread(const Motion& drawn, const Motion& calm) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < drawn.x.size(); ++i) {
        const double dx = static_cast<double>(drawn.x[i]) - static_cast<double>(calm.x[i]);
        const double dy = static_cast<double>(drawn.y[i]) - static_cast<double>(calm.y[i]);
        if (dx * dx + dy * dy > 100) continue;
        sum += dx * dx + dy * dy;
        ++count;
    }
    return sum / static_cast<double>(count);
}

TEST(Rivals, DrawAsMuchAsWendDoes) {
    InputStore inputs;
    for (const KernelId kernel : {KernelId::wander, KernelId::retarget_wander, KernelId::weighted,
                                  KernelId::prioritised, KernelId::approach_brisk}) {
        const auto input = inputs.get(kernel, 4 * agents);
        const Motion calm = reference_motion(input->without_draws());
        const double expected = spread(reference_motion(*input), calm);
        for (const rivals::Rival& rival : rivals::all()) {
            if (!applies(rival, kernel)) continue;
            const std::shared_ptr<RivalState> state = make_state(input, rival);
            state->run(hash_ticks);
            EXPECT_NEAR(spread(state->motion(), calm) / expected, 1, 0.1)
                << rival.name << ", " << info(kernel).name;
        }
    }
}

TEST(Rivals, HaveARowForEachOfTheirKernels) {
    const Registry registry;
    std::set<std::string> names;
    for (const Case& which : registry.cases()) EXPECT_TRUE(names.insert(which.name).second) << which.name;
    for_each_pair([&](KernelId kernel, const rivals::Rival& rival) {
        const std::string name = std::string(info(kernel).name) + "/" + std::string(rival.name) +
                                 "/agents:8192/threads:1" + std::string(info(kernel).suffix);
        EXPECT_TRUE(names.contains(name)) << name;
    });
    for (const GridLoop* const loop : grid_loops())
        EXPECT_TRUE(names.contains("flock+locomotion/" + std::string(loop->name) + "/agents:8192/threads:1"));
    for (const rivals::Rival& rival : rivals::all()) {
        if (rival.can_run()) continue;
        for (const Case& which : registry.cases()) EXPECT_NE(which.isa, rival.name);
    }
}

Row row(Side side, unsigned vector_bits, double seconds, bool ieee = false) {
    Case which{};
    which.side = side;
    which.ieee = ieee;
    which.vector_bits = vector_bits;
    which.agents = which.ticks = which.threads = 1;
    return {.what = which, .calls = 1, .slices = {{seconds, seconds}}};
}

TEST(Rivals, AreComparedAtTheSameWidth) {
    const Group group{.rows = {row(Side::vectorised, 256, 3), row(Side::vectorised, 256, 4),
                               row(Side::vectorised, 512, 2), row(Side::other, 256, 1),
                               row(Side::tutorial, 0, 1), row(Side::vectorised, 512, 5, true)}};
    EXPECT_EQ(group.rival(row(Side::wend, 512, 1)), &group.rows[2]);
    EXPECT_EQ(group.rival(row(Side::wend, 256, 1)), &group.rows[0]);
    EXPECT_EQ(group.rival(row(Side::wend, 128, 1)), &group.rows[0]);
    EXPECT_EQ(group.ieee_rival(row(Side::wend, 512, 1)), &group.rows[5]);
    EXPECT_EQ(group.ieee_rival(row(Side::wend, 256, 1)), nullptr);
    EXPECT_EQ(group.tutorial(), &group.rows[4]);
    EXPECT_EQ(Group{}.rival(row(Side::wend, 512, 1)), nullptr);
}

}  // namespace
