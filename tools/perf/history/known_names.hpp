// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Which builds have a benchmark of some name, and which lack it, as far as runs say so. A name that a run
/// did not measure is not known to be missing.
namespace wend::perf {

/// What Run::parameters says about the names of a run; absent in runs of an earlier wend.
struct NamesOfRun {
    std::optional<std::string> filter{};   ///< of the names that were recorded
    std::vector<std::string> same_code{};  ///< in both builds, and not measured
    std::vector<std::string> only_base{};
    std::vector<std::string> only_head{};
};

/// From a JSON object; whatever it has no such names in is left out.
[[nodiscard]] NamesOfRun names_of_run(std::string_view parameters);

/// A name that not all builds have.
struct NameChange {
    std::string benchmark;
    std::string build;  ///< the first that has it, or the last
};

class KnownNames {
  public:
    void has(const std::string& build, const std::string& name) { having_[name].insert(build); }
    void lacks(const std::string& build, const std::string& name) { lacking_[name].insert(build); }
    /// A build's names that match `filter`: it lacks those of other builds that match it.
    void has_all(const std::string& build, const std::string& filter, const std::vector<std::string>& names);

    /// Names that a build before the first one with the name lacks, by name.
    [[nodiscard]] std::vector<NameChange> added(const std::vector<std::string>& order) const;
    /// Names that a build behind the last one with the name lacks, by name.
    [[nodiscard]] std::vector<NameChange> gone(const std::vector<std::string>& order) const;

  private:
    using Builds = std::set<std::string>;
    [[nodiscard]] std::map<std::string, Builds> all_lacking() const;
    /// Along builds in this order: the first with a name, where one before it lacks the name.
    template <class Iterator>
    [[nodiscard]] std::vector<NameChange> changes(Iterator begin, Iterator end) const;

    std::map<std::string, Builds> having_;                                          ///< by name
    std::map<std::string, Builds> lacking_;                                         ///< by name
    std::map<std::string, std::map<std::string, std::set<std::string>>> recorded_;  ///< by filter, then build
};

}  // namespace wend::perf
