// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// wend-perf, which `wend perf` starts. Options of all subcommands: no other file of tools/perf includes
// CLI11.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>

#include "tools/perf/commands.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/support/options.hpp"

namespace wend::perf {
namespace {

/// Declares a subcommand whose options are in an object that lives as long as the subcommand; parsing makes
/// it the one to run.
class Subcommands {
  public:
    explicit Subcommands(CLI::App& app) : app_(app) {}

    template <class Options>
    void add(const std::string& name, const std::string& summary, const std::string& description,
             const std::string& examples, const std::string& footer, void (*declare)(CLI::App&, Options&),
             int (*run)(const Options&)) {
        CLI::App* const subcommand = app_.add_subcommand(name, summary);
        const auto options = std::make_shared<Options>();
        declare(*subcommand, *options);
        subcommand->footer(description + (description.empty() ? "" : "\n\n") + "Examples:\n" + examples +
                           (footer.empty() ? "" : "\n") + footer + "\n");
        subcommand->callback([this, options, run] { chosen_ = [options, run] { return run(*options); }; });
    }

    [[nodiscard]] int run_chosen() const { return chosen_(); }

  private:
    CLI::App& app_;
    std::function<int()> chosen_;
};

void add_history(CLI::App& app, std::string& database) {
    app.add_option("--db", database, fmt::format("the history ({})", default_history_words))
        ->type_name("FILE");
}

void add_seed(CLI::App& app, std::uint64_t& seed) {
    support::add_number<std::uint64_t>(app, "--seed", seed,
                                       "of the order of slices and the position of memory");
}

CLI::Option* add_filter(CLI::App& app, std::string& filter) {
    return app
        .add_option("--filter", filter,
                    "the cases whose name matches, of the suite or not; without it the suite "
                    "(tools/perf/README.md)")
        ->type_name("REGEX");
}

void add_comparison(CLI::App& app, ComparisonOptions& options) {
    add_filter(app, options.filter);
    support::add_real(app, "--tau", options.tau_percent,
                      "slow-downs up to this size do not matter (1; with --google 5)", 0.1, 100)
        ->type_name("PERCENT");
    add_seed(app, options.seed);
    app.add_flag("--all", options.whole, "list the cases that are ok too");
    app.add_option("--json", options.files.json, "write the result as JSON (tools/perf/README.md: its keys)")
        ->type_name("FILE");
    app.add_option("--markdown", options.files.markdown, "write it as Markdown for a pull request's comment")
        ->type_name("FILE");
    app.add_option("--html", options.files.html, "write it as a page, which needs no other file")
        ->type_name("FILE");
    add_history(app, options.database);
}

void declare_compare(CLI::App& app, CompareOptions& options) {
    app.add_option("base", options.base, "the executable, result or run to compare with")
        ->required()
        ->type_name("BASE");
    app.add_option("head", options.head, "the one to judge")->required()->type_name("HEAD");
    app.add_flag("--google", options.google,
                 "the executables are of Google Benchmark: whole processes alternate");
    add_comparison(app, options);
}

void add_rules(CLI::App& app, std::string& rules) {
    app.add_option(
           "--rules", rules,
           fmt::format("thresholds and accepted slow-downs ({} in the repository's root)", default_rules))
        ->type_name("FILE");
}

void declare_gate(CLI::App& app, GateOptions& options) {
    app.add_option(
           "--base", options.base,
           "the revision to compare with: a tag, HEAD~1 ... (where the branch left the main branch; on "
           "the main branch, the parent)")
        ->type_name("REF");
    app.add_option("--head", options.head, "judge a build of this revision instead of this command")
        ->type_name("REF");
    CLI::Option* const google =
        app.add_option("--google", options.google,
                       "measure this executable of Google Benchmark: its file in the repository")
            ->type_name("FILE");
    app.add_option("--build", options.build,
                   "the shell command that makes the file of --google, in a work tree of a revision")
        ->type_name("COMMAND")
        ->needs(google);
    google->needs(app.get_option("--build"));
    support::add_file(app, "--journal", options.journal,
                      "measure the calls of this journal of a game (wend replay), instead of the suite")
        ->excludes(google);
    app.add_option("--repository", options.repository,
                   "the folder of the revisions and of the history (the current folder)")
        ->type_name("FOLDER");
    add_rules(app, options.rules);
    add_comparison(app, options);
}

void declare_accept(CLI::App& app, AcceptOptions& options) {
    app.add_option("run", options.run, "a run of the history (its newest gate)")->type_name("RUN");
    app.add_option("--cases", options.cases, "only those whose name matches")->type_name("REGEX");
    app.add_option("--reason", options.reason, "why")->required()->type_name("TEXT");
    add_rules(app, options.rules);
    add_history(app, options.database);
}

void declare_calibrate(CLI::App& app, CalibrateOptions& options) {
    add_filter(app, options.filter);
    add_seed(app, options.seed);
    add_history(app, options.database);
}

void declare_record(CLI::App& app, RecordOptions& options) {
    app.add_option("files", options.files, "results")->required()->type_name("FILE");
    app.add_option("--revision", options.revision,
                   "the commit of the results, by any name that git knows in this folder")
        ->type_name("REV");
    add_history(app, options.database);
}

void declare_trend(CLI::App& app, HistoryReportOptions& options) {
    app.add_option(
           "--reference", options.trend.reference,
           "show times as multiples of this build's, from direct comparisons with it if there are any")
        ->type_name("REV");
    app.add_option("--machine", options.trend.machine, "by its fingerprint (that of the most builds)")
        ->type_name("HEX");
    app.add_option_function<double>(
           "--tau", [&options](const double& percent) { options.trend.least_effect = percent / 100; },
           "changes up to this size do not matter (1)")
        ->check(CLI::Range(0.0, 100.0))
        ->type_name("PERCENT");
    add_history(app, options.database);
}

void declare_report(CLI::App& app, HistoryReportOptions& options) {
    app.add_option("--html", options.html, "one page, which needs no other file and no network")
        ->required()
        ->type_name("FILE");
    declare_trend(app, options);
}

void declare_count(CLI::App& app, CountOptions& options) {
    app.add_option("--filter", options.filter, "only cases whose name matches")->type_name("REGEX");
    app.add_option("--isa", options.isas,
                   "only these instruction sets, or rivals by how their names begin (soa, tutorial_O3); "
                   "otherwise all instruction sets here but the reference")
        ->type_name("ISA");
    support::add_number<std::uint32_t>(app, "--agents", options.agents, "agents (256)", 1);
    support::add_number<std::uint32_t>(app, "--ticks", options.ticks, "ticks a call (8)", 1);
    app.add_flag("--functions", options.functions, "also the counts of each function itself");
    app.add_flag("--assembly", options.assembly,
                 "also the instructions of the function that executes the most, with the times that each is "
                 "executed");
    app.add_option("--out", options.out, "write the counts as JSON")->type_name("FILE.json");
    app.add_option("--against", options.against, "compare with counts that --out wrote")
        ->type_name("FILE.json");
}

void declare_selftest(CLI::App& app, SelftestOptions& options) {
    app.add_option("--trials", options.trials,
                   "the file that keeps all trials (wend-perf-trials.jsonl); with --recorded several")
        ->type_name("FILE");
    app.add_option("--out", options.out, "write the result as JSON")->type_name("FILE.json");
    CLI::Option* const fraction =
        support::add_real(app, "--fraction", options.fraction, "measure this part of the trials", 0.001, 1)
            ->type_name("PART");
    support::one_of({fraction, app.add_flag("--recorded", options.recorded,
                                            "measure nothing: judge the recorded trials")});
}

constexpr const char* measured_status =
    "Exit status: 0 no case is slower, 1 some are, 2 misuse or nothing measured, 3 cannot tell.";

int run(int argc, char** argv) {
    CLI::App app("wend perf: did a change make something slower?", "wend perf");
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  wend perf gate                             this build against its base\n"
        "  wend perf compare build/old build/new      two builds of wend\n"
        "  wend perf trend                            when benchmarks became slower\n\n"
        "`wend perf SUBCOMMAND --help` lists its arguments; tools/perf/README.md explains the method.\n"
        "Exit status: 0 done, no regression; 1 a regression; 2 misuse, bad input, or no measurement; 3 "
        "cannot tell.\n");
    Subcommands subcommands(app);
    subcommands.add(
        "compare", "compare two builds, or two results",
        "Executables are measured in alternation: builds of wend (bin/wend, or the build's folder) or, "
        "with --google, any of Google Benchmark. Results are Google Benchmark's JSON, which `wend bench` "
        "writes too, or runs of the history (a key, latest, latest~1 ...): their median times are shown "
        "side by side, which is no test.",
        "  wend perf compare build/old build/new --filter seek\n"
        "  wend perf compare --google old/bench new/bench --markdown comment.md\n"
        "  wend perf compare latest~1 latest\n",
        measured_status, declare_compare, run_compare);
    subcommands.add(
        "gate", "compare this build with that of a base revision: for CI",
        "Builds the base revision, or takes its earlier build. Cases whose machine code is the same are "
        "not measured.\nWith --google and --build: any project's benchmark.",
        "  wend perf gate --base v1.0 --html gate.html\n"
        "  wend perf gate --journal match.journal --base v1.0\n"
        "  wend perf gate --google bench --build 'make bench'\n",
        measured_status, declare_gate, run_gate);
    subcommands.add("accept", "put the regressions of a gate on record as accepted",
                    "Later gates against the same base, or an older one, list them and do not fail.",
                    "  wend perf accept --cases flee --reason 'checks its inputs'\n",
                    "Exit status: 0 written, 2 misuse, or nothing to accept.", declare_accept, run_accept);
    subcommands.add("calibrate", "measure the noise of unchanged cases on this machine",
                    "Measures this command against itself. `gate` takes no tau below the noise of a case.",
                    "  wend perf calibrate --filter wander\n",
                    "Exit status: 0, or 2 on misuse or if nothing could be measured.", declare_calibrate,
                    run_calibrate);
    subcommands.add(
        "record", "store results of Google Benchmark or `wend bench` in the history",
        "Reads the JSON of Google Benchmark 1.7 to 1.9 (--benchmark_out) and of `wend bench --out`. "
        "Results that were stored before are not stored again; if one file is bad, none is stored.",
        "  wend bench --out today.json && wend perf record today.json\n"
        "  wend perf record ci/*.json --revision v1.0\n",
        "Prints each run's key. Exit status: 0 stored, 2 misuse or bad input.", declare_record, run_record);
    subcommands.add("list", "the runs of the history, oldest first, and their machines", "",
                    "  wend perf list\n"
                    "  wend perf list --db ci/history.db\n",
                    "", add_history, run_list);
    subcommands.add(
        "trend", "the builds where benchmarks became slower or faster",
        "A change is confirmed by a direct comparison of builds on both sides (`wend perf gate`, `compare`); "
        "otherwise it is a candidate.",
        "  wend perf trend\n"
        "  wend perf trend --reference v1.0 --tau 2\n",
        "Exit status: 0 no benchmark's last change is a slow-down; 1 one is, confirmed; 2 misuse; 3 one is, "
        "a candidate.",
        declare_trend, run_trend);
    subcommands.add("report", "the content of the history about a machine, as a page", "",
                    "  wend perf report --html history.html\n", "", declare_report, run_report);
    subcommands.add(
        "count", "count instructions, operations and bytes exactly, and compare with earlier counts",
        "One call of each kernel, one instruction at a time (some 10 microseconds each): the same on a busy "
        "machine as on an idle one.",
        "  wend perf count --filter seek --functions\n"
        "  wend perf count --out before.json\n"
        "  wend perf count --against before.json\n",
        "With --against, more than 0.5 % more instructions, operations, divisions, roots or bytes are a "
        "regression.\nExit status: 0 no regression, 1 a regression, 2 misuse or nothing counted. "
        "bench/README.md defines the counts.",
        declare_count, run_count);
    subcommands.add(
        "selftest", "measure how often compare and gate are right",
        "Compares this command with itself: unchanged, with more calls on one side, in other link layouts "
        "and beside memory hogs. An hour on two idle cores; if interrupted, it goes on later.",
        "  wend perf selftest --fraction 0.05\n"
        "  wend perf selftest --recorded\n",
        "Exit status: 0 all figures hold, 1 some do not, 2 misuse or nothing measured.", declare_selftest,
        run_selftest);
    if (const std::optional<int> status = support::parse(app, argc, argv)) return *status;
    return subcommands.run_chosen();
}

}  // namespace
}  // namespace wend::perf

int main(int argc, char** argv) {
    return wend::support::guarded("wend perf", [&] { return wend::perf::run(argc, argv); });
}
