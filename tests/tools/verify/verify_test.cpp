// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// `wend verify` passes on correct kernels, and reports the first difference of wrong ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <filesystem>
#include <span>
#include <sstream>

#include "support/command.hpp"
#include "support/golden_file.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/verify/judge.hpp"
#include "tools/verify/program_cases.hpp"
#include "tools/verify/verify.hpp"
#include "tools/verify/ways.hpp"
#include "wend/version.hpp"

namespace wend::test {
namespace {

constexpr const char* scenarios = WEND_SCENARIOS;
constexpr Stream victim_stream = Stream::velocity_y;
constexpr std::size_t victim_slot = 123;

/// The golden hash of one program, without scenarios.
GoldenHashes only(const std::string& name) {
    GoldenHashes golden = verify::committed_golden();
    golden.hashes = {{name, golden.hashes.at(name)}};
    golden.scenarios.clear();
    return golden;
}

struct Verdict {
    int status = 0;
    std::string out;
    std::string err;
};

Verdict verdict_on(const GoldenHashes& golden, const scenario::Runner& runner = run) {
    std::ostringstream out;
    std::ostringstream err;
    const int status = verify::verify_golden(golden, scenarios, runner, out, err);
    return {status, out.str(), err.str()};
}

void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" does not say \"" << part << "\"";
}

/// Runs `ticks` and flips the lowest bit of one value of one agent after tick `tick`, if it is among them.
Result run_with_a_flip(const Program& program, const AgentView& agents, const Ticks& ticks,
                       const Execution& execution, std::uint64_t tick) {
    if (tick < *ticks.first_tick || tick - *ticks.first_tick >= ticks.count)
        return run(program, agents, ticks, execution);
    Ticks part = ticks;
    part.count = static_cast<std::uint32_t>(tick - *ticks.first_tick + 1);
    const Result before = run(program, agents, part, execution);
    std::uint32_t bits;
    std::byte* const value = static_cast<std::byte*>(agents.column(victim_stream).data) + 4 * victim_slot;
    std::memcpy(&bits, value, 4);
    bits ^= 1;
    std::memcpy(value, &bits, 4);
    *part.first_tick += part.count;
    part.count = ticks.count - part.count;
    Result after = run(program, agents, part, execution);
    after.faults += before.faults;
    if (before.faults > 0) after.first_fault = before.first_fault;
    return after;
}

/// The reference's value in the victim's place after some ticks, xor `flip`.
std::string victim_text(const std::string& name, std::uint32_t ticks, std::uint32_t flip) {
    verify::Subject subject = verify::golden_subject(verify::program_case(name));
    const Execution alone{.isa = Isa::reference, .threading = Threading::serial};
    EXPECT_TRUE(run(subject.program, subject.start.view(subject.first_id),
                    {.dt = subject.dt, .count = ticks, .first_tick = 0, .seed = subject.seed}, alone)
                    .status.ok());
    std::uint32_t bits;
    std::memcpy(&bits, subject.start.data(victim_stream) + 4 * victim_slot, 4);
    return fmt::format("0x{:08x} ({})", bits ^ flip, std::bit_cast<float>(bits ^ flip));
}

TEST(Verify, PassesOnTheCommittedHashes) {
    GoldenHashes golden = only("wander_seek_wrap_streams");
    golden.scenarios = {{"behaviours/seek", verify::committed_golden().scenarios.at("behaviours/seek")}};
    const Verdict verdict = verdict_on(golden);
    EXPECT_EQ(verdict.status, 0);
    EXPECT_EQ(verdict.err, "");
    expect_part(verdict.out, "wander_seek_wrap_streams ");
    expect_part(verdict.out, "behaviours/seek ");
    std::size_t runs = 0;
    for (const Isa isa : supported_isas()) runs += 2 * verify::ways(isa).size();
    expect_part(verdict.out,
                fmt::format("2 cases on {} instruction sets, with 1 thread", supported_isas().size()));
    expect_part(verdict.out, fmt::format("{} runs, all with the committed bits", runs));
}

TEST(Verify, CommittedHashesAreTheFile) {
    if (regenerating_golden()) GTEST_SKIP() << "the hashes are being regenerated";
    const GoldenHashes file = read_golden(WEND_GOLDEN_FILE);
    const GoldenHashes built_in = verify::committed_golden();
    EXPECT_EQ(built_in.bits_version, file.bits_version);
    EXPECT_EQ(built_in.hashes, file.hashes);
    EXPECT_EQ(built_in.scenarios, file.scenarios);
}

TEST(Verify, ReportsAWrongReference) {
    GoldenHashes golden = only("flee");
    const std::uint64_t hash = golden.hashes.at("flee");
    golden.hashes.at("flee") ^= 1;
    const Verdict verdict = verdict_on(golden);
    EXPECT_EQ(verdict.status, 1);
    EXPECT_EQ(verdict.err, fmt::format("flee: the reference itself does not give the committed hash: "
                                       "{:016x} after 64 ticks, not {:016x}\n",
                                       hash, hash ^ 1));
    expect_part(verdict.out, "flee  differs\n");
}

TEST(Verify, ReportsHashesOfAnotherBitsVersion) {
    GoldenHashes golden = only("flee");
    ++golden.bits_version;
    EXPECT_EQ(verdict_on(golden).status, 1);
    expect_part(verdict_on(golden).err,
                fmt::format("of bits version {}, this wend has {}", bits_version + 1, bits_version));
}

/// A kernel that is wrong by one bit from some tick on.
TEST(Verify, NamesTheFirstDifference) {
    const Isa wrong = supported_isas().back();
    const auto runner = [&](const Program& program, const AgentView& agents, const Ticks& ticks,
                            const Execution& execution) {
        if (execution.isa == wrong && execution.threading == Threading::tbb)
            return run_with_a_flip(program, agents, ticks, execution, 17);
        return run(program, agents, ticks, execution);
    };
    const Verdict verdict = verdict_on(only("seek_none_values"), runner);
    EXPECT_EQ(verdict.status, 1);
    EXPECT_EQ(verdict.err.substr(0, verdict.err.find(';')),
              fmt::format("seek_none_values on {} (2 threads, blocks of 64, 1 tick a pass) differs from the "
                          "reference, first at tick 18:\n"
                          "  agent 128 (slot 123), stream velocity_y: reference {}, {} {}",
                          name(wrong), victim_text("seek_none_values", 18, 0),
                          wrong == Isa::reference ? "this run" : name(wrong),
                          victim_text("seek_none_values", 18, 1)));
    expect_part(verdict.err, "; no other value differs\n");
    expect_part(verdict.out, "ok  differs\n");
}

/// A driver that errs only with several ticks a pass.
TEST(Verify, FindsErrorsThatNeedSeveralTicksInACall) {
    const auto runner = [](const Program& program, const AgentView& agents, const Ticks& ticks,
                           const Execution& execution) {
        if (execution.ticks_per_pass == 7 && ticks.count >= 5)
            return run_with_a_flip(program, agents, ticks, execution, *ticks.first_tick + ticks.count - 1);
        return run(program, agents, ticks, execution);
    };
    const Verdict verdict = verdict_on(only("seek_none_values"), runner);
    EXPECT_EQ(verdict.status, 1);
    expect_part(verdict.err,
                "seek_none_values on reference (2 threads, blocks of 64, 7 ticks a pass) differs from the "
                "reference, first at tick 5:\n");
    expect_part(verdict.err, fmt::format("reference {}, this run {}", victim_text("seek_none_values", 5, 0),
                                         victim_text("seek_none_values", 5, 1)));
}

/// Hashes do not cover outputs.
TEST(Verify, ComparesOutputsToo) {
    const auto runner = [](const Program& program, const AgentView& agents, const Ticks& ticks,
                           const Execution& execution) {
        const Result result = run(program, agents, ticks, execution);
        if (execution.threading == Threading::callback) agents.get_writable<Stream::heading_x>()[7] += 1.0f;
        return result;
    };
    const Verdict verdict = verdict_on(only("waypoint_ease"), runner);
    EXPECT_EQ(verdict.status, 1);
    expect_part(verdict.err,
                "(a job system, blocks of 64, 1 tick a pass) differs from the reference, first at tick 1:\n  "
                "agent 12 (slot 7), stream heading_x");
}

TEST(Verify, ComparesFaultsToo) {
    const auto runner = [](const Program& program, const AgentView& agents, const Ticks& ticks,
                           const Execution& execution) {
        Result result = run(program, agents, ticks, execution);
        if (execution.block == 64) ++result.faults;
        return result;
    };
    const Verdict verdict = verdict_on(only("flee"), runner);
    EXPECT_EQ(verdict.status, 1);
    expect_part(verdict.err, "flee on reference (2 threads, blocks of 64, 7 ticks a pass) counts ");
}

TEST(Verify, ReportsADifferenceThatDoesNotRecur) {
    int runs = 0;
    const auto runner = [&](const Program& program, const AgentView& agents, const Ticks& ticks,
                            const Execution& execution) {
        return ++runs == 5 ? run_with_a_flip(program, agents, ticks, execution, 40)
                           : run(program, agents, ticks, execution);
    };
    const Verdict verdict = verdict_on(only("flee"), runner);
    EXPECT_EQ(verdict.status, 1);
    expect_part(verdict.err, "differed from the reference after 64 ticks, but not when run again");
}

TEST(Verify, ReportsARefusedRun) {
    const auto runner = [](const Program& program, const AgentView& agents, const Ticks& ticks,
                           const Execution& execution) {
        if (execution.max_threads == 2)
            return Result{.status = {.code = Code::unsupported_isa, .subject = "sse9"}};
        return run(program, agents, ticks, execution);
    };
    const Verdict verdict = verdict_on(only("flee"), runner);
    EXPECT_EQ(verdict.status, 1);
    expect_part(verdict.err, "flee on reference (2 threads, blocks of 64, 7 ticks a pass) is refused: ");
    expect_part(verdict.err, "sse9");
}

std::uint64_t reference_hash(const std::string& name) {
    scenario::Scenario loaded = scenario::load_scenario(std::filesystem::path(scenarios) / (name + ".json"));
    const verify::Subject subject = verify::golden_subject(name, loaded);
    verify::Outcome outcome = verify::outcome_of(
        subject, subject.ticks, {.isa = Isa::reference, .threading = Threading::serial}, run);
    return state_hash(subject.program, outcome.agents.view());
}

/// The hashes of all scenarios of the folder.
std::map<std::string, std::uint64_t> scenario_hashes() {
    std::map<std::string, std::uint64_t> hashes;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(scenarios) / "behaviours")) {
        if (entry.path().extension() != ".json") continue;
        const std::string name = "behaviours/" + entry.path().stem().string();
        hashes[name] = reference_hash(name);
    }
    return hashes;
}

