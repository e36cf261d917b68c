// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>
#include <utility>

#include "bench/statistics/median.hpp"
#include "tools/scenario/checksum.hpp"
#include "words/json.hpp"

namespace wend::perf {
namespace {

using words::Json;

auto place_of(const Sample& sample) {
    return std::tie(sample.side, sample.pair, sample.round, sample.position);
}
auto place_of(const Counter& counter) { return std::tie(counter.side, counter.round, counter.name); }
auto place_of(const Note& note) { return std::tie(note.kind, note.text); }

template <class T>
void sort_by_place(std::vector<T>& items) {
    std::stable_sort(items.begin(), items.end(),
                     [](const T& a, const T& b) { return place_of(a) < place_of(b); });
}

template <class T>
bool one_a_place(const std::vector<T>& sorted) {
    return std::adjacent_find(sorted.begin(), sorted.end(), [](const T& a, const T& b) {
               return place_of(a) == place_of(b);
           }) == sorted.end();
}

bool all_finite(std::initializer_list<double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json_of(const Machine& m) {
    return {{"caches", m.caches}, {"cores", m.cores},        {"cpu", m.cpu},
            {"flags", m.flags},   {"host", m.host},          {"hypervisor", m.hypervisor},
            {"kernel", m.kernel}, {"microcode", m.microcode}};
}

Json json_of(const Build& b) {
    return {{"compiler", b.compiler},
            {"dirty", b.dirty},
            {"executable_hash", b.executable_hash},
            {"flags", b.flags},
            {"layout_seed", b.layout_seed},
            {"parent", b.parent},
            {"revision", b.revision}};
}

Json json_of(const Verdict& v) {
    return {{"confirmed_by", v.confirmed_by},
            {"high", v.high},
            {"least_effect", v.least_effect},
            {"low", v.low},
            {"p", v.p},
            {"p_adjusted", v.p_adjusted},
            {"pairs", v.pairs},
            {"ratio", v.ratio},
            {"state", v.state}};
}

Json json_of(const BenchResult& result) {
    Json json{{"benchmark", result.name}};
    // Arrays, not objects: a run has thousands of them.
    for (const Sample& s : result.samples)
        json["samples"].push_back(
            {static_cast<int>(s.side), s.pair, s.round, s.position, s.iterations, s.nanoseconds});
    for (const Counter& c : result.counters)
        json["counters"].push_back({static_cast<int>(c.side), c.round, c.name, c.value, c.unit});
    for (const Note& n : result.notes) json["notes"].push_back({n.kind, n.text});
    if (result.verdict) json["verdict"] = json_of(*result.verdict);
    return json;
}

/// The content as text, of which the key is a checksum: one line for the run, one for each benchmark.
std::string lines_of(const StoredRun& run) {
    Json head{{"run", ""},
              {"a", json_of(run.a)},
              {"benchmarks", run.results.size()},
              {"kind", kind_names[static_cast<std::size_t>(run.kind)]},
              {"load", run.load},
              {"machine", json_of(run.machine)},
              {"parameters", Json::parse(run.parameters)},
              {"seed", run.seed},
              {"started", run.started},
              {"tool", run.tool}};
    if (run.b) head["b"] = json_of(*run.b);
    std::string text = line_of(head);
    for (const BenchResult& result : run.results) text += line_of(json_of(result));
    return text;
}

}  // namespace

std::string fingerprint(const Machine& machine) {
    // A character that none of them holds keeps "a", "bc" apart from "ab", "c".
    const std::string text = fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}{0}{6}{0}{7}{0}{8}", '\0', machine.host,
                                         machine.cpu, machine.microcode, machine.flags, machine.cores,
                                         machine.caches, machine.hypervisor, machine.kernel);
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(text))));
}

std::string describe(const Machine& machine) {
    std::string text;
    for (const std::string* part : {&machine.host, &machine.cpu})
        if (!part->empty()) text += *part + ", ";
    text += fmt::format("{} core{}", machine.cores, machine.cores == 1 ? "" : "s");
    if (!machine.kernel.empty()) text += ", " + machine.kernel;
    return text;
}

std::string short_name(const Build& build) {
    if (build.revision.empty())
        return build.executable_hash.empty() ? "unknown" : "file " + build.executable_hash.substr(0, 8);
    return build.revision.substr(0, 12) + (build.dirty ? "+" : "");
}

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::optional<double> median_time(const BenchResult& result, Side side) {
    std::vector<double> times;
    for (const Sample& sample : result.samples)
        if (sample.side == side) times.push_back(sample.nanoseconds);
    if (times.empty()) return std::nullopt;
    return bench::median(std::move(times));
}

void sort_run(StoredRun& run) {
    const auto without_sign = [](double& zero) { zero += 0.0; };  // SQLite does not keep the sign of -0
    std::sort(run.results.begin(), run.results.end(),
              [](const BenchResult& a, const BenchResult& b) { return a.name < b.name; });
    without_sign(run.load);
    for (BenchResult& result : run.results) {
        for (Sample& sample : result.samples) without_sign(sample.nanoseconds);
        for (Counter& counter : result.counters) without_sign(counter.value);
        if (Verdict* v = result.verdict ? &*result.verdict : nullptr)
            for (double* value : {&v->ratio, &v->low, &v->high, &v->p, &v->p_adjusted, &v->least_effect})
                without_sign(*value);
        sort_by_place(result.samples);
        sort_by_place(result.counters);
        sort_by_place(result.notes);
        result.notes.erase(std::unique(result.notes.begin(), result.notes.end()), result.notes.end());
    }
    const Json parameters = Json::parse(run.parameters, nullptr, false);
    if (parameters.is_object())
        run.parameters = parameters.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string problem(const StoredRun& run) {
    if (!Json::accept(run.parameters) || !Json::parse(run.parameters).is_object())
        return "its parameters are no JSON object";
    if (!std::isfinite(run.load)) return "its load average is no finite number";
    const BenchResult* before = nullptr;
    for (const BenchResult& result : run.results) {
        if (result.name.empty()) return "a benchmark has no name";
        if (before != nullptr && before->name == result.name)
            return fmt::format("{} appears twice", result.name);
        before = &result;
        if (!one_a_place(result.samples) || !one_a_place(result.counters))
            return fmt::format("{} has two values for one place", result.name);
        for (const Sample& sample : result.samples)
            if (!std::isfinite(sample.nanoseconds))
                return fmt::format("a time of {} is no finite number", result.name);
        for (const Counter& counter : result.counters)
            if (!std::isfinite(counter.value))
                return fmt::format("{} of {} is no finite number", counter.name, result.name);
        if (const auto& v = result.verdict;
            v && !all_finite({v->ratio, v->low, v->high, v->p, v->p_adjusted, v->least_effect}))
            return fmt::format("the verdict on {} is no finite number", result.name);
    }
    return {};
}

std::string key_of(const StoredRun& run) {
    const std::string lines = lines_of(run);
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(lines))));
}

}  // namespace wend::perf
