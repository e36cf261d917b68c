// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend replay` runs journals again, and names the first difference of two and whose code it is of.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/command.hpp"
#include "support/program_cases.hpp"
#include "wend/journal.hpp"
#include "wend/wend.hpp"

namespace wend::test {
namespace {

constexpr std::size_t end_bytes = 25;  // of the block that ends a journal

bool append(void* to, std::span<const std::byte> block) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(block.data()), block.size());
    return true;
}

class Replay : public Command {
  protected:
    /// A game of 200 agents; from call 7 on something differs.
    struct Fault {
        float target_y = 3;  ///< of agent 17, that the caller writes
        float dt = 0.125f;
        float weight = 1;
        std::size_t spawned = 0;  ///< agents that enter
    };

    std::string record(const Fault& fault, std::size_t calls = 12) {
        std::string bytes;
        const JournalSink sink{append, &bytes};
        Program program = build({Seek{}, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
        AgentBuffer crowd(program);
        crowd.spawn(200);
        std::vector<std::byte> memory(
            JournalWriter::memory_size(program, crowd.view(), {.most_agents = 300}));
        auto journal = JournalWriter::start(program, crowd.view(), sink, memory, {.most_agents = 300});
        EXPECT_TRUE(journal.ok());
        for (std::uint64_t call = 0; call < calls; ++call) {
            const bool faulty = call >= 7;
            crowd.get<Stream::target_y>()[17] = faulty ? fault.target_y : 3;
            if (call == 7) crowd.spawn(fault.spawned);
            EXPECT_TRUE(program.tune(0, Seek{.weight = faulty ? fault.weight : 1}).ok());
            EXPECT_TRUE(
                journal
                    ->run(program, crowd.view(), {.dt = faulty ? fault.dt : 0.125f, .first_tick = 100 + call})
                    .status.ok());
        }
        journal->flush();
        return bytes;
    }
};

TEST_F(Replay, JournalsWithCustomStages) {
    // A force of the caller's that another machine computes otherwise from the tenth call on.
    const auto record_with = [](float push, std::size_t tenth_target) {
        std::string bytes;
        const JournalSink sink{append, &bytes};
        float now = 1;
        const CustomForce force{.function =
                                    [](void* context, const CustomCall& call) {
                                        for (std::size_t i = 0; i < call.count; ++i)
                                            call.force_x[i] += *static_cast<const float*>(context);
                                        return true;
                                    },
                                .context = &now};
        const Program program =
            build({Seek{}, force, Locomotion{.max_force = 10.0f, .max_speed = 2.0f, .mass = 1.0f}});
        AgentBuffer crowd(program);
        crowd.spawn(20);
        const std::array<std::string_view, 1> names{"wind"};
        const JournalOptions options{.custom_stages = names};
        std::vector<std::byte> memory(JournalWriter::memory_size(program, crowd.view(), options));
        auto journal = JournalWriter::start(program, crowd.view(), sink, memory, options);
        for (std::uint64_t call = 0; call < 12; ++call) {
            if (call == 9) now = push;
            if (call == 9) crowd.get<Stream::target_x>()[3] = static_cast<float>(tenth_target);
            EXPECT_TRUE(journal->run(program, crowd.view(), {.dt = 0.125f, .first_tick = call}).status.ok());
        }
        journal->flush();
        return bytes;
    };
    folder_.write("a.journal", record_with(1, 5));
    folder_.write("b.journal", record_with(1.5f, 5));
    folder_.write("c.journal", record_with(1, 6));
    const Outcome one = wend("replay a.journal");
    EXPECT_EQ(one.status, 2);
    EXPECT_NE(one.err.find("needs the custom_force \"wind\""), std::string::npos) << one.err;
    const Outcome code = wend("replay a.journal b.journal");
    EXPECT_EQ(code.status, 1);
    EXPECT_EQ(code.err.find("call 9 (tick 9): from the same inputs the states differ after it"), 0u)
        << code.err;
    EXPECT_NE(code.err.find("custom stages first: wind."), std::string::npos) << code.err;
    const Outcome input = wend("replay a.journal c.journal");
    EXPECT_EQ(input.status, 1);
    EXPECT_NE(input.err.find("agent 3"), std::string::npos) << input.err;
    EXPECT_NE(input.err.find("target_x"), std::string::npos) << input.err;
}

TEST_F(Replay, TimesOfItsCalls) {
    folder_.write("a.journal", record({}));
    const Outcome ran = wend("bench --journal a.journal --csv a.csv");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("a.journal: 12 calls, 12 hashes are those recorded"), std::string::npos)
        << ran.out;
    const std::string csv = folder_.read("a.csv");
    EXPECT_EQ(csv.find("isa,threads,median_ms,99_of_100_ms,longest_ms,ns_an_agent\n"), 0u) << csv;
    EXPECT_GE(std::ranges::count(csv, '\n'), 2);
    EXPECT_EQ(wend("bench --journal a.journal --quick").status, 2);
    folder_.write("b.journal", "foreign");
    const Outcome foreign = wend("bench --journal b.journal");
    EXPECT_EQ(foreign.status, 2);
    EXPECT_EQ(foreign.err.find("wend bench: b.journal"), 0u) << foreign.err;
}

TEST_F(Replay, APerfWorkerMeasuresItsCalls) {
    folder_.write("a.journal", record({}));
    setenv("WEND_JOURNAL", (folder_ / "a.journal").c_str(), 1);
    const std::string worker =
        (std::filesystem::path(WEND_COMMAND).parent_path() / "wend_perf_worker").string();
    const Outcome ran = wend(fmt::format("perf compare {0} {0} --db a.db --all", worker));
    unsetenv("WEND_JOURNAL");
    EXPECT_NE(ran.status, 2) << ran.err;
    EXPECT_NE(ran.out.find(fmt::format("journal/any/isa:{}/agents:200", name(*default_isa()))),
              std::string::npos)
        << ran.out;
    EXPECT_EQ(ran.out.find("seek/"), std::string::npos) << ran.out;
    const Outcome none = wend("perf gate --journal none.journal");
    EXPECT_EQ(none.status, 2);
    EXPECT_NE(none.err.find("--journal none.journal: no such file"), std::string::npos) << none.err;
}

TEST_F(Replay, PagesOfJournals) {
    folder_.write("a.journal", record({}));
    folder_.write("b.journal", record({.spawned = 3}));
    folder_.write("c.journal", record({.target_y = 3.5f}));
    const Outcome one = wend("replay b.journal --html one.html");
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_NE(one.out.find("wrote    one.html"), std::string::npos) << one.out;
    const std::string page = folder_.read("one.html");
    EXPECT_NE(page.find("<h1>b.journal</h1>"), std::string::npos);
    EXPECT_NE(page.find("seek, locomotion: 203 agents, 12 ticks of 0.125 s"), std::string::npos);
    EXPECT_NE(page.find("\"ticks\":[100,101,"), std::string::npos) << "those of the game";
    EXPECT_EQ(page.find("id=other"), std::string::npos);
    const Outcome two = wend("replay a.journal c.journal --html two.html");
    EXPECT_EQ(two.status, 1);
    EXPECT_EQ(two.err.find("call 7 (tick 107): before it agent 17"), 0u) << two.err;
    const std::string both = folder_.read("two.html");
    EXPECT_NE(both.find("\"opens\":{\"tick\":107,\"text\":\"call 7 (tick 107)"), std::string::npos);
    EXPECT_NE(both.find("\"agent\":17}"), std::string::npos);
    EXPECT_NE(both.find("id=other>"), std::string::npos);
    const Outcome nowhere = wend("replay a.journal --html none/page.html");
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_EQ(nowhere.out, "") << "refused before the replay";
    EXPECT_EQ(wend("replay a.journal --html a.journal").status, 2);
    const Outcome run = wend("run a.journal");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("a.journal is a journal: `wend replay a.journal --html"), std::string::npos)
        << run.err;
}

