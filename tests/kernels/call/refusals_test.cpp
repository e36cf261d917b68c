// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// No refusal depends on the instruction set: illegal and borderline calls of every program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/faultless.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/refusal.hpp"
#include "support/stage_cases.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 9;

/// A call of a program, before one thing about it is changed.
struct Attempt {
    const Program& program;
    Population population;
    Population others;
    std::vector<float> workspace;
    AgentView view;
    Ticks ticks;
    std::vector<std::uint32_t> slots{1, 4, 4'000'000};
    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(agents, 1);

    explicit Attempt(const ProgramCase& test)
        : program(test.program),
          population(test.population(agents, 3, Values::ordinary)),
          others(population),
          workspace(largest_workspace(agents)),
          view(population.view(5)),
          ticks{.dt = test.dt, .first_tick = 3, .seed = 1} {
        view.workspace(workspace);
    }

    void rebind(Stream stream, const std::function<void(Column&)>& change) {
        Column column = view.column(stream);
        if (column.data == nullptr) return;
        change(column);
        static_cast<void>(view.bind(stream, column));
    }
    void look_at(bool with_workspace) {
        view.look_at(others.view());
        view.workspace({});
        if (!with_workspace) view.workspace({});
    }
};

struct Change {
    std::string name;
    std::function<void(Attempt&)> make;
    std::optional<Stream> stream{};  ///< only where it is bound
};

std::vector<Change> changes() {
    std::vector<Change> all{
        {"none", [](Attempt&) {}},
        {"no workspace", [](Attempt& a) { a.view.workspace({}); }},
        {"a workspace that is one float too small",
         [](Attempt& a) {
             const std::size_t floats = workspace_size(a.program, a.view);
             if (floats != 0) a.view.workspace(std::span(a.workspace).first(floats - 1));
         }},
        {"a workspace of the size",
         [](Attempt& a) {
             a.view.workspace(std::span(a.workspace).first(workspace_size(a.program, a.view)));
         }},
        {"a workspace in a stream",
         [](Attempt& a) {
             // Apart from all other streams, wherever they lie.
             a.rebind(Stream::position_x, [&](Column& column) { column.data = a.workspace.data(); });
             a.view.workspace(a.workspace);
         }},
        {"others", [](Attempt& a) { a.look_at(true); }},
        {"others, no workspace", [](Attempt& a) { a.look_at(false); }},
        {"others, a workspace in their streams",
         [](Attempt& a) {
             a.look_at(true);
             a.view.workspace({reinterpret_cast<float*>(a.others.data(Stream::position_x)),
                               workspace_size(a.program, a.view)});
         }},
        {"others that the call writes", [](Attempt& a) { a.view.look_at(a.population.view()); }},
        {"others without velocities",
         [](Attempt& a) {
             AgentView others;
             static_cast<void>(others.bind(Stream::position_x, a.view.column(Stream::position_x)));
             static_cast<void>(others.bind(Stream::position_y, a.view.column(Stream::position_y)));
             a.view.look_at(others);
         }},
        {"no others", [](Attempt& a) { a.view.look_at(AgentView()); }},
        {"no others, no workspace",
         [](Attempt& a) {
             a.view.look_at(AgentView());
             a.view.workspace({});
         }},
        {"a slice", [](Attempt& a) { a.view = a.view.slice(1, 5); }},
        {"a slice of nothing", [](Attempt& a) { a.view = a.view.slice(0, 0); }},
        {"a view of nothing", [](Attempt& a) { a.view = AgentView(); }},
        {"a view of nothing, with slots",
         [](Attempt& a) {
             a.view = AgentView();
             a.view.only_slots(a.slots);
         }},
        {"no position_x",
         [](Attempt& a) {
             AgentView view;
             for (std::size_t i = 0; i < stream_count; ++i) {
                 const auto stream = static_cast<Stream>(i);
                 if (stream != Stream::position_x && a.view.has(stream))
                     static_cast<void>(view.bind(stream, a.view.column(stream)));
             }
             a.view = view;
         }},
        {"slots", [](Attempt& a) { a.view.only_slots(a.slots); }},
        {"no slots", [](Attempt& a) { a.view.only_slots({}); }},
        {"bytes", [](Attempt& a) { a.view.only(a.bytes); }},
        {"too few bytes", [](Attempt& a) { a.view.only(std::span(a.bytes).first(agents - 1)); }},
        {"no bits", [](Attempt& a) { a.view.only_bits({}); }},
        {"dt below 0", [](Attempt& a) { a.ticks.dt = -1; }},
        {"dt NaN", [](Attempt& a) { a.ticks.dt = std::numeric_limits<float>::quiet_NaN(); }},
        {"no ticks", [](Attempt& a) { a.ticks.count = 0; }},
        {"several ticks", [](Attempt& a) { a.ticks.count = 3; }},
        {"no first tick", [](Attempt& a) { a.ticks.first_tick = {}; }},
    };
    for (std::size_t i = 0; i < stream_count; ++i) {
        const auto stream = static_cast<Stream>(i);
        const std::string of = " " + std::string(name(stream));
        const auto add = [&](const char* what, const std::function<void(Column&)>& change) {
            all.push_back({what + of, [=](Attempt& a) { a.rebind(stream, change); }, stream});
        };
        add("without", [](Column& column) { column.data = nullptr; });
        add("too short", [](Column& column) { --column.count; });
        add("read-only", [](Column& column) { column.writable = false; });
        add("misaligned", [](Column& column) { column.data = static_cast<std::byte*>(column.data) + 1; });
        add("odd stride", [](Column& column) { column.stride = 6; });
        add("endless", [](Column& column) { column.count = ~std::size_t{0}; });
        all.push_back({"in position_x:" + of,
                       [=](Attempt& a) {
                           void* const x = a.view.column(Stream::position_x).data;
                           a.rebind(stream, [&](Column& column) { column.data = x; });
                       },
                       stream});
    }
    return all;
}

