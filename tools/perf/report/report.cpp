// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tools/files/json_file.hpp"
#include "tools/perf/report/time_text.hpp"
#include "tools/perf/report/what_changed.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

using scenario::Json;

/// The words of decision.hpp, those that ask for something first.
constexpr std::array<std::string_view, 5> states{"regressed", "unclear", "accepted", "layout", "ok"};

std::size_t urgency(const BenchResult& result) {
    return static_cast<std::size_t>(std::find(states.begin(), states.end(), result.verdict->state) -
                                    states.begin());
}

std::string candidate_text(const TrendChange& change) {
    const std::string why = doubt(change);
    return "candidate, not confirmed" + (why.empty() ? why : ": " + why);
}

Json json_of(const Trend& trend) {
    Json series = Json::array();
    for (const TrendSeries& one : trend.series) {
        Json points = Json::array();
        for (const TrendPoint& point : one.points)
            points.push_back({{"build", point.build}, {"value", point.value}});
        Json changes = Json::array();
        for (const TrendChange& change : one.changes)
            changes.push_back(
                {{"after", one.points[change.at].build},
                 {"before", one.points[change.at - 1].build},
                 {"confirmed_by", change.is_confirmed() ? Json(change.confirmation->run) : Json()},
                 {"doubt", change.is_confirmed() || doubt(change).empty() ? Json() : Json(doubt(change))},
                 {"ratio", change.ratio},
                 {"statistic", change.statistic}});
        series.push_back({{"benchmark", one.benchmark}, {"changes", changes}, {"points", points}});
    }
    const auto names = [](const std::vector<NameChange>& all) {
        Json json = Json::array();
        for (const NameChange& one : all)
            json.push_back({{"benchmark", one.benchmark}, {"build", one.build}});
        return json;
    };
    return {{"builds", trend.builds},
            {"gone", names(trend.gone)},
            {"new", names(trend.added)},
            {"paired", trend.paired},
            {"reference", trend.reference.empty() ? Json() : Json(trend.reference)},
            {"series", series},
            {"unit", trend.reference.empty() ? "nanoseconds" : "multiple of the reference"}};
}

Json json_of(const KeyedRun& keyed) {
    Json benchmarks = Json::array();
    for (const BenchResult& result : keyed.run.results) {
        Json json{{"benchmark", result.name}};
        if (const std::optional<double> time = median_time(result, keyed.run.b ? Side::b : Side::a))
            json["nanoseconds"] = *time;
        if (const auto& v = result.verdict)
            json["verdict"] = {{"high", v->high},
                               {"least_effect", v->least_effect},
                               {"low", v->low},
                               {"p", v->p},
                               {"p_adjusted", v->p_adjusted},
                               {"pairs", v->pairs},
                               {"ratio", v->ratio},
                               {"state", v->state}};
        for (const Note& note : result.notes)
            json["notes"].push_back({{"kind", note.kind}, {"text", note.text}});
        benchmarks.push_back(json);
    }
    Json json{{"base", nullptr},
              {"benchmarks", benchmarks},
              {"head", short_name(keyed.run.b ? *keyed.run.b : keyed.run.a)},
              {"run", keyed.key},
              {"started", keyed.run.started}};
    if (keyed.run.b) {
        json["base"] = short_name(keyed.run.a);
        json["same_code"] = names_of_run(keyed.run.parameters).same_code;
        json["summary"] = tally(keyed.run);
    }
    return json;
}

}  // namespace

Report make_report(const History& history, const TrendOptions& options) {
    Report report{.history = history.file().filename().string(), .machine = {}};
    const std::vector<RunSummary> runs = history.runs();
    bool has_machine = false;
    bool has_name = false;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const bool is_comparison = run->kind == Kind::ab || run->kind == Kind::gate;
        const bool is_times = holds_times(run->kind);
        if (!is_comparison && !is_times) continue;
        if (!has_machine && !fingerprint(run->machine).starts_with(options.machine)) continue;
        if (!has_machine) report.machine = run->machine;
        has_machine = true;
        if (run->machine != report.machine) continue;
        has_name = has_name || (run->benchmarks > 0 && !(run->b ? *run->b : run->a).revision.empty());
        if (is_comparison && !report.comparison)
            report.comparison = KeyedRun{run->key, history.load(run->key)};
        if (is_times && !report.times) report.times = KeyedRun{run->key, history.load(run->key)};
    }
    if (!has_machine)
        scenario::fail(history.file(), options.machine.empty()
                                           ? "has no run to report"
                                           : fmt::format("has no run of a machine {}", options.machine));
    if (has_name || !options.reference.empty()) {
        TrendOptions of_machine = options;
        of_machine.machine = fingerprint(report.machine);
        report.trend = make_trend(history, of_machine);
    }
    return report;
}

