// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "bench/cases/wend_cases.hpp"
#include "bench/command/setting.hpp"
#include "bench/count/case_count.hpp"
#include "bench/support/command_line.hpp"
#include "bench/support/input_file.hpp"
#include "bench/support/output_file.hpp"
#include "bench/support/progress.hpp"
#include "tools/perf/measure/count_file.hpp"
#include "tools/perf/measure/function_growth.hpp"
#include "tools/perf/perf_command.hpp"

namespace wend::perf {

namespace {

struct Options {
    std::string filter;
    std::vector<std::string> isas;
    std::uint32_t agents = 256;
    std::uint32_t ticks = 8;
    bool functions = false;
    std::string out;
    std::string against;
};

/// The instruction sets asked for; without a word all that have vectors.
std::vector<Isa> chosen_isas(const std::vector<std::string>& names) {
    std::vector<Isa> isas;
    for (const std::string& name : names) isas.push_back(command::choose_isa(name));
    if (!names.empty()) return isas;
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference) isas.push_back(isa);
    return isas;
}

std::vector<bench::Case> chosen_cases(const Options& options) {
    const bench::WendCases cases_of_wend;
    const std::regex filter = command::parse_filter(options.filter);
    std::vector<bench::Case> cases;
    for (std::size_t k = 0; k < bench::kernel_count(); ++k)
        for (const Isa isa : chosen_isas(options.isas)) {
            bench::Case which =
                cases_of_wend.make_case(static_cast<bench::Kernel>(k), isa, options.agents, 1, options.ticks);
            if (std::regex_search(which.name, filter)) cases.push_back(std::move(which));
        }
    if (cases.empty())
        throw command::MisuseError(fmt::format("count: --filter {} matches no case", options.filter));
    return cases;
}

constexpr const char* line_format = "{:<33} {:<9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n";

void print_head() {
    fmt::print(line_format, "", "", "instruc-", "a", "opera-", "divided,", "bytes", "bytes", "% on");
    fmt::print(line_format, "an agent and tick", "ISA", "tions", "vector", "tions", "rooted", "loaded",
               "stored", "vectors");
}

void print_line(const bench::Case& which, const bench::Counts& counts) {
    const double agent_ticks = static_cast<double>(which.agents) * which.ticks;
    const auto each = [&](std::uint64_t count) {
        return fmt::format("{:.2f}", static_cast<double>(count) / agent_ticks);
    };
    const double vectors = static_cast<double>(counts.vector_128 + counts.vector_256 + counts.vector_512);
    const bench::KernelInfo& kernel = bench::info(which.kernel);
    fmt::print(line_format, fmt::format("{}{}", kernel.name, kernel.suffix), which.isa,
               each(counts.instructions), each(counts.instructions * lane_count(*which.wend_isa)),
               each(counts.operations), each(counts.divisions + counts.roots), each(counts.bytes_loaded),
               each(counts.bytes_stored),
               fmt::format("{:.1f}", 100 * vectors / static_cast<double>(counts.instructions)));
    std::fflush(stdout);
}

/// What a case's functions execute, the most instructions first.
void print_functions(const CaseCounts& one) {
    std::vector<std::pair<std::string, bench::Counts>> functions(one.functions.begin(), one.functions.end());
    std::ranges::stable_sort(functions, std::ranges::greater{},
                             [](const auto& function) { return function.second.instructions; });
    fmt::print("    {:>10} {:>6} {:>8} {:>10} {:>10}  of a call, in a function itself\n", "instruc-", "",
               "divided,", "bytes", "bytes");
    fmt::print("    {:>10} {:>6} {:>8} {:>10} {:>10}\n", "tions", "%", "rooted", "loaded", "stored");
    for (const auto& [name, counts] : functions)
        fmt::print(
            "    {:>10} {:>6.2f} {:>8} {:>10} {:>10}  {}\n", counts.instructions,
            100 * static_cast<double>(counts.instructions) / static_cast<double>(one.counts.instructions),
            counts.divisions + counts.roots, counts.bytes_loaded, counts.bytes_stored, name);
}

CaseCounts count_case(const bench::Case& which, bool by_function) {
    CaseCounts one{.agents = which.agents, .ticks = which.ticks, .counts = {}};
    if (!by_function) {
        one.counts = bench::count(which);
        return one;
    }
    one.functions = bench::count_functions(which);
    for (const auto& [name, counts] : one.functions) one.counts += counts;
    return one;
}

CountTable count_all(const std::vector<bench::Case>& cases, bool by_function) {
    print_head();
    CountTable table;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const bench::Case& which = cases[i];
        bench::show_progress(fmt::format("{} of {}: {}", i + 1, cases.size(), which.name));
        const CaseCounts one = count_case(which, by_function);
        bench::show_progress("");
        print_line(which, one.counts);
        if (by_function) print_functions(one);
        table[which.name] = one;
    }
    return table;
}

