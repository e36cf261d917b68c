// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/trend_confirmation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/support/command_line.hpp"
#include "tools/perf/measure/google_benchmark.hpp"
#include "tools/perf/measure/name_pattern.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/perf/measure/revision_build.hpp"
#include "tools/perf/verdict/side_comparison.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/perf/measure/worker_process.hpp"

namespace wend::perf {
namespace {

std::set<std::string> suite_of(const std::filesystem::path& executable) {
    const std::vector<std::string> names = WorkerProcess(executable, 0).list();
    return {names.begin(), names.end()};
}

class Confirmation {
  public:
    Confirmation(History& history, const TrendOptions& options, std::filesystem::path folder,
                 const OtherProgram& other)
        : history_(history),
          options_(options),
          folder_(std::move(folder)),
          other_(other),
          trend_(make_trend(history, options)) {}

    Trend make() {
        for (std::size_t distance = 1; distance <= reach; ++distance) {
            for (const auto& [builds, candidates] : pairs(distance))
                compare(builds.first, builds.second, candidates);
            trend_ = make_trend(history_, options_);
        }
        for_each_candidate([&](const Candidate& candidate, TrendChange& change, const TrendSeries&) {
            const auto found = obstacles_.find(candidate);
            if (change.in_vain.empty() && found != obstacles_.end()) change.obstacle = found->second;
        });
        return std::move(trend_);
    }

  private:
    struct Candidate {
        std::string benchmark;
        std::string after;  ///< the build behind the change

        [[nodiscard]] auto operator<=>(const Candidate&) const = default;
    };
    /// What is to be compared, by its two builds.
    using Pairs = std::map<std::pair<std::string, std::string>, std::vector<Candidate>>;

    void for_each_candidate(const auto& work) {
        for (TrendSeries& series : trend_.series)
            for (TrendChange& change : series.changes)
                if (!change.is_confirmed())
                    work(Candidate{series.benchmark, series.points[change.at].build}, change, series);
    }

    /// The builds that are so far from their candidates, and were not compared before.
    Pairs pairs(std::size_t distance) {
        Pairs pairs;
        for_each_candidate(
            [&](const Candidate& candidate, const TrendChange& change, const TrendSeries& series) {
                const std::string& before = series.points[change.at - distance].build;
                const std::string& after = series.points[change.at + distance - 1].build;
                const auto is_this = [&](const DirectComparison& one) {
                    return one.before == before && one.after == after;
                };
                if (std::any_of(change.in_vain.begin(), change.in_vain.end(), is_this)) return;
                const std::string obstacle = obstacle_to(candidate.benchmark, before, after);
                if (obstacle.empty())
                    pairs[{before, after}].push_back(candidate);
                else
                    obstacles_[candidate] = obstacle;
            });
        return pairs;
    }

    /// What is known before anything is built.
    [[nodiscard]] std::string obstacle_to(const std::string& benchmark, const std::string& before,
                                          const std::string& after) const {
        if (!other_.is_given() && !suite_.contains(benchmark))
            return "no case of this command's suite (other projects: --google or --command, with --build)";
        if (!other_.command.empty() && benchmark != other_.case_name())
            return fmt::format("the command's case is called {} (--name)", other_.case_name());
        if (trend_.machine != machine_ && !(other_.is_given() && is_this_host(trend_.machine)))
            return "its times are not of this machine";
        for (const std::string& build : {before, after})
            if (build.ends_with('+'))
                return fmt::format("{} was built from a working tree with changes", short_build(build));
        return {};
    }

    void compare(const std::string& before, const std::string& after,
                 const std::vector<Candidate>& candidates) {
        const std::string both = fmt::format("{} and {}", short_build(before), short_build(after));
        fmt::print(stderr, "wend perf trend: {}, built before or now, are compared: {} case{}\n", both,
                   candidates.size(), candidates.size() == 1 ? "" : "s");
        try {
            const SideBuild base = build(before);
            const SideBuild head = build(after);
            const std::set<std::string> in_base = cases_of(base.executable);
            const std::set<std::string> in_head = cases_of(head.executable);
            std::vector<std::string> names;
            for (const Candidate& candidate : candidates) {
                const bool is_there =
                    in_base.contains(candidate.benchmark) && in_head.contains(candidate.benchmark);
                if (is_there) names.push_back(candidate.benchmark);
                obstacles_[candidate] = is_there ? fmt::format("the same machine code in {}", both)
                                                 : fmt::format("{} do not both have it", both);
            }
            // What it measures is in the history from here on.
            if (names.empty()) return;
            Plan plan = other_.plan();
            plan.filter = any_of(names);
            plan.tau = std::max(plan.tau, options_.least_effect);
            plan.machine = trend_.machine;  // of the series that it is to confirm
            (void)compare_sides(history_, base, head, plan);
        } catch (const command::MisuseError& error) {
            const std::string text = error.what();
            fmt::print(stderr, "wend perf trend: {}\n", text);
            for (const Candidate& candidate : candidates)
                obstacles_[candidate] = text.substr(0, text.find('\n'));
        }
    }

    [[nodiscard]] SideBuild build(const std::string& name) const {
        const Repository repository(folder_);
        const std::string commit = repository.commit(name);
        if (commit != name)
            throw command::MisuseError(fmt::format("{} is not the full name of a commit", name));
        return other_.is_given() ? other_.at(repository, commit) : side_of(repository, commit);
    }

    [[nodiscard]] std::set<std::string> cases_of(const std::filesystem::path& executable) const {
        if (!other_.command.empty()) return {other_.case_name()};
        if (other_.google.empty()) return suite_of(executable);
        const std::vector<std::string> names = google_names(executable);
        return {names.begin(), names.end()};
    }

    History& history_;
    const TrendOptions& options_;
    std::filesystem::path folder_;
    const OtherProgram& other_;
    Trend trend_;
    const SideBuild this_ = this_side();
    const Machine machine_ = this_machine();
    const std::set<std::string> suite_ = suite_of(this_.executable);
    std::map<Candidate, std::string> obstacles_{};
};

}  // namespace

Trend confirm_candidates(History& history, const TrendOptions& options,
                         const std::filesystem::path& repository, const OtherProgram& other) {
    return Confirmation(history, options, repository, other).make();
}

}  // namespace wend::perf
