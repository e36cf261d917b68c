// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/journal_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "bench/statistics/median.hpp"
#include "bench/usable_threads.hpp"
#include "tools/support/input_file.hpp"
#include "wend/journal.hpp"
#include "words/file_error.hpp"

namespace wend::report {
namespace {

using Clock = std::chrono::steady_clock;
using support::ColumnKind;

constexpr std::size_t fewest_rounds = 5, most_rounds = 40;
constexpr std::chrono::seconds enough{10};

/// A row: how calls are made, and the least time of each so far.
struct Row {
    Isa isa;
    unsigned threads;
    std::vector<double> seconds{};
};

Execution execution_of(const Row& row) {
    return {.isa = row.isa,
            .threading = row.threads == 1 ? Threading::serial : Threading::tbb,
            .max_threads = row.threads};
}

/// Runs all calls; calls visit(call, seconds, reader) after each that was not refused.
template <class Visit>
void run_calls(const std::filesystem::path& file, std::span<const std::byte> bytes, const Row& row,
               const Visit& visit) {
    std::string message;
    std::optional<JournalReader> reader = JournalReader::open(bytes, {}, message);
    if (!reader) words::fail(file, message);
    JournalCall call;
    while (reader->next(call)) {
        if (call.code != Code::ok) continue;
        const Clock::time_point start = Clock::now();
        const Result result = reader->run(execution_of(row));
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        if (!result.status)
            words::fail(
                file, fmt::format("call {} is refused here: {}", call.number, wend::message(result.status)));
        visit(call, seconds, *reader);
    }
}

std::vector<support::Cell> cells_of(const Row& row, double agent_ticks) {
    std::vector<double> sorted = row.seconds;
    std::ranges::sort(sorted);
    double all = 0;
    for (const double one : sorted) all += one;
    const auto milliseconds = [](double seconds) {
        return support::Cell{fmt::format("{:.4f}", seconds * 1e3)};
    };
    return {{std::string(name(row.isa))},
            {fmt::format("{}", row.threads)},
            milliseconds(bench::median_of_sorted(sorted)),
            milliseconds(sorted[sorted.size() * 99 / 100]),
            milliseconds(sorted.back()),
            {fmt::format("{:.2f}", all / agent_ticks * 1e9)}};
}

}  // namespace

JournalTimes measure_journal(const std::filesystem::path& file,
                             const std::function<void(const std::string&)>& show) {
    const std::string text = support::read_file(file, support::most_dump_bytes);
    const std::span bytes = std::as_bytes(std::span(text));
    std::vector<Row> rows;
    for (const Isa isa : supported_isas()) {
        if (isa == Isa::reference) continue;
        rows.push_back({isa, 1});
        if (bench::usable_threads() > 1) rows.push_back({isa, bench::usable_threads()});
    }
    JournalTimes times;
    std::uint64_t calls = 0, hashes = 0;
    double agent_ticks = 0;
    for (Row& row : rows) {
        show(fmt::format("checking on {}", name(row.isa)));
        calls = hashes = 0;
        agent_ticks = 0;
        run_calls(file, bytes, row, [&](const JournalCall& call, double, const JournalReader& reader) {
            ++calls;
            agent_ticks += static_cast<double>(reader.agents().size()) * call.ticks.count;
            if (!call.hash) return;
            ++hashes;
            if (times.problem.empty() && state_hash(reader.program(), reader.agents()) != *call.hash)
                times.problem = fmt::format("call {} has another hash on {} than in {}", call.number,
                                            name(row.isa), file.string());
        });
        if (!times.problem.empty()) return times;
        row.seconds.assign(calls, std::numeric_limits<double>::infinity());
    }
    if (calls == 0 || agent_ticks == 0) words::fail(file, "has no call to measure");
    const Clock::time_point start = Clock::now();
    for (std::size_t round = 0; round < most_rounds; ++round) {
        if (round >= fewest_rounds && Clock::now() - start > enough) break;
        show(fmt::format("round {}", round));
        for (Row& row : rows) {
            std::size_t next = 0;
            run_calls(file, bytes, row, [&](const JournalCall&, double seconds, const JournalReader&) {
                row.seconds[next] = std::min(row.seconds[next], seconds);
                ++next;
            });
        }
    }
    times.table = {.title = fmt::format("{}: {} calls, {} hashes are those recorded",
                                        file.filename().string(), calls, hashes),
                   .columns = {{"isa"},
                               {"threads", ColumnKind::number},
                               {"median ms", ColumnKind::number},
                               {"99 of 100 ms", ColumnKind::number},
                               {"longest ms", ColumnKind::number},
                               {"ns an agent", ColumnKind::number}}};
    for (const Row& row : rows) times.table.rows.push_back(cells_of(row, agent_ticks));
    return times;
}

}  // namespace wend::report
