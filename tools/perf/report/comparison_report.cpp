// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "bench/support/output_file.hpp"
#include "bench/support/svg_canvas.hpp"
#include "tools/perf/report/comparison_text.hpp"

namespace wend::perf {
namespace {

using Json = nlohmann::ordered_json;
using scenario::escaped;

constexpr std::array all_states{State::regressed, State::unclear, State::accepted, State::layout, State::ok};

Json build_json(const Build& build) {
    return {{"revision", build.revision},
            {"dirty", build.dirty},
            {"executable_hash", build.executable_hash},
            {"compiler", build.compiler},
            {"flags", build.flags}};
}

/// An end of an interval; null where the pairs were too few for one.
Json end_json(double end) { return std::isfinite(end) && end > 0 ? Json(end) : Json(); }

Json ratio_json(double ratio, double low, double high) {
    return {{"ratio", ratio}, {"low", end_json(low)}, {"high", end_json(high)}};
}

Json case_json(const Comparison& comparison, std::size_t i) {
    const Evidence& one = comparison.evidence[i];
    const std::string& name = comparison.names[i];
    Json json{{"name", name}, {"state", perf::name(one.state)}};
    json.update(ratio_json(one.ratio, one.low, one.high));
    json["tau"] = one.tau;
    json["pairs"] = one.pairs.size();
    const auto other = comparison.other_layout.find(name);
    json["relinked"] = other == comparison.other_layout.end()
                           ? Json()
                           : ratio_json(other->second.ratio, other->second.low, other->second.high);
    const auto growth = comparison.growth.find(name);
    json["functions"] = growth == comparison.growth.end() ? Json() : Json(growth->second);
    const auto accepted = comparison.accepted.find(name);
    json["accepted"] = accepted == comparison.accepted.end() ? Json() : Json(accepted->second);
    return json;
}

std::string_view state_of(const Comparison& comparison, const ExactChange& change) {
    if (change.is_grown()) return comparison.accepted.contains(change.name) ? "accepted" : "more";
    return change.is_shrunk() ? "less" : "same";
}

std::string exact_text(const ExactChange& change) {
    return fmt::format("{:.0f} -> {:.0f} {}{}", change.base, change.head, change.unit,
                       change.base == 0 ? "" : fmt::format(" ({})", percent(change.head / change.base)));
}

/// "1 regressed, 2 unclear, 97 ok"
std::string tally(const Comparison& comparison) {
    std::string text;
    for (const State state : all_states)
        if (const std::size_t count = comparison.count(state); count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(state));
    if (const std::size_t grown = comparison.count_grown(); grown > 0)
        text +=
            fmt::format("{}{} exact number{} grew", text.empty() ? "" : ", ", grown, grown == 1 ? "" : "s");
    return text;
}

/// One line that says what came of it.
std::string summary(const Comparison& comparison) {
    if (comparison.names.empty())
        return fmt::format("{} cases have the same machine code in both builds and were not measured",
                           comparison.same_code.size());
    const Estimate all = overall(comparison);
    return fmt::format("{}; together {} ({} to {})", tally(comparison), percent(all.middle), percent(all.low),
                       percent(all.high));
}

Json comparison_json(const StoredComparison& stored) {
    const auto& [comparison, run, key] = stored;
    Json counts;
    for (const State state : all_states) counts[std::string(name(state))] = comparison.count(state);
    Json cases = Json::array();
    for (std::size_t i = 0; i < comparison.names.size(); ++i) cases.push_back(case_json(comparison, i));
    Json exact = Json::array();
    for (const ExactChange& change : comparison.exact)
        exact.push_back({{"name", change.name},
                         {"unit", change.unit},
                         {"base", change.base},
                         {"head", change.head},
                         {"limit", change.limit},
                         {"state", state_of(comparison, change)}});
    const Estimate all = overall(comparison);
    return {{"format", "wend perf comparison"},
            {"version", 1},
            {"base", build_json(run.a)},
            {"head", build_json(run.b ? *run.b : run.a)},
            {"machine", {{"fingerprint", fingerprint(run.machine)}, {"description", describe(run.machine)}}},
            {"started", comparison.started},
            {"seconds", comparison.seconds},
            {"run", key},
            {"exit_status", exit_status(comparison)},
            {"counts", counts},
            {"overall", ratio_json(all.middle, all.low, all.high)},
            {"cases", cases},
            {"exact", exact},
            {"same_code", comparison.same_code},
            {"only_base", comparison.only_base},
            {"only_head", comparison.only_head},
            {"not_measured", comparison.not_covered.size()},
            {"not_covered", comparison.not_covered}};
}

std::string junit_suite(const StoredComparison& stored) {
    const auto& [comparison, run, key] = stored;
    const std::size_t failures = comparison.count(State::regressed) + comparison.count_grown();
    const std::size_t alone = comparison.only_base.size() + comparison.only_head.size();
    std::string text = fmt::format(
        "<testsuite name=\"wend perf\" tests=\"{}\" "
        "failures=\"{}\" skipped=\"{}\" time=\"{:.1f}\" timestamp=\"{}\">\n",
        comparison.names.size() + comparison.exact.size() + alone, failures,
        comparison.count(State::unclear) + alone, comparison.seconds, comparison.started);
    const std::string place =
        escaped(fmt::format("{}..{}", short_name(run.a), short_name(run.b ? *run.b : run.a)));
    const auto add = [&](const std::string& name, const std::string& element) {
        text += fmt::format("  <testcase classname=\"{}\" name=\"{}\">{}</testcase>\n", place, escaped(name),
                            element);
    };
    for (std::size_t i = 0; i < comparison.names.size(); ++i) {
        const Evidence& one = comparison.evidence[i];
        const std::string what = escaped(fmt::format("{} ({})", percent(one.ratio), interval(one)));
        add(comparison.names[i],
            one.state == State::regressed ? fmt::format("<failure message=\"slower by {}\"/>", what)
            : one.state == State::unclear ? fmt::format("<skipped message=\"unclear: {}\"/>", what)
                                          : "");
    }
    for (const ExactChange& change : comparison.exact)
        add(change.name, change.is_grown() && !comparison.accepted.contains(change.name)
                             ? fmt::format("<failure message=\"{}\"/>", escaped(exact_text(change)))
                             : "");
    for (const std::string& name : comparison.only_base) add(name, "<skipped message=\"only in base\"/>");
    for (const std::string& name : comparison.only_head) add(name, "<skipped message=\"only in head\"/>");
    return text + "</testsuite>\n";
}

std::string to_json(const std::vector<StoredComparison>& all) {
    Json json;
    if (all.size() == 1) {
        json = comparison_json(all.front());
    } else {
        json = {{"format", "wend perf comparisons"}, {"version", 1}, {"comparisons", Json::array()}};
        for (const StoredComparison& one : all) json["comparisons"].push_back(comparison_json(one));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_junit(const std::vector<StoredComparison>& all) {
    std::string suites;
    for (const StoredComparison& one : all) suites += junit_suite(one);
    if (all.size() > 1) suites = "<testsuites>\n" + suites + "</testsuites>\n";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + suites;
}

std::string to_markdown(const StoredComparison& stored) {
    const auto& [comparison, run, key] = stored;
    std::string text = fmt::format("**wend perf**: {} against {}: {}\n", short_name(run.b ? *run.b : run.a),
                                   short_name(run.a), summary(comparison));
    std::string rows;
    for (const State state : all_states) {
        if (state == State::ok) continue;
        for (std::size_t i = 0; i < comparison.names.size(); ++i)
            if (const Evidence& one = comparison.evidence[i]; one.state == state)
                rows += fmt::format("| {} | {} | {} | `{}` |\n", name(state), percent(one.ratio),
                                    interval(one), comparison.names[i]);
    }
    for (const ExactChange& change : comparison.exact)
        if (change.is_grown())
            rows += fmt::format("| {} | {} | exact | `{}` |\n", state_of(comparison, change),
                                exact_text(change), change.name);
    if (!rows.empty()) text += "\n| state | change | interval | case |\n|---|---:|---|---|\n" + rows;
    for (const auto& [name, functions] : comparison.growth)
        text += fmt::format("\n<details><summary>functions of {}</summary>\n\n```\n{}```\n\n</details>\n",
                            name, functions);
    const auto add_names = [&](std::string_view where, const std::vector<std::string>& names) {
        if (names.empty()) return;
        constexpr std::size_t most = 20;
        const std::span some(names.data(), std::min(most, names.size()));
        text += fmt::format("\nOnly in {}: `{}`{}\n", where, fmt::join(some, "`, `"),
                            names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
    };
    add_names("base", comparison.only_base);
    add_names("head", comparison.only_head);
    if (!comparison.names.empty())
        text +=
            fmt::format("\nTimes, head to base: {} cases in {:.0f} s on {}, one after the other by turns.\n",
                        comparison.names.size(), comparison.seconds, describe(run.machine));
    return text;
}

}  // namespace

void add_report_files(CLI::App& app, ReportFiles& files) {
    app.add_option("--json", files.json, "write the result as JSON (tools/perf/README.md: its keys)")
        ->type_name("FILE");
    app.add_option("--junit", files.junit, "write it as JUnit's XML, a test case a benchmark")
        ->type_name("FILE");
    app.add_option("--markdown", files.markdown, "write it as Markdown for a pull request's comment")
        ->type_name("FILE");
}

void write_reports(const ReportFiles& files, const std::vector<StoredComparison>& all) {
    if (!files.json.empty()) scenario::write_file(files.json, to_json(all));
    if (!files.junit.empty()) scenario::write_file(files.junit, to_junit(all));
    if (files.markdown.empty()) return;
    std::string text;
    for (const StoredComparison& one : all) text += (text.empty() ? "" : "\n") + to_markdown(one);
    scenario::write_file(files.markdown, text);
}

}  // namespace wend::perf
