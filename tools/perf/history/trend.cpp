// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/trend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bench/statistics/median.hpp"
#include "tools/perf/history/change_point.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

/// Names of builds. A comparison may know an executable by its hash only; a recorded run of the same
/// executable then names the commit.
class BuildNames {
  public:
    explicit BuildNames(const std::vector<RunSummary>& runs) {
        for (const RunSummary& run : runs)
            for (const Build* build : {&run.a, run.b ? &*run.b : nullptr}) {
                if (build == nullptr || build->revision.empty()) continue;
                const std::string name = of_revision(*build);
                if (!build->executable_hash.empty()) by_hash_.emplace(build->executable_hash, name);
                if (!build->parent.empty())
                    parents_.emplace(name, build->dirty ? build->revision : build->parent);
            }
    }

    /// Empty when it is not known.
    [[nodiscard]] std::string of(const Build& build) const {
        if (!build.revision.empty()) return of_revision(build);
        const auto known = by_hash_.find(build.executable_hash);
        return known == by_hash_.end() ? std::string() : known->second;
    }

    /// Parents before their children; builds without a parent here in the given order.
    [[nodiscard]] std::vector<std::string> ordered(const std::vector<std::string>& as_measured) const {
        std::vector<std::string> order;
        std::set<std::string> there(as_measured.begin(), as_measured.end());
        for (std::string name : as_measured) {
            // From child to parent; it may break, since commits between two measured ones are not known.
            std::vector<std::string> chain;
            while (there.erase(name) > 0) {
                chain.push_back(name);
                if (const auto parent = parents_.find(name); parent != parents_.end()) name = parent->second;
            }
            order.insert(order.end(), chain.rbegin(), chain.rend());
        }
        return order;
    }

  private:
    static std::string of_revision(const Build& build) { return build.revision + (build.dirty ? "+" : ""); }

    std::map<std::string, std::string> by_hash_;
    std::map<std::string, std::string> parents_;
};

bool is_comparison(const RunSummary& run) {
    return run.b.has_value() && (run.kind == RunKind::compare || run.kind == RunKind::gate);
}
/// A comparison of builds with the same machine code measured no case.
bool has_comparison(const RunSummary& run) { return is_comparison(run) && run.benchmarks > 0; }
bool has_times(const RunSummary& run) { return run.kind == RunKind::times; }

class Maker {
  public:
    Maker(const History& history, const TrendOptions& options)
        : history_(history), options_(options), runs_(history.runs()), names_(runs_) {}

    Trend make() {
        choose_machine();
        choose_reference();
        collect();
        if (trend_.builds.empty())
            words::fail(history_.file(), "has no run to make a trend of: record some, each with its commit");
        trend_.builds = names_.ordered(trend_.builds);
        fill();
        for (TrendSeries& series : trend_.series) find_changes(series);
        return std::move(trend_);
    }

  private:
    /// That of the most builds, of several the one with the newest run: of the same machine, a recorded
    /// result may know less than a comparison.
    void choose_machine() {
        std::map<std::string, std::set<std::string>> builds;  // by fingerprint
        std::size_t most = 0;
        for (const RunSummary& run : runs_) {
            const std::string machine = fingerprint(run.machine);
            if ((!has_times(run) && !has_comparison(run)) || !machine.starts_with(options_.machine)) continue;
            std::set<std::string>& its = builds[machine];
            its.insert(names_.of(run.a));
            if (run.b) its.insert(names_.of(*run.b));
            if (its.size() < most) continue;
            most = its.size();
            trend_.machine = run.machine;
        }
        if (most > 0) return;
        words::fail(history_.file(), options_.machine.empty()
                                         ? "has no run to make a trend of"
                                         : fmt::format("has no run of a machine {}", options_.machine));
    }

    [[nodiscard]] bool is_here(const RunSummary& run) const { return run.machine == trend_.machine; }

    void choose_reference() {
        if (options_.reference.empty()) {
            choose_newest_reference();
            return;
        }
        std::set<std::string> found;
        for (const RunSummary& run : runs_)
            if (is_here(run) && (has_times(run) || has_comparison(run)))
                if (const std::string name = names_.of(run.a); name.starts_with(options_.reference)) {
                    found.insert(name);
                    trend_.paired = trend_.paired || has_comparison(run);
                }
        if (found.size() != 1)
            words::fail(history_.file(),
                        fmt::format("has {} builds on this machine whose commit starts with {}",
                                    found.empty() ? "no" : "several", options_.reference));
        trend_.reference = *found.begin();
    }

