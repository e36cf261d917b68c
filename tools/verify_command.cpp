// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

#include "bench/usable_threads.hpp"
#include "tools/arguments.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/ranks/verify_ranks.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/utf8_path.hpp"
#include "tools/verify/verify.hpp"
#include "wend/version.hpp"

namespace wend::command {
namespace {

bool is_dump(const std::filesystem::path& file) {
    char start[8] = {};
    std::ifstream(file, std::ios::binary).read(start, sizeof start);
    return std::string_view(start, sizeof start) == "wenddump";
}

int verify_dump(VerifyArguments& options) {
    const std::string bytes = scenario::read_dump(options.against);
    const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(bytes)), options.against);
    if (const std::filesystem::path other = support::utf8_path(options.scenario); is_dump(other)) {
        const std::string first = scenario::read_dump(other);
        return verify::verify_dumps(scenario::read_state(std::as_bytes(std::span(first)), other), dump,
                                    std::cout, std::cerr);
    }
    options.overrides.seed = dump.seed;
    scenario::Scenario loaded =
        scenario::load_scenario(scenario::find_scenario(options.scenario), options.overrides);
    scenario::require_same_scenario(dump, loaded, options.against);
    return verify::verify_against(dump, loaded, run, std::cout, std::cerr);
}

}  // namespace

int main_verify(int argc, char** argv) {
    VerifyArguments options;
    if (const std::optional<int> status = parse(options, argc, argv)) return *status;
    const auto start = std::chrono::steady_clock::now();
    if (!options.against.empty()) return verify_dump(options);
    if (options.mpi)
        return ranks::run("wend verify", [] {
            return ranks::verify_ranks(verify::committed_golden(), scenario::scenario_folder(), std::cout,
                                       std::cerr);
        });

    fmt::print("wend {}, bits {}, {}; {} threads here\n", version, bits_version, WEND_COMPILER,
               bench::usable_threads());
    for (std::size_t i = 0; i < isa_count; ++i)
        if (const auto isa = static_cast<Isa>(i); is_built(isa) && !is_supported(isa))
            fmt::print("{} cannot run here and is not verified\n", name(isa));
    fmt::print("\n");
    std::fflush(stdout);
    const int status = verify::verify_golden(verify::committed_golden(), scenario::scenario_folder(), run,
                                             std::cout, std::cerr);
    std::cout.flush();
    support::print_time(start);
    return status;
}

}  // namespace wend::command