TEST(GoldenScenarios, AreAllBehaviours) {
    if (regenerating_golden()) GTEST_SKIP() << "the hashes are being regenerated";
    EXPECT_EQ(verify::committed_golden().scenarios, scenario_hashes());
}

TEST(GoldenScenariosRegeneration, WritesTheReferencesHashes) {
    if (!regenerating_golden()) GTEST_SKIP() << "set WEND_REGENERATE_GOLDEN=1 to write " << WEND_GOLDEN_FILE;
    GoldenHashes golden = read_golden(WEND_GOLDEN_FILE);
    golden.scenarios = scenario_hashes();
    write_golden(WEND_GOLDEN_FILE, golden);
}

class VerifyCommand : public Command {
  protected:
    VerifyCommand() { folder_.write("s.json", wander_scenario); }

    /// The dump with the lowest bit of agent 7's position_y (its second float stream) flipped, and the right
    /// checksum.
    static std::string with_a_flip(std::string dump) {
        const std::size_t at = 72 + 6 * 32 + 2 * 1500 * 4 + 7 * 4;
        dump[at] = static_cast<char>(dump[at] ^ 1);
        const std::size_t summed = dump.size() - 8;
        const std::uint64_t sum = scenario::word_sum(std::as_bytes(std::span(dump)).first(summed), 0);
        std::memcpy(dump.data() + summed, &sum, sizeof sum);
        return dump;
    }
};

