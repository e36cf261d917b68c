// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/perf/history/history.hpp"
#include "tools/perf/history/trend.hpp"

/// The subcommands of `wend perf` behind their options, which main.cpp declares. Each returns its exit
/// status.
namespace wend::perf {

inline constexpr int exit_none = 0;        ///< done; no regression
inline constexpr int exit_regression = 1;  ///< a case became slower, or a check failed
inline constexpr int exit_unclear = 3;     ///< measured, and undecided

/// Of a comparison; those without a name are not written.
struct ReportFiles {
    std::filesystem::path json{};
    std::filesystem::path markdown{};
    std::filesystem::path html{};

    /// Throws MisuseError where two of them are one file.
    void refuse_same() const;
};

struct ComparisonOptions {
    std::string filter{};
    double tau_percent = 0;  ///< 0: 1, with --google 5
    std::uint64_t seed = 1;
    bool whole = false;  ///< list the cases that are ok too
    ReportFiles files{};
    std::string database{};

    [[nodiscard]] double tau(bool google) const {
        return (tau_percent > 0 ? tau_percent : google ? 5 : 1) / 100;
    }
};

struct CompareOptions : ComparisonOptions {
    std::string base{};
    std::string head{};
    bool google = false;
};
[[nodiscard]] int run_compare(const CompareOptions& options);

struct GateOptions : ComparisonOptions {
    std::string base{};  ///< revisions
    std::string head{};
    std::string repository = ".";
    std::string google{};             ///< an executable of Google Benchmark, its file in the repository
    std::string build{};              ///< the shell command that makes it
    std::filesystem::path journal{};  ///< of a game's calls, which are measured instead of the suite
    std::string rules{};
};
[[nodiscard]] int run_gate(const GateOptions& options);

struct AcceptOptions {
    std::string run{};
    std::string cases{};
    std::string reason{};
    std::string rules{};
    std::string database{};
};
[[nodiscard]] int run_accept(const AcceptOptions& options);

struct CalibrateOptions {
    std::string filter{};
    std::uint64_t seed = 1;
    std::string database{};
};
[[nodiscard]] int run_calibrate(const CalibrateOptions& options);

struct RecordOptions {
    std::vector<std::filesystem::path> files{};
    std::string revision{};
    std::string database{};
};
[[nodiscard]] int run_record(const RecordOptions& options);

[[nodiscard]] int run_list(const std::string& database);

struct HistoryReportOptions {
    TrendOptions trend{};
    std::filesystem::path html{};
    std::string database{};
};
[[nodiscard]] int run_report(const HistoryReportOptions& options);
[[nodiscard]] int run_trend(const HistoryReportOptions& options);

struct CountOptions {
    std::string filter{};
    std::vector<std::string> isas{};
    std::uint32_t agents = 256;
    std::uint32_t ticks = 8;
    bool functions = false;
    bool assembly = false;
    std::string out{};
    std::string against{};
};
[[nodiscard]] int run_count(const CountOptions& options);

struct SelftestOptions {
    std::vector<std::string> trials{"wend-perf-trials.jsonl"};
    std::string out{};
    double fraction = 1;
    bool recorded = false;
};
[[nodiscard]] int run_selftest(const SelftestOptions& options);

/// The help's words for the default history.
inline constexpr const char* default_history_words =
    "wend-perf/history.db in the repository's git folder; outside of repositories wend/perf.db in "
    "$XDG_CACHE_HOME or ~/.cache";

/// The history that --db names. Without a name that of the git repository that contains `folder`, which all
/// of its work trees share, otherwise that of the user; its folder is made with the first run. Throws
/// support::MisuseError if there is neither a repository nor a folder of the user.
[[nodiscard]] History open_history(const std::string& database, History::Access access,
                                   const std::filesystem::path& folder = ".");

}  // namespace wend::perf