bool trend_says_more(const Report& report) {
    if (!report.trend) return false;
    const Trend& trend = *report.trend;
    const auto name = [](const Build& build) { return build.revision + (build.dirty ? "+" : ""); };
    const bool is_one = trend.builds.size() == 1 && trend.added.empty() && trend.gone.empty();
    if (is_one && trend.reference.empty() && report.times)
        return name(report.times->run.a) != trend.builds[0];
    if (is_one && trend.paired && report.comparison)
        return name(report.comparison->run.a) != trend.reference ||
               name(*report.comparison->run.b) != trend.builds[0];
    return true;
}

std::vector<const BenchResult*> by_urgency(const Run& comparison) {
    std::vector<const BenchResult*> results;
    for (const BenchResult& result : comparison.results)
        if (result.verdict) results.push_back(&result);
    std::stable_sort(results.begin(), results.end(), [](const BenchResult* a, const BenchResult* b) {
        if (urgency(*a) != urgency(*b)) return urgency(*a) < urgency(*b);
        return a->verdict->ratio > b->verdict->ratio;
    });
    return results;
}

std::string tally(const Run& comparison) {
    std::string text = count_states(changed_rows(comparison));
    const std::size_t same = names_of_run(comparison.parameters).same_code.size();
    if (same > 0)
        text += fmt::format("{}{}", text.empty() ? "" : "; ",
                            same == 1 ? "1 case has the same machine code in both builds and was not measured"
                                      : fmt::format("{} cases have the same machine code in both builds and "
                                                    "were not measured",
                                                    same));
    return text.empty() ? "nothing was measured" : text;
}

std::string title_of(const Run& comparison) {
    return fmt::format("head {} against base {}", short_name(comparison.b ? *comparison.b : comparison.a),
                       short_name(comparison.a));
}

std::string short_build(std::string_view build) {
    return fmt::format("{}{}", build.substr(0, 12), build.ends_with('+') && build.size() > 12 ? "+" : "");
}

std::string build_count(const Trend& trend) {
    return fmt::format("{} build{}", trend.builds.size(), trend.builds.size() == 1 ? "" : "s");
}

std::string value_text(const Trend& trend, double value) {
    return trend.reference.empty() ? time_text(value) : fmt::format("{:.4f}", value);
}

std::string value_sentence(const Trend& trend) {
    if (trend.reference.empty())
        return "Median times an iteration, taken when each build was recorded. They wander with the machine: "
               "a change is one only where a direct comparison confirms it.";
    if (trend.paired) return fmt::format("Times in direct comparison with {}.", short_build(trend.reference));
    return fmt::format("Median times as multiples of those of {}. They wander with the machine.",
                       short_build(trend.reference));
}

std::string doubt(const TrendChange& change) {
    if (!change.obstacle.empty()) return change.obstacle;
    if (change.in_vain.empty()) return {};
    const DirectComparison& last = change.in_vain.back();
    if (last.in_one_layout) return fmt::format("run {} found it in one link layout alone", last.run);
    return fmt::format("run {} compared {} with {}: {:+.1f} % ({:+.1f} to {:+.1f})", last.run,
                       short_build(last.before), short_build(last.after), 100 * (last.verdict.ratio - 1),
                       100 * (last.verdict.low - 1), 100 * (last.verdict.high - 1));
}

std::vector<std::string> change_lines(const Trend& trend) {
    std::vector<std::string> lines;
    for (const bool confirmed : {true, false})
        for (const TrendSeries& series : trend.series)
            for (const TrendChange& change : series.changes)
                if (change.is_confirmed() == confirmed)
                    lines.push_back(fmt::format(
                        "{}: {:+.1f} % from {} to {}, {}", series.benchmark, 100 * (change.ratio - 1),
                        short_build(series.points[change.at - 1].build),
                        short_build(series.points[change.at].build),
                        confirmed ? "confirmed by run " + change.confirmation->run : candidate_text(change)));
    return lines;
}

std::string to_json(const Report& report) {
    Json json{{"machine",
               {{"description", describe(report.machine)}, {"fingerprint", fingerprint(report.machine)}}}};
    json["comparison"] = report.comparison ? json_of(*report.comparison) : Json();
    json["times"] = report.times ? json_of(*report.times) : Json();
    json["trend"] = report.trend ? json_of(*report.trend) : Json();
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace wend::perf
