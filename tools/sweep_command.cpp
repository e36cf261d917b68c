// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep_command.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include "bench/usable_threads.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/support/command_line.hpp"
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
using Rows = std::map<std::uint64_t, Row>;  ///< by run

/// The table that is written, and goes on from there the next time.
std::filesystem::path table_of(const RunArguments& options) {
    return options.out.empty() ? std::filesystem::path("-") : options.out;
}

/// Beside a table of its own name.
std::filesystem::path picture_of(const std::filesystem::path& table) {
    return support::is_stdout(table) ? std::filesystem::path()
                                     : std::filesystem::path(table).replace_extension(".svg");
}

void check(const RunArguments& options) {
    const std::filesystem::path table = table_of(options);
    if (!sweep::is_table(table))
        throw MisuseError(
            fmt::format("--out {} with --sweep: the extension is {}, must be .csv or .h5 (HDF5, in "
                        "builds with it)",
                        table.string(), table.extension().string()));
    const std::filesystem::path picture = picture_of(table);
    const support::NamedFile paths{"--paths", options.overrides.paths.value_or(std::filesystem::path())};
    const support::NamedFile input{"the scenario", scenario::find_scenario(options.scenario)};
    for (const support::NamedFile& other : {paths, input})
        for (const std::filesystem::path& out : {options.out, picture})
            support::refuse_same_files(std::array{support::NamedFile{"--out", out}, other});
}

Sweep load(const RunArguments& options, const Execution& execution) {
    sweep::Grid grid{{}, 0, options.seeds};
    for (const std::string& axis : options.sweep) grid.axes.push_back(sweep::parse_axis(axis));
    Sweep all(scenario::find_scenario(options.scenario), options.overrides, std::move(grid), execution);
    const std::filesystem::path table = table_of(options);
    if (std::error_code ignored;
        !support::is_stdout(table) && std::filesystem::is_regular_file(table, ignored))
        all.know(sweep::read_rows(table, all.columns()));
    return all;
}

/// Runs as they go from one rank to another: numbers of 64 bits.
std::string packed(const std::vector<sweep::MadeRun>& runs) {
    std::string bytes;
    const auto add = [&](std::uint64_t number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const sweep::MadeRun& one : runs) {
        add(one.run);
        add(std::uint64_t{one.made.is_known});
        for (const std::uint64_t value : one.made.row) add(value);
    }
    return bytes;
}

/// Adds them to the rows. Returns how many were known.
std::uint64_t unpack(const std::string& bytes, std::size_t columns, Rows& rows) {
    std::uint64_t known = 0;
    std::vector<std::uint64_t> numbers(bytes.size() / 8);
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    for (auto at = numbers.begin(); at != numbers.end();) {
        const std::uint64_t run = *at++;
        known += *at++;
        const auto end = at + static_cast<std::ptrdiff_t>(columns);
        rows[run] = Row(at, end);
        at = end;
    }
    return known;
}

/// The rows in the order of the grid.
void write(const std::filesystem::path& file, const Sweep& all, const Rows& rows) {
    sweep::Table table{all.columns(), {}};
    for (const auto& [run, row] : rows) table.rows.push_back(row);
    sweep::write_table(file, table);
}

double number(const Row& row, std::size_t column) { return std::bit_cast<double>(row[column]); }

/// The flow, or the mean speed, over the first axis: a curve for each combination of the others.
void draw(const std::filesystem::path& file, const Sweep& all, const Rows& rows,
          const std::string& scenario) {
    const std::vector<sweep::Axis>& axes = all.grid().axes;
    const bool flow = all.measured().passages;
    const std::size_t column = all.column(flow ? "flow" : "mean_speed");
    std::map<std::vector<double>, sweep::Curve> curves;
    for (const auto& [run, row] : rows) {
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
    sweep::Chart chart{.title = support::utf8_path(scenario).stem().string(),
                       .subtitle = seeds == 1 ? fmt::format("seed {}", all.grid().first_seed)
                                              : fmt::format("{} seeds; the line is their median", seeds),
                       .x = axes.front().key,
                       .y = flow ? "agents a second" : "mean speed, m/s",
                       .curves = {}};
    for (auto& [others, curve] : curves) chart.curves.push_back(std::move(curve));
    support::write_file(file, sweep::draw(chart));
}

void print_written(std::FILE* stream, const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored))
        fmt::print(stream, "wrote    {}, {}\n", words::printable(file.string()),
                   support::size_text(std::filesystem::file_size(file, ignored)));
}

/// The runs made so far, on rank 0 those of all.
struct Made {
    Rows rows;
    std::uint64_t known = 0;
    std::uint64_t saved = 0;  ///< of them in the table
};

