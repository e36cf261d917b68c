// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <thread>

#include "bench/support/command_line.hpp"
#include "bench/support/output_file.hpp"
#include "tools/files/input_file.hpp"
#include "tools/pictures/svg_picture.hpp"
#include "tools/run/advance.hpp"
#include "tools/run/population.hpp"
#include "tools/run/scenario.hpp"
#include "tools/run/state_dump.hpp"
#include "tools/subcommands.hpp"

namespace wend::command {
namespace {

struct Options {
    std::string scenario;
    scenario::Overrides overrides;
    std::string isa;
    std::uint32_t threads = 0;  // all
    std::uint32_t grain = 0;
    std::uint32_t ticks_per_pass = 0;
    std::uint32_t block = 0;
    std::string resume;
    std::string save;
    std::string out;
    std::uint64_t every = 0;  // the last tick only
    bool hash = false;
};

void declare(CLI::App& app, Options& options) {
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;
    scenario::Overrides& overrides = options.overrides;
    app.add_option("scenario", options.scenario,
                   "The scenario to run; bench/scenarios/README.md describes the file")
        ->type_name("FILE.json")
        ->required();
    add_number<U64>(app, "--ticks", overrides.ticks, "Number of ticks, instead of the scenario's");
    add_number<U64>(app, "--seed", overrides.seed, "Seed, instead of the scenario's");
    app.add_option("--paths", overrides.paths, "Path file (GeoJSON or .csv), instead of the scenario's")
        ->type_name("FILE");
    app.add_option("--out", options.out,
                   "Write the agents' streams to this CSV file; or a picture of their trajectories, if its "
                   "name ends in .svg")
        ->type_name("FILE");
    add_number<U64>(
        app, "--every", options.every,
        "Sample every N-th tick and the last (default: for CSV the last tick, for a picture as many as it "
        "needs)",
        1)
        ->needs("--out");
    app.add_option("--save", options.save, "Write the state after the last tick to this file, a state dump")
        ->type_name("FILE");
    app.add_option("--resume", options.resume,
                   "Continue from a state dump of this scenario; --ticks counts from the start")
        ->type_name("FILE")
        ->excludes("--seed");
    app.add_flag("--hash", options.hash, "Print the hash of the final state instead of the summary");

    const std::string how = "Execution (changes no bit of the result)";
    app.add_option("--isa", options.isa, "Instruction set by name; `wend isa` lists them")
        ->type_name("NAME")
        ->group(how);
    add_number<U32>(app, "--threads", options.threads,
                    "Maximum number of threads; 1 is serial (default: all)", 1)
        ->group(how);
    add_number<U32>(app, "--ticks-per-pass", options.ticks_per_pass,
                    "Ticks that a block of agents advances before the next block (default: chosen)", 1)
        ->group(how);
    add_number<U32>(app, "--block", options.block,
                    "Agents in a block, rounded up to a multiple of 64 (default: chosen)", 1)
        ->group(how);
    add_number<U32>(app, "--grain", options.grain,
                    "Smallest work for another thread, in agents times ticks (default: 8,192)", 1)
        ->group(how);
}

/// Writes samples of the streams that a program reads and writes, outputs included: one row for each agent
/// and sampled tick.
class CsvWriter {
  public:
    CsvWriter(const std::string& file, const Program& program)
        : output_(file), streams_(program.outputs().begin(), program.outputs().end()) {
        for (const StreamUse& use : program.streams())
            if (use.use != Use::scratch) streams_.push_back(use.stream);
        std::sort(streams_.begin(), streams_.end());
        std::string header = "tick,id";
        for (const Stream stream : streams_) header += fmt::format(",{}", name(stream));
        output_.write(header + '\n');
    }

    void sample(std::uint64_t tick, const AgentView& agents) {
        const std::span<const std::uint32_t> ids = agents.get<Stream::id>();
        fmt::memory_buffer text;
        for (std::size_t slot = 0; slot < agents.size(); ++slot) {
            auto end = std::back_inserter(text);
            fmt::format_to(end, "{},{}", tick, ids[slot]);
            for (const Stream stream : streams_) {
                const double value = scenario::load(agents.column(stream), slot);
                // The shortest digits that read back to the same bits: fewer for a float than for its double.
                if (info(stream).element == ElementType::f32)
                    fmt::format_to(end, ",{}", static_cast<float>(value));
                else
                    fmt::format_to(end, ",{}", value);
            }
            text.push_back('\n');
            if (text.size() < buffer_size && slot + 1 < agents.size()) continue;
            output_.write({text.data(), text.size()});
            text.clear();
        }
    }

    void commit() { output_.commit(); }

