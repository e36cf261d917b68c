// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/report_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/screen.hpp"

namespace wend::report {
namespace {

using support::Cell;
using support::ColumnKind;
using support::Table;

/// A row whose rounds took `times` milliseconds, with the same drift in all rows.
bench::Row measured(bench::Case what, double times) {
    bench::Row row{.what = std::move(what), .calls = 1};
    for (int round = 0; round < 15; ++round) {
        const double seconds = times * 1e-3 * (1 + 0.1 * round);
        row.slices.push_back({.real_seconds = seconds, .cpu_seconds = seconds});
    }
    return row;
}

/// The texts of a table's rows, cells separated by bars.
std::vector<std::string> lines_of(const Table& table) {
    std::vector<std::string> lines;
    for (const std::vector<Cell>& row : table.rows) {
        std::string& line = lines.emplace_back();
        for (const Cell& cell : row) line += (line.empty() ? "" : "|") + cell.text;
    }
    return lines;
}
using Strings = std::vector<std::string>;

TEST(BenchReport, ComparesAStartWithAllItsTwins) {
    const bench::Registry registry;
    const auto row = [&](bench::Start start, double times) {
        return measured(registry.make_case(bench::KernelId::waypoint_advance, supported_isas().back(),
                                           bench::in_cache_size, 1, 8, start),
                        times);
    };
    const Table table =
        start_table({bench::Group{{row(bench::Start::ordinary, 2), row(bench::Start::crossing, 5),
                                   row(bench::Start::crossing_spread, 4)}}});
    EXPECT_EQ(lines_of(table),
              (Strings{"waypoint_advance|crossing|2.50 [2.50, 2.50]|ordinary agents|1.5",
                       "waypoint_advance|crossing|1.25 [1.25, 1.25]|crossing at their own times|1.5",
                       "waypoint_advance|crossing_spread|2.00 [2.00, 2.00]|ordinary agents|"}));
    EXPECT_EQ(table.rows[0][2].tone, "below");
    EXPECT_EQ(table.rows[1][2].tone, "");
}

TEST(BenchReport, ATableIsAlignedOnATerminal) {
    const Table table{.title = "Kernels",
                      .columns = {{"kernel"}, {"ns", ColumnKind::number}},
                      .rows = {{{"seek"}, {"0.5"}}, {{"arrive"}, {"10.25"}}}};
    EXPECT_EQ(text_of(table), "\nKernels\nkernel     ns\nseek      0.5\narrive  10.25\n");
    EXPECT_EQ(text_of(Table{.title = "Nothing"}), "");
}

TEST(BenchReport, ARowWiderThanTheTerminalIsFolded) {
    const Table table{
        .title = "Kernels",
        .columns = {{"kernel"}, {"ns", ColumnKind::number}, {"rival"}, {"hash"}},
        .rows = {{{"seek"}, {"0.5"}, {"soa_gcc"}, {"0123"}}, {{"arrive"}, {"10.25"}, {"-"}, {"4"}}}};
    EXPECT_EQ(columns_of(table, 28),
              "kernel     ns  rival    hash\nseek      0.5  soa_gcc  0123\n"
              "arrive  10.25  -        4\n");
    EXPECT_EQ(columns_of(table, 27),
              "kernel     ns  rival\n    hash\nseek      0.5  soa_gcc\n    0123\n"
              "arrive  10.25  -\n    4\n");
    EXPECT_EQ(columns_of(table, 5),
              "kernel\n       ns\n    rival\n    hash\nseek\n      0.5\n    soa_gcc\n"
              "    0123\narrive\n    10.25\n    -\n    4\n");
    EXPECT_EQ(columns_of(table), columns_of(table, 28)) << "no terminal";
}

TEST(BenchReport, HeadsAreSingleWords) {
    const Groups none;
    for (const Table& table : {row_table(none), thread_table(none), start_table(none), reference_table(none)})
        for (const support::Column& column : table.columns)
            EXPECT_EQ(column.head.find(' '), std::string::npos) << column.head;
}

TEST(BenchReport, SaysWhereThreadsLackedCores) {
    const bench::Registry registry;
    const Isa best = supported_isas().back();
    const auto row = [&](unsigned threads) {
        return measured(registry.make_case(bench::KernelId::seek, best, bench::in_cache_size, threads, 8), 1);
    };
    bench::Group group{{row(1), row(2)}};
    EXPECT_EQ(thread_table({group}).rows.at(0).back().text, "") << "the system does not say";
    for (bench::Slice& slice : group.rows[1].slices) slice.cpus = 1.9;
    EXPECT_EQ(thread_table({group}).rows.at(0).back().text, "1.90");
    for (std::size_t round = 0; round < 5; ++round) group.rows[1].slices[round].cpus = 1;
    const Cell busy = thread_table({group}).rows.at(0).back();
    EXPECT_EQ(busy.text, "1.60, machine busy");
    EXPECT_EQ(busy.tone, "below");
}

/// A group of one tick and 8,192 agents, on all instruction sets; the best one on two threads too.
bench::Group one_tick_group(const bench::Registry& registry) {
    bench::Group group;
    double times = 0.64;
    for (const Isa isa : supported_isas()) {
        group.rows.push_back(
            measured(registry.make_case(bench::KernelId::seek, isa, bench::in_cache_size, 1, 1), times));
        times /= 2;
    }
    // `times` is half of the best instruction set's.
    group.rows.push_back(measured(
        registry.make_case(bench::KernelId::seek, supported_isas().back(), bench::in_cache_size, 2, 1),
        times * 1.25));
    group.rows.push_back(measured(
        registry.make_rival(bench::KernelId::seek, bench::tutorial::loop_o2, bench::in_cache_size), 0.64));
    return group;
}

TEST(BenchScreen, AKernelIsALine) {
    const bench::Registry registry;
    const std::string line = screen_line(one_tick_group(registry), true);
    std::istringstream words(line);
    std::vector<std::string> columns;
    for (std::string word; words >> word;) columns.push_back(word);
    const std::size_t isas = column_isas().size();
    ASSERT_EQ(columns.size(), 2 + isas + 6) << line;
    EXPECT_EQ(columns[0], "seek");
    EXPECT_EQ(columns[2 + isas], "-") << "no plain loop was measured";
    EXPECT_EQ(std::stod(columns[3 + isas]), std::exp2(isas)) << "over the textbook's loop";
    EXPECT_EQ(columns[4 + isas], "-") << "no plain loop was measured";
    EXPECT_EQ(columns[5 + isas], "1.60") << "two threads over one";
    EXPECT_EQ(columns[6 + isas], "23.5%") << "of the rounds that `measured` makes";
    EXPECT_EQ(columns[7 + isas], "same");
    EXPECT_TRUE(has_wide_lines(line.size() - 1));
    EXPECT_FALSE(has_wide_lines(line.size() - 2));
    std::istringstream text(screen_head(true) + line);
    for (std::string one; std::getline(text, one);) {
        EXPECT_LE(one.size(), 107u) << one;
    }
}

TEST(BenchScreen, ANameHasItsOwnLineOnANarrowTerminal) {
    const bench::Registry registry;
    std::istringstream text(screen_head(false) + screen_line(one_tick_group(registry), false));
    std::vector<std::string> lines;
    for (std::string one; std::getline(text, one);) lines.push_back(one);
    ASSERT_EQ(lines.size(), 6u);
    EXPECT_EQ(lines[4], "seek");
    for (const std::string& line : lines) EXPECT_LT(line.size(), 80u) << line;
}

TEST(BenchScreen, SaysWhetherTheMachineWasBusy) {
    const bench::Registry registry;
    bench::Group group = one_tick_group(registry);
    EXPECT_EQ(screen_noise({group}).find("busy"), std::string::npos);
    for (bench::Row& row : group.rows)
        for (bench::Slice& slice : row.slices) slice.real_seconds = 1.1 * slice.cpu_seconds;
    EXPECT_NE(screen_noise({group}).find("91 % of a core: the machine was busy"), std::string::npos);
}

TEST(BenchScreen, SaysWhereBitsDiffer) {
    const bench::Registry registry;
    bench::Group group = one_tick_group(registry);
    group.rows[1].problem = "differs from the reference";
    group.rows[1].slices.clear();
    EXPECT_NE(screen_line(group, true).find(" DIFFER\n"), std::string::npos);
}

TEST(BenchScreen, SaysWhereTheBestOneDiffers) {
    const bench::Registry registry;
    bench::Group group = one_tick_group(registry);
    for (bench::Row& row : group.rows)
        if (row.what.wend_isa == supported_isas().back()) {
            row.problem = "differs from the reference";
            row.slices.clear();
        }
    const std::string line = screen_line(group, true);
    EXPECT_TRUE(line.starts_with("seek ")) << line;
    EXPECT_NE(line.find("     -     -        -     -      -      - DIFFER\n"), std::string::npos) << line;
}

TEST(BenchScreen, OtherGroupsHaveNoLine) {
    const bench::Registry registry;
    const Isa best = supported_isas().back();
    EXPECT_EQ(
        screen_line(
            {{measured(registry.make_case(bench::KernelId::seek, best, bench::in_cache_size, 1, 8), 1)}},
            true),
        "");
    EXPECT_EQ(screen_line({{measured(registry.make_case(bench::KernelId::seek, best, 64, 1, 1), 1)}}, true),
              "");
    EXPECT_EQ(screen_line({}, true), "");
}

}  // namespace
}  // namespace wend::report
