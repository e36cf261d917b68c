// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/bench_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/cases/measure.hpp"
#include "bench/cases/registry.hpp"
#include "bench/cases/setting.hpp"
#include "tools/report/frame.hpp"
#include "tools/report/frame_page.hpp"
#include "tools/report/implementations.hpp"
#include "tools/report/journal_times.hpp"
#include "tools/report/report_page.hpp"
#include "tools/report/result_json.hpp"
#include "tools/report/roofline.hpp"
#include "tools/report/screen.hpp"
#include "tools/report/sentences.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/html_page.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/options.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/system.hpp"

namespace wend::report {

using bench::Case;
using bench::Group;
using bench::Registry;
using support::show_progress;
using support::Table;

namespace {

constexpr int exit_wrong = 1;

constexpr std::size_t setting_columns = 19;  ///< before the values of the setting

constexpr bench::Effort full_effort{.min_rounds = 15, .max_rounds = 31, .seconds = 2, .slice_seconds = 2e-3};
constexpr bench::Effort full_memory_effort{
    .min_rounds = 5, .max_rounds = 15, .seconds = 5, .slice_seconds = 2e-3};
constexpr bench::Effort quick_effort{
    .min_rounds = 9, .max_rounds = 15, .seconds = 0.5, .slice_seconds = 1e-3};

struct Options {
    bool quick = false;
    bool verbose = false;
    bool frame = false;
    bool implementations = false;
    std::string filter;
    std::string journal;
    std::string out;
    std::string csv;
    std::string page;
    std::string markdown;
    std::string results;
};

bool in_quick_run(const Case& which) {
    if (which.start != bench::Start::ordinary) return false;
    const bool headline = bench::info(which.kernel).rows != bench::Rows::in_cache &&
                          which.kernel != bench::KernelId::waypoint_advance_long;
    const bool frame = which.agents == bench::in_cache_size && which.threads == 1 && which.ticks == 1;
    return frame || (headline && (which.agents == bench::in_cache_size ||
                                  (which.agents == bench::beyond_size && which.ticks != 1)));
}

bool is_baseline(const Case& which) {
    return which.start == bench::Start::ordinary &&
           (which.is_rival() || (which.wend_isa == Isa::reference && which.threads == 1));
}

/// Whether an unusual start is compared with `twin`: the reference and rivals of the same start, the same of
/// others.
bool is_twin(const Case& twin, const Case& which) {
    if (twin.start == which.start &&
        (twin.is_rival() || (twin.wend_isa == Isa::reference && twin.threads == 1)))
        return true;
    if (twin.is_rival()) return false;
    const auto twins = bench::info(which.start).twins;
    return std::any_of(twins.begin(), twins.end(),
                       [&](const bench::Twin& one) { return one.start == twin.start; }) &&
           twin.isa == which.isa && twin.threads == which.threads && twin.ticks == which.ticks;
}

bool same_group(const Case& a, const Case& b) {
    return a.kernel == b.kernel && a.agents == b.agents && a.ticks == b.ticks;
}

/// All cases that are compared with `which`.
Group make_group(const Registry& registry, const Case& which, const std::vector<const Case*>& chosen) {
    Group group;
    for (const Case& other : registry.cases()) {
        const bool is_chosen = std::find(chosen.begin(), chosen.end(), &other) != chosen.end();
        const bool is_wanted = std::any_of(chosen.begin(), chosen.end(), [&](const Case* one) {
            return same_group(*one, other) && is_twin(other, *one);
        });
        if (same_group(which, other) && (is_chosen || is_wanted || is_baseline(other)))
            group.rows.push_back({.what = other});
    }
    return group;
}

/// Says what is wrong in a group that was checked; returns whether nothing is.
bool all_right(const Group& group) {
    bool right = true;
    for (const bench::Row& row : group.rows) {
        if (row.problem.empty()) continue;
        right = false;
        fmt::print(stderr, "wend bench: {}: {}\n", row.what.name, row.problem);
    }
    return right;
}

/// The file of an option, if it was given. Made before anything is measured: a name that cannot be written is
/// refused at once.
class GivenFile {
  public:
    explicit GivenFile(const std::string& name) : name_(name) {
        if (!name.empty()) file_.emplace(name);
    }