TEST_F(Replay, OfOneJournal) {
    folder_.write("a.journal", record({}));
    const Outcome ran = wend("replay a.journal");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.out.find("12 calls of 200 agents at first, 12 hashes: all the same on "), 0u) << ran.out;
    EXPECT_EQ(ran.err, "");
    const Outcome json = wend("replay a.journal --isa reference --threads 1 --json");
    EXPECT_EQ(nlohmann::json::parse(json.out).at("hashes"), 12);
}

TEST_F(Replay, NamesInputsThatDiffer) {
    folder_.write("a.journal", record({}));
    folder_.write("b.journal", record({.target_y = 3.5f}));
    const Outcome ran = wend("replay a.journal b.journal");
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(
        ran.err,
        "call 7 (tick 107): before it agent 17 in slot 17, target_y: 3 (0x40400000) in a.journal, 3.5 "
        "(0x40600000) in b.journal: target_y was written by the caller since the call before: the callers "
        "diverged, not wend\n");
    const nlohmann::json json = nlohmann::json::parse(wend("replay a.journal b.journal --json").out);
    EXPECT_EQ(json.at("cause"), "caller");
    EXPECT_EQ(json.at("tick"), 107);
    EXPECT_EQ(json.at("agent"), 17);
    EXPECT_EQ(json.at("stream"), "target_y");
    EXPECT_EQ(json.at("b"), 3.5);
}

