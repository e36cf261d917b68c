// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/nanobench_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "words/fields.hpp"

namespace wend::perf {
namespace {

using scenario::Fields;
using scenario::Json;
using scenario::Place;
using scenario::UnknownKeys;

/// Of each measurement, an iteration.
constexpr std::array<std::string_view, 6> counter_names{
    "pagefaults", "cpucycles", "contextswitches", "instructions", "branchinstructions", "branchmisses"};

const Json& array_of(Fields& fields, std::string_view key) {
    const Json& json = fields.at(key);
    if (!json.is_array()) fields.place(key).fail("is no array");
    return json;
}

std::string name_of(Fields& fields) {
    std::string title = "benchmark";
    std::string name;
    double complexity = -1;
    fields.read("title", title);
    fields.require("name", name);
    fields.read("complexityN", complexity);
    if (name.empty()) fields.place("name").fail("is empty");
    if (title != "benchmark") name = title + "/" + name;  // nanobench's own title
    return complexity > 0 ? fmt::format("{}/{}", name, complexity) : name;
}

/// nanobench writes 0 for what it cannot measure.
bool is_measured(const Json& measurements, std::string_view counter) {
    return std::any_of(measurements.begin(), measurements.end(), [&](const Json& one) {
        const auto found = one.is_object() ? one.find(counter) : one.end();
        return one.is_object() && found != one.end() && found->is_number() && found->get<double>() != 0;
    });
}

void take(const Json& json, const Place& place, ImportedResults& results) {
    Fields fields(json, place, UnknownKeys::allowed);
    const std::string name = name_of(fields);
    BenchResult& result = results.of(name);
    double batch = 1;
    std::string unit = "op";
    fields.read("batch", batch);
    fields.read("unit", unit);
    if (!(batch > 0)) fields.place("batch").fail(fmt::format("is {}, must be above 0", batch));
    if (unit != "op") result.notes.push_back({"unit", unit});

    const Json& measurements = array_of(fields, "measurements");
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        Fields one(measurements[i], fields.place("measurements") / i, UnknownKeys::allowed);
        double iterations = 0;
        double seconds = 0;
        one.require("iterations", iterations);
        one.require("elapsed", seconds);
        if (!(iterations >= 1 && iterations < 1e18))
            one.place("iterations").fail(fmt::format("is {}, must be in [1, 1e18)", iterations));
        const double nanoseconds = 1e9 * seconds / batch;
        if (!std::isfinite(nanoseconds)) one.place("elapsed").fail("is too large");
        const std::uint32_t round = results.next_round(name);
        result.samples.push_back({Side::a, 0, round, 0, static_cast<std::uint64_t>(iterations), nanoseconds});
        for (const std::string_view counter : counter_names) {
            double value = 0;
            one.read(counter, value);
            if (is_measured(measurements, counter))
                result.counters.push_back({Side::a, round, std::string(counter), value, ""});
        }
    }
}

}  // namespace

bool is_nanobench(const Json& json) {
    if (!json.is_object() || !json.contains("results") || !json["results"].is_array()) return false;
    const Json& results = json["results"];
    return !results.empty() && results[0].is_object() && results[0].contains("measurements");
}

ImportedRun nanobench_run(const Json& json, const std::filesystem::path& file) {
    ImportedRun imported{.run = {.kind = Kind::nanobench, .tool = "nanobench"}, .names_machine = false};
    ImportedResults results(imported.run);
    const Place place = Place(file) / "results";
    for (std::size_t i = 0; i < json["results"].size(); ++i) take(json["results"][i], place / i, results);
    return imported;
}

}  // namespace wend::perf
