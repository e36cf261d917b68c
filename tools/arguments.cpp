// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// One file, because CLI11 takes seconds to compile.
#include "tools/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/files/gdal_lines.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/support/options.hpp"

namespace wend::command {
namespace {

using support::add_file;
using support::add_number;
using support::parse;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

/// Ticks, or seconds if an `s` follows.
void add_save_interval(CLI::App& app, SaveInterval& interval) {
    const auto convert = [&interval](const CLI::results_t& given) {
        const bool seconds = given.at(0).ends_with('s');
        const std::optional<U32> number =
            support::parse_number<U32>(given.at(0).substr(0, given.at(0).size() - (seconds ? 1 : 0)));
        if (!number || *number < 1)
            throw CLI::ValidationError(
                "--save-every",
                fmt::format("{} is neither a number of ticks nor of seconds, such as 60s", given.at(0)));
        if (seconds)
            interval.seconds = *number;
        else
            interval.ticks = *number;
        return true;
    };
    app.add_option(
           "--save-every", convert,
           "Write the state dump also after each N ticks, or each N seconds: a run that is killed goes on "
           "from it with --resume")
        ->type_name("N|Ns")
        ->needs("--save");
}

void declare_files(CLI::App& app, RunArguments& run) {
    scenario::Overrides& overrides = run.overrides;
    app.add_option("scenario", run.scenario,
                   "The scenario to run: a file (bench/scenarios/README.md describes it), or the name of one "
                   "that comes with wend, as in `wend run wander`; or a trajectory (.txt, .sqlite, .h5), of "
                   "which --out FILE.html makes a page")
        ->type_name("FILE.json")
        ->required();
    add_number<U64>(app, "--ticks", overrides.ticks, "Number of ticks, instead of the scenario's");
    add_number<U64>(app, "--seed", overrides.seed, "Seed, instead of the scenario's");
    add_file(app, "--paths", overrides.paths, "Path file, instead of the scenario's");
    app.add_option("--projection", overrides.projection,
                   "Projection of the path file, instead of the scenario's: geographic, per-path, none, or a "
                   "coordinate system of the plane (needs PROJ)")
        ->type_name("WORD|CRS");
    add_file(app, "--out", run.out,
             "Write the agents' streams to this CSV file, or to stdout if it is -; as points in longitude "
             "and latitude, if its name ends in .geojson; or a picture of their trajectories, if it ends "
             "in .svg; or a page that plays the run, if it ends in .html; or trajectories for pedestrian "
             "research, if it ends in .txt, .sqlite or .h5");
    app.add_flag("--degrees", run.degrees,
                 "Columns longitude and latitude in the CSV file too, where the paths are in longitude and "
                 "latitude")
        ->needs("--out");
    app.add_flag("--animate", run.animate, "With --out FILE.svg: the agents move along their ways, in a loop")
        ->needs("--out");
    add_number<U64>(app, "--every", run.every,
                    "Sample every N-th tick and the last (default: for CSV the last tick, for a picture or a "
                    "page as many as it needs, for trajectories about 16 a second)",
                    1)
        ->needs("--out");
    add_file(app, "--save", run.save,
             "Write the state after the last tick to this file, a state dump; also when a signal ends "
             "the run");
    add_save_interval(app, run.save_every);
    add_file(app, "--resume", run.resume,
             "Continue from a state dump of this scenario; --ticks counts from the start")
        ->excludes("--seed");
    app.add_flag("--hash", run.hash, "Print the hash of the final state instead of the summary");
    app.add_flag("--plan", run.plan,
                 "Print the memory, threads and ranks that the run needs, and run nothing")
        ->excludes("--out")
        ->excludes("--save");
    app.add_flag("--allow-faults", run.allow_faults,
                 "Exit with status 0 even if agents were at fault in every tick");
}

void declare_sweep(CLI::App& app, RunArguments& run) {
    CLI::Option* const sweep =
        app.add_option(
               "--sweep", run.sweep,
               "Run the scenario for N values of a number, from FROM to TO, and write a table with a "
               "row a run to --out FILE.csv or FILE.h5, with a picture beside it: KEY is the name of a "
               "parameter of the scenario, or the keys to a number, such as agents/count. Given "
               "again: for all values with each other. A run that is in the table is not made again")
            ->type_name("KEY=FROM:TO:N")
            ->allow_extra_args(false);
    for (const char* const other :
         {"--degrees", "--animate", "--every", "--save", "--resume", "--hash", "--plan", "--allow-faults"})
        sweep->excludes(other);
    add_number<U64>(app, "--seeds", run.seeds, "With --sweep: run each with N seeds, from --seed on", 1)
        ->needs(sweep);
}

void declare_ranks(CLI::App& app, RunArguments& run) {
    if (ranks::is_built())
        app.add_flag("--verbose", run.verbose, "Under mpirun: print a line for each rank, on stderr")
            ->excludes("--sweep");
}

void declare_execution(CLI::App& app, RunArguments& run) {
    const std::string group = "Execution (changes no bit of the result)";
    app.add_option("--isa", run.isa, "Instruction set by name; `wend isa` lists them")
        ->type_name("NAME")
        ->group(group);
    add_number<U32>(app, "--threads", run.threads, "Maximum number of threads; 1 is serial (default: all)", 1)
        ->group(group);
    add_number<U32>(app, "--ticks-per-pass", run.ticks_per_pass,
                    "Ticks that a block of agents advances before the next block (default: chosen)", 1)
        ->group(group);
    add_number<U32>(app, "--block", run.block,
                    "Agents in a block, rounded up to a multiple of 64 (default: chosen)", 1)
        ->group(group);
    add_number<U32>(app, "--grain", run.grain,
                    "Smallest work for another thread, in agents times ticks (default: 8,192)", 1)
        ->group(group);
}

/// A paragraph; empty for a program that was moved without its scenarios.
std::string scenario_list() {
    try {
        return fmt::format("Scenarios that come with wend: {}.\n\n",
                           fmt::join(scenario::scenario_words(), ", "));
    } catch (const support::MisuseError&) {
        return {};
    }
}

}  // namespace

std::optional<int> parse(RunArguments& arguments, int argc, char** argv) {
    CLI::App app("Runs a scenario and prints how long that took.", "wend run");
    declare_files(app, arguments);
    declare_sweep(app, arguments);
    declare_execution(app, arguments);
    declare_ranks(app, arguments);
    app.footer([] {
        return fmt::format(
            "Examples:\n"
            "  wend run wander                                      how long it takes\n"
            "  wend run behaviours/flock --out flock.html           a page that plays the run\n"
            "  wend run behaviours/hide --out hide.svg --animate    a picture that moves\n"
            "  wend run my.json --ticks 600 --every 60 --out -      ten samples, as CSV\n"
            "  wend run door --sweep width=0.8:2.4:9 --seeds 5 --out door.csv  a table and door.svg\n\n"
            "{}"
            "Exit status: 0 done, 1 agents were at fault in every tick, 2 misuse or bad input, 130 or 143 "
            "ended by SIGINT or SIGTERM.",
            scenario_list());
    });
    return parse(app, argc, argv);
}

std::optional<int> parse(VerifyArguments& arguments, int argc, char** argv) {
    CLI::App app(
        "Runs every kernel and the golden scenarios on each instruction set of this machine, for several "
        "numbers of threads, sizes of block and ticks a pass, and compares with the committed hashes.",
        "wend verify");
    app.footer(
        "Examples:\n"
        "  wend verify                                          all of it\n"
        "  wend verify behaviours/seek --against other.dump     with another machine's run\n\n"
        "Exit status: 0 no difference, 1 a difference (the first is on stderr), 2 misuse or bad input.");
    CLI::Option* const scenario = app.add_option("scenario", arguments.scenario,
                                                 "With --against: the scenario of the dump, or another dump")
                                      ->type_name("FILE.json|FILE.dump");
    CLI::Option* const against = add_file(app, "--against", arguments.against,
                                          "Compare with a state dump, for example of another machine, "
                                          "that `wend run SCENARIO --save FILE` wrote");
    add_file(app, "--paths", arguments.overrides.paths, "The path file of the dump's run")->needs(against);
    scenario->needs(against);
    against->needs(scenario);
    if (ranks::is_built())
        app.add_flag("--mpi", arguments.mpi, "Under mpirun: run the golden scenarios on all ranks together")
            ->excludes(against);
    return parse(app, argc, argv);
}

std::optional<int> parse(ReplayArguments& arguments, int argc, char** argv) {
    CLI::App app(
        "Runs the journal of a game's calls again (wend/journal.hpp), and compares the state after each "
        "call; or "
        "runs those of two peers, and names the first difference: tick, agent, stream, both values, and "
        "whose "
        "code wrote it.",
        "wend replay");
    add_file(app, "journal", arguments.journal, "The journal")->required();
    add_file(app, "other", arguments.other, "The journal of a peer");
    app.add_option("--isa", arguments.isa, "Instruction set by name; `wend isa` lists them")
        ->type_name("NAME");
    add_number<U32>(app, "--threads", arguments.threads,
                    "Maximum number of threads; 1 is serial (default: all)", 1);
    app.add_flag("--json", arguments.json, "The finding as JSON, on stdout");
    add_file(
        app, "--html", arguments.html,
        "Write a page that plays the calls, of two journals over each other, and opens at the difference");
    app.footer(
        "Examples:\n"
        "  wend replay match.journal                            the same bits here?\n"
        "  wend replay match.journal --isa reference --threads 1\n"
        "  wend replay server.journal client.journal            where they part\n\n"
        "Exit status: 0 no difference, 1 a difference (the first is on stderr), 2 misuse or bad input.");
    return parse(app, argc, argv);
}

std::optional<int> parse(PathsArguments& arguments, int argc, char** argv) {
    CLI::App app("Lists the contents of a path file, as a scenario reads it.", "wend paths");
    add_file(app, "file", arguments.file,
             fmt::format("GeoJSON, or CSV with the columns path, x and y{}",
                         files::has_gdal() ? ", or what GDAL reads" : ""))
        ->required();
    app.add_option(
           "--projection", arguments.projection,
           "geographic: longitude and latitude, projected about the file's centre; per-path: each path "
           "about its own; none: plane coordinates; or a coordinate system of the plane, such as EPSG:3035 "
           "(needs PROJ)")
        ->type_name("WORD|CRS")
        ->capture_default_str();
    app.footer(
        "Examples:\n"
        "  wend paths rivers.geojson\n"
        "  wend paths streets.csv --projection none");
    return parse(app, argc, argv);
}

std::optional<int> parse(DrawArguments& arguments, int argc, char** argv) {
    CLI::App app("Prints one random draw, for checking (kernels/docs/bits.md recomputes it in Python).",
                 "wend draw");
    add_number<U64>(app, "--seed", arguments.seed, "The run's 64-bit seed")->required();
    add_number<U32>(app, "--id", arguments.id, "The agent's id")->required();
    add_number<U64>(
        app, "--number", arguments.number,
        "The tick for wander, the agent's decision for retarget_wander_* and approach, the stream for "
        "initial_state")
        ->required();
    app.add_option("--purpose", arguments.purpose,
                   "A number, or a name of wend/random.hpp: wander, wander.1 (the second wander stage), "
                   "retarget_wander_x, initial_state, ...")
        ->required();
    app.footer(
        "Examples:\n"
        "  wend draw --seed 7 --id 3 --number 60 --purpose wander\n"
        "  wend draw --seed 7 --id 3 --number 60 --purpose wander.1   the second stage's");
    return parse(app, argc, argv);
}

std::optional<int> parse_isa_arguments(int argc, char** argv) {
    CLI::App app(
        "Shows the instruction sets that this build has, which of them run here, and which one is chosen.",
        "wend isa");
    app.footer(
        "Examples:\n"
        "  wend isa\n"
        "  WEND_ISA=sse2 wend isa           the one that WEND_ISA forces\n"
        "  wend run wander --isa scalar     one run with another\n\n"
        "The environment variable WEND_ISA, or --isa of other subcommands, forces one by name.");
    return parse(app, argc, argv);
}

}  // namespace wend::command
