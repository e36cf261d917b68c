// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/agents_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tools/files/csv_number.hpp"
#include "tools/files/origin.hpp"
#include "words/file_error.hpp"
#include "words/nearest_word.hpp"

namespace wend::files {
namespace {

using words::fail_at_line;

/// Places lose digits as floats: they are moved before.
std::optional<double> parse(Stream stream, std::string_view text, Point origin) {
    if (const double moved = origin_of(stream, origin); moved != 0) {
        const std::optional<double> place = parse_number<double>(text);
        if (!place || !std::isfinite(static_cast<float>(*place - moved))) return std::nullopt;
        return *place - moved;
    }
    switch (info(stream).element) {
        case ElementType::f32: return parse_number<float>(text);
        case ElementType::f64: return parse_number<double>(text);
        case ElementType::i32: return parse_number<std::int32_t>(text);
        case ElementType::u32: return parse_number<std::uint32_t>(text);
    }
    return std::nullopt;
}

std::string_view describe(ElementType element) {
    switch (element) {
        case ElementType::f32: return "a finite 32-bit float";
        case ElementType::f64: return "a finite double";
        case ElementType::i32: return "a whole number from -2^31 to 2^31 - 1";
        case ElementType::u32: return "a whole number from 0 to 2^32 - 1";
    }
    return "";
}

/// `; did you mean "STREAM"?`, or nothing.
std::string nearest_stream(std::string_view column) {
    std::vector<std::string_view> names;
    for (const StreamInfo& stream : stream_infos) names.push_back(stream.name);
    return words::suggestion(column, names);
}

/// Advice on a column that is no stream.
std::string advice(std::string column) {
    std::ranges::transform(column, column.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (column == "x" || column == "y") return "; agents start at position_x and position_y, in the plane";
    if (column == "lon" || column == "lng" || column == "longitude" || column == "lat" ||
        column == "latitude")
        return "; agents have places in the plane, position_x and position_y; longitude and latitude are for "
               "path "
               "files (--paths)";
    if (column == "path_id") return "; the path of an agent is the stream path";
    const std::string nearest = nearest_stream(column);
    return nearest.empty() ? "; streams are named as in kernels/include/wend/streams.hpp" : nearest;
}

/// `wend run --out --degrees` writes longitude and latitude beside the positions that they are made of.
bool is_of_output(std::string_view column, const std::vector<std::string>& names) {
    return (column == "longitude" || column == "latitude") &&
           std::ranges::find(names, "position_x") != names.end();
}

struct Header {
    std::vector<std::optional<Stream>> streams;  ///< of each column; none for `tick`
    std::optional<std::size_t> tick;             ///< its column
};

Header read_header(const CsvReader& reader, const std::vector<std::string>& names, AgentTable& table) {
    Header header;
    for (const std::string& column : names) {
        const std::optional<Stream> stream = find_stream(column);
        if (!stream && column != "tick" && !is_of_output(column, names))
            fail_at_line(reader.file(), reader.line(),
                         fmt::format("column \"{}\" is not a stream{}", column, advice(column)));
        if (column == "tick" && std::exchange(header.tick, header.streams.size()))
            fail_at_line(reader.file(), reader.line(), "column \"tick\" appears twice");
        if (stream) {
            bool& given = table.given[static_cast<std::size_t>(*stream)];
            if (given)
                fail_at_line(reader.file(), reader.line(),
                             fmt::format("column \"{}\" appears twice", column));
            given = true;
        }
        header.streams.push_back(stream);
    }
    return header;
}

/// Keeps the rows of one tick: the one that was asked for, or the last.
class Rows {
  public:
    Rows(AgentTable& table, std::optional<std::uint64_t> tick) : table_(table), wanted_(tick) {}

    /// Whether a row of this tick is one to keep; forgets those of earlier ticks.
    bool take(std::uint64_t tick) {
        if (wanted_) return tick == *wanted_;
        if (kept_ && tick < *kept_) return false;
        if (kept_ && tick > *kept_) {
            table_.count = 0;
            for (std::vector<double>& column : table_.columns) column.clear();
            ids_.clear();
        }
        kept_ = tick;
        return true;
    }

    [[nodiscard]] bool add_id(double id) { return ids_.insert(id).second; }

  private:
    AgentTable& table_;
    std::optional<std::uint64_t> wanted_;
    std::optional<std::uint64_t> kept_;
    std::unordered_set<double> ids_;
};

std::uint64_t read_tick(const CsvReader& reader, const std::string& text) {
    std::uint64_t tick = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tick);
    if (error != std::errc() || end != text.data() + text.size())
        fail_at_line(reader.file(), reader.line(),
                     fmt::format("tick: \"{}\" is not a whole number from 0 to 2^64 - 1", text));
    return tick;
}

}  // namespace

AgentTable read_agents_csv(CsvReader& reader, std::optional<std::uint64_t> tick, Point origin) {
    const std::filesystem::path& file = reader.file();
    AgentTable table;
    std::vector<std::string> row;
    if (!reader.next(row)) words::fail(file, "is empty: the first line must name the streams");
    const Header header = read_header(reader, row, table);
    if (tick && !header.tick) words::fail(file, "has no column tick to choose from");

    Rows rows(table, tick);
    std::optional<std::pair<std::uint64_t, std::uint64_t>> ticks;  // least and greatest
    while (reader.next(row)) {
        reader.require_fields(row, header.streams.size());
        if (header.tick) {
            const std::uint64_t of_row = read_tick(reader, row[*header.tick]);
            if (!ticks) ticks.emplace(of_row, of_row);
            ticks = {std::min(ticks->first, of_row), std::max(ticks->second, of_row)};
            if (!rows.take(of_row)) continue;
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!header.streams[i]) continue;
            const Stream stream = *header.streams[i];
            const std::optional<double> value = parse(stream, row[i], origin);
            if (!value)
                fail_at_line(file, reader.line(),
                             fmt::format("{}: \"{}\" is not {}{}", name(stream), row[i],
                                         describe(info(stream).element), why_no_number(row[i])));
            if (stream == Stream::id && !rows.add_id(*value))
                fail_at_line(file, reader.line(), fmt::format("id {} appears twice", row[i]));
            table.columns[static_cast<std::size_t>(stream)].push_back(*value);
        }
        if (++table.count > std::numeric_limits<std::uint32_t>::max())
            fail_at_line(file, reader.line(), "more than 2^32 - 1 agents: ids have 32 bits");
    }
    if (tick && ticks && table.count == 0)
        words::fail(file, fmt::format("has no row of tick {}; its ticks are from {} to {}", *tick,
                                      ticks->first, ticks->second));
    return table;
}

AgentTable read_agents_csv(const std::filesystem::path& file, std::optional<std::uint64_t> tick,
                           Point origin) {
    CsvReader reader(file);
    return read_agents_csv(reader, tick, origin);
}

}  // namespace wend::files
