// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A saved and resumed run ends like an uninterrupted one: the same hash and the same dump.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "support/command.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/support/input_file.hpp"
#include "wend/version.hpp"

namespace wend::test {
namespace {

using scenario::Scenario;

std::vector<std::string> behaviours() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(WEND_SCENARIOS "/behaviours"))
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

class SaveResume : public ::testing::TestWithParam<std::string> {
  protected:
    static Scenario load() {
        return scenario::load_scenario(fmt::format("{}/behaviours/{}.json", WEND_SCENARIOS, GetParam()));
    }

    static void advance(Scenario& loaded, std::uint64_t first, std::uint64_t end, Isa isa) {
        const Result result =
            scenario::advance(loaded.program, loaded.agents.view(), loaded.ticks_from(first, end - first),
                              {.isa = isa, .threading = Threading::serial});
        ASSERT_TRUE(result.status.ok()) << message(result.status);
    }

    std::string dump_of(Scenario& loaded, std::uint64_t tick) const {
        scenario::save_state(folder_ / "a.dump", loaded, tick);
        return folder_.read("a.dump");
    }

    /// All streams but scratch, whether a dump holds them or not.
    static void expect_same_streams(Scenario& expected, Scenario& actual) {
        const AgentView expected_agents = expected.agents.view();
        const AgentView actual_agents = actual.agents.view();
        for (std::size_t i = 0; i < stream_count; ++i) {
            const auto stream = static_cast<Stream>(i);
            if (!expected_agents.has(stream) || name(stream).starts_with("start_")) continue;
            EXPECT_EQ(std::memcmp(expected_agents.column(stream).data, actual_agents.column(stream).data,
                                  expected_agents.size() * size_of(info(stream).element)),
                      0)
                << name(stream);
        }
    }

    ScratchFolder folder_;
};

TEST_P(SaveResume, EndsLikeAnUninterruptedRun) {
    Scenario whole = load();
    const std::uint64_t ticks = whole.ticks;
    advance(whole, 0, ticks, Isa::reference);
    const std::uint64_t expected_hash = state_hash(whole.program, whole.agents.view());
    const std::string expected_dump = dump_of(whole, ticks);
    for (const std::uint64_t stop : {std::uint64_t{0}, std::uint64_t{1}, ticks / 3, ticks - 1, ticks}) {
        SCOPED_TRACE(fmt::format("stopped at tick {}", stop));
        Scenario first = load();
        advance(first, 0, stop, Isa::reference);
        const std::string saved = dump_of(first, stop);
        Scenario second = load();
        const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(saved)), "a.dump");
        scenario::require_same_scenario(dump, second, "a.dump");
        scenario::restore_state(dump, second);
        advance(second, dump.tick, ticks, supported_isas().back());
        EXPECT_EQ(state_hash(second.program, second.agents.view()), expected_hash);
        EXPECT_EQ(dump_of(second, ticks), expected_dump);
        expect_same_streams(whole, second);
    }
}

INSTANTIATE_TEST_SUITE_P(Behaviours, SaveResume, ::testing::ValuesIn(behaviours()),
                         [](const ::testing::TestParamInfo<std::string>& parameter) {
                             return parameter.param;
                         });

class SaveResumeCommand : public Command {
  protected:
    SaveResumeCommand() { folder_.write("s.json", wander_scenario); }
};

TEST_F(SaveResumeCommand, GivesTheSameHashAndDump) {
    for (const char* seed : {"", "--seed 99"}) {
        const Outcome whole = wend(fmt::format("run s.json --hash --save whole.dump {}", seed));
        ASSERT_EQ(whole.status, 0) << whole.err;
        ASSERT_EQ(wend(fmt::format("run s.json --ticks 13 --save a.dump --isa reference {}", seed)).status,
                  0);
        // --resume and --save may name the same file.
        const Outcome rest = wend("run s.json --hash --resume a.dump --save a.dump --threads 1");
        EXPECT_EQ(rest.status, 0) << rest.err;
        EXPECT_EQ(rest.out, whole.out);
        EXPECT_EQ(folder_.read("a.dump"), folder_.read("whole.dump"));
    }
    EXPECT_EQ(folder_.size(), 3u);
}