struct Call {
    const char* name;
    std::function<Result(const Attempt&, const Execution&)> make;
};

const std::vector<Call>& calls() {
    static const std::vector<Call> all{
        {"run", [](const Attempt& a, const Execution& e) { return run(a.program, a.view, a.ticks, e); }},
        {"run_views",
         [](const Attempt& a, const Execution& e) {
             return run_views(a.program, std::span(&a.view, 1), a.ticks, e);
         }},
        {"run_views of none",
         [](const Attempt& a, const Execution& e) {
             return run_views(a.program, std::span<const AgentView>(), a.ticks, e);
         }},
        {"validate",
         [](const Attempt& a, const Execution& e) { return validate(a.program, a.view, a.ticks, e); }},
        {"forces",
         [](const Attempt& a, const Execution& e) { return forces(a.program, a.view, a.ticks, e); }},
        {"PreparedRun", [](const Attempt& a, const Execution& e) {
             const PreparedRun prepared(a.program, a.view, a.ticks, e);
             prepared.run(0, prepared.block_count());
             return prepared.finish();
         }}};
    return all;
}

class RefusalsOf : public ::testing::TestWithParam<const ProgramCase*> {};

TEST_P(RefusalsOf, AProgramAreTheSameOnEveryInstructionSet) {
    static const std::vector<Change> all = changes();
    std::size_t refused = 0, legal = 0;
    for (const Change& change : all)
        for (const Call& call : calls()) {
            if (change.stream && !Attempt(*GetParam()).view.has(*change.stream)) continue;
            Result expected;
            for (const Isa isa : supported_isas()) {
                Attempt attempt(*GetParam());
                change.make(attempt);
                const Result result = call.make(attempt, serial_on(isa));
                if (isa == Isa::reference) {
                    expected = result;
                    ++(result.status ? legal : refused);
                    continue;
                }
                ASSERT_EQ(result.status.code, expected.status.code)
                    << call.name << ", " << change.name << ", " << name(isa) << ": " << message(result.status)
                    << "; the reference: " << message(expected.status);
                ASSERT_EQ(message(result.status), message(expected.status)) << call.name << change.name;
                ASSERT_EQ(result.faults, expected.faults) << call.name << ", " << change.name;
            }
        }
    EXPECT_GT(refused, 40u);
    EXPECT_GT(legal, 40u);
}

/// The first case of each list of stages; with `ctest -C check`, all.
std::vector<const ProgramCase*> cases() {
    std::vector<const ProgramCase*> all;
    std::set<std::vector<std::size_t>> seen;
    for (const ProgramCase& test : program_cases()) {
        std::vector<std::size_t> kinds;
        for (const Stage& stage : test.program.stages()) kinds.push_back(stage.index());
        if (seen.insert(kinds).second || std::getenv("WEND_ALL_REFUSALS") != nullptr) all.push_back(&test);
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Programs, RefusalsOf, ::testing::ValuesIn(cases()), case_name);

/// Neighbours, of the same view and of another.
TEST(Refusals, OfCallsWithNeighbours) {
    const Program program =
        *Program::build({Separation{}, Locomotion{.max_force = 1.0f, .max_speed = 1.0f, .mass = 1.0f}});
    const Ticks ticks{.dt = 1, .first_tick = 0};
    for (const Isa isa : supported_isas()) {
        SCOPED_TRACE(name(isa));
        const Execution execution = serial_on(isa);
        EXPECT_TRUE(faultless(run_views(program, std::span<const AgentView>(), ticks, execution)));
        EXPECT_TRUE(faultless(run(program, AgentView(), ticks, execution)))
            << "a view without agents needs no workspace";
        EXPECT_EQ(workspace_size(program, AgentView()), 0u);
        Population population(agents, streams_of(program)), others = population;
        AgentView view = population.view();
        view.look_at(others.view());
        view.workspace({});
        EXPECT_EQ(run(program, view, ticks, execution).status.code, Code::missing_workspace);
        EXPECT_EQ(validate(program, view, ticks, execution).status.code, Code::missing_workspace);
        EXPECT_EQ(explain(program, view, ticks, 0).code, Code::missing_workspace);
        std::vector<float> workspace(workspace_size(program, view));
        view.workspace({static_cast<float*>(nullptr), workspace.size()});
        EXPECT_EQ(run(program, view, ticks, execution).status.code, Code::missing_workspace);
        const AgentView views[] = {population.view()};
        const ViewOptions no_memory{
            .see = See::all_views,
            .workspace = {static_cast<float*>(nullptr), workspace_size(program, views)}};
        EXPECT_EQ(run_views(program, views, ticks, execution, no_memory).status.code,
                  Code::missing_workspace);
        view.workspace(workspace);
        EXPECT_TRUE(run(program, view, ticks, execution));
    }
}

}  // namespace
}  // namespace wend::test
