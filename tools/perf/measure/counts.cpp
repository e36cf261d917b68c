// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/counts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "tools/files/json_file.hpp"
#include "tools/perf/measure/worker_process.hpp"
#include "words/fields.hpp"

namespace wend::perf {
namespace {

using words::Fields;
using words::Json;
using words::Place;

constexpr std::string_view format = "wend counts";
constexpr std::uint64_t version = 1;

constexpr std::array<std::string_view, 6> work{"instructions", "operations",   "divisions",
                                               "roots",        "bytes_loaded", "bytes_stored"};

bool is_work(std::string_view name) {
    for (const std::string_view word : work)
        if (word == name) return true;
    return false;
}

void read_counts(Fields& fields, count::Counts& counts) {
    for (const count::CountField& field : count::count_fields)
        fields.require(field.name, counts.*field.value);
}

CaseCounts read_case(const Json& json, const Place& place) {
    CaseCounts one;
    Fields fields(json, place);
    fields.require("agents", one.agents);
    fields.require("ticks", one.ticks);
    read_counts(fields, one.counts);
    if (const Json* const functions = fields.find("functions")) {
        if (!functions->is_object()) fields.place("functions").fail("expected an object");
        for (const auto& [name, counts] : functions->items()) {
            Fields of_function(counts, fields.place("functions") / name);
            read_counts(of_function, one.functions[name]);
            of_function.finish();
        }
    }
    fields.finish();
    return one;
}

void write_counts(nlohmann::ordered_json& entry, const count::Counts& counts) {
    for (const count::CountField& field : count::count_fields)
        entry[std::string(field.name)] = counts.*field.value;
}

}  // namespace

std::string to_json(const CountTable& table,
                    const std::vector<std::pair<std::string, std::string>>& setting) {
    nlohmann::ordered_json json;
    json["format"] = format;
    json["version"] = version;
    for (const auto& [key, value] : setting) json["setting"][key] = value;
    json["cases"] = nlohmann::ordered_json::object();
    for (const auto& [name, one] : table) {
        nlohmann::ordered_json& entry = json["cases"][name];
        entry["agents"] = one.agents;
        entry["ticks"] = one.ticks;
        write_counts(entry, one.counts);
        for (const auto& [function, counts] : one.functions)
            write_counts(entry["functions"][function], counts);
    }
    return json.dump(2) + "\n";
}

CountTable read_counts(std::string_view text, const std::filesystem::path& file) {
    const Json json = words::parse_json(text, file);
    Fields fields(json, Place(file));
    files::require_format(fields, format, version,
                          "this is no file of counts, as `wend perf count --out` writes it");
    (void)fields.find("setting");
    const Json& cases = fields.at("cases");
    fields.finish();
    if (!cases.is_object()) fields.place("cases").fail("expected an object");
    CountTable table;
    for (const auto& [name, one] : cases.items())
        table.emplace(name, read_case(one, fields.place("cases") / name));
    return table;
}

double CountChange::growth() const {
    if (before == 0) return std::numeric_limits<double>::infinity();
    return (static_cast<double>(now) - static_cast<double>(before)) / static_cast<double>(before);
}

CountComparison compare_counts(const CountTable& before, const CountTable& now) {
    CountComparison comparison;
    for (const auto& [name, one] : before)
        if (!now.contains(name)) comparison.missing.push_back(name);
    for (const auto& [name, one] : now) {
        const auto old = before.find(name);
        if (old == before.end()) {
            comparison.added.push_back(name);
            continue;
        }
        ++comparison.compared;
        for (const count::CountField& field : count::count_fields) {
            const CountChange change{name, field.name, old->second.counts.*field.value,
                                     one.counts.*field.value};
            if (!is_work(field.name) || change.before == change.now) continue;
            if (change.growth() > count_threshold) comparison.grown.push_back(change);
            if (change.growth() < -count_threshold) comparison.shrunk.push_back(change);
        }
    }
    return comparison;
}

namespace {

/// A part of the call's instructions: the checks of a call depend on where its memory lies.
constexpr double noise = 0.002;

std::int64_t more_instructions(const FunctionGrowth& one) {
    return static_cast<std::int64_t>(one.now.instructions) -
           static_cast<std::int64_t>(one.before.instructions);
}

/// The number of instructions does not show the cost of divisions and roots.
std::string describe_divisions(const FunctionGrowth& one) {
    const std::uint64_t before = one.before.divisions + one.before.roots;
    const std::uint64_t now = one.now.divisions + one.now.roots;
    return before == now ? "" : fmt::format("; divided, rooted {} -> {}", before, now);
}

}  // namespace

std::vector<FunctionGrowth> compare_functions(const count::FunctionCounts& before,
                                              const count::FunctionCounts& now) {
    std::vector<FunctionGrowth> growth;
    for (const auto& [name, counts] : now) {
        const auto old = before.find(name);
        growth.push_back({name, old == before.end() ? count::Counts{} : old->second, counts});
    }
    for (const auto& [name, counts] : before)
        if (!now.contains(name)) growth.push_back({name, counts, {}});
    double whole = 0;
    for (const auto& [name, counts] : before) whole += static_cast<double>(counts.instructions);
    std::erase_if(growth, [&](const FunctionGrowth& one) {
        return std::abs(static_cast<double>(more_instructions(one))) <= whole * noise &&
               one.before.divisions == one.now.divisions && one.before.roots == one.now.roots;
    });
    std::ranges::stable_sort(growth, std::ranges::greater{}, more_instructions);
    return growth;
}

std::string describe(const std::vector<FunctionGrowth>& growth, std::size_t lines) {
    if (growth.empty()) return "    every function executes the same\n";
    std::vector<FunctionGrowth> shown = growth;
    const std::size_t room = lines - 1;  // beside the head
    if (shown.size() > room) {
        std::ranges::stable_sort(shown, std::ranges::greater{},
                                 [](const FunctionGrowth& one) { return std::abs(more_instructions(one)); });
        shown.resize(room - 1);
        std::ranges::stable_sort(shown, std::ranges::greater{}, more_instructions);
    }
    std::string text =
        fmt::format("    {:>10} {:>10} {:>10}  instructions of a function itself\n", "before", "now", "more");
    for (const FunctionGrowth& one : shown)
        text += fmt::format("    {:>10} {:>10} {:>+10}  {}{}\n", one.before.instructions,
                            one.now.instructions, more_instructions(one), one.name, describe_divisions(one));
    if (shown.size() < growth.size())
        text += fmt::format("    and {} functions that changed less\n", growth.size() - shown.size());
    return text;
}

std::vector<FunctionGrowth> function_growth(const std::filesystem::path& base,
                                            const std::filesystem::path& head, const std::string& name,
                                            std::size_t agents) {
    const auto functions_of = [&](const std::filesystem::path& executable) {
        WorkerProcess worker(executable, 0);
        worker.open(name, agents, 0);
        return worker.functions();
    };
    return compare_functions(functions_of(base), functions_of(head));
}

}  // namespace wend::perf
