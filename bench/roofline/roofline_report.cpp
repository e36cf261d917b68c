// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/roofline/roofline_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "bench/command/setting.hpp"

namespace wend::bench {

namespace {

constexpr const char* ceiling_format = "{:<9} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n";
constexpr const char* point_format =
    "{:<33} {:>8} {:>5} {:<8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}  {:<8} {:>9} {:>8} {:>8}\n";

std::string in_billions(double value) { return value == 0 ? "-" : fmt::format("{:.2f}", value / 1e9); }

std::string ceiling_lines(const std::vector<Ceilings>& ceilings, unsigned threads) {
    std::string text;
    for (const Ceilings& one : ceilings)
        text +=
            fmt::format(ceiling_format, name(one.isa), threads, in_billions(one.fused), in_billions(one.sums),
                        in_billions(one.mixed), in_billions(one.divisions), in_billions(one.roots),
                        in_billions(one.bandwidth[0]), in_billions(one.bandwidth[1]),
                        in_billions(one.bandwidth[2]), in_billions(one.bandwidth[3]));
    return text;
}

nlohmann::ordered_json json_of(const std::vector<Ceilings>& ceilings, unsigned threads) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Ceilings& one : ceilings) {
        nlohmann::ordered_json& entry = list.emplace_back();
        entry["isa"] = name(one.isa);
        entry["threads"] = threads;
        entry["fused_operations_per_second"] = one.fused;
        entry["operations_per_second"] = one.sums;
        entry["vector_instructions_per_second"] = one.mixed;
        entry["divisions_per_second"] = one.divisions;
        entry["roots_per_second"] = one.roots;
        for (std::size_t level = 0; level < level_count; ++level)
            entry["bytes_per_second"][std::string(level_names[level])] = one.bandwidth[level];
    }
    return list;
}

nlohmann::ordered_json json_of(const RooflinePoint& point) {
    nlohmann::ordered_json entry;
    entry["name"] = point.which.name;
    entry["isa"] = point.which.isa;
    entry["ns_per_agent"] = point.measured;
    for (std::size_t i = 0; i < resource_count; ++i) {
        const auto resource = static_cast<Resource>(i);
        entry["least_ns_per_agent"]
             [resource == Resource::streams ? "streams"
                                            : std::string(name_of(resource, point.streams_level))] =
                 point.least[i];
    }
    entry["streams_from"] = level_names[static_cast<std::size_t>(point.streams_level)];
    entry["bound_by"] = name_of(point.binding(), point.streams_level);
    entry["attained"] = point.attained();
    entry["operations_per_agent"] = point.operations();
    entry["bytes_per_agent"] = point.bytes();
    entry["gigaflops"] = point.gigaflops();
    entry["operations_per_byte"] = point.intensity();
    entry["counted_agents"] = point.counted_agents;
    for (const CountField& field : count_fields)
        entry["counts"][std::string(field.name)] = point.counts.*field.value;
    return entry;
}

}  // namespace

std::string ceiling_table(const Roofline& roofline) {
    std::string text = fmt::format(ceiling_format, "", "", "Gop/s", "Gop/s", "Ginst/s", "G/s", "G/s", "GB/s",
                                   "GB/s", "GB/s", "GB/s");
    text += fmt::format(ceiling_format, "ceilings", "threads", "fused", "add, mul", "vector", "div", "sqrt",
                        "L1", "L2", "L3", "memory");
    text += ceiling_lines(roofline.one_thread, 1);
    if (!roofline.all_threads.empty()) text += ceiling_lines(roofline.all_threads, roofline.threads);
    return text;
}

std::string point_head() {
    return fmt::format(point_format, "", "", "", "", "", "at least", "", "", "", "", "bound", "", "", "") +
           fmt::format(point_format, "kernel", "agents", "ticks", "ISA", "ns/agent", "compute", "issue",
                       "divider", "L1", "streams", "by", "attained", "Gop/s", "op/byte");
}

std::string point_line(const RooflinePoint& point) {
    const KernelInfo& kernel = info(point.which.kernel);
    const auto least = [&](Resource resource) {
        return fmt::format("{:.3f}", point.least[static_cast<std::size_t>(resource)]);
    };
    return fmt::format(
        point_format, fmt::format("{}{}", kernel.name, kernel.suffix), point.which.agents, point.which.ticks,
        point.which.isa, fmt::format("{:.3f}", point.measured), least(Resource::compute),
        least(Resource::issue), least(Resource::divider), least(Resource::l1), least(Resource::streams),
        name_of(point.binding(), point.streams_level), fmt::format("{:.0f} %", 100 * point.attained()),
        fmt::format("{:.2f}", point.gigaflops()), fmt::format("{:.3f}", point.intensity()));
}

RooflineView view_of(const Roofline& roofline) {
    RooflineView view;
    for (const Ceilings& one : roofline.one_thread)
        view.ceilings.push_back({std::string(name(one.isa)), one.fused, one.sums, one.bandwidth});
    for (const RooflinePoint& point : roofline.points) {
        const KernelInfo& kernel = info(point.which.kernel);
        view.points.push_back(
            {.isa = point.which.isa,
             .label = fmt::format("{}{}, {} agents, {} tick{}", kernel.name, kernel.suffix,
                                  point.which.agents, point.which.ticks, point.which.ticks == 1 ? "" : "s"),
             .measured = point.measured,
             .gigaflops = point.gigaflops(),
             .intensity = point.operations() == 0 ? 0 : point.intensity(),
             .attained = point.attained(),
             .bound_by = std::string(name_of(point.binding(), point.streams_level))});
    }
    return view;
}

std::string to_json(const Roofline& roofline, int indent) {
    nlohmann::ordered_json json;
    json["format"] = "wend roofline";
    json["version"] = 1;
    for (const auto& [what, how] : describe_setting()) json["setting"][what] = how;
    for (std::size_t level = 0; level < roofline.caches.bytes.size(); ++level)
        json["cache_bytes"][std::string(level_names[level])] = roofline.caches.bytes[level];
    json["ceilings"] = json_of(roofline.one_thread, 1);
    for (nlohmann::ordered_json& entry : json_of(roofline.all_threads, roofline.threads))
        json["ceilings"].push_back(std::move(entry));
    json["kernels"] = nlohmann::ordered_json::array();
    for (const RooflinePoint& point : roofline.points) json["kernels"].push_back(json_of(point));
    return json.dump(indent) + "\n";
}

}  // namespace wend::bench