  private:
    static constexpr std::size_t buffer_size = 1 << 16;
    scenario::OutputFile output_;
    std::vector<Stream> streams_;
};

struct Outcome {
    std::uint64_t faults = 0;
    std::uint32_t first_fault_id = 0;
    double seconds = 0;
};

/// Runs the ticks [first, first + count).
void advance(scenario::Scenario& loaded, std::uint64_t first, std::uint64_t count, const Execution& execution,
             Outcome& outcome) {
    const AgentView agents = loaded.agents.view();
    const auto start = std::chrono::steady_clock::now();
    const Result result =
        scenario::advance(loaded.program, agents, {loaded.dt, count, first, loaded.seed}, execution);
    outcome.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!result.status) throw MisuseError(message(result.status));
    if (outcome.faults == 0 && result.faults > 0)
        outcome.first_fault_id = agents.get<Stream::id>()[result.first_fault];
    outcome.faults += result.faults;
}

struct Start {
    scenario::Scenario scenario;
    std::uint64_t tick = 0;
};

/// The scenario at its start, or at the tick of --resume.
Start load(Options& options) {
    if (options.resume.empty()) return {scenario::load_scenario(options.scenario, options.overrides), 0};
    const std::string bytes = scenario::read_file(options.resume);
    const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(bytes)), options.resume);
    options.overrides.seed = dump.seed;
    Start start{scenario::load_scenario(options.scenario, options.overrides), dump.tick};
    scenario::require_same_scenario(dump, start.scenario, options.resume);
    if (dump.tick > start.scenario.ticks)
        throw MisuseError(fmt::format("{} was saved after {} ticks, the run has {}: give more --ticks",
                                      options.resume, dump.tick, start.scenario.ticks));
    scenario::restore_state(dump, start.scenario);
    return start;
}

void print_summary(const scenario::Scenario& loaded, std::uint64_t first_tick, const Options& options,
                   Isa isa, const Outcome& outcome) {
    const double agent_ticks =
        static_cast<double>(loaded.agents.size()) * static_cast<double>(loaded.ticks - first_tick);
    fmt::print("agents   {}\n", loaded.agents.size());
    fmt::print("ticks    {}{} of {} s, seed {}\n", first_tick == 0 ? "" : fmt::format("{} to ", first_tick),
               loaded.ticks, loaded.dt, loaded.seed);
    fmt::print("ISA      {}\n", name(isa));
    fmt::print("threads  {}\n", options.threads == 0
                                    ? fmt::format("all ({})", std::thread::hardware_concurrency())
                                    : fmt::format("{}", options.threads));
    fmt::print("time     {:.3f} s", outcome.seconds);
    if (agent_ticks > 0) fmt::print(", {:.2f} ns per agent and tick", outcome.seconds * 1e9 / agent_ticks);
    fmt::print("\nfaults   {}", outcome.faults);
    if (outcome.faults > 0)
        fmt::print(" agent-ticks skipped because of invalid values; the first is agent {}",
                   outcome.first_fault_id);
    fmt::print("\n");
}

}  // namespace

int main_run(int argc, char** argv) {
    CLI::App app("Runs a scenario and prints how long that took.", "wend run");
    Options options;
    declare(app, options);
    if (const std::optional<int> status = parse(app, argc, argv)) return *status;

    const std::filesystem::path extension = std::filesystem::path(options.out).extension();
    if (!extension.empty() && extension != ".csv" && extension != ".svg")
        throw MisuseError(fmt::format("--out {}: the extension is {}, must be .csv, .svg (a picture) or none",
                                      options.out, extension.string()));
    const Isa isa = choose_isa(options.isa);
    auto [loaded, first_tick] = load(options);
    for (const std::string& note : loaded.notes) fmt::print(stderr, "note: {}\n", note);

    Execution execution;
    execution.isa = isa;
    execution.threading = options.threads == 1 ? Threading::serial : Threading::tbb;
    execution.max_threads = options.threads;
    execution.block = options.block;
    execution.grain = options.grain;
    execution.ticks_per_pass = options.ticks_per_pass;

    std::optional<CsvWriter> writer;
    std::optional<scenario::SvgPicture> picture;
    if (extension == ".svg") {
        if (options.every == 0) options.every = scenario::picture_interval(loaded.ticks);
        picture.emplace(options.out, loaded, std::filesystem::path(options.scenario).stem().string(),
                        options.every);
        picture->sample(loaded.agents.view());
    } else if (!options.out.empty()) {
        writer.emplace(options.out, loaded.program);
    }

    Outcome outcome;
    std::uint64_t tick = first_tick;
    do {
        const std::uint64_t left = loaded.ticks - tick;
        const std::uint64_t part =
            options.every == 0 ? left : std::min(left, options.every - tick % options.every);
        advance(loaded, tick, part, execution, outcome);
        tick += part;
        if (writer) writer->sample(tick, loaded.agents.view());
        if (picture) picture->sample(loaded.agents.view());
    } while (tick < loaded.ticks);
    if (!options.save.empty()) scenario::save_state(options.save, loaded, tick);
    if (writer) writer->commit();
    if (picture) picture->commit(loaded.agents.view());

    if (!options.hash) {
        print_summary(loaded, first_tick, options, isa, outcome);
        return 0;
    }
    if (outcome.faults > 0)
        fmt::print(stderr, "note: {} agent-ticks skipped because of invalid values; the first is agent {}\n",
                   outcome.faults, outcome.first_fault_id);
    fmt::print("hash {:016x}\n", state_hash(loaded.program, loaded.agents.view()));
    return 0;
}

}  // namespace wend::command
