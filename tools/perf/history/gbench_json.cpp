// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/gbench_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "words/fields.hpp"
#include "words/json.hpp"

namespace wend::perf {
namespace {

using words::Fields;
using words::Json;
using words::Place;
using words::UnknownKeys;

/// Google Benchmark writes nan, NaN, inf, Infinity and their negatives, which JSON does not have, as C++
/// does: they become null.
std::string with_nulls(std::string_view text) {
    static constexpr std::array<std::string_view, 8> words{"-NaN", "NaN", "-Infinity", "Infinity",
                                                           "-nan", "nan", "-inf",      "inf"};
    std::string result;
    result.reserve(text.size());
    bool in_string = false;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const auto word = std::find_if(words.begin(), words.end(),
                                       [&](std::string_view one) { return rest.starts_with(one); });
        if (!in_string && word != words.end()) {
            result += "null";
            i += word->size();
            continue;
        }
        const std::size_t length =
            in_string && rest.starts_with('\\') ? std::min<std::size_t>(2, rest.size()) : 1;
        if (rest.starts_with('"')) in_string = !in_string;
        result += rest.substr(0, length);
        i += length;
    }
    return result;
}

/// To the second.
std::string to_utc(const std::string& date, const Place& place) {
    std::tm local{};
    const char* end = strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S", &local);
    if (end != nullptr && (*end == '.' || *end == ',')) end += 1 + std::strspn(end + 1, "0123456789");
    if (end != nullptr) end = strptime(end, "%z", &local);
    if (end == nullptr || *end != '\0')
        place.fail(fmt::format("\"{}\" is no date such as 2026-11-21T10:45:58+01:00", date));
    const long offset = local.tm_gmtoff;
    std::tm day = local;  // without a leap second, which belongs to the next day
    day.tm_sec = 0;
    timegm(&day);
    if (day.tm_mday != local.tm_mday)
        place.fail(fmt::format("\"{}\" is on a day that its month lacks", date));
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(timegm(&local) - offset));
}

std::string caches_text(const Json& caches, const Place& place) {
    if (!caches.is_array()) place.fail("is no array");
    std::string text;
    for (std::size_t i = 0; i < caches.size(); ++i) {
        Fields fields(caches[i], place / i, UnknownKeys::allowed);
        std::string type;
        std::uint64_t level = 0;
        std::uint64_t size = 0;
        std::uint64_t sharing = 0;
        fields.require("type", type);
        fields.require("level", level);
        fields.require("size", size);
        fields.read("num_sharing", sharing);
        text += fmt::format("{}L{} {} {} KiB", text.empty() ? "" : ", ", level, type, size / 1024);
        if (sharing > 1) text += fmt::format(" (shared by {})", sharing);
    }
    return text;
}

void read_context(const Json& json, const Place& place, StoredRun& run) {
    Fields fields(json, place, UnknownKeys::allowed);
    std::string date;
    fields.require("date", date);
    run.started = to_utc(date, place / "date");
    fields.read("host_name", run.machine.host);
    std::uint64_t cores = 0;
    fields.require("num_cpus", cores);
    run.machine.cores = static_cast<std::uint32_t>(std::min<std::uint64_t>(cores, UINT32_MAX));
    if (const Json* caches = fields.find("caches"))
        run.machine.caches = caches_text(*caches, place / "caches");
    if (const Json* load = fields.find("load_avg");
        load != nullptr && load->is_array() && !load->empty() && load->front().is_number())
        run.load = load->front().get<double>();
    std::string version;
    fields.read("library_version", version);  // since 1.8.4
    run.tool = version.empty() ? "Google Benchmark" : "Google Benchmark " + version;

    fields.read("cpu", run.machine.cpu);
    fields.read("commit", run.a.revision);
    fields.read("parent", run.a.parent);
    fields.read_word("dirty", run.a.dirty, {{"yes", true}, {"no", false}});
    fields.read("compiler", run.a.compiler);
    fields.read("flags", run.a.flags);
    run.parameters = json.dump();
}

/// Keys of an entry that describe the run.
constexpr std::array<std::string_view, 8> known_numbers{"family_index", "per_family_instance_index",
                                                        "repetitions",  "repetition_index",
                                                        "threads",      "iterations",
                                                        "real_time",    "cpu_time"};

double nanoseconds(Fields& fields) {
    double factor = 1;
    fields.read_word("time_unit", factor, {{"ns", 1.0}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}});
    return factor;
}

class Reader {
  public:
    explicit Reader(ImportedRun& out) : out_(out) {}

    void take(const Json& entry, const Place& place) {
        Fields fields(entry, place, UnknownKeys::allowed);
        std::string type = "iteration";
        fields.read("run_type", type);
        if (type == "aggregate") {
            ++out_.aggregates;
            std::string kind;
            fields.read("aggregate_name", kind);
            if (kind == "median") medians_.emplace_back(&entry, place);
            return;
        }
        take(entry, fields, "name");
    }

