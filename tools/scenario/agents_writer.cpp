// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/agents_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tools/files/origin.hpp"
#include "tools/scenario/agent_recipe.hpp"
#include "tools/support/outputs.hpp"
#include "words/file_error.hpp"

namespace wend::scenario {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

/// Fails before the file is made.
const Scenario& require_degrees(const std::filesystem::path& file, const Scenario& scenario,
                                AgentsFormat format) {
    if (format == AgentsFormat::csv) return scenario;
    if (scenario.projected.placements.empty())
        words::fail(
            file,
            "cannot have longitude and latitude: the scenario has no path file in longitude and latitude");
    const auto streams = scenario.program.streams();
    const bool on_paths =
        std::ranges::any_of(streams, [](const StreamUse& use) { return use.stream == Stream::path; });
    if (scenario.projected.projection.kind == files::Projection::per_path && !on_paths)
        words::fail(
            file,
            "cannot have longitude and latitude: the projection is per-path, and the agents follow no paths");
    return scenario;
}

/// The shortest digits that read back to the same bits: fewer for a float than for its double. Places in a
/// plane with another origin are sums of double precision.
template <class End>
void write_value(End end, const AgentView& agents, Stream stream, std::size_t slot, Point origin) {
    const double value = load(agents.column(stream), slot);
    if (const double from = files::origin_of(stream, origin); from != 0)
        fmt::format_to(end, "{}", from + value);
    else if (info(stream).element == ElementType::f32)
        fmt::format_to(end, "{}", static_cast<float>(value));
    else
        fmt::format_to(end, "{}", value);
}

}  // namespace

AgentsWriter::AgentsWriter(const std::filesystem::path& file, const Scenario& scenario, AgentsFormat format)
    : output_((static_cast<void>(require_degrees(file, scenario, format)), file)),
      projected_(scenario.projected),
      format_(format),
      streams_(support::ordinary_outputs(scenario.program)) {
    for (const Stream stream : scenario.streams()) streams_.push_back(stream);
    std::sort(streams_.begin(), streams_.end());
    if (format == AgentsFormat::geojson) {
        output_.write("{\"type\":\"FeatureCollection\",\"features\":[");
        return;
    }
    std::string header = format == AgentsFormat::csv ? "tick,id" : "tick,id,longitude,latitude";
    for (const Stream stream : streams_) header += fmt::format(",{}", name(stream));
    output_.write(header + '\n');
}

void AgentsWriter::sample(std::uint64_t tick, const AgentView& agents) {
    fmt::memory_buffer text;
    for (std::size_t slot = 0; slot < agents.size(); ++slot) {
        if (format_ == AgentsFormat::geojson)
            write_feature(std::back_inserter(text), tick, slot, agents);
        else
            write_row(std::back_inserter(text), tick, slot, agents);
        first_ = false;
        if (text.size() < buffer_size && slot + 1 < agents.size()) continue;
        output_.write({text.data(), text.size()});
        text.clear();
    }
}

void AgentsWriter::commit() {
    if (format_ == AgentsFormat::geojson) output_.write("\n]}\n");
    output_.commit();
}

template <class End>
void AgentsWriter::write_row(End end, std::uint64_t tick, std::size_t slot, const AgentView& agents) const {
    fmt::format_to(end, "{},{}", tick, agents.get<Stream::id>()[slot]);
    if (format_ == AgentsFormat::csv_degrees) {
        const Point place = degrees(slot, agents);
        fmt::format_to(end, ",{:.9g},{:.9g}", place.x, place.y);
    }
    for (const Stream stream : streams_) {
        fmt::format_to(end, ",");
        write_value(end, agents, stream, slot, projected_.origin);
    }
    fmt::format_to(end, "\n");
}

template <class End>
void AgentsWriter::write_feature(End end, std::uint64_t tick, std::size_t slot,
                                 const AgentView& agents) const {
    const Point place = degrees(slot, agents);
    fmt::format_to(end, "{}\n{{\"type\":\"Feature\",\"geometry\":", first_ ? "" : ",");
    // JSON has no word for a place that is no number.
    if (std::isfinite(place.x) && std::isfinite(place.y))
        fmt::format_to(end, "{{\"type\":\"Point\",\"coordinates\":[{:.9g},{:.9g}]}}", place.x, place.y);
    else
        fmt::format_to(end, "null");
    fmt::format_to(end, ",\"properties\":{{\"tick\":{},\"id\":{}", tick, agents.get<Stream::id>()[slot]);
    for (const Stream stream : streams_) {
        fmt::format_to(end, ",\"{}\":", name(stream));
        if (std::isfinite(load(agents.column(stream), slot)))
            write_value(end, agents, stream, slot, projected_.origin);
        else
            fmt::format_to(end, "null");
    }
    fmt::format_to(end, "}}}}");
}

Point AgentsWriter::degrees(std::size_t slot, const AgentView& agents) const {
    const Point place{load(agents.column(Stream::position_x), slot),
                      load(agents.column(Stream::position_y), slot)};
    if (!std::isfinite(place.x) || !std::isfinite(place.y)) return place;
    const bool on_path = agents.has(Stream::path);
    const double path = on_path ? load(agents.column(Stream::path), slot) : 0;
    return projected_.to_degrees(place, path < 0 ? 0 : static_cast<std::size_t>(path));
}

}  // namespace wend::scenario
