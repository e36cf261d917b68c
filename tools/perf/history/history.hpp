// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/run.hpp"

namespace wend::perf {

class Database;

/// One line of a list of runs.
struct RunSummary {
    /// 16 hexadecimal digits, made from all that the run holds: the same in every history.
    std::string key;
    Kind kind;
    std::string started;
    Build a;
    std::optional<Build> b;
    Machine machine;
    std::string parameters;  ///< a JSON object
    std::size_t benchmarks;  ///< that were measured, or tried
    bool is_pruned;
};

/// What pruning came to.
struct Pruning {
    std::size_t runs = 0;  ///< that lost slices
    std::uint64_t bytes_before = 0;
    std::uint64_t bytes_after = 0;
};

/// A change that was seen in a series of builds and then measured directly.
struct ChangePoint {
    std::string benchmark;
    std::string reference;  ///< revision that the series is a ratio to; empty for absolute times
    std::string before;     ///< revisions on both sides of the change
    std::string after;
    double statistic = 0;
    double p = 1;
    std::string confirmed_by;  ///< key of the run that measured `before` against `after`

    [[nodiscard]] bool operator==(const ChangePoint&) const = default;
};

struct HistorySettings {
    bool makes_folder = false;  ///< with the file; otherwise a file in a folder that is not there is refused
    /// A file that becomes larger when a run is stored loses the slices of its oldest runs, down to three
    /// quarters of this.
    std::uint64_t most_bytes = std::uint64_t{256} << 20;
};

/// All runs, in one SQLite file. A run is there whole or not at all, whenever the process dies; several
/// processes may write at once. What goes wrong is a scenario::FileError that names the file, and leaves
/// the history as it was.
class History {
  public:
    enum class Access { read, write };

    /// A file of an older version is brought up to date. For writing, one that is not there yet is made when
    /// something is stored: a failure before that leaves nothing behind.
    History(const std::filesystem::path& file, Access access, const HistorySettings& settings = {});
    /// One that no file keeps.
    [[nodiscard]] static History in_memory();
    ~History();
    History(History&&) noexcept;
    History& operator=(History&&) noexcept;

    /// Stores a run, on the disk when this returns, and says its key. One that is already there stays as it
    /// is. Refused are numbers that are not finite, and two samples at one place.
    std::string add(const Run& run);
    /// Stores all of them or none; says how many were new, parts of a gate not counted.
    std::size_t add(const std::vector<Run>& runs, const std::vector<ChangePoint>& changes);
    void add(const ChangePoint& change);

    /// Of each kind and machine the newest `keep` runs keep their slices, the others their medians and all
    /// else that is no slice. `progress` gets the runs done and their number.
    Pruning prune(std::size_t keep, const std::function<void(std::size_t, std::size_t)>& progress = {});

    [[nodiscard]] bool contains(std::string_view key) const;
    [[nodiscard]] Run load(std::string_view key) const;

    /// Oldest first. A part of a gate is no run of its own here, nor for find().
    [[nodiscard]] std::vector<RunSummary> runs() const;
    /// The names of a run's benchmarks.
    [[nodiscard]] std::vector<std::string> benchmarks_of(std::string_view key) const;
    /// Of all that is stored, parts too; oldest first.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// The keys of a run's parts.
    [[nodiscard]] std::vector<std::string> parts_of(std::string_view key) const;
    [[nodiscard]] std::vector<ChangePoint> changes() const;

    /// The key that a person means: a key's unambiguous beginning, or "latest", "latest~1" ...; fails when
    /// there is none.
    [[nodiscard]] std::string find(std::string_view words) const;

    /// The newest run of a kind on a machine: where a calibration is looked up, for one.
    [[nodiscard]] std::optional<Run> latest(Kind kind, const Machine& machine) const;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

  private:
    History() = default;
    void open_in_memory();
    void open_for_writing();
    [[nodiscard]] std::uint64_t bytes() const;
    [[nodiscard]] std::vector<std::string> keys_with_slices(std::size_t keep) const;
    void bound_bytes();

    std::filesystem::path file_;
    HistorySettings settings_{};
    std::unique_ptr<Database> database_;
    bool is_made_ = true;  ///< otherwise an empty history in memory stands for it
};

}  // namespace wend::perf