    [[nodiscard]] explicit operator bool() const { return file_.has_value(); }

    void write(const std::string& text) {
        if (!file_) return;
        file_->write(text);
        file_->commit();
        support::print_written(stdout, name_);
    }

  private:
    std::string name_;
    std::optional<support::OutputFile> file_;
};

/// The page of --results.
int write_result_page(const Options& options) {
    const std::size_t machines = write_frame_page(options.results);
    if (machines == 0)
        throw support::MisuseError("--results: " + options.results + " has no JSON file of --frame");
    fmt::print("{} machines in {}/README.md\n", machines, options.results);
    return 0;
}

/// The command that measures the same again.
std::string command_text(const Options& options, std::string_view kind) {
    return fmt::format("wend bench{}{}{}", kind.empty() ? "" : " ", kind,
                       options.filter.empty() ? "" : fmt::format(" --filter '{}'", options.filter));
}

int run_frame(const Options& options, const support::NameFilter& filter) {
    GivenFile json(options.out);
    GivenFile csv(options.csv);
    fmt::print("{}", support::for_terminal(bench::setting_text(), setting_columns));
    const std::vector<FrameStep> steps = measure_frame(Registry(), filter, show_progress);
    show_progress("");
    if (steps.empty()) {
        fmt::print(stderr, "wend bench: --filter {} matches no row of --frame\n", options.filter);
        return support::exit_misuse;
    }
    const FrameResult result = frame_result(steps, command_text(options, "--frame"));
    for (const std::size_t agents : frame_sizes(result))
        fmt::print("{}", text_of(frame_table(result, agents)));
    bool right = true;
    Groups groups;
    for (const FrameStep& step : steps) {
        for (const std::string& problem : step.problems) fmt::print(stderr, "wend bench: {}\n", problem);
        right = right && step.problems.empty();
        groups.push_back(step.group);
    }
    json.write(result_json(groups));
    csv.write(csv_of(named_row_table(groups)));
    if (!options.results.empty()) {
        store_frame(result, options.results);
        write_result_page(options);
    }
    if (const std::string note = core_note(result); !note.empty()) fmt::print("\n{}", note);
    const auto below = std::ranges::count_if(result.rows, &FrameRow::is_below);
    if (below != 0) fmt::print("\n{} rows are below a goal on this machine\n", below);
    return right && below == 0 ? 0 : exit_wrong;
}

int run_implementations(const Options& options, const support::NameFilter& filter) {
    GivenFile csv(options.csv);
    GivenFile page(options.page);
    GivenFile markdown(options.markdown);
    bool right = true;
    std::string text;
    const std::vector<KernelImplementations> kernels =
        measure_implementations(Registry(), filter, show_progress, [&](const KernelImplementations& kernel) {
            if (text.empty()) fmt::print("{}", support::for_terminal(screen_setting(), setting_columns));
            const Table table = implementation_table(kernel);
            fmt::print("{}", text_of(table));
            std::fflush(stdout);
            text += markdown_of(table);
            for (const Implementation& one : kernel.all) {
                if (one.problem.empty()) continue;
                right = false;
                fmt::print(stderr, "wend bench: {}: {}\n", one.what.name, one.problem);
            }
        });
    if (kernels.empty()) {
        fmt::print(stderr, "wend bench: --filter {} matches no kernel of --implementations\n",
                   options.filter);
        return support::exit_misuse;
    }
    fmt::print("\n{}\n{}", implementation_note, screen_foot());
    csv.write(csv_of(implementation_table(kernels)));
    markdown.write(text);
    page.write(implementation_page(kernels));
    return right ? 0 : exit_wrong;
}

int run_journal(const Options& options) {
    GivenFile csv(options.csv);
    const JournalTimes times = measure_journal(options.journal, show_progress);
    show_progress("");
    if (!times.problem.empty()) {
        fmt::print(stderr, "wend bench: {}\n", times.problem);
        return exit_wrong;
    }
    fmt::print("{}{}", support::for_terminal(screen_setting(), setting_columns), text_of(times.table));
    csv.write(csv_of(times.table));
    return 0;
}

/// "95 a minute, 12 s left, ": nothing before a twentieth is done.
std::string pace_text(std::chrono::duration<double> spent, std::size_t done, std::size_t all) {
    if (done * 20 < all || done == 0) return {};
    const double each = spent.count() / static_cast<double>(done);
    return fmt::format("{:.0f} a minute, {} left, ", 60 / each,
                       support::duration_text(each * static_cast<double>(all - done)));
}

/// The address of a file within a page; empty where the page is stdout.
std::string link_from(const std::string& page, const std::string& file) {
    if (page.empty() || file.empty() || support::is_stdout(page)) return {};
    return support::in_address(
        std::filesystem::proximate(file, std::filesystem::absolute(page).parent_path()).string());
}

/// The files of a run.
struct BenchFiles {
    explicit BenchFiles(const Options& options)
        : json(options.out), csv(options.csv), page(options.page), markdown(options.markdown) {}