TEST_F(VerifyCommand, AgreesWithADump) {
    ASSERT_EQ(wend("run s.json --save a.dump --ticks 33 --seed 5 --isa reference").status, 0);
    const Outcome outcome = wend("verify s.json --against a.dump");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    for (const Isa isa : supported_isas()) expect_part(outcome.out, fmt::format("{:<10} ok\n", name(isa)));
    expect_part(
        outcome.out,
        fmt::format("1500 agents, 6 streams, tick 33: all {} instruction sets here give the dump's bits",
                    supported_isas().size()));
}

TEST_F(VerifyCommand, ReportsADifferenceFromADump) {
    ASSERT_EQ(wend("run s.json --save a.dump").status, 0);
    const std::string dump = folder_.read("a.dump");
    folder_.write("b.dump", with_a_flip(dump));
    const Outcome outcome = wend("verify s.json --against b.dump");
    EXPECT_EQ(outcome.status, 1);
    for (const Isa isa : supported_isas())
        expect_part(outcome.out, fmt::format("{:<10} differs\n", name(isa)));
    std::uint32_t bits;
    std::memcpy(&bits, dump.data() + 72 + 6 * 32 + 2 * 1500 * 4 + 7 * 4, 4);
    // ThreadSanitizer's symbolizer may add lines to stderr.
    expect_part(
        outcome.err,
        fmt::format(
            "reference here differs from the dump at tick 40:\n  agent 7 (slot 7), stream position_y: "
            "dump 0x{:08x} ({}), reference 0x{:08x} ({}); no other value differs\n",
            bits ^ 1, std::bit_cast<float>(bits ^ 1), bits, std::bit_cast<float>(bits)));
}