/// The cases of the file that the options ask for: others are not missing.
CountTable those_asked_for(CountTable table, const Options& options) {
    const std::regex filter = command::parse_filter(options.filter);
    std::vector<Isa> isas = chosen_isas(options.isas);
    std::erase_if(table, [&](const auto& entry) {
        const bool isa_asked = std::any_of(isas.begin(), isas.end(), [&](Isa isa) {
            return entry.first.find(fmt::format("/{}/", name(isa))) != std::string::npos;
        });
        return !isa_asked || !std::regex_search(entry.first, filter);
    });
    return table;
}

void print_change(const CountChange& change, std::string_view word) {
    fmt::print("{} {}: {} -> {} {}{}\n", word, change.name, change.before, change.now, change.count,
               change.before == 0 ? "" : fmt::format(" ({:+.2f} %)", 100 * change.growth()));
}

/// Which functions it is, of the cases that changed.
void print_growth(const CountComparison& comparison, const CountTable& before, const CountTable& now) {
    std::set<std::string> changed;
    for (const CountChange& change : comparison.grown) changed.insert(change.name);
    for (const CountChange& change : comparison.shrunk) changed.insert(change.name);
    for (const std::string& name : changed)
        fmt::print("{}, by function:\n{}", name,
                   describe(compare_functions(before.at(name).functions, now.at(name).functions)));
}

int judge(const CountTable& before, const CountTable& now, const std::string& file, bool by_function) {
    const CountComparison comparison = compare_counts(before, now);
    for (const std::string& name : comparison.missing)
        fmt::print(stderr, "wend perf count: {} is in {}, and not here\n", name, file);
    for (const std::string& name : comparison.added)
        fmt::print(stderr, "wend perf count: {} is not in {}\n", name, file);
    if (comparison.compared == 0) {
        fmt::print(stderr,
                   "wend perf count: {} has none of these cases (agents and ticks are part of their names)\n",
                   file);
        return exit_misuse;
    }
    fmt::print("\n");
    for (const CountChange& change : comparison.shrunk) print_change(change, "less");
    for (const CountChange& change : comparison.grown) print_change(change, "MORE");
    if (by_function) print_growth(comparison, before, now);
    fmt::print("against {}: {} cases compared, {} counts grew by more than {} %, {} shrank\n", file,
               comparison.compared, comparison.grown.size(), 100 * count_threshold, comparison.shrunk.size());
    return comparison.grown.empty() ? exit_none : exit_regression;
}

int run_count(const Options& options) {
    const std::vector<bench::Case> cases = chosen_cases(options);
    if (!bench::can_count()) {
        fmt::print(stderr,
                   "wend perf count: counts are taken by the trap flag of x86-64 processors, which does not "
                   "trap here\n");
        return exit_misuse;
    }
    // Before anything is counted: what cannot be read or written is refused at once.
    std::optional<CountTable> before;
    if (!options.against.empty())
        before = those_asked_for(read_counts(scenario::read_file(options.against), options.against), options);
    if (before && options.functions &&
        std::ranges::any_of(*before, [](const auto& entry) { return entry.second.functions.empty(); }))
        throw command::MisuseError(
            fmt::format("count: {} has no counts by function: write it with --functions", options.against));
    std::optional<scenario::OutputFile> file;
    if (!options.out.empty()) file.emplace(options.out);

    const CountTable now = count_all(cases, options.functions);
    if (file) {
        file->write(to_json(now, bench::describe_setting()));
        file->commit();
    }
    return before ? judge(*before, now, options.against, options.functions) : exit_none;
}

}  // namespace

int main_count(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Counts what one call of each kernel executes: instructions, floating-point operations and bytes, "
        "exactly and without hardware\n"
        "counters, one instruction at a time (some 10 microseconds each). The same on a busy machine as on "
        "an idle one.",
        "wend perf count");
    app.add_option("--filter", options.filter, "only cases whose name matches")->type_name("REGEX");
    app.add_option("--isa", options.isas, "only these instruction sets; otherwise all here but the reference")
        ->type_name("ISA");
    command::add_number<std::uint32_t>(app, "--agents", options.agents, "agents (256)", 1);
    command::add_number<std::uint32_t>(app, "--ticks", options.ticks, "ticks a call (8)", 1);
    app.add_flag("--functions", options.functions,
                 "also what each function executes itself; with --against, before and now");
    app.add_option("--out", options.out, "write the counts as JSON")->type_name("FILE.json");
    app.add_option("--against", options.against, "compare with counts that --out wrote")
        ->type_name("FILE.json");
    app.footer(
        "With --against, more than 0.5 % more instructions, operations, divisions, roots or bytes are a "
        "regression.\n"
        "Exit status: 0 no regression, 1 a regression, 2 misuse or nothing counted. bench/README.md says "
        "what each count is.");
    if (const std::optional<int> status = command::parse(app, argc, argv)) return *status;
    return run_count(options);
}

}  // namespace wend::perf
