// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/cases/wend_cases.hpp"
#include "tools/perf/measure/code_graph.hpp"

/// Whether a case executes other machine code in one build than in another at all.
namespace wend::perf {

/// The machine code of the library in a build folder.
class LibraryCode {
  public:
    /// Throws command::MisuseError where an object cannot be read.
    explicit LibraryCode(const std::filesystem::path& build);

    /// XXH64 of all that calls of wend::run may execute on an instruction set, whose programs have only these
    /// kinds of stages (indices of wend::Stage). Empty where that cannot be told.
    [[nodiscard]] std::string run_hash(const std::string& isa, const std::set<std::size_t>& kinds) const;

    /// The same of all that the library's other functions may execute: those that advance no agents.
    [[nodiscard]] std::string setup_hash() const;

    /// The objects' hashes (library_code), by instruction set.
    [[nodiscard]] const std::map<std::string, std::string>& objects() const noexcept { return objects_; }
    /// Hash of what says which stages a case has; empty where that is not there.
    [[nodiscard]] const std::string& programs() const noexcept { return programs_; }

  private:
    [[nodiscard]] std::string hash(const std::vector<std::string>& entries,
                                   const PointerTables& tables) const;

    std::map<std::string, std::string> objects_;
    std::string programs_;
    std::unique_ptr<CodeGraph> graph_;  ///< null where the objects' code is not known
};

/// Compares two builds, case by case. In doubt a case has changed.
class SameCode {
  public:
    SameCode(const std::filesystem::path& base, const std::filesystem::path& head);

    /// Whether the case of that name executes the same machine code of the library in both.
    [[nodiscard]] bool of_case(const std::string& name);

  private:
    [[nodiscard]] bool of_run(const bench::Case& which);
    [[nodiscard]] bool of_setup() const;

    LibraryCode base_;
    LibraryCode head_;
    bench::WendCases cases_;
    std::map<std::pair<std::string, std::set<std::size_t>>, bool> known_;
};

}  // namespace wend::perf
