// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/gbench_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <utility>

#include "tools/perf/history/json_with_nan.hpp"
#include "words/fields.hpp"

namespace wend::perf {
namespace {

using scenario::Fields;
using scenario::Json;
using scenario::Place;
using scenario::UnknownKeys;

std::string to_utc(const std::string& date, const Place& place) {
    std::tm local{};
    const char* end = strptime(date.c_str(), "%Y-%m-%dT%H:%M:%S%z", &local);
    if (end == nullptr || *end != '\0')
        place.fail(fmt::format("\"{}\" is no date such as 2026-11-21T10:45:58+01:00", date));
    const long offset = local.tm_gmtoff;
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

void read_context(const Json& json, const Place& place, Run& run) {
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

/// Keys of an entry that are about the run and no result of it.
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
    explicit Reader(ImportedRun& out) : out_(out), results_(out.run) {}

    void take(const Json& entry, const Place& place) {
        Fields fields(entry, place, UnknownKeys::allowed);
        std::string type = "iteration";
        fields.read("run_type", type);
        if (type == "aggregate") {
            ++out_.aggregates;
            return;
        }
        std::string name;
        fields.require("name", name);
        if (name.empty()) (place / "name").fail("is empty");
        BenchResult& result = results_.of(name);
        std::string label;
        fields.read("label", label);
        if (!label.empty()) result.notes.push_back({"label", label});
        if (take_problem(fields, result)) return;

        const std::uint32_t round = results_.next_round(name);
        const double unit = nanoseconds(fields);
        double real = 0;
        double cpu = 0;
        std::uint64_t iterations = 0;
        fields.require("real_time", real);
        fields.require("cpu_time", cpu);
        fields.require("iterations", iterations);
        if (!std::isfinite(real * unit)) fields.place("real_time").fail("is too large");
        if (!std::isfinite(cpu * unit)) fields.place("cpu_time").fail("is too large");
        result.samples.push_back({Side::a, 0, round, 0, iterations, real * unit});
        result.counters.push_back({Side::a, round, "cpu_time", cpu * unit, "ns"});
        for (const auto& [key, value] : entry.items()) {
            if (std::find(known_numbers.begin(), known_numbers.end(), key) != known_numbers.end()) continue;
            if (value.is_number()) result.counters.push_back({Side::a, round, key, value.get<double>(), ""});
            if (value.is_null()) out_.skip(fmt::format("{}: the counter {} is no number", name, key));
        }
    }

  private:
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
            out_.skip(fmt::format("{}: {}: {}", result.name, kind, message));
            return true;
        }
        return false;
    }

    ImportedRun& out_;
    ImportedResults results_;
};

}  // namespace

bool is_gbench(const Json& json) {
    return json.is_object() && json.contains("context") && json.contains("benchmarks");
}

ImportedRun read_gbench(std::string_view text, const std::filesystem::path& file) {
    const Json json = parse_json_with_nan(text, file);
    if (!is_gbench(json))
        Place(file).fail("is no result of Google Benchmark: it has no \"context\" and \"benchmarks\"");
    return gbench_run(json, file);
}

ImportedRun gbench_run(const Json& json, const std::filesystem::path& file) {
    const Place root(file);
    ImportedRun result;
    result.run.kind = Kind::gbench;
    read_context(json["context"], root / "context", result.run);
    const Json& benchmarks = json["benchmarks"];
    if (!benchmarks.is_array()) (root / "benchmarks").fail("is no array");
    Reader reader(result);
    for (std::size_t i = 0; i < benchmarks.size(); ++i) reader.take(benchmarks[i], root / "benchmarks" / i);
    if (result.run.results.empty())
        (root / "benchmarks")
            .fail(result.aggregates == 0
                      ? "is empty"
                      : "holds aggregates alone: leave out --benchmark_report_aggregates_only");
    return result;
}

}  // namespace wend::perf
