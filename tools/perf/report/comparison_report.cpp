// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/report/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/perf/commands.hpp"
#include "tools/perf/report/report.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"

namespace wend::perf {
namespace {

std::string interval(const Evidence& one) { return interval_text(one.low, one.high); }

constexpr const char* line_format = "{:<9} {:>10}  {:<19} {:>5} {:>5}  {:<10} {}\n";

std::string exact_line(const ExactChange& change, bool accepted) {
    return fmt::format("{:<9} {:>10}  {:.0f} -> {:.0f} {}, limit {:+.1f} %: {}\n",
                       accepted            ? "accepted"
                       : change.is_grown() ? "more"
                                           : "less",
                       change.base == 0 ? "from 0" : percent(change.head / change.base), change.base,
                       change.head, change.unit, 100 * change.limit, change.name);
}

/// Of an unclear case: the thresholds that its interval would not straddle.
std::string deciding_tau(const Evidence& one) {
    if (one.state != State::unclear || one.lacked_cores() || one.low > 1 + one.tau ||
        !std::isfinite(one.high))
        return {};
    const double ok = std::ceil(1000 * (one.high - 1)) / 10;
    const double regressed = std::floor(1000 * (one.low - 1)) / 10;
    return fmt::format("          its interval straddles {:.1f} %: --tau {:.1f} would call it ok{}\n",
                       100 * one.tau, ok,
                       regressed < 0.1 ? "" : fmt::format(", --tau {:.1f} regressed", regressed));
}

/// The first of some names, a line each, and the number of the others.
std::string names_line(std::string_view word, const std::vector<std::string>& names, bool whole) {
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < names.size() && (whole || i < shown); ++i)
        text += fmt::format("{}: {}\n", word, names[i]);
    if (!whole && names.size() > shown)
        text += fmt::format("{}: {} more (--all lists them)\n", word, names.size() - shown);
    return text;
}

}  // namespace

std::string case_line(std::string_view state, const std::string& name, const Evidence& one,
                      const Evidence* other) {
    return fmt::format(line_format, state, percent(one.ratio), interval(one),
                       fmt::format("{:.1f} %", 100 * one.tau), one.pairs.size(),
                       other == nullptr ? "" : percent(other->ratio), name);
}

