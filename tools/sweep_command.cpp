// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "bench/usable_threads.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/system.hpp"
#include "tools/support/utf8_path.hpp"
#include "tools/sweep/chart.hpp"
#include "tools/sweep/sweep.hpp"
#include "tools/sweep/table.hpp"
#include "tools/sweep/workers.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

using support::MisuseError;
using sweep::Row;
using sweep::Sweep;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Where the table is written.
std::filesystem::path table_of(const RunArguments& options) {
    return options.out.empty() ? std::filesystem::path("-") : options.out;
}
bool is_on_disk(const RunArguments& options) { return !support::is_stdout(table_of(options)); }

/// The picture beside the table; none for stdout.
std::filesystem::path picture_of(const RunArguments& options) {
    return is_on_disk(options) ? std::filesystem::path(options.out).replace_extension(".svg")
                               : std::filesystem::path();
}

void check(const RunArguments& options) {
    const std::filesystem::path table = table_of(options);
    if (!sweep::is_table(table))
        throw MisuseError(fmt::format(
            "--out {} with --sweep: the extension must be .csv, or .h5 in builds with HDF5", table.string()));
    const std::filesystem::path picture = picture_of(options);
    const support::NamedFile paths{"--paths", options.overrides.paths.value_or(std::filesystem::path())};
    const support::NamedFile input{"the scenario", scenario::find_scenario(options.scenario)};
    for (const support::NamedFile& other : {paths, input})
        for (const std::filesystem::path& out : {options.out, picture})
            support::refuse_same_files(std::array{support::NamedFile{"--out", out}, other});
    if (std::error_code ignored; !picture.empty() && std::filesystem::is_regular_file(picture, ignored)) {
        const std::string start = support::read_file(picture).substr(0, 200);
        if (start.find(sweep::chart_mark) == std::string::npos)
            throw MisuseError(fmt::format("--out {}: its picture would replace {}, which is none of a sweep",
                                          table.string(), picture.string()));
    }
}

Sweep load(const RunArguments& options, const Execution& execution) {
    sweep::Grid grid{{}, 0, options.seeds};
    for (const std::string& axis : options.sweep) grid.axes.push_back(sweep::parse_axis(axis));
    Sweep all(scenario::find_scenario(options.scenario), options.overrides, std::move(grid), execution);
    if (std::error_code ignored;
        is_on_disk(options) && std::filesystem::is_regular_file(options.out, ignored))
        all.reuse(sweep::read_rows(options.out, all.columns()));
    return all;
}

/// Finished runs as numbers of 64 bits, for other ranks.
std::string packed(const std::vector<sweep::FinishedRun>& runs) {
    std::string bytes;
    const auto add = [&](std::uint64_t number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const sweep::FinishedRun& one : runs) {
        add(one.run);
        add(std::uint64_t{one.result.is_reused});
        for (const std::uint64_t value : one.result.row) add(value);
    }
    return bytes;
}

/// The runs finished so far, of all ranks.
struct Progress {
    std::map<std::uint64_t, Row> rows;  ///< by run
    std::uint64_t reused = 0;
    std::uint64_t saved = 0;  ///< how many of them are in the table

    void unpack(const std::string& bytes, std::size_t columns) {
        if (bytes.empty()) return;
        std::vector<std::uint64_t> numbers(bytes.size() / 8);
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
        for (auto at = numbers.begin(); at != numbers.end();) {
            const std::uint64_t run = *at++;
            reused += *at++;
            const auto end = at + static_cast<std::ptrdiff_t>(columns);
            rows[run] = Row(at, end);
            at = end;
        }
    }
};

/// The rows in the order of the grid, then those of an earlier table with other values or seeds.
void save(const RunArguments& options, const Sweep& all, Progress& progress) {
    if (ranks::rank() != 0 || progress.saved == progress.rows.size()) return;
    sweep::Table table{all.columns(), {}};
    std::set<Row> keys;
    const auto key_of = [&](const Row& row) {
        return Row(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(all.key_columns()));
    };
    for (const auto& [run, row] : progress.rows) {
        table.rows.push_back(row);
        keys.insert(key_of(row));
    }
    for (const Row& row : all.earlier_rows())
        if (!keys.contains(key_of(row))) table.rows.push_back(row);
    const std::lock_guard guard(sweep::files_mutex());
    sweep::write_table(table_of(options), table);
    progress.saved = progress.rows.size();
}

double number(const Row& row, std::size_t column) { return std::bit_cast<double>(row[column]); }

/// The flow, or the mean speed, over the first axis: a curve for each combination of the others.
void draw(const RunArguments& options, const Sweep& all, const Progress& progress) {
    const std::vector<sweep::Axis>& axes = all.grid().axes;
    const bool flow = all.measured().passages;
    const std::size_t column = all.column(flow ? "flow" : "mean_speed");
    std::map<std::vector<double>, sweep::Curve> curves;
    for (const auto& [run, row] : progress.rows) {
        const double y = number(row, column);
        std::vector<double> others;
        std::string label;
        for (std::size_t i = 1; i < axes.size(); ++i) {
            others.push_back(number(row, i));
            label += fmt::format("{}{} {}", label.empty() ? "" : ", ", axes[i].key, others.back());
        }
        sweep::Curve& curve = curves[others];
        curve.label = label;
        if (!std::isnan(y)) curve.points.push_back({number(row, 0), y});
    }
    const std::uint64_t seeds = all.grid().seeds;
    sweep::Chart chart{.title = support::utf8_path(options.scenario).stem().string(),
                       .subtitle = seeds == 1 ? fmt::format("seed {}", all.grid().first_seed)
                                              : fmt::format("{} seeds; the line is their median", seeds),
                       .x = axes.front().key,
                       .y = flow ? "agents a second" : "mean speed, m/s",
                       .curves = {}};
    for (auto& [others, curve] : curves) chart.curves.push_back(std::move(curve));
    support::write_file(picture_of(options), sweep::draw(chart));
}