    /// Where there are comparisons alone, their other side is the reference.
    void choose_newest_reference() {
        for (const RunSummary& run : runs_) {
            if (!is_here(run)) continue;
            if (has_times(run)) return;
            if (has_comparison(run) && !names_.of(run.a).empty()) trend_.reference = names_.of(run.a);
        }
        trend_.paired = !trend_.reference.empty();
    }

    void collect() {
        for (const RunSummary& summary : runs_) {
            if (trend_.paired ? !has_comparison(summary) : !has_times(summary)) continue;
            if (!is_here(summary)) {
                ++trend_.other_machines;
                continue;
            }
            const std::string name = names_.of(summary.b ? *summary.b : summary.a);
            if (name.empty()) {
                ++trend_.unnamed;
                continue;
            }
            if (trend_.paired && names_.of(summary.a) != trend_.reference) continue;
            if (std::find(trend_.builds.begin(), trend_.builds.end(), name) == trend_.builds.end())
                trend_.builds.push_back(name);
            for (const BenchResult& result : history_.load(summary.key).results) {
                const std::optional<double> value =
                    trend_.paired ? result.verdict ? std::optional(result.verdict->ratio) : std::nullopt
                                  : median_time(result);
                if (value && *value > 0) values_[result.name][name].push_back(*value);
            }
        }
    }

    void fill() {
        for (const auto& [benchmark, by_build] : values_) {
            TrendSeries& series = trend_.series.emplace_back(TrendSeries{.benchmark = benchmark});
            for (const std::string& build : trend_.builds)
                if (const auto found = by_build.find(build); found != by_build.end())
                    series.points.push_back({build, bench::median(found->second)});
            if (!trend_.paired && !trend_.reference.empty()) {
                // Benchmarks that the reference lacks are multiples of their own first value.
                const auto reference = by_build.find(trend_.reference);
                const double unit = reference == by_build.end() ? series.points.front().value
                                                                : bench::median(reference->second);
                for (TrendPoint& point : series.points) point.value /= unit;
            }
        }
    }

    void find_changes(TrendSeries& series) {
        std::vector<double> logarithms;
        for (const TrendPoint& point : series.points) logarithms.push_back(std::log(point.value));
        for (const Shift& shift : find_shifts(logarithms, std::log1p(options_.least_effect))) {
            TrendChange change{.at = shift.at, .ratio = std::exp(shift.size), .statistic = shift.statistic};
            confirm(series, change);
            series.changes.push_back(std::move(change));
        }
    }

    /// Looks for a direct comparison of builds on both sides whose whole interval is on the change's side
    /// of 1.
    void confirm(const TrendSeries& series, TrendChange& change) const {
        const auto index_of = [&](const std::string& build) {
            const auto found = std::find_if(series.points.begin(), series.points.end(),
                                            [&](const TrendPoint& point) { return point.build == build; });
            return found == series.points.end() ? std::optional<std::size_t>()
                                                : static_cast<std::size_t>(found - series.points.begin());
        };
        for (const RunSummary& summary : runs_) {
            if (!has_comparison(summary) || !is_here(summary)) continue;
            const auto before = index_of(names_.of(summary.a));
            const auto after = index_of(names_.of(*summary.b));
            if (!before || !after || *before >= change.at || *after < change.at ||
                *before + reach < change.at || *after >= change.at + reach)
                continue;
            for (const BenchResult& result : history_.load(summary.key).results) {
                if (result.name != series.benchmark || !result.verdict) continue;
                const Verdict& verdict = *result.verdict;
                const bool is_found = change.ratio > 1 ? verdict.low > 1 : verdict.high < 1;
                const bool is_confirmed = is_found && verdict.state != "layout";
                DirectComparison comparison{.run = summary.key,
                                            .before = names_.of(summary.a),
                                            .after = names_.of(*summary.b),
                                            .verdict = verdict,
                                            .in_one_layout = is_found && !is_confirmed};
                if (is_confirmed)
                    change.confirmation = std::move(comparison);
                else
                    change.not_found_by.push_back(std::move(comparison));
            }
        }
    }

    const History& history_;
    const TrendOptions& options_;
    std::vector<RunSummary> runs_;
    BuildNames names_;
    Trend trend_;
    std::map<std::string, std::map<std::string, std::vector<double>>> values_;  ///< by benchmark, then build
};

}  // namespace

Trend make_trend(const History& history, const TrendOptions& options) {
    return Maker(history, options).make();
}

}  // namespace wend::perf
