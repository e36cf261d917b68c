// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include "tools/perf/commands.hpp"
#include "tools/perf/history/gbench_json.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/report/history_page_files.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/html_page.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/svg_canvas.hpp"
#include "tools/support/table.hpp"

namespace wend::perf {
namespace {

using support::MisuseError;

namespace fs = std::filesystem;

/// Not an executable, but JSON.
bool is_result_file(const fs::path& file) {
    std::ifstream stream(file);
    return stream >> std::ws && stream.peek() == '{';
}

/// Of a build's folder or command the worker that it comes with; any other executable as it is.
fs::path executable_of(const fs::path& name, bool google) {
    if (!fs::exists(name)) throw MisuseError(fmt::format("{}: no such file", name.string()));
    if (fs::is_directory(name)) return name / "bin" / "wend_perf_worker";
    const fs::path worker = name.parent_path() / "wend_perf_worker";
    const bool is_command = name.filename() == "wend" || name.filename() == "wend-perf";
    if (!google && is_command && fs::exists(worker)) return worker;
    return name.has_parent_path() ? name : "." / name;
}

/// A result, if the name is one: a file's, or a run's of the history.
std::optional<StoredRun> stored_result(const std::string& name, const CompareOptions& options) {
    if (fs::exists(name)) {
        if (fs::is_directory(name)) return std::nullopt;
        if (is_result_file(name)) return read_gbench(support::read_text(name), name).run;
        if (::access(executable_of(name, options.google).c_str(), X_OK) == 0) return std::nullopt;
        throw MisuseError(
            fmt::format("{}: neither an executable nor a result of Google Benchmark in JSON "
                        "(--benchmark_out_format=json)",
                        name));
    }
    if (name.find('/') != std::string::npos) return std::nullopt;
    const History history = open_history(options.database, History::Access::read);
    StoredRun run = history.load(history.find(name));
    if (run.b)
        throw MisuseError(
            fmt::format("run {} is a comparison of two builds; `wend perf report` shows it", name));
    return run;
}

void refuse_other_machine(const Machine& a, const Machine& b) {
    if (a == b) return;
    throw MisuseError(fmt::format(
        "the results are of different machines, whose times cannot be compared: {} ({}) and {} ({})",
        fingerprint(a), describe(a), fingerprint(b), describe(b)));
}

constexpr const char* no_test =
    "Median times an iteration, by the wall clock, measured minutes or days apart. This is no test: times of "
    "one "
    "program differ by more than most changes do. wend perf compare of two executables is one.";

/// The build of a result, or the name that it was given by.
std::string name_of(const StoredRun& run, const std::string& given) {
    return run.a.revision.empty() && run.a.executable_hash.empty() ? given : short_name(run.a);
}

/// Median times side by side; benchmarks of one side come last.
support::Table times_side_by_side(const StoredRun& a, const StoredRun& b, std::string title) {
    using support::ColumnKind;
    support::Table table{.title = std::move(title),
                         .note = no_test,
                         .columns = {{"benchmark"},
                                     {"base", ColumnKind::number},
                                     {"head", ColumnKind::number},
                                     {"ratio", ColumnKind::number}}};
    std::map<std::string, std::pair<std::optional<double>, std::optional<double>>> times;
    for (const BenchResult& result : a.results) times[result.name].first = median_time(result);
    for (const BenchResult& result : b.results) times[result.name].second = median_time(result);
    for (const bool in_both : {true, false})
        for (const auto& [name, sides] : times) {
            const auto& [base, head] = sides;
            if ((base && head) != in_both) continue;
            table.rows.push_back({{name},
                                  {base ? time_text(*base) : "-"},
                                  {head ? time_text(*head) : "-"},
                                  {in_both && *base > 0 ? fmt::format("{:.3f}", *head / *base) : "-"}});
        }
    return table;
}

int compare_results(const StoredRun& base, const StoredRun& head, const CompareOptions& options) {
    const ReportFiles& files = options.files;
    if (!files.json.empty()) throw MisuseError("--json is for executables");
    refuse_other_machine(base.machine, head.machine);
    const support::Table table = times_side_by_side(
        base, head, fmt::format("{} and {}", name_of(base, options.base), name_of(head, options.head)));
    fmt::print("{}\n{}", support::columns_of(table), support::for_terminal(fmt::format("{}\n", no_test)));
    if (!files.markdown.empty()) write_report(files.markdown, support::markdown_of(table));
    if (!files.html.empty()) {
        const std::string title = project_words(fs::current_path(), {}).title();
        support::HtmlPage page(title, history_page_css);
        page.add("<h1>{}</h1><p class=soft>{} &middot; machine {}</p>", support::escaped(title),
                 support::escaped(describe(base.machine)), fingerprint(base.machine));
        support::add_table(page, table);
        write_report(files.html, page.take());
    }
    return exit_none;
}

}  // namespace

void ReportFiles::refuse_same() const {
    support::refuse_same_files(
        std::array<support::NamedFile, 3>{{{"--json", json}, {"--markdown", markdown}, {"--html", html}}});
}

int run_compare(const CompareOptions& options) {
    options.files.refuse_same();
    const std::optional<StoredRun> base = stored_result(options.base, options);
    const std::optional<StoredRun> head = stored_result(options.head, options);
    if (base.has_value() != head.has_value())
        throw MisuseError("one of BASE and HEAD is a result, the other an executable");
    if (base) return compare_results(*base, *head, options);

    const ComparisonPlan plan{.base = executable_of(options.base, options.google),
                              .head = executable_of(options.head, options.google),
                              .filter = options.filter,
                              .google = options.google,
                              .seed = options.seed,
                              .tau = options.tau(options.google)};
    // Before anything is measured: a file that cannot be written is refused at once.
    History history = open_history(options.database, History::Access::write);
    const Comparison comparison = compare(plan);
    fmt::print("{}", describe(comparison, options.whole));
    StoredRun run = to_run(comparison, plan, RunKind::compare);
    std::string key = history.add(run);
    fmt::print("stored in {} as run {}\n", history.file().string(), key);
    write_reports(options.files, {comparison, std::move(run), std::move(key)}, fs::current_path());
    return exit_status(comparison);
}

}  // namespace wend::perf
