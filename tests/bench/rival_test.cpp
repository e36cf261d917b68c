// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The rivals of the benchmarks do the same work as wend, and the table compares equal vector widths.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "bench/cases/registry.hpp"
#include "bench/cases/rival_state.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/rival.hpp"

namespace wend::bench::rivals {

extern const Loops template_loops;  // of bench/rivals/template.cpp

}  // namespace wend::bench::rivals

namespace {

using namespace wend::bench;

/// Not a multiple of any vector or block.
constexpr std::size_t agents = 2'051;

std::vector<KernelId> all_kernels() {
    std::vector<KernelId> kernels;
    for (std::size_t k = 0; k < named_kernel_count; ++k) kernels.push_back(static_cast<KernelId>(k));
    return kernels;
}

/// Calls `use(kernel, loop)` for all pairs that can run here.
template <class Use>
void for_each_pair(const Use& use) {
    for (const KernelId kernel : all_kernels())
        for (const rivals::RivalLoop& loop : rivals::loops_of(kernel)) use(kernel, loop);
}

rivals::RivalLoop made_of(const rivals::Loop& loop) {
    static const rivals::Rival rival{.name = "test",
                                     .how = "",
                                     .vector_bits = 256,
                                     .made = rivals::Made::by_hand,
                                     .arithmetic = rivals::Arithmetic::ieee,
                                     .loops = {}};
    return {&rival, &loop};
}

TEST(Rivals, MoveTheAgentsWhereTheReferenceDoes) {
    InputStore inputs;
    std::map<KernelId, Motion> references;
    for_each_pair([&](KernelId kernel, const rivals::RivalLoop& loop) {
        EXPECT_EQ(disagreement(*inputs.get(kernel, agents), loop, &references[kernel]), "")
            << loop.name() << ", " << info(kernel).name << info(kernel).suffix;
    });
}

TEST(Rivals, AFlockThatStandsStillIsFound) {
    const rivals::Loop idle{.kernel = KernelId::flock, .grid = [](GridFlock&) {}};
    EXPECT_NE(disagreement(*InputStore().get(KernelId::flock, agents), made_of(idle)), "");
}

/// Of a loop, with a max_force that is 1 % too large.
rivals::Loop off_by_one_per_cent(const rivals::Loop& right) {
    static rivals::Loop loop;
    loop = right;
    rivals::Loop wrong{.kernel = right.kernel};
    if (right.grid != nullptr)
        wrong.grid = [](GridFlock& flock) {
            const float max_force = flock.max_force;
            flock.max_force *= 1.01f;
            loop.grid(flock);
            flock.max_force = max_force;
        };
    else
        wrong.frame = [](const rivals::Streams& streams, const wend::bench::World& world,
                         std::uint32_t tick) {
            wend::bench::World other = world;
            other.max_force *= 1.01f;
            loop.frame(streams, other, tick);
        };
    return wrong;
}

bool is_limited(KernelId kernel) { return std::string_view(info(kernel).name).ends_with("+locomotion"); }

TEST(Rivals, AMaxForceThatIsOnePerCentOffIsFound) {
    InputStore inputs;
    std::set<KernelId> seen;
    for_each_pair([&](KernelId kernel, const rivals::RivalLoop& loop) {
        if (!is_limited(kernel) || !seen.insert(kernel).second) return;
        const rivals::Loop wrong = off_by_one_per_cent(*loop.loop);
        EXPECT_NE(disagreement(*inputs.get(kernel, agents), made_of(wrong)), "") << info(kernel).name;
    });
}

TEST(Rivals, PassSeveralNodesInATick) {
    const auto input = InputStore().get(KernelId::waypoint_advance, agents, Start::segments);
    for (const rivals::RivalLoop& loop : rivals::loops_of(KernelId::waypoint_advance))
        EXPECT_EQ(disagreement(*input, loop), "") << loop.name();
}

void stand_still(const rivals::Streams&, const wend::bench::World&, std::uint32_t) {}

/// Moves one agent in a hundred by 2 cm.
void shift_some(const rivals::Streams& streams, const wend::bench::World&, std::uint32_t tick) {
    if (tick != 0) return;
    for (std::int32_t i = 0; i < streams.agents; i += 100) streams.position_x[i] += 0.02f;
}

TEST(Rivals, ARivalWithoutTheWorkIsFound) {
    InputStore inputs;
    const rivals::Loop idle{.kernel = KernelId::seek, .frame = stand_still};
    EXPECT_NE(disagreement(*inputs.get(KernelId::seek, agents), made_of(idle)), "");
}

TEST(Rivals, TheTemplateMovesTheAgentsWhereTheReferenceDoes) {
    EXPECT_EQ(disagreement(*InputStore().get(KernelId::seek, agents), made_of(rivals::template_loops.of[0])),
              "");
}

TEST(Rivals, FewAgentsInAWrongPlaceAreFound) {
    const auto no_motion = std::make_shared<Input>(*InputStore().get(KernelId::approach, agents));
    std::ranges::fill(no_motion->population.all<wend::Stream::speed>(), 0.0f);
    rivals::Loop loop{.kernel = KernelId::approach, .frame = stand_still};
    EXPECT_EQ(disagreement(*no_motion, made_of(loop)), "");
    loop.frame = shift_some;
    EXPECT_NE(disagreement(*no_motion, made_of(loop)), "");
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
        for (const rivals::RivalLoop& loop : rivals::loops_of(kernel)) {
            const std::shared_ptr<RivalState> state = make_state(input, loop);
            state->run(hash_ticks);
            EXPECT_NEAR(spread(state->motion(), calm) / expected, 1, 0.1)
                << loop.name() << ", " << info(kernel).name;
        }
    }
}

TEST(Rivals, HaveARowForEachOfTheirKernels) {
    const Registry registry;
    std::set<std::string> names;
    for (const Case& which : registry.cases()) EXPECT_TRUE(names.insert(which.name).second) << which.name;
    for_each_pair([&](KernelId kernel, const rivals::RivalLoop& loop) {
        const std::string name = std::string(info(kernel).name) + "/" + loop.name() +
                                 "/agents:8192/threads:1" + std::string(info(kernel).suffix);
        EXPECT_TRUE(names.contains(name + "/ticks:1")) << name;
        EXPECT_TRUE(names.contains(name) || info(kernel).all_pairs) << name;
    });
    for (const rivals::Rival& rival : rivals::all()) {
        if (rival.can_run()) continue;
        for (const Case& which : registry.cases()) EXPECT_FALSE(which.isa.starts_with(rival.name));
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
    const Group group{.rows = {row(Side::plain, 256, 3), row(Side::plain, 256, 4), row(Side::plain, 512, 2),
                               row(Side::other, 256, 1), row(Side::tutorial, 0, 1),
                               row(Side::plain, 512, 5, true)}};
    EXPECT_EQ(group.rival(row(Side::wend, 512, 1)), &group.rows[2]);
    EXPECT_EQ(group.rival(row(Side::wend, 256, 1)), &group.rows[0]);
    EXPECT_EQ(group.rival(row(Side::wend, 128, 1)), &group.rows[0]);
    EXPECT_EQ(group.ieee_rival(row(Side::wend, 512, 1)), &group.rows[5]);
    EXPECT_EQ(group.ieee_rival(row(Side::wend, 256, 1)), nullptr);
    EXPECT_EQ(group.tutorial(), &group.rows[4]);
    EXPECT_EQ(Group{}.rival(row(Side::wend, 512, 1)), nullptr);
}

}  // namespace
