// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/perf/verdict/comparison.hpp"

/// A project's decisions about its benchmarks, as text in its tree: how much slower a case may become, and
/// which slow-downs were accepted, when and why.
namespace wend::perf {

struct Threshold {
    std::string cases;  ///< a regular expression
    double tau_percent = 1;
    std::string reason;
};

/// A slow-down that is known. It holds for comparisons whose base does not have it yet: with `base`, or an
/// ancestor of it.
struct AcceptedChange {
    std::string name;    ///< of the case, or of the exact number
    double percent = 0;  ///< up to so much slower, or larger
    std::string base;    ///< a commit's full name
    std::string date;    ///< 2026-11-22
    std::string reason;

    [[nodiscard]] bool operator==(const AcceptedChange&) const = default;
};

struct Rules {
    std::string project;      ///< its name in titles of pages; empty: that of the repository
    std::string commit_link;  ///< of pages: an address, in which {} stands for a commit's name
    std::vector<Threshold> thresholds;
    std::vector<AcceptedChange> accepted;

    /// Of the first threshold that matches a case's name, as a part.
    [[nodiscard]] std::optional<double> tau_of(const std::string& name) const;
};

/// No threshold or accepted slow-down is larger.
inline constexpr double most_percent = 10'000;

/// In the root of a repository, unless --rules names another.
inline constexpr const char* default_rules = ".wend-perf.json";

/// Throws FileError, naming the JSON pointer.
[[nodiscard]] Rules read_rules(const std::filesystem::path& file);
[[nodiscard]] Rules read_rules_if_there(const std::filesystem::path& file);
void write_rules(const std::filesystem::path& file, const Rules& rules);

/// Marks a comparison's regressions that are on record. `accepted` are the entries that hold for its base.
void accept(Comparison& comparison, const std::vector<AcceptedChange>& accepted);

}  // namespace wend::perf
