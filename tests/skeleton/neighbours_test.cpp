// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The skeleton that new stages with neighbours are copied from: it compiles for each instruction set, and its
// kernel gives the bits of its reference. That a copy becomes a stage of the list is for copy_skeleton.sh to
// prove.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "call/dispatch.hpp"
#include "neighbours/neighbour_pass.hpp"
#include "simd/built_isas.hpp"
#include "stage/kernel_table.hpp"
#include "wend/isa.hpp"
#include "wend/skeleton.hpp"

namespace wend::detail {

namespace reference {
template <>
StageResult run<Skeleton>(const StageInput&, StageOutput&);
}
namespace {

/// A group of agents that see each other.
struct Group {
    alignas(64) std::array<std::array<float, group_size>, 4> streams;
    alignas(64) std::array<float, group_size> force_x{}, force_y{};

    Group() {
        for (std::uint32_t s = 0; s < streams.size(); ++s)
            for (std::uint32_t i = 0; i < group_size; ++i)
                streams[s][i] = wend::random_unit(random_bits(1, i, s, 2)) * 20 - 10;
    }

    [[nodiscard]] StageInput input() const {
        StageInput in{};
        for (std::size_t s = 0; s < seen_streams.size(); ++s)
            in.streams[static_cast<std::size_t>(seen_streams[s])] = streams[s].data();
        in.weight = 1;
        in.first_force = true;
        in.groups = 1;
        return in;
    }

    void run_reference(const Skeleton& stage) {
        StageInput in = input();
        in.parameters = &stage;
        in.others.position_x = streams[0].data();
        in.others.position_y = streams[1].data();
        in.others.velocity_x = streams[2].data();
        in.others.velocity_y = streams[3].data();
        for (std::size_t& step : in.others.step) step = 1;
        in.others.count = group_size;
        std::uint64_t faults = 0;
        std::uint64_t capped = 0;
        StageOutput out{};
        out.faults = &faults;
        out.capped = &capped;
        out.force = {.x = force_x.data(), .y = force_y.data(), .budget = nullptr};
        reference::run<Skeleton>(in, out);
        EXPECT_EQ(faults, 0u);
        EXPECT_NE(capped, 0u) << "some agents have more neighbours than count";
    }

    void run(NeighbourFunction function, const ChunkFunctions& chunk, const Skeleton& stage) {
        constexpr Sight sight{.others = true, .neighbours = true};
        std::vector<float> workspace(workspace_words(sight, false, group_size, true, false, 0));
        AgentView view;
        view.bind<Stream::position_x>(streams[0]).bind<Stream::position_y>(streams[1]);
        view.bind<Stream::velocity_x>(streams[2]).bind<Stream::velocity_y>(streams[3]);
        view.workspace(workspace);
        NeighbourGrid grid(
            {.sight = sight, .has_quarry = false, .largest_radius = stage.radius, .wrap = nullptr}, view,
            chunk);
        grid.begin(1);
        grid.measure(0);
        grid.lay_out();
        grid.count(0);
        grid.add_up(0);
        grid.place(0);
        grid.copy(0);
        const NeighbourInput neighbours{.seen = &grid.sorted(),
                                        .agents = ~std::uint64_t{0},
                                        .sorted = false,
                                        .first_sorted = 0,
                                        .draw = threefry4x32_13};
        StageInput in = input();
        in.neighbours = &neighbours;
        std::uint64_t capped = 0;
        const PassStage place{.kind = 0,
                              .parameters = &stage,
                              .ordinal = 0,
                              .force_x = force_x.data(),
                              .force_y = force_y.data(),
                              .capped = &capped};
        function(in, {&place, 1});
    }
};

TEST(NeighbourSkeleton, GivesTheBitsOfItsReferenceOnEachInstructionSet) {
    const Skeleton stage{.radius = 5, .cos_field_of_view = -0.5f, .max_neighbours = 6, .stiffness = 3};
    Group expected;
    expected.run_reference(stage);
    for (const Isa isa : supported_isas()) {
        const NeighbourFunction* const function = BuiltIsas::find<NeighbourFunction>(isa);
        if (function == nullptr) continue;  // the reference
        Group actual;
        actual.run(*function, *find_table(isa)->chunk, stage);
        EXPECT_EQ(actual.force_x, expected.force_x) << name(isa);
        EXPECT_EQ(actual.force_y, expected.force_y) << name(isa);
    }
}

}  // namespace
}  // namespace wend::detail
