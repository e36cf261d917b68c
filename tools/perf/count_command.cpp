// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/cases/machine.hpp"
#include "bench/cases/registry.hpp"
#include "tools/count/case_count.hpp"
#include "tools/perf/commands.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/counts.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"

namespace wend::perf {
namespace {

using bench::Case;

/// The cases of --isa and --filter. --isa takes instruction sets, by default all with vectors, and rivals by
/// the beginning of their names.
class Choice {
  public:
    Choice(const bench::Registry& registry, const CountOptions& options)
        : filter_(support::name_filter(options.filter)) {
        for (const std::string& name : options.isas)
            if (std::ranges::any_of(registry.cases(), [&](const Case& which) {
                    return which.is_rival() && which.isa.starts_with(name);
                }))
                rivals_.push_back(name);
            else
                isas_.push_back(support::choose_isa(name));
        if (!options.isas.empty()) return;
        for (const Isa isa : supported_isas())
            if (isa != Isa::reference) isas_.push_back(isa);
    }

    [[nodiscard]] bool has_rivals() const { return !rivals_.empty(); }

    [[nodiscard]] bool operator()(const std::string& case_name) const {
        const std::string_view isa = second_part_of(case_name);
        return (std::ranges::any_of(isas_, [&](Isa one) { return name(one) == isa; }) ||
                std::ranges::any_of(rivals_, [&](const auto& one) { return isa.starts_with(one); })) &&
               filter_(case_name);
    }

