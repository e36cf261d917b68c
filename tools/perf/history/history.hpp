// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/perf/history/run.hpp"
#include "tools/support/database.hpp"

namespace wend::perf {

using support::Database;

/// One line of a list of runs.
struct RunSummary {
    /// key_of() the run: the same in every history.
    std::string key;
    RunKind kind;
    std::string started;
    Build a;
    std::optional<Build> b;
    Machine machine;
    std::string parameters;  ///< a JSON object
    std::size_t benchmarks;  ///< that were measured, or tried
};

/// All runs, in one SQLite file. A run is there whole or not at all, whenever the process dies; several
/// processes may write at once. Errors are words::FileError, name the file, and leave the history as it
/// was.
class History {
  public:
    enum class Access { read, write };

    /// A file of an older version is brought up to date. For writing, one that is not there yet is made when
    /// something is stored: a failure before that leaves nothing behind. `makes_folder`: its folder is made
    /// too; otherwise a file in a folder that is missing is refused.
    History(const std::filesystem::path& file, Access access, bool makes_folder = false);
    /// One that no file keeps.
    [[nodiscard]] static History in_memory();
    ~History();
    History(History&&) noexcept;
    History& operator=(History&&) noexcept;

    /// Stores a run, on the disk when this returns, and returns its key. One that is already there stays as
    /// it is. Refused are numbers that are not finite, and two samples at one place.
    std::string add(const StoredRun& run);

    [[nodiscard]] bool contains(std::string_view key) const;
    [[nodiscard]] StoredRun load(std::string_view key) const;

    /// Oldest first. A part of a gate is no run of its own here, nor for find().
    [[nodiscard]] std::vector<RunSummary> runs() const;

    /// The key for a key's unambiguous beginning, or for "latest", "latest~1" ...; fails if there is none.
    [[nodiscard]] std::string find(std::string_view words) const;

    /// The newest run of a kind on a machine, such as a calibration.
    [[nodiscard]] std::optional<StoredRun> latest(RunKind kind, const Machine& machine) const;

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

  private:
    History() = default;
    void open_in_memory();
    void open_for_writing();
    std::filesystem::path file_;
    bool makes_folder_ = false;
    std::unique_ptr<Database> database_;
    bool is_made_ = true;  ///< otherwise an empty history in memory stands for it
};

}  // namespace wend::perf