    GivenFile json, csv, page, markdown;
};

void write_report(const Options& options, const Registry& registry, const Groups& groups, BenchFiles& files) {
    files.csv.write(csv_of(named_row_table(groups)));
    if (!files.json && !files.page && !files.markdown) return;
    const std::optional<Roofline> measured = roofline_of_rows(groups, registry);
    const Roofline* const roofline = measured ? &*measured : nullptr;
    if (files.json) files.json.write(result_json(groups, roofline));
    if (files.markdown) files.markdown.write(report_markdown(groups, roofline));
    if (!files.page) return;
    files.page.write(report_page(groups, roofline,
                                 {.command = command_text(options, options.quick ? "--quick" : ""),
                                  .json = link_from(options.page, options.out)}));
}

int run_bench(const Options& options, const support::NameFilter& filter) {
    const Registry registry;
    std::vector<const Case*> chosen;
    for (const Case& which : registry.cases())
        if ((!options.quick || in_quick_run(which)) && filter(which.name)) chosen.push_back(&which);
    if (chosen.empty()) {
        fmt::print(stderr, "wend bench: --filter {} matches no case{}\n", options.filter,
                   options.quick ? " of the quick run" : "");
        return support::exit_misuse;
    }
    BenchFiles files(options);

    const bool wide = !support::is_terminal(stdout) || has_wide_lines(support::terminal_columns());
    fmt::print(
        "{}\n{}",
        support::for_terminal(options.verbose ? bench::setting_text() : screen_setting(), setting_columns),
        screen_head(wide));
    bench::Checker checker(registry);
    Groups groups;
    bool right = true;
    bool has_lines = false;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Case& which = *chosen[i];
        const auto done = [&](const Group& group) {
            return std::any_of(group.rows.begin(), group.rows.end(),
                               [&](const bench::Row& row) { return row.what.name == which.name; });
        };
        if (std::any_of(groups.begin(), groups.end(), done)) continue;

        const std::string place =
            fmt::format("{} of {} cases, {}{}, {} agents", i, chosen.size(),
                        pace_text(std::chrono::steady_clock::now() - start, i, chosen.size()),
                        bench::info(which.kernel).name, which.agents);
        show_progress(place + ": checking");
        Group& group = groups.emplace_back(make_group(registry, which, chosen));
        checker.check(group);
        show_progress("");
        right = all_right(group) && right;
        const bool memory = which.agents >= bench::memory_size;
        const bench::Effort& effort = options.quick ? quick_effort
                                      : memory      ? full_memory_effort
                                                    : full_effort;
        bench::measure(group, effort,
                       [&](std::size_t round) { show_progress(fmt::format("{}: round {}", place, round)); });
        show_progress("");
        const std::string line = screen_line(group, wide);
        has_lines = has_lines || !line.empty();
        fmt::print("{}", line);
        std::fflush(stdout);
    }
    if (!has_lines) fmt::print("no row has 8,192 agents and one tick\n");
    fmt::print("{}", support::for_terminal(screen_foot() + screen_noise(groups)));
    if (options.verbose)
        for (const Table& table :
             {row_table(groups), thread_table(groups), start_table(groups), reference_table(groups)})
            fmt::print("{}", text_of(table));
    else
        fmt::print("--verbose has every row: sizes, threads, rivals, uneven starts, hashes\n");
    if (!right) fmt::print(stderr, "wend bench: {}\n", state_sentence(groups).text);
    write_report(options, registry, groups, files);
    return right ? 0 : exit_wrong;
}

}  // namespace