  private:
    support::NameFilter filter_;
    std::vector<Isa> isas_;
    std::vector<std::string> rivals_;
};

std::vector<Case> chosen_cases(const bench::Registry& registry, const Choice& is_chosen,
                               const CountOptions& options) {
    std::vector<Case> cases;
    for (std::size_t k = 0; k < bench::kernel_count(); ++k) {
        const auto kernel = static_cast<bench::KernelId>(k);
        for (const Isa isa : supported_isas())
            cases.push_back(registry.make_case(kernel, isa, options.agents, 1, options.ticks));
        if (is_chosen.has_rivals())
            std::ranges::move(registry.rivals_of(kernel, options.agents, options.ticks),
                              std::back_inserter(cases));
    }
    std::erase_if(cases, [&](const Case& which) { return !is_chosen(which.name); });
    if (cases.empty())
        throw support::MisuseError(fmt::format("count: --filter {} matches no case", options.filter));
    return cases;
}

constexpr const char* line_format = "{:<33} {:<18} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n";

void print_head() {
    fmt::print(line_format, "", "", "instruc-", "a", "opera-", "divided,", "bytes", "bytes", "% on");
    fmt::print(line_format, "an agent and tick", "ISA", "tions", "vector", "tions", "rooted", "loaded",
               "stored", "vectors");
}

void print_line(const Case& which, const count::Counts& counts) {
    const double agent_ticks = static_cast<double>(which.agents) * which.ticks;
    const auto each = [&](std::uint64_t count) {
        return fmt::format("{:.2f}", static_cast<double>(count) / agent_ticks);
    };
    const double vectors = static_cast<double>(counts.vector_128 + counts.vector_256 + counts.vector_512);
    const bench::KernelInfo& kernel = bench::info(which.kernel);
    fmt::print(line_format, fmt::format("{}{}", kernel.name, kernel.suffix), which.isa,
               each(counts.instructions),
               each(counts.instructions *
                    (which.wend_isa ? lane_count(*which.wend_isa) : std::max(1u, which.vector_bits / 32))),
               each(counts.operations), each(counts.divisions + counts.roots), each(counts.bytes_loaded),
               each(counts.bytes_stored),
               fmt::format("{:.1f}", 100 * vectors / static_cast<double>(counts.instructions)));
    std::fflush(stdout);
}

/// The counts of a case's functions, the most instructions first.
void print_functions(const CaseCounts& one) {
    std::vector<std::pair<std::string, count::Counts>> functions(one.functions.begin(), one.functions.end());
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

/// The instructions of the busiest function, and the command that shows all of it.
void print_assembly(const count::BusyFunction& busy) {
    if (busy.file.empty()) return;
    fmt::print("# objdump -d -C -M intel --no-show-raw-insn --start-address={:#x} --stop-address={:#x} {}\n",
               busy.begin, busy.end, busy.file);
    fmt::print("#  times  address  instruction\n");
    for (const count::BusyFunction::Executed& one : busy.instructions)
        fmt::print("{:>8} {:>8x}  {}\n", one.times, one.address, one.text);
}

CaseCounts count_case(const Case& which, bool by_function, count::BusyFunction& busy) {
    CaseCounts one{.agents = which.agents, .ticks = which.ticks, .counts = {}};
    if (!by_function) {
        one.counts = count::count(which);
        return one;
    }
    one.functions = count::count_functions(which, &busy);
    for (const auto& [name, counts] : one.functions) one.counts += counts;
    return one;
}

CountTable count_all(const std::vector<Case>& cases, const CountOptions& options) {
    const bool by_function = options.functions || options.assembly;
    print_head();
    CountTable table;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Case& which = cases[i];
        support::show_progress(fmt::format("{} of {}: {}", i + 1, cases.size(), which.name));
        count::BusyFunction busy;
        const CaseCounts one = count_case(which, by_function, busy);
        support::show_progress("");
        print_line(which, one.counts);
        if (options.functions) print_functions(one);
        if (options.assembly) print_assembly(busy);
        table[which.name] = one;
    }
    return table;
}

void print_change(const CountChange& change, std::string_view word) {
    fmt::print("{} {}: {} -> {} {}{}\n", word, change.name, change.before, change.now, change.count,
               change.before == 0 ? "" : fmt::format(" ({:+.2f} %)", 100 * change.growth()));
}

/// The functions of the cases that changed.
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
        return support::exit_misuse;
    }
    fmt::print("\n");
    for (const CountChange& change : comparison.shrunk) print_change(change, "less");
    for (const CountChange& change : comparison.grown) print_change(change, "MORE");
    if (by_function) print_growth(comparison, before, now);
    fmt::print("against {}: {} cases compared, {} counts grew by more than {} %, {} shrank\n", file,
               comparison.compared, comparison.grown.size(), 100 * count_threshold, comparison.shrunk.size());
    return comparison.grown.empty() ? exit_none : exit_regression;
}

}  // namespace

int run_count(const CountOptions& options) {
    const bench::Registry registry;
    const Choice is_chosen(registry, options);
    const std::vector<Case> cases = chosen_cases(registry, is_chosen, options);
    if (!count::can_count()) {
        fmt::print(stderr,
                   "wend perf count: counts are taken by the trap flag of x86-64 processors, which does not "
                   "trap here\n");
        return support::exit_misuse;
    }
    // Before anything is counted: a file that cannot be read or written is refused at once.
    std::optional<CountTable> before;
    if (!options.against.empty()) {
        before = read_counts(support::read_text(options.against), options.against);
        // Cases that were not asked for are not missing.
        std::erase_if(*before, [&](const auto& entry) { return !is_chosen(entry.first); });
    }
    if (before && options.functions &&
        std::ranges::any_of(*before, [](const auto& entry) { return entry.second.functions.empty(); }))
        throw support::MisuseError(
            fmt::format("count: {} has no counts by function: write it with --functions", options.against));
    std::optional<support::OutputFile> file;
    if (!options.out.empty()) file.emplace(options.out);

    const CountTable now = count_all(cases, options);
    if (file) {
        file->write(to_json(now, bench::describe_machine_and_build()));
        file->commit();
        support::print_written(stdout, options.out);
    }
    return before ? judge(*before, now, options.against, options.functions) : exit_none;
}

}  // namespace wend::perf
