// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/result_json.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "bench/cases/setting.hpp"
#include "tools/report/report_tables.hpp"

namespace wend::report {
namespace {

using bench::Row;
using Entry = benchmark::BenchmarkReporter::Run;

Entry entry_of(const Row& row, std::size_t family, std::size_t instance) {
    Entry run;
    run.run_name.function_name = row.what.name;
    run.family_index = static_cast<std::int64_t>(family);
    run.per_family_instance_index = static_cast<std::int64_t>(instance);
    run.run_type = Entry::RT_Iteration;
    run.iterations = static_cast<benchmark::IterationCount>(row.calls);
    run.threads = row.what.threads;
    run.repetitions = static_cast<std::int64_t>(row.slices.size());
    run.time_unit = benchmark::kNanosecond;
    run.statistics = nullptr;
    run.memory_result = nullptr;
    if (row.hash != 0) run.report_label = fmt::format("hash {:016x}", row.hash);
    run.counters["agents"] = static_cast<double>(row.what.agents);
    run.counters["ticks"] = row.what.ticks;
    run.counters["bytes_per_agent"] = row.what.bytes;
    run.counters["operations_per_agent"] = row.what.operations;
    return run;
}

Entry failed_entry(const Row& row, std::size_t family, std::size_t instance) {
    Entry run = entry_of(row, family, instance);
    run.error_occurred = true;
    run.error_message = row.problem;
    return run;
}

Entry timed_entry(const Row& row, std::size_t round, std::size_t family, std::size_t instance,
                  const bench::Group& group) {
    Entry run = entry_of(row, family, instance);
    run.repetition_index = static_cast<std::int64_t>(round);
    run.real_accumulated_time = row.slices[round].real_seconds;
    run.cpu_accumulated_time = row.slices[round].cpu_seconds;
    const double ns = row.nanoseconds(round);
    run.counters["ns_per_agent"] = ns;
    run.counters["agents_per_second"] = 1e9 / ns;
    run.counters["gigabytes_per_second"] = row.what.bytes / ns;
    const auto add_ratio = [&](const char* key, const Row* base) {
        if (base != nullptr) run.counters[key] = base->nanoseconds(round) / ns;
    };
    add_ratio("x_reference", group.reference(row.what.start));
    add_ratio("x_tutorial", group.tutorial(row.what.start));
    add_ratio("x_rival", group.rival(row));
    add_ratio("x_ieee_rival", group.ieee_rival(row));
    return run;
}

nlohmann::ordered_json json_of(const std::vector<bench::Ceilings>& ceilings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const bench::Ceilings& one : ceilings) {
        nlohmann::ordered_json& entry = list.emplace_back();
        entry["isa"] = name(one.isa);
        entry["threads"] = 1;
        entry["fused_operations_per_second"] = one.fused;
        entry["operations_per_second"] = one.sums;
        entry["vector_instructions_per_second"] = one.mixed;
        entry["divisions_per_second"] = one.divisions;
        entry["roots_per_second"] = one.roots;
        for (std::size_t level = 0; level < bench::level_count; ++level)
            entry["bytes_per_second"][std::string(bench::level_names[level])] = one.bandwidth[level];
    }
    return list;
}

nlohmann::ordered_json json_of(const RooflinePoint& point) {
    nlohmann::ordered_json entry;
    entry["name"] = point.which.name;
    entry["isa"] = point.which.isa;
    entry["ns_per_agent"] = point.measured;
    for (std::size_t i = 0; i < resource_count; ++i)
        entry["least_ns_per_agent"][std::string(resource_names[i])] = point.least[i];
    entry["streams_from"] = bench::level_names[static_cast<std::size_t>(point.streams_level)];
    entry["bound_by"] = name_of(point.binding(), point.streams_level);
    entry["attained"] = point.attained();
    entry["operations_per_agent"] = point.operations();
    entry["bytes_per_agent"] = point.bytes();
    entry["gigaflops"] = point.gigaflops();
    entry["operations_per_byte"] = point.intensity();
    entry["counted_agents"] = point.counted_agents;
    for (const count::CountField& field : count::count_fields)
        entry["counts"][std::string(field.name)] = point.counts.*field.value;
    return entry;
}

nlohmann::ordered_json json_of(const Roofline& roofline) {
    nlohmann::ordered_json json;
    json["format"] = "wend roofline";
    json["version"] = 1;
    for (const auto& [what, how] : bench::describe_setting()) json["setting"][what] = how;
    for (std::size_t level = 0; level < roofline.caches.bytes.size(); ++level)
        json["cache_bytes"][std::string(bench::level_names[level])] = roofline.caches.bytes[level];
    json["ceilings"] = json_of(roofline.ceilings);
    json["kernels"] = nlohmann::ordered_json::array();
    for (const RooflinePoint& point : roofline.points) json["kernels"].push_back(json_of(point));
    return json;
}

nlohmann::ordered_json own_part(const std::vector<bench::Group>& groups, const Roofline* roofline) {
    nlohmann::ordered_json json;
    for (const Isa isa : supported_isas()) json["instruction_sets"].push_back(name(isa));
    std::vector<std::string> rivals;
    for (const bench::Group& group : groups)
        for (const Row& row : group.rows)
            if (row.what.side != bench::Side::wend && std::ranges::find(rivals, row.what.isa) == rivals.end())
                rivals.push_back(row.what.isa);
    json["rivals"] = rivals;
    if (roofline != nullptr) json["roofline"] = json_of(*roofline);
    return json;
}

}  // namespace

std::string result_json(const std::vector<bench::Group>& groups, const Roofline* roofline) {
    [[maybe_unused]] static const bool has_context = [] {
        bench::add_benchmark_context();
        return true;
    }();
    std::ostringstream out;
    benchmark::JSONReporter reporter;
    reporter.SetOutputStream(&out);
    reporter.SetErrorStream(&out);
    reporter.ReportContext(benchmark::BenchmarkReporter::Context());
    std::vector<const Row*> rows;  // of the entries
    for (std::size_t family = 0; family < groups.size(); ++family)
        for (std::size_t instance = 0; instance < groups[family].rows.size(); ++instance) {
            const Row& row = groups[family].rows[instance];
            std::vector<Entry> runs;
            if (!row.problem.empty()) runs.push_back(failed_entry(row, family, instance));
            for (std::size_t round = 0; round < row.slices.size(); ++round)
                runs.push_back(timed_entry(row, round, family, instance, groups[family]));
            if (!runs.empty()) reporter.ReportRuns(runs);
            rows.insert(rows.end(), runs.size(), &row);
        }
    reporter.Finalize();
    auto json = nlohmann::ordered_json::parse(out.str());
    // Google Benchmark writes how it was built itself, which readers take for the build of what is measured.
#ifdef NDEBUG
    json["context"]["library_build_type"] = "release";
#else
    json["context"]["library_build_type"] = "debug";
#endif
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bench::Case& what = rows[i]->what;
        nlohmann::ordered_json& entry = json["benchmarks"].at(i);
        entry["kernel"] = fmt::format("{}{}", bench::info(what.kernel).name, bench::info(what.kernel).suffix);
        entry["isa"] = what.isa;
        entry["start"] = start_name(what.start);
        entry["inputs"] = what.inputs == Inputs::trusted ? "trusted" : "checked";
    }
    json["wend"] = own_part(groups, roofline);
    return json.dump(1) + "\n";
}

}  // namespace wend::report