    /// Benchmarks that report aggregates alone, by ReportAggregatesOnly() of their own, count with the
    /// median.
    void take_medians() {
        std::set<std::string> names;
        for (const BenchResult& result : out_.run.results) names.insert(result.name);
        for (const auto& [entry, place] : medians_) {
            Fields fields(*entry, place, UnknownKeys::allowed);
            std::string name;
            fields.require("run_name", name);
            if (names.contains(name)) continue;
            take(*entry, fields, "run_name");
            --out_.aggregates;
        }
    }

  private:
    void take(const Json& entry, Fields& fields, std::string_view name_key) {
        std::string name;
        fields.require(name_key, name);
        if (name.empty()) fields.place(name_key).fail("is empty");
        BenchResult& result = result_of(name);
        std::string label;
        fields.read("label", label);
        if (!label.empty()) result.notes.push_back({"label", label});
        if (take_problem(fields, result)) return;

        const std::uint32_t round = rounds_[name]++;
        const double unit = nanoseconds(fields);
        double real = 0;
        double cpu = 0;
        std::uint64_t iterations = 0;
        for (const std::string_view key : {"real_time", "cpu_time", "iterations"})
            if (const Json* json = fields.find(key); json != nullptr && json->is_null())
                fields.place(key).fail("is NaN, infinite or null, must be a number");
        fields.require("real_time", real);
        fields.require("cpu_time", cpu);
        fields.require("iterations", iterations);
        for (const auto& [key, time] : {std::pair("real_time", real), std::pair("cpu_time", cpu)}) {
            if (time < 0) fields.place(key).fail(fmt::format("is {}, must be 0 or more", time));
            if (!std::isfinite(time * unit)) fields.place(key).fail("is too large");
        }
        result.samples.push_back({Side::a, 0, round, 0, iterations, real * unit});
        result.counters.push_back({Side::a, round, "cpu_time", cpu * unit, "ns"});
        for (const auto& [key, value] : entry.items()) {
            if (std::find(known_numbers.begin(), known_numbers.end(), key) != known_numbers.end()) continue;
            if (value.is_number()) result.counters.push_back({Side::a, round, key, value.get<double>(), ""});
            if (value.is_null()) skip(fmt::format("{}: the counter {} is no number", name, key));
        }
    }

    /// Results of one name may come in parts.
    BenchResult& result_of(const std::string& name) {
        const auto [entry, is_new] = index_.try_emplace(name, out_.run.results.size());
        if (is_new) out_.run.results.push_back({.name = name});
        return out_.run.results[entry->second];
    }

    void skip(std::string problem) {
        if (std::find(out_.skipped.begin(), out_.skipped.end(), problem) == out_.skipped.end())
            out_.skipped.push_back(std::move(problem));
    }

    /// An entry without times: it failed, or (since 1.8) asked to be skipped.
    bool take_problem(Fields& fields, BenchResult& result) {
        for (const auto& [flag, text, kind] : {std::array{"error_occurred", "error_message", "error"},
                                               std::array{"skipped", "skip_message", "skipped"}}) {
            bool is_set = false;
            fields.read(flag, is_set);
            if (!is_set) continue;
            std::string message;
            fields.read(text, message);
            result.notes.push_back({kind, message});
            skip(fmt::format("{}: {}: {}", result.name, kind, message));
            return true;
        }
        return false;
    }

    ImportedRun& out_;
    std::map<std::string, std::size_t> index_{};
    std::map<std::string, std::uint32_t> rounds_{};  ///< joined files count anew
    std::vector<std::pair<const Json*, Place>> medians_{};
};

}  // namespace

ImportedRun read_gbench(std::string_view text, const std::filesystem::path& file) {
    const Place root(file);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        root.fail("is no result of Google Benchmark in JSON: write it with --benchmark_out_format=json");
    const Json json = words::parse_json(with_nulls(text), file, words::levels_to_write);
    if (!json.is_object() || !json.contains("context") || !json.contains("benchmarks"))
        root.fail("is no result of Google Benchmark: it has no \"context\" and \"benchmarks\"");
    ImportedRun result;
    read_context(json["context"], root / "context", result.run);
    const Json& benchmarks = json["benchmarks"];
    if (!benchmarks.is_array()) (root / "benchmarks").fail("is no array");
    Reader reader(result);
    for (std::size_t i = 0; i < benchmarks.size(); ++i) reader.take(benchmarks[i], root / "benchmarks" / i);
    reader.take_medians();
    if (result.run.results.empty())
        (root / "benchmarks")
            .fail(result.aggregates == 0 ? "is empty" : "holds aggregates alone, and no median among them");
    return result;
}

}  // namespace wend::perf
