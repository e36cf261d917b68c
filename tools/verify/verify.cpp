// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/verify.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <string_view>
#include <vector>

#include "tools/verify/judge.hpp"
#include "tools/verify/ways.hpp"
#include "wend/version.hpp"

namespace wend::verify {
namespace {

/// The scenario's agents before the first tick.
Population start_of(scenario::Scenario& scenario) {
    const AgentView view = scenario.agents.view();
    std::vector<Stream> streams;
    for (std::size_t i = 0; i < stream_count; ++i)
        if (view.has(static_cast<Stream>(i))) streams.push_back(static_cast<Stream>(i));
    Population start(view.size(), streams);
    for (const Stream stream : streams) {
        const Column& column = view.column(stream);
        if (column.count > 0)
            std::memcpy(start.data(stream), column.data, column.count * size_of(column.element));
    }
    return start;
}

/// The table of results: one row a case, one column an instruction set.
class Table {
  public:
    Table(std::ostream& out, std::size_t name_width) : out_(out), name_width_(name_width) {
        fmt::print(out_, "{:<{}}", "case", name_width_);
        for (const Isa isa : supported_isas()) fmt::print(out_, "  {:>{}}", name(isa), width(isa));
        fmt::print(out_, "\n");
    }

    /// Checks one subject and prints its row.
    void row(const Subject& subject, std::uint64_t golden, const scenario::Runner& runner) {
        fmt::print(out_, "{:<{}}", subject.name, name_width_);
        try {
            Judge judge(subject, runner);
            judge.check_reference(golden);
            for (const Isa isa : supported_isas()) {
                for (const Execution& way : ways(isa)) {
                    judge.check(way);
                    ++runs_;
                }
                fmt::print(out_, "  {:>{}}", "ok", width(isa));
                out_.flush();
            }
        } catch (const CheckFailed&) {
            fmt::print(out_, "  differs\n");
            throw;
        }
        fmt::print(out_, "\n");
        ++subjects_;
    }

    void close() const {
        fmt::print(
            out_,
            "\n{} cases on {} instruction sets, with 1 thread, 2, all and a job system, several blocks and "
            "ticks a pass: {} runs, all with the committed bits\n",
            subjects_, supported_isas().size(), runs_);
    }

  private:
    static std::size_t width(Isa isa) { return std::max<std::size_t>(name(isa).size(), 7); }

    std::ostream& out_;
    std::size_t name_width_;
    std::size_t subjects_ = 0;
    std::uint64_t runs_ = 0;
};

void verify_all(const GoldenHashes& golden, const std::filesystem::path& scenarios,
                const scenario::Runner& runner, std::ostream& out) {
    if (golden.bits_version != bits_version)
        throw CheckFailed(fmt::format("the committed hashes are of bits version {}, this wend has {}",
                                      golden.bits_version, bits_version));
    std::size_t name_width = 0;
    for (const auto& [name, hash] : golden.hashes) name_width = std::max(name_width, name.size());
    for (const auto& [name, hash] : golden.scenarios) name_width = std::max(name_width, name.size());
    Table table(out, name_width);
    for (const auto& [name, hash] : golden.hashes)
        table.row(golden_subject(program_case(name)), hash, runner);
    for (const auto& [name, hash] : golden.scenarios) {
        scenario::Scenario loaded = scenario::load_scenario(scenarios / (name + ".json"));
        table.row(golden_subject(name, loaded), hash, runner);
    }
    table.close();
}

/// The streams of a dump as a population.
Population population_of(const scenario::StateDump& dump) {
    std::vector<Stream> streams;
    for (const scenario::SavedStream& saved : dump.streams) streams.push_back(saved.stream);
    Population population(static_cast<std::size_t>(dump.agents), streams);
    for (const scenario::SavedStream& saved : dump.streams)
        if (!saved.bytes.empty())
            std::memcpy(population.data(saved.stream), saved.bytes.data(), saved.bytes.size());
    return population;
}

}  // namespace

Subject golden_subject(std::string name, scenario::Scenario& scenario) {
    return {.name = std::move(name),
            .program = scenario.program,
            .start = start_of(scenario),
            .dt = scenario.dt,
            .seed = scenario.seed,
            .ticks = scenario.ticks / 2,
            .events = scenario.events,
            .after_tick = scenario.after_tick};
}

int verify_golden(const GoldenHashes& golden, const std::filesystem::path& scenarios,
                  const scenario::Runner& runner, std::ostream& out, std::ostream& err) {
    try {
        verify_all(golden, scenarios, runner, out);
        return exit_same;
    } catch (const CheckFailed& failure) {
        out.flush();
        fmt::print(err, "{}\n", failure.what());
        return exit_differs;
    }
}

int verify_against(const scenario::StateDump& dump, scenario::Scenario& scenario,
                   const scenario::Runner& runner, std::ostream& out, std::ostream& err) {
    Subject subject = golden_subject("the scenario", scenario);
    subject.ticks = dump.tick;
    const Population there = population_of(dump);
    std::string first;
    for (const Isa isa : supported_isas()) {
        std::string problem;
        try {
            if (const auto difference =
                    first_difference(there, outcome_of(subject, dump.tick, {.isa = isa}, runner).agents)) {
                problem = fmt::format("{} here differs from the dump at tick {}:\n  {}", name(isa), dump.tick,
                                      text_of(*difference, there, 0, "dump", name(isa)));
                // The reference comes first and agrees with the dump, so it has the right earlier ticks.
                if (isa != Isa::reference && first.empty()) Judge(subject, runner).check({.isa = isa});
            }
        } catch (const CheckFailed& failure) {
            problem = failure.what();
        }
        fmt::print(out, "{:<10} {}\n", name(isa), problem.empty() ? "ok" : "differs");
        if (first.empty()) first = std::move(problem);
    }
    if (first.empty()) {
        fmt::print(out,
                   "\n{} agents, {} streams, tick {}: all {} instruction sets here give the dump's bits\n",
                   dump.agents, dump.streams.size(), dump.tick, supported_isas().size());
        return exit_same;
    }
    out.flush();
    fmt::print(err, "{}\n", first);
    return exit_differs;
}

int verify_dumps(const scenario::StateDump& dump, const scenario::StateDump& against, std::ostream& out,
                 std::ostream& err) {
    const auto differs = [&](const std::string& text) {
        out.flush();
        fmt::print(err, "{}\n", text);
        return exit_differs;
    };
    const Population ours = population_of(dump), theirs = population_of(against);
    if (ours.size() != theirs.size())
        return differs(fmt::format("the dump has {} agents, the other {}", ours.size(), theirs.size()));
    for (const auto& [here, there] : {std::pair(&ours, &theirs), std::pair(&theirs, &ours)})
        for (const Stream stream : here->streams())
            if (!there->has(stream))
                return differs(fmt::format("{} dump has the stream {}, the other has not",
                                           here == &ours ? "the first" : "the second", name(stream)));
    const std::string ticks = dump.tick == against.tick
                                  ? fmt::format("tick {}", dump.tick)
                                  : fmt::format("ticks {} and {}", dump.tick, against.tick);
    if (const auto difference = first_difference(ours, theirs))
        return differs(fmt::format("the dumps differ at {}:\n  {}", ticks,
                                   text_of(*difference, ours, 0, "first", "second")));
    fmt::print(out, "{} agents, {} streams, {}: the dumps have the same bits\n", dump.agents,
               dump.streams.size(), ticks);
    return exit_same;
}

}  // namespace wend::verify
