// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "tools/perf/commands.hpp"
#include "tools/perf/measure/journal_cases.hpp"
#include "tools/perf/measure/repository.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/perf/verdict/rules.hpp"
#include "tools/perf/verdict/side_comparison.hpp"
#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;

/// The executable of --google within the repository.
fs::path google_file(const Repository& repository, const fs::path& file) {
    if (!file.is_absolute()) return file;
    const fs::path root = fs::weakly_canonical(repository.root());
    fs::path inside = fs::weakly_canonical(file).lexically_relative(root);
    if (inside.empty() || *inside.begin() == "..")
        throw support::MisuseError(
            fmt::format("--google {}: not in the repository {}", file.string(), root.string()));
    return inside;
}

/// One side, by its revision: built as this command, or by the project's own command.
SideBuild build_side(const Repository& repository, const std::string& revision, const GateOptions& options) {
    const std::string commit = repository.commit(revision);
    if (revision != commit) fmt::print(stderr, "wend perf gate: {} is {}\n", revision, commit.substr(0, 12));
    if (options.google.empty()) return side_of(repository, commit);
    return {repository.build_with(commit, options.build, google_file(repository, options.google)),
            std::nullopt,
            {.revision = commit, .parent = repository.parent(commit)}};
}

/// The working tree: this command, or the executable of --google as it is.
SideBuild working_tree(const Repository& repository, const GateOptions& options) {
    if (options.google.empty()) return this_side();
    const fs::path file = repository.root() / google_file(repository, options.google);
    if (!fs::exists(file))
        throw support::MisuseError(
            fmt::format("{}: no such file: build the working tree first, or give --head HEAD, which does",
                        file.string()));
    fmt::print(stderr, "wend perf gate: measures {} as it is; --head HEAD builds it\n", file.string());
    return {file, std::nullopt, {}};
}

/// The entries on record that hold for a base: it does not have the slow-down yet.
std::vector<AcceptedChange> accepted_for(const Repository& repository, const Rules& rules,
                                         const std::string& base) {
    std::vector<AcceptedChange> accepted = rules.accepted;
    std::erase_if(accepted,
                  [&](const AcceptedChange& one) { return !repository.is_ancestor(base, one.base); });
    return accepted;
}

/// The revision to compare with; the default is told on stderr.
std::string base_of(const Repository& repository, const GateOptions& options) {
    if (!options.base.empty()) return options.base;
    const BaseRevision base = default_base(repository, options.head);
    fmt::print(stderr, "wend perf gate: compared with {}: {}\n", base.commit.substr(0, 12), base.why);
    return base.commit;
}

}  // namespace

int run_gate(const GateOptions& options) {
    options.files.refuse_same();
    if (!options.journal.empty()) {
        if (!fs::exists(options.journal))
            throw support::MisuseError(fmt::format("--journal {}: no such file", options.journal.string()));
        setenv(journal_variable, fs::absolute(options.journal).c_str(), 1);  // for the workers
    }
    History history = open_history(options.database, History::Access::write, options.repository);
    const Repository repository(options.repository);
    const Rules rules = options.rules.empty() ? read_rules_if_there(repository.root() / default_rules)
                                              : read_rules(options.rules);
    const SideBuild head = options.head.empty() ? working_tree(repository, options)
                                                : build_side(repository, options.head, options);
    const SideBuild base = build_side(repository, base_of(repository, options), options);

    const bool google = !options.google.empty();
    const ComparisonPlan plan{.base = {},
                              .head = {},
                              .filter = options.filter,
                              .google = google,
                              .seed = options.seed,
                              .tau = options.tau(google),
                              .own_tau = [&](const std::string& name) { return rules.tau_of(name); }};
    const SideComparison outcome =
        compare_sides(history, base, head, plan, accepted_for(repository, rules, base.about.revision));
    if (!outcome.suspects.empty() && outcome.verdicts.other_layout.empty() && !google)
        fmt::print(
            "suspects were not measured in a second link layout, which these builds cannot make (README.md: "
            "lld)\n");
    fmt::print("{}", describe(outcome.verdicts, options.whole));
    fmt::print("stored in {} as run {}\n", history.file().string(), outcome.key);
    write_reports(options.files, {outcome.verdicts, outcome.run, outcome.key}, repository.root(),
                  options.rules);
    return exit_status(outcome.verdicts);
}

}  // namespace wend::perf