int main_bench(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Measures the kernels on every instruction set and thread count, at several numbers of agents, and "
        "compares them with the reference, "
        "the tutorial's loop, and plain loops over separate arrays. First checks that all instruction sets "
        "give the "
        "same bits, and that rivals move the agents where the reference does.",
        "wend bench");
    auto* const quick = app.add_flag(
        "--quick", options.quick,
        "one tick of every kernel and the headline kernels, at fewer sizes and rounds: under a minute");
    auto* const verbose =
        app.add_flag("--verbose", options.verbose,
                     "after the lines every row: sizes, threads, rivals, uneven starts, hashes");
    auto* const frame = app.add_flag("--frame", options.frame,
                                     "one tick a call, as a game makes it: every kernel beside the fastest "
                                     "plain loops, and the goals for the "
                                     "ratios; two to four minutes");
    auto* const implementations = app.add_flag(
        "--implementations", options.implementations,
        "six kernels by implementations: textbook, plain loops of each compiler, libraries, one lane, each "
        "instruction set; at four sizes, with instructions and bytes; some minutes");
    auto* const filter =
        app.add_option(
               "--filter", options.filter,
               "only cases in whose name the expression is found (and what they are compared with). A + "
               "between letters stands for itself: names can be given as they are printed")
            ->type_name("REGEX");
    auto* const out = app.add_option("--out", options.out, "write every round as Google Benchmark JSON")
                          ->type_name("FILE.json");
    app.add_option("--csv", options.csv, "write every row, with its median, for a spreadsheet")
        ->type_name("FILE.csv");
    auto* const page = app.add_option("--html", options.page,
                                      "write a page with charts and all rows, which opens from the disk")
                           ->type_name("FILE.html");
    auto* const markdown =
        app.add_option("--markdown", options.markdown, "write the report as Markdown, for a pull request")
            ->type_name("FILE.md");
    auto* const results = app.add_option("--results", options.results,
                                         "with --frame: store the results as CPU.json, named after the "
                                         "processor; make the page of all "
                                         "JSON files in the folder. Without it: make the page alone")
                              ->type_name("FOLDER");
    auto* const journal =
        app.add_option("--journal", options.journal,
                       "the calls that a game recorded, beside no rival: on every instruction set, with one "
                       "thread and with all")
            ->type_name("FILE");
    support::one_of({quick, frame, implementations, journal});
    for (CLI::Option* const other : {verbose, filter, page, markdown, out, results}) journal->excludes(other);
    for (CLI::Option* const other : {verbose, page, markdown}) frame->excludes(other);
    for (CLI::Option* const other : {quick, verbose, page, markdown}) results->excludes(other);
    for (CLI::Option* const other : {verbose, results, out}) implementations->excludes(other);
    app.footer(
        "Examples:\n"
        "  wend bench --quick                 every kernel in a minute\n"
        "  wend bench --filter seek --verbose all rows of one kernel\n"
        "  wend bench --html report.html      everything, as a page\n\n"
        "Names are kernel/isa/agents:N/threads:N, as in wander+locomotion/avx2/agents:8192/threads:1; "
        "bench/README.md explains columns and method. Exit status: 0, 1 when a result is wrong or with "
        "--frame below its "
        "goal, 2 on misuse.");
    if (const std::optional<int> status = support::parse(app, argc, argv)) return *status;

    try {
        const support::NameFilter names = support::name_filter(options.filter);
        support::refuse_same_files(std::array<support::NamedFile, 4>{{{"--out", options.out},
                                                                      {"--csv", options.csv},
                                                                      {"--html", options.page},
                                                                      {"--markdown", options.markdown}}});
        if (!options.results.empty() && !std::filesystem::is_directory(options.results))
            throw support::MisuseError("--results: there is no folder " + options.results);
        if (!options.frame && !options.results.empty()) return write_result_page(options);
        const auto start = std::chrono::steady_clock::now();
        const int status = !options.journal.empty()  ? run_journal(options)
                           : options.frame           ? run_frame(options, names)
                           : options.implementations ? run_implementations(options, names)
                                                     : run_bench(options, names);
        if (status != support::exit_misuse) support::print_time(start);
        return status;
    } catch (const support::Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        fmt::print(stderr, "wend bench: {}\n", error.what());
    }
    return support::exit_misuse;
}

}  // namespace wend::report