void save(const RunArguments& options, const Sweep& all, Made& made) {
    if (ranks::rank() != 0 || made.saved == made.rows.size()) return;
    write(table_of(options), all, made.rows);
    made.saved = made.rows.size();
}

void make_runs(const RunArguments& options, const Sweep& all, unsigned threads, Made& made) {
    constexpr std::chrono::milliseconds between{200};
    constexpr std::chrono::seconds between_saves{2};
    std::vector<std::uint64_t> own;
    const auto rank = static_cast<std::uint64_t>(ranks::rank());
    for (std::uint64_t run = rank; run < all.size(); run += static_cast<std::uint64_t>(ranks::count()))
        own.push_back(run);
    sweep::Workers workers(all, std::move(own), threads);
    const Clock::time_point start = Clock::now();
    Clock::time_point saved = start;
    for (std::uint64_t count = 0; count < all.size();) {
        const std::vector<sweep::MadeRun> fresh = ranks::together([&] { return workers.wait_for(between); });
        made.known += unpack(ranks::all_texts(packed(fresh)), all.columns().size(), made.rows);
        count = made.rows.size();
        ranks::together([&] {
            const std::uint64_t own_ticks = count - made.known;
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            support::check_interruption();
            if (ranks::rank() == 0)
                support::show_progress(
                    own_ticks == 0
                        ? fmt::format("run {} of {}", count, all.size())
                        : fmt::format("run {} of {}, {} left", count, all.size(),
                                      support::duration_text(seconds / static_cast<double>(own_ticks) *
                                                             static_cast<double>(all.size() - count))));
            const bool is_file = !support::is_stdout(table_of(options));
            if (is_file && Clock::now() - saved >= between_saves) {
                save(options, all, made);
                saved = Clock::now();
            }
        });
    }
}

/// The picture, where there is something to draw, and the summary.
void finish(const RunArguments& options, const Sweep& all, const Made& made, double seconds) {
    const std::filesystem::path table = table_of(options);
    const std::filesystem::path picture = picture_of(table);
    const bool is_drawn = !picture.empty() && (all.measured().passages || all.measured().speed);
    if (is_drawn) draw(picture, all, made.rows, options.scenario);
    std::uint64_t faulty = 0;
    for (const auto& [run, row] : made.rows) faulty += std::uint64_t{row[all.column("faults")] > 0};
    if (faulty > 0)
        fmt::print(stderr, "note: agents were at fault in {} of {} runs: see the column faults\n", faulty,
                   all.size());
    std::FILE* const stream = support::is_stdout(table) ? stderr : stdout;
    fmt::print(stream, "runs     {}", all.size());
    if (made.known > 0)
        fmt::print(stream, ", {} of them from {}", made.known, words::printable(table.string()));
    fmt::print(stream, "\ntime     {:.3f} s\n", seconds);
    if (support::is_stdout(table)) return;
    print_written(stream, table);
    if (is_drawn) print_written(stream, picture);
}

}  // namespace

int run_sweep(const RunArguments& options, const Execution& execution) {
    const Clock::time_point start = Clock::now();
    ranks::together([&] { check(options); });
    const Sweep all = ranks::together([&] { return load(options, execution); });
    if (ranks::rank() == 0)
        for (const std::string& note : all.notes()) fmt::print(stderr, "note: {}\n", note);
    support::watch_signals();
    Made made;
    int signal = 0;
    const auto tidy_up = [&] {
        if (ranks::rank() != 0) return;
        support::show_progress("");
        if (!support::is_stdout(table_of(options))) save(options, all, made);
    };
    try {
        make_runs(options, all, execution.max_threads != 0 ? execution.max_threads : bench::usable_threads(),
                  made);
    } catch (const support::Interrupted& interrupted) {
        signal = interrupted.signal();
    } catch (...) {
        tidy_up();
        throw;
    }
    tidy_up();
    if (signal != 0) {
        const std::string name = support::signal_name(signal);
        if (ranks::rank() == 0 && !name.empty())
            fmt::print(stderr, "wend run: ended after {} of {} runs by {}{}\n", made.rows.size(), all.size(),
                       name,
                       support::is_stdout(table_of(options))
                           ? ""
                           : fmt::format("; the same command goes on from {}", options.out.string()));
        return support::exit_interrupted(signal);
    }
    ranks::together([&] {
        if (ranks::rank() != 0) return;
        save(options, all, made);
        finish(options, all, made, std::chrono::duration<double>(Clock::now() - start).count());
    });
    return 0;
}

}  // namespace wend::command