TEST_F(Replay, NamesCallsThatDiffer) {
    folder_.write("a.journal", record({}));
    const auto differs = [&](const Fault& fault) {
        folder_.write("b.journal", record(fault));
        const Outcome ran = wend("replay a.journal b.journal");
        EXPECT_EQ(ran.status, 1);
        return ran.err;
    };
    const std::string end = ": the callers diverged, not wend\n";
    EXPECT_EQ(differs({.dt = 0.25f}),
              "call 7 (tick 107): dt is 0.125 in a.journal and 0.25 in b.journal" + end);
    EXPECT_EQ(differs({.weight = 2}), "call 7 (tick 107): the programs differ: stage 0 (seek), weight" + end);
    EXPECT_EQ(differs({.spawned = 3}),
              "call 7 (tick 107): 200 agents in a.journal and 203 in b.journal" + end);
}

TEST_F(Replay, OfPeersThatAgree) {
    folder_.write("a.journal", record({}));
    folder_.write("b.journal", record({}, 9));
    const Outcome ran = wend("replay a.journal b.journal");
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.out, "9 calls: all the same; b.journal ends there, and peers may part after it\n");
}

TEST_F(Replay, OfWhatIsNoJournal) {
    const std::string journal = record({});
    folder_.write("foreign", "id,x,y\n1,2,3\n, and more bytes than a header has");
    folder_.write("killed", journal.substr(0, journal.size() - end_bytes));
    folder_.write("cut", journal.substr(0, journal.size() - end_bytes - 5));
    folder_.write("short", journal.substr(0, 40));
    EXPECT_EQ(wend("replay foreign").status, 2);
    EXPECT_NE(wend("replay foreign").err.find("foreign: has bytes that are no block"), std::string::npos);
    EXPECT_NE(wend("replay short").err.find("short: is cut off within a block"), std::string::npos);
    EXPECT_EQ(wend("replay none").status, 2);
    const Outcome killed = wend("replay killed");
    EXPECT_EQ(killed.status, 0);
    EXPECT_EQ(killed.err, "killed was not ended: its process stopped before\n");
    EXPECT_EQ(killed.out.find("12 calls"), 0u) << killed.out;
    const Outcome cut = wend("replay cut");
    EXPECT_EQ(cut.status, 0);
    EXPECT_EQ(cut.err, "cut is cut off within a block\n");
    EXPECT_EQ(cut.out.find("11 calls"), 0u) << cut.out;
}

}  // namespace
}  // namespace wend::test