TEST_F(VerifyCommand, RefusesMisuse) {
    expect_refused("verify s.json", "--against");
    expect_refused("verify --against a.dump", "scenario");
    expect_refused("verify s.json --against none.dump", "none.dump: cannot be read: No such file");
    expect_refused("verify s.json --against s.json", "s.json: is not a state dump of wend");
    ASSERT_EQ(wend("run s.json --save a.dump").status, 0);
    std::string other = folder_.read("s.json");
    other.replace(other.find("\"wrap\""), 6, "\"bounce\"");
    folder_.write("other.json", other);
    expect_refused("verify other.json --against a.dump", "a.dump: is a dump of another scenario: \"stages\"");
}

/// If the reference agrees with the dump, it gives the first different tick, although the dump has only the
/// last.
TEST(VerifyAgainst, NamesTheInstructionSetThatDiffersAndTheFirstTick) {
    if (supported_isas().size() < 2) GTEST_SKIP() << "there is one instruction set here";
    ScratchFolder folder;
    const auto file = folder.write(
        "s.json",
        R"({ "dt": 1, "ticks": 9, "agents": { "count": 500, "area": [0, 0, 9, 9], "target": [3, 4] },
        "stages": [ { "seek": {} }, { "locomotion": { "max_force": 0.5, "max_speed": 3, "mass": 1 } } ] })");
    scenario::Scenario there = scenario::load_scenario(file);
    ASSERT_TRUE(run(there.program, there.agents.view(), {.dt = 1, .count = 9, .first_tick = 0}).status.ok());
    scenario::save_state(folder / "a.dump", there, 9);
    const std::string bytes = folder.read("a.dump");
    const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(bytes)), "a.dump");

    const Isa wrong = supported_isas().back();
    const auto runner = [&](const Program& program, const AgentView& agents, const Ticks& ticks,
                            const Execution& execution) {
        return execution.isa == wrong ? run_with_a_flip(program, agents, ticks, execution, 5)
                                      : run(program, agents, ticks, execution);
    };
    scenario::Scenario here = scenario::load_scenario(file);
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(verify::verify_against(dump, here, runner, out, err), 1);
    expect_part(out.str(), "reference  ok\n");
    expect_part(out.str(), fmt::format("{:<10} differs\n", name(wrong)));
    expect_part(err.str(), fmt::format("the scenario on {} (all threads, default blocks, default passes) "
                                       "differs from the reference, first at tick 6:\n"
                                       "  agent 123 (slot 123), stream velocity_y: reference 0x",
                                       name(wrong)));
}

}  // namespace
}  // namespace wend::test
