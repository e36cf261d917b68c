// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <thread>

#include "tools/run/find_scenario.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/options.hpp"
#include "tools/verify/verify.hpp"
#include "wend/version.hpp"

namespace wend::command {
namespace {

struct Options {
    std::string scenario;
    std::string against;
    scenario::Overrides overrides;
};

void declare(CLI::App& app, Options& options) {
    CLI::Option* const scenario =
        app.add_option("scenario", options.scenario, "With --against: the scenario of the dump")
            ->type_name("FILE.json");
    CLI::Option* const against = app.add_option("--against", options.against,
                                                "Compare with a state dump, for example of another machine, "
                                                "that `wend run SCENARIO --save FILE` wrote")
                                     ->type_name("FILE");
    app.add_option("--paths", options.overrides.paths, "The path file of the dump's run")
        ->type_name("FILE")
        ->needs(against);
    scenario->needs(against);
    against->needs(scenario);
}

int verify_dump(Options& options) {
    const std::string bytes = scenario::read_file(options.against, scenario::most_dump_bytes);
    const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(bytes)), options.against);
    options.overrides.seed = dump.seed;
    scenario::Scenario loaded = scenario::load_scenario(find_scenario(options.scenario), options.overrides);
    scenario::require_same_scenario(dump, loaded, options.against);
    return verify::verify_against(dump, loaded, run, std::cout, std::cerr);
}

}  // namespace

int main_verify(int argc, char** argv) {
    CLI::App app(
        "Runs every kernel and the golden scenarios on each instruction set of this machine, for several "
        "numbers of threads, sizes of block\n"
        "and ticks a pass, and compares with the committed hashes.",
        "wend verify");
    app.footer(
        "Exit status: 0 no difference, 1 a difference (the first is on stderr), 2 misuse or bad input.");
    Options options;
    declare(app, options);
    if (const std::optional<int> status = parse(app, argc, argv)) return *status;
    if (!options.against.empty()) return verify_dump(options);

    fmt::print("wend {}, bits {}, {}; {} threads here\n", version, bits_version, WEND_COMPILER,
               std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < isa_count; ++i)
        if (const auto isa = static_cast<Isa>(i); is_built(isa) && !is_supported(isa))
            fmt::print("{} cannot run here and is not verified\n", name(isa));
    fmt::print("\n");
    std::fflush(stdout);
    return verify::verify_golden(verify::committed_golden(), scenario_folder(), run, std::cout, std::cerr);
}

}  // namespace wend::command
