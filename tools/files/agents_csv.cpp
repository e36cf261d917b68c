// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/agents_csv.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "bench/support/file_error.hpp"

namespace wend::scenario {
namespace {

template <class T>
std::optional<double> parse(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (!std::isfinite(static_cast<double>(value))) return std::nullopt;
    return static_cast<double>(value);
}

std::optional<double> parse(ElementType element, std::string_view text) {
    switch (element) {
        case ElementType::f32: return parse<float>(text);
        case ElementType::f64: return parse<double>(text);
        case ElementType::i32: return parse<std::int32_t>(text);
        case ElementType::u32: return parse<std::uint32_t>(text);
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

/// The stream of each column; none for `tick`.
std::vector<std::optional<Stream>> read_header(const CsvReader& reader, const std::vector<std::string>& names,
                                               AgentTable& table) {
    std::vector<std::optional<Stream>> streams;
    for (const std::string& column : names) {
        const std::optional<Stream> stream = find_stream(column);
        if (!stream && column != "tick")
            fail_at_line(reader.file(), reader.line(), fmt::format("column \"{}\" is not a stream", column));
        if (stream) {
            bool& given = table.given[static_cast<std::size_t>(*stream)];
            if (given)
                fail_at_line(reader.file(), reader.line(),
                             fmt::format("column \"{}\" appears twice", column));
            given = true;
        }
        streams.push_back(stream);
    }
    return streams;
}

}  // namespace

AgentTable read_agents_csv(CsvReader& reader) {
    const std::filesystem::path& file = reader.file();
    AgentTable table;
    std::vector<std::string> row;
    if (!reader.next(row)) fail(file, "is empty: the first line must name the streams");
    const std::vector<std::optional<Stream>> streams = read_header(reader, row, table);

    std::unordered_set<double> ids;
    while (reader.next(row)) {
        if (row.size() != streams.size())
            fail_at_line(
                file, reader.line(),
                fmt::format("{} fields, but the header names {} columns", row.size(), streams.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!streams[i]) continue;
            const std::optional<double> value = parse(info(*streams[i]).element, row[i]);
            if (!value)
                fail_at_line(file, reader.line(),
                             fmt::format("{}: \"{}\" is not {}", name(*streams[i]), row[i],
                                         describe(info(*streams[i]).element)));
            if (*streams[i] == Stream::id && !ids.insert(*value).second)
                fail_at_line(file, reader.line(), fmt::format("id {} appears twice", row[i]));
            table.columns[static_cast<std::size_t>(*streams[i])].push_back(*value);
        }
        if (++table.count > std::numeric_limits<std::uint32_t>::max())
            fail_at_line(file, reader.line(), "more than 2^32 - 1 agents: ids have 32 bits");
    }
    return table;
}

AgentTable read_agents_csv(const std::filesystem::path& file) {
    CsvReader reader(file);
    return read_agents_csv(reader);
}

}  // namespace wend::scenario
