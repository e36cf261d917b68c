// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The skeleton that new forces are copied from: it compiles for each instruction set, and its kernel gives
// the bits of its reference. That a copy becomes a force of the list is for copy_skeleton.sh to prove.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

#include "simd/built_isas.hpp"
#include "stage/contract.hpp"
#include "wend/isa.hpp"
#include "wend/random.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail {

namespace reference {
template <>
StageResult run<Skeleton>(const StageInput&, StageOutput&);
}
namespace {

/// A tile of agents.
struct TileOfAgents {
    alignas(64) std::array<std::array<float, tile_size>, 6> streams;
    alignas(64) std::array<float, tile_size> force_x{}, force_y{};
    std::array<std::uint64_t, tile_groups> faults{};
    Unfinished unfinished;

    TileOfAgents() {
        for (std::uint32_t s = 0; s < streams.size(); ++s)
            for (std::uint32_t i = 0; i < tile_size; ++i)
                streams[s][i] = random_unit(random_bits(1, i, s, 2)) * 100 - 50;
    }

    StageResult run(StageFunction function, const Skeleton& stage) {
        StageInput in{};
        in.parameters = &stage;
        in.weight = stage.weight;
        in.first_force = true;
        constexpr std::array bound{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                   Stream::velocity_y, Stream::target_x,   Stream::target_y};
        for (std::size_t s = 0; s < bound.size(); ++s)
            in.streams[static_cast<std::size_t>(bound[s])] = streams[s].data();
        in.groups = tile_groups;
        in.ticks = {.dt = 0.1f, .first = 0, .count = 1, .seed = 0};
        in.check_inputs = true;
        StageOutput out{};
        out.faults = faults.data();
        out.force = {.x = force_x.data(), .y = force_y.data(), .budget = nullptr};
        const StageResult result = function(in, out);
        unfinished = out.unfinished;
        return result;
    }
};

TEST(Skeleton, GivesTheBitsOfItsReferenceOnEachInstructionSet) {
    const Skeleton stage{.stiffness = 3, .damping = 0.75f, .weight = 0.5f};
    TileOfAgents expected;
    expected.run(reference::run<Skeleton>, stage);
    for (const Isa isa : supported_isas()) {
        const StageFunction* const function = BuiltIsas::find<StageFunction>(isa);
        if (function == nullptr) continue;  // the reference
        TileOfAgents actual;
        EXPECT_FALSE(actual.run(*function, stage).unfinished);
        EXPECT_EQ(actual.faults, expected.faults);
        EXPECT_EQ(std::memcmp(actual.force_x.data(), expected.force_x.data(), sizeof actual.force_x), 0)
            << name(isa);
        EXPECT_EQ(std::memcmp(actual.force_y.data(), expected.force_y.data(), sizeof actual.force_y), 0)
            << name(isa);
    }
}

TEST(Skeleton, LeavesATileInWhichSomethingIsFound) {
    for (const float found : {std::numeric_limits<float>::quiet_NaN(), 1e-40f, 1e19f})
        for (const Isa isa : supported_isas()) {
            const StageFunction* const function = BuiltIsas::find<StageFunction>(isa);
            if (function == nullptr) continue;  // the reference
            TileOfAgents agents;
            agents.streams[2][300] = found;
            EXPECT_TRUE(agents.run(*function, Skeleton{}).unfinished);
            EXPECT_EQ(agents.unfinished.group, 300u / group_size);
            EXPECT_EQ(agents.unfinished.done >> (300 % group_size) & 1, 0u);
        }
}

}  // namespace
}  // namespace wend::detail