void show(const Sweep& all, const Progress& progress, double seconds) {
    const std::uint64_t count = progress.rows.size(), made = count - progress.reused;
    std::string left;
    if (made > 0)
        left = fmt::format(", {} left", support::duration_text(seconds / static_cast<double>(made) *
                                                               static_cast<double>(all.size() - count)));
    support::show_progress(fmt::format("run {} of {}{}", count, all.size(), left));
}

void make_runs(const RunArguments& options, const Sweep& all, unsigned threads, Progress& progress) {
    constexpr std::chrono::milliseconds between{200};
    constexpr double least_seconds_between_saves = 2;
    std::vector<std::uint64_t> own;
    const auto rank = static_cast<std::uint64_t>(ranks::rank());
    for (std::uint64_t run = rank; run < all.size(); run += static_cast<std::uint64_t>(ranks::count()))
        own.push_back(run);
    std::optional<sweep::Workers> workers;
    ranks::together([&] { workers.emplace(all, std::move(own), threads); });
    const Clock::time_point start = Clock::now();
    Clock::time_point saved = start;
    double save_seconds = 0;
    while (progress.rows.size() < all.size()) {
        const std::vector<sweep::FinishedRun> fresh =
            ranks::together([&] { return workers->wait_for(between); });
        progress.unpack(ranks::all_texts(packed(fresh)), all.columns().size());
        ranks::together([&] {
            support::check_interruption();
            if (ranks::rank() != 0) return;
            show(all, progress, seconds_since(start));
            // A large table takes long: a tenth of the time at most.
            if (!is_on_disk(options) ||
                seconds_since(saved) < std::max(least_seconds_between_saves, 10 * save_seconds))
                return;
            const Clock::time_point before = Clock::now();
            save(options, all, progress);
            saved = Clock::now();
            save_seconds = std::chrono::duration<double>(saved - before).count();
        });
    }
}

/// Keeps what is finished, where a signal or an error ends the runs.
void save_rest(const RunArguments& options, const Sweep& all, Progress& progress) {
    if (ranks::rank() != 0 || !is_on_disk(options)) return;
    try {
        save(options, all, progress);
    } catch (const std::exception& error) {  // the first error is the one to tell
        fmt::print(stderr, "note: {}\n", error.what());
    }
}

/// The picture, where there is something to draw, and the summary.
void finish(const RunArguments& options, const Sweep& all, const Progress& progress, double seconds) {
    const std::filesystem::path picture = picture_of(options);
    const bool is_drawn = !picture.empty() && (all.measured().passages || all.measured().speed);
    if (is_drawn) draw(options, all, progress);
    std::uint64_t faulty = 0;
    const std::size_t faults = all.column("faults");
    for (const auto& [run, row] : progress.rows) faulty += std::uint64_t{row[faults] > 0};
    if (faulty > 0)
        fmt::print(stderr, "note: agents were at fault in {} of {} runs: see the column faults\n", faulty,
                   all.size());
    std::FILE* const stream = is_on_disk(options) ? stdout : stderr;
    fmt::print(stream, "runs     {}", all.size());
    if (progress.reused > 0)
        fmt::print(stream, ", {} of them from {}", progress.reused, words::printable(options.out.string()));
    fmt::print(stream, "\ntime     {:.3f} s\n", seconds);
    support::print_written(stream, options.out);
    if (is_drawn) support::print_written(stream, picture);
}

}  // namespace

int run_sweep(const RunArguments& options, const Execution& execution) {
    const Clock::time_point start = Clock::now();
    ranks::together([&] { check(options); });
    const Sweep all = ranks::together([&] { return load(options, execution); });
    const bool is_first = ranks::rank() == 0;
    if (is_first)
        for (const std::string& note : all.notes()) fmt::print(stderr, "note: {}\n", note);
    support::watch_signals();
    Progress progress;
    try {
        const unsigned threads = execution.max_threads != 0 ? execution.max_threads : bench::usable_threads();
        make_runs(options, all, threads, progress);
    } catch (const support::Interrupted& interrupted) {
        if (is_first) support::show_progress("");
        save_rest(options, all, progress);
        const std::string name = support::signal_name(interrupted.signal());
        if (is_first && !name.empty())
            fmt::print(stderr, "wend run: ended after {} of {} runs by {}{}\n", progress.rows.size(),
                       all.size(), name,
                       !is_on_disk(options) ? "; without --out they are lost"
                       : progress.rows.empty()
                           ? ""
                           : fmt::format("; the same command goes on from {}", options.out.string()));
        return support::exit_interrupted(interrupted.signal());
    } catch (...) {
        if (is_first) support::show_progress("");
        save_rest(options, all, progress);
        throw;
    }
    ranks::together([&] {
        if (!is_first) return;
        support::show_progress("");
        save(options, all, progress);
        finish(options, all, progress, seconds_since(start));
    });
    return 0;
}

}  // namespace wend::command