std::string describe(const Comparison& comparison, bool whole) {
    std::string lines;
    for (const State state : {State::regressed, State::unclear, State::accepted, State::layout, State::ok}) {
        if (state == State::ok && !whole) continue;
        for (std::size_t i = 0; i < comparison.names.size(); ++i) {
            if (comparison.evidence[i].state != state) continue;
            const auto other = comparison.other_layout.find(comparison.names[i]);
            lines += case_line(name(state), comparison.names[i], comparison.evidence[i],
                               other == comparison.other_layout.end() ? nullptr : &other->second);
            lines += deciding_tau(comparison.evidence[i]);
            if (const auto growth = comparison.growth.find(comparison.names[i]);
                growth != comparison.growth.end())
                lines += growth->second;
        }
    }
    std::string text;
    if (!lines.empty())
        text = fmt::format(line_format, "state", "change", "interval", "tau", "pairs",
                           comparison.other_layout.empty() ? "" : "relinked", "case") +
               lines;
    const auto lacking =
        std::count_if(comparison.evidence.begin(), comparison.evidence.end(),
                      [](const Evidence& one) { return one.state == State::unclear && one.lacked_cores(); });
    if (lacking > 0)
        text += fmt::format("{} with several threads lacked cores in most pairs: other processes used them\n",
                            counted(static_cast<std::size_t>(lacking), "case"));
    // A change that makes one call longer makes all of them longer: the first are enough.
    constexpr std::size_t shown = 6;
    std::size_t less = 0;
    std::size_t listed = 0;
    for (const ExactChange& change : comparison.exact) {
        less += change.is_shrunk() ? 1 : 0;
        if (!change.is_grown() && !(whole && change.is_shrunk())) continue;
        if (whole || listed < shown) text += exact_line(change, comparison.accepted.contains(change.name));
        ++listed;
    }
    if (!whole && listed > shown)
        text += fmt::format("more      and {} further exact numbers (--all lists them)\n", listed - shown);
    text += names_line("missing   in the head's build", comparison.only_base, whole) +
            names_line("new       not in the base's build", comparison.only_head, whole);
    for (const auto& [failed, reason] : comparison.failed)
        text += fmt::format("failed    {}: {}\n", failed, reason);
    if (!comparison.same_code.empty())
        text += fmt::format("{} cases have the same machine code in both builds, and were not measured\n",
                            comparison.same_code.size());
    if (!comparison.not_covered.empty())
        text +=
            fmt::format("not covered: {} more cases that both builds have (--filter . measures them all)\n",
                        comparison.not_covered.size());
    if (!comparison.exact.empty())
        text += fmt::format("{} exact numbers: {} grew, {} shrank\n", comparison.exact.size(),
                            comparison.count_grown(), less);
    if (comparison.names.empty()) return text;
    const bench::Estimate all = overall(comparison);
    return text +
           fmt::format(
               "{} cases: {} regressed, {} unclear, {} by layout, {} ok{}; together {} ({} to {}); "
               "{:.0f} s, {:.0f} % of the rounds disturbed\n",
               comparison.names.size(), comparison.count(State::regressed), comparison.count(State::unclear),
               comparison.count(State::layout), comparison.count(State::ok),
               comparison.accepted.empty() ? "" : fmt::format(", {} accepted", comparison.accepted.size()),
               percent(all.middle), percent(all.low), percent(all.high), comparison.seconds,
               100 * comparison.disturbed);
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array all_states{State::regressed, State::unclear, State::accepted, State::layout, State::ok};

Json build_json(const Build& build) {
    return {{"revision", build.revision},
            {"dirty", build.dirty},
            {"executable_hash", build.executable_hash},
            {"compiler", build.compiler},
            {"flags", build.flags}};
}

/// An end of an interval; null if the pairs were too few for one.
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
    const bench::Estimate all = overall(comparison);
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
            {"failed", comparison.failed},
            {"not_measured", comparison.not_covered.size()},
            {"not_covered", comparison.not_covered}};
}

/// The first rows, as many as fit a screen, and all of them behind a click.
std::string screenful(const std::vector<ChangedRow>& rows) {
    constexpr std::size_t most = 12;
    if (rows.size() <= most) return support::markdown_of(changed_table("Not ok", rows));
    return support::markdown_of(changed_table(fmt::format("Not ok: the first {}", most),
                                              {rows.begin(), rows.begin() + most})) +
           support::folded_markdown_of(changed_table(fmt::format("All {}", rows.size()), rows));
}

std::string to_markdown(const StoredComparison& stored) {
    const auto& [comparison, run, key] = stored;
    const bench::Estimate all = overall(comparison);
    std::string text = fmt::format("**wend perf**: {}: {}", title_of(run), tally(run));
    if (!comparison.names.empty())
        text +=
            fmt::format("; together {} ({} to {})", percent(all.middle), percent(all.low), percent(all.high));
    text += '\n' + screenful(without_ok(changed_rows(run)));
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
    for (const auto& [name, reason] : comparison.failed)
        text += fmt::format("\nNot measured: `{}`: {}\n", name, reason);
    if (!comparison.names.empty())
        text += fmt::format("\n{} cases measured in {:.0f} s on {}, base and head in alternation.\n",
                            comparison.names.size(), comparison.seconds, describe(run.machine));
    return text;
}

}  // namespace

void write_report(const std::filesystem::path& file, std::string_view text) {
    support::write_file(file, text);
    support::print_written(stdout, file);
}

void write_reports(const ReportFiles& files, const StoredComparison& stored,
                   const std::filesystem::path& inside, const std::filesystem::path& rules) {
    if (!files.json.empty())
        write_report(files.json,
                     comparison_json(stored).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    if (!files.markdown.empty()) write_report(files.markdown, to_markdown(stored));
    if (files.html.empty()) return;
    Report report{.history = "one comparison",
                  .machine = stored.run.machine,
                  .comparison = KeyedRun{stored.key, stored.run}};
    report.words = project_words(inside, builds_of(report), rules);
    write_report(files.html, to_html(report));
}

}  // namespace wend::perf
