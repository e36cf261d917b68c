// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/criterion_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/support/input_file.hpp"
#include "words/fields.hpp"

namespace wend::perf {
namespace {

namespace fs = std::filesystem;
using scenario::Fields;
using scenario::Json;
using scenario::Place;
using scenario::UnknownKeys;

/// What messages begin with, and nothing else that a benchmark is likely to print.
constexpr std::string_view message_start = R"({"reason":)";

std::vector<double> numbers(Fields& fields, std::string_view key) {
    const Json& json = fields.at(key);
    if (!json.is_array()) fields.place(key).fail("is no array");
    std::vector<double> values(json.size());
    for (std::size_t i = 0; i < values.size(); ++i) convert(json[i], fields.place(key) / i, values[i]);
    return values;
}

/// Samples, each a number of iterations and what they took together.
void take_samples(Fields& fields, std::string_view iterations_key, std::string_view times_key,
                  const std::string& name, ImportedResults& results) {
    const std::vector<double> iterations = numbers(fields, iterations_key);
    const std::vector<double> times = numbers(fields, times_key);
    if (iterations.size() != times.size())
        fields.place(times_key).fail(
            fmt::format("has {} elements, {} has {}", times.size(), iterations_key, iterations.size()));
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!(iterations[i] >= 1 && iterations[i] < 1e18))
            (fields.place(iterations_key) / i)
                .fail(fmt::format("is {}, must be in [1, 1e18)", iterations[i]));
        results.of(name).samples.push_back({Side::a, 0, results.next_round(name), 0,
                                            static_cast<std::uint64_t>(iterations[i]),
                                            times[i] / iterations[i]});
    }
}

/// `unit`: "bytes", "Elements" ...
void take_throughput(std::string unit, double value, BenchResult& result) {
    std::transform(unit.begin(), unit.end(), unit.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    Counter counter{.name = unit + "_per_iteration", .value = value};
    if (std::find(result.counters.begin(), result.counters.end(), counter) == result.counters.end())
        result.counters.push_back(std::move(counter));
}

std::string required_name(Fields& fields, std::string_view key) {
    std::string name;
    fields.require(key, name);
    if (name.empty()) fields.place(key).fail("is empty");
    return name;
}

void take_message(const Json& json, const Place& place, ImportedRun& imported, ImportedResults& results) {
    Fields fields(json, place, UnknownKeys::allowed);
    std::string reason;
    fields.require("reason", reason);
    if (reason != "benchmark-complete") return;
    const std::string name = required_name(fields, "id");
    std::string unit;
    fields.require("unit", unit);
    if (unit != "ns") {
        imported.skip(fmt::format("{}: measured in {}, which is no time", name, unit));
        return;
    }
    take_samples(fields, "iteration_count", "measured_values", name, results);
    const Json* throughput = fields.find("throughput");
    if (throughput == nullptr || !throughput->is_array()) return;
    for (std::size_t i = 0; i < throughput->size(); ++i) {
        Fields one((*throughput)[i], fields.place("throughput") / i, UnknownKeys::allowed);
        double value = 0;
        one.require("per_iteration", value);
        one.require("unit", unit);
        take_throughput(unit, value, results.of(name));
    }
}

/// One benchmark, by its folder `new`.
void take_folder(const fs::path& folder, ImportedResults& results) {
    const auto parse = [](const fs::path& file) {
        return scenario::parse_json(scenario::read_file(file), file);
    };
    const fs::path about_file = folder / "benchmark.json";
    const Json about = parse(about_file);
    Fields fields(about, Place(about_file), UnknownKeys::allowed);
    const std::string name = required_name(fields, "full_id");

    const fs::path sample_file = folder / "sample.json";
    const Json sample = parse(sample_file);
    Fields samples(sample, Place(sample_file), UnknownKeys::allowed);
    take_samples(samples, "iters", "times", name, results);
    if (const Json* throughput = fields.find("throughput"); throughput != nullptr && throughput->is_object())
        for (const auto& [unit, value] : throughput->items())
            if (value.is_number()) take_throughput(unit, value.get<double>(), results.of(name));
}

ImportedRun empty_run(const char* tool) {
    return {.run = {.kind = Kind::criterion, .tool = tool}, .names_machine = false};
}

}  // namespace

bool has_criterion_messages(std::string_view text) {
    return text.starts_with(message_start) ||
           text.find(fmt::format("\n{}", message_start)) != std::string_view::npos;
}

ImportedRun read_criterion_messages(std::string_view text, const fs::path& file) {
    ImportedRun imported = empty_run("cargo-criterion");
    ImportedResults results(imported.run);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.starts_with(message_start)) continue;
        const fs::path at = fmt::format("{}:{}", file.string(), number);
        take_message(scenario::parse_json(line, at), Place(at), imported, results);
    }
    if (imported.run.results.empty()) scenario::fail(file, "has no message of a benchmark with times");
    return imported;
}

ImportedRun read_criterion_folder(const fs::path& folder) {
    ImportedRun imported = empty_run("Criterion.rs");
    ImportedResults results(imported.run);
    std::vector<fs::path> folders;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const fs::path& file = entry->path();
        if (file.filename() == "sample.json" && file.parent_path().filename() == "new")
            folders.push_back(file.parent_path());
    }
    if (error) scenario::fail(folder, "cannot be read: " + error.message());
    if (folders.empty())
        scenario::fail(folder, "has no new/sample.json, which Criterion.rs leaves in target/criterion");
    std::sort(folders.begin(), folders.end());
    for (const fs::path& one : folders) take_folder(one, results);
    return imported;
}

}  // namespace wend::perf