TEST_F(SaveResumeCommand, AnyTwoDumpsAreCompared) {
    ASSERT_EQ(wend("run s.json --ticks 13 --save a.dump").status, 0);
    ASSERT_EQ(wend("run s.json --ticks 13 --save b.dump --threads 1").status, 0);
    ASSERT_EQ(wend("run s.json --ticks 12 --save c.dump --seed 9").status, 0);
    folder_.write("few.json",
                  R"({ "dt": 1, "ticks": 1, "agents": { "count": 3, "area": [0, 0, 1, 1], "target": [1, 2] },
        "stages": [ { "seek": {} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] })");
    ASSERT_EQ(wend("run few.json --save few.dump").status, 0);
    const Outcome same = wend("verify b.dump --against a.dump");
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_NE(same.out.find("tick 13: the dumps have the same bits"), std::string::npos) << same.out;
    const Outcome other = wend("verify c.dump --against a.dump");
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("the dumps differ at ticks 12 and 13:\n  agent 0 (slot 0), stream "),
              std::string::npos)
        << other.err;
    const Outcome few = wend("verify few.dump --against a.dump");
    EXPECT_EQ(few.status, 1);
    EXPECT_EQ(few.err, "the dump has 3 agents, the other 1500\n");
    expect_refused("verify missing.dump --against a.dump", "missing.dump");
}

TEST_F(SaveResumeCommand, PrintsTheResumedTicks) {
    ASSERT_EQ(wend("run s.json --ticks 13 --save a.dump --seed 99").status, 0);
    const Outcome outcome = wend("run s.json --resume a.dump");
    EXPECT_NE(outcome.out.find("ticks    13 to 40 of"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("seed 99"), std::string::npos) << outcome.out;
}

TEST_F(SaveResumeCommand, SamplesTheSameTicks) {
    ASSERT_EQ(wend("run s.json --out whole.csv --every 10").status, 0);
    ASSERT_EQ(wend("run s.json --ticks 13 --save a.dump").status, 0);
    ASSERT_EQ(wend("run s.json --resume a.dump --out rest.csv --every 10").status, 0);
    const std::string whole = folder_.read("whole.csv");
    const std::string rest = folder_.read("rest.csv");
    const std::size_t header = rest.find('\n') + 1;
    EXPECT_EQ(rest.substr(0, header), whole.substr(0, header));
    EXPECT_EQ(rest.substr(header), whole.substr(whole.find("\n20,0,") + 1));
}

TEST_F(SaveResumeCommand, RefusesDumpsOfAnOlderBitsVersion) {
    ASSERT_EQ(wend("run s.json --ticks 13 --save a.dump").status, 0);
    std::string dump = folder_.read("a.dump");
    const std::uint32_t older = bits_version - 1;
    std::memcpy(dump.data() + 12, &older, sizeof older);
    const std::size_t summed = dump.size() - 8;
    const std::uint64_t sum = scenario::word_sum(std::as_bytes(std::span(dump)).first(summed), 0);
    std::memcpy(dump.data() + summed, &sum, sizeof sum);
    folder_.write("older.dump", dump);
    expect_refused("run s.json --resume older.dump",
                   fmt::format("older.dump: has bits version {}, this wend has {}", older, bits_version));
}

TEST_F(SaveResumeCommand, RefusesForeignDumps) {
    ASSERT_EQ(wend("run s.json --ticks 13 --save a.dump").status, 0);
    const std::string dump = folder_.read("a.dump");
    expect_refused("run s.json --resume none.dump", "none.dump: cannot be read: No such file");
    expect_refused("run s.json --resume .", ".: is a folder");
    expect_refused("run s.json --resume s.json", "s.json: is not a state dump of wend");
    folder_.write("b.dump", dump.substr(0, dump.size() / 2));
    expect_refused("run s.json --resume b.dump", "b.dump: is truncated");
    std::string flipped = dump;
    flipped[1000] = static_cast<char>(flipped[1000] ^ 1);
    folder_.write("b.dump", flipped);
    expect_refused("run s.json --resume b.dump", "b.dump: is damaged");
    expect_refused("run s.json --resume a.dump --ticks 12",
                   "a.dump was saved after 13 ticks, the run has 12");
    expect_refused("run s.json --resume a.dump --seed 7", "--seed");
    std::string other = folder_.read("s.json");
    other.replace(other.find("0.0166667"), 9, "0.02");
    folder_.write("other.json", other);
    expect_refused("run other.json --resume a.dump", "a.dump: is a dump of another scenario: \"dt\"");
}

TEST_F(SaveResumeCommand, LeavesNoHalfFileOnAFullDisk) {
    ASSERT_EQ(wend("run s.json --ticks 1 --save a.dump").status, 0);
    const std::string before = folder_.read("a.dump");
    // A file-size limit lets the write fail in the middle, as a full disk would.
    const Outcome outcome = wend("run s.json --save a.dump", "trap '' XFSZ; ulimit -f 8;");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("a.dump: cannot be written: File too large"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(folder_.read("a.dump"), before);
    EXPECT_EQ(folder_.size(), 2u);
    expect_refused("run s.json --save /dev/full", "/dev/full: cannot be written: No space left on device");
    expect_refused("run s.json --save no/such/a.dump", "no/such/a.dump: cannot be written: No such file");
    EXPECT_EQ(folder_.size(), 2u);
}

}  // namespace
}  // namespace wend::test
