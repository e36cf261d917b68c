// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/frame_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/cases/setting.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/table.hpp"
#include "words/fields.hpp"

namespace wend::report {
namespace {

using support::Cell;
using support::ColumnKind;
using support::Table;
using words::Fields;
using words::Json;
using words::Place;
using words::UnknownKeys;
using Writer = nlohmann::ordered_json;

constexpr ColumnKind number = ColumnKind::number;
constexpr double steady_core = 0.9;

std::string value_of(const FrameResult& result, std::string_view what) {
    const auto found = std::ranges::find(result.setting, what, &bench::Lines::value_type::first);
    return found == result.setting.end() ? "unknown" : found->second;
}

std::string stem_of(const FrameResult& result) {
    std::string name;
    for (const char c : value_of(result, "cpu"))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!name.empty() && name.back() != '_')
            name += '_';
    while (name.ends_with('_')) name.pop_back();
    return name;
}

std::string short_kernel(std::string kernel) {
    constexpr std::string_view locomotion = "+locomotion";
    if (const std::size_t at = kernel.find(locomotion); at != std::string::npos)
        kernel.erase(at, locomotion.size());
    return kernel;
}

std::string nanoseconds_text(const std::optional<double>& value) {
    return value ? fmt::format("{:.2f}", *value) : "";
}

std::string time_text(const FrameRow& row) {
    return row.one_tick_low ? fmt::format("{:.2f} [{:.2f}, {:.2f}]", row.one_tick, *row.one_tick_low,
                                          row.one_tick_high.value_or(row.one_tick))
                            : fmt::format("{:.2f}", row.one_tick);
}

/// With its interval; bold, with the goal, where it is certainly below.
Cell ratio_cell(const std::optional<FrameRatio>& ratio) {
    if (!ratio) return {};
    const std::string text = fmt::format("{:.2f} [{:.2f}, {:.2f}]", ratio->middle, ratio->low, ratio->high);
    return ratio->is_below() ? Cell{fmt::format("{} of {:.2f}", text, ratio->goal), "below"} : Cell{text};
}

Cell loop_cell(const std::optional<FrameRatio>& ratio) {
    if (!ratio) return {};
    constexpr std::string_view prefix = "soa_";
    return {ratio->rival.starts_with(prefix) ? ratio->rival.substr(prefix.size()) : ratio->rival};
}

/// The same kernel, instruction set and agents with trusted inputs.
const FrameRow* trusted_of(const FrameResult& result, const FrameRow& row) {
    const auto found = std::ranges::find_if(result.rows, [&](const FrameRow& other) {
        return other.trusted && other.kernel == row.kernel && other.isa == row.isa &&
               other.agents == row.agents;
    });
    return found == result.rows.end() ? nullptr : &*found;
}

/// Nanoseconds and both ratios of a row, in one cell.
Cell summary_cell(const FrameRow& row) {
    const auto middle = [](const std::optional<FrameRatio>& ratio) {
        return ratio ? fmt::format("{:.2f}", ratio->middle) : "-";
    };
    return {fmt::format("{:.2f} ({}, {})", row.one_tick, middle(row.ieee), middle(row.any)),
            row.is_below() ? "below" : ""};
}

struct StoredMachine {
    std::string stem;
    FrameResult result;
};

std::string summary_page(const std::vector<StoredMachine>& machines) {
    std::string text =
        "# One tick a call, by machine\n\nMade by `wend bench --results FOLDER` from the JSON files beside "
        "it, "
        "which have all rows, 99 % intervals, goals, loops,\nhashes and flags. One thread, checked inputs, "
        "nanoseconds an agent (times as fast as the fastest plain loop without\n`-ffast-math`, as the "
        "fastest of all). Bold: a goal is missed for certain.\n\n";
    Table table{.title = "8,192 agents", .columns = {{"kernel"}}};
    std::vector<std::pair<const StoredMachine*, std::string>> columns;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const auto& [stem, result] = machines[i];
        text += fmt::format("{}. [{}]({}.json),\n   wend {}, {}\n", i + 1, value_of(result, "cpu"), stem,
                            value_of(result, "wend"), value_of(result, "date").substr(0, 10));
        if (const std::string note = core_note(result); !note.empty()) text += "   " + note;
        for (const FrameRow& row : result.rows) {
            const std::pair column{&machines[i], row.isa};
            if (std::ranges::find(columns, column) != columns.end()) continue;
            columns.push_back(column);
            table.columns.push_back({fmt::format("{}: {}", i + 1, row.isa)});
        }
    }
    std::vector<std::string> kernels;
    for (const StoredMachine& machine : machines)
        for (const FrameRow& row : machine.result.rows)
            if (std::ranges::find(kernels, row.kernel) == kernels.end()) kernels.push_back(row.kernel);
    for (const std::string& kernel : kernels) {
        std::vector<Cell>& cells = table.rows.emplace_back();
        cells.push_back({short_kernel(kernel)});
        for (const auto& column : columns) {
            const std::vector<FrameRow>& rows = column.first->result.rows;
            const auto row = std::ranges::find_if(rows, [&](const FrameRow& one) {
                return one.kernel == kernel && one.isa == column.second &&
                       one.agents == bench::in_cache_size && !one.trusted;
            });
            cells.push_back(row == rows.end() ? Cell{} : summary_cell(*row));
        }
    }
    return text + markdown_of(table);
}

std::optional<FrameRatio> read_ratio(Fields& row, std::string_view key) {
    const Json* const json = row.find(key);
    if (json == nullptr || json->is_null()) return std::nullopt;
    Fields fields(*json, row.place(key), UnknownKeys::allowed);
    FrameRatio ratio{};
    fields.require("loop", ratio.rival);
    fields.require("loop_nanoseconds", ratio.rival_nanoseconds);
    fields.require("times_as_fast", ratio.middle);
    fields.require("low", ratio.low);
    fields.require("high", ratio.high);
    fields.require("goal", ratio.goal);
    return ratio;
}

FrameRow read_row(const Json& json, const Place& place) {
    Fields fields(json, place, UnknownKeys::allowed);
    FrameRow row{};
    std::string inputs, hash;
    const auto read_optional = [&](std::string_view key, std::optional<double>& value) {
        if (const Json* const one = fields.find(key); one != nullptr && !one->is_null())
            words::convert(*one, fields.place(key), value.emplace());
    };
    fields.require("kernel", row.kernel);
    fields.require("isa", row.isa);
    fields.require("agents", row.agents);
    fields.require("inputs", inputs);
    row.trusted = inputs == "trusted";
    fields.require("one_tick_nanoseconds", row.one_tick);
    read_optional("one_tick_low", row.one_tick_low);
    read_optional("one_tick_high", row.one_tick_high);
    read_optional("eight_ticks_nanoseconds", row.eight_ticks);
    read_optional("streams_nanoseconds", row.streams);
    row.ieee = read_ratio(fields, "ieee");
    row.any = read_ratio(fields, "any");
    row.other = read_ratio(fields, "other");
    fields.read("core_nanoseconds", row.core_nanoseconds);
    fields.require("hash", hash);
    std::from_chars(hash.data(), hash.data() + hash.size(), row.hash, 16);
    return row;
}

}  // namespace

Table frame_table(const FrameResult& result, std::size_t agents) {
    const bool in_cache = agents == bench::in_cache_size;
    Table table{.title = fmt::format("{} agents", agents),
                .columns = {{"kernel"},
                            {"ISA"},
                            {"ns", number},
                            {"trusted", number},
                            {in_cache ? "8 ticks" : "streams", number},
                            {"x IEEE loop"},
                            {"x any loop"}}};
    if (in_cache) table.columns.insert(table.columns.end(), {{"the IEEE loop"}, {"the loop"}, {"x other"}});
    for (const FrameRow& row : result.rows) {
        if (row.agents != agents || row.trusted) continue;
        const FrameRow* const trusted = trusted_of(result, row);
        table.rows.push_back({{short_kernel(row.kernel)},
                              {row.isa},
                              {time_text(row)},
                              {trusted == nullptr ? "" : fmt::format("{:.2f}", trusted->one_tick)},
                              {nanoseconds_text(in_cache ? row.eight_ticks : row.streams)},
                              ratio_cell(row.ieee),
                              ratio_cell(row.any)});
        if (in_cache)
            table.rows.back().insert(table.rows.back().end(),
                                     {loop_cell(row.ieee), loop_cell(row.any), ratio_cell(row.other)});
    }
    return table;
}

std::vector<std::size_t> frame_sizes(const FrameResult& result) {
    std::set<std::size_t> sizes;
    for (const FrameRow& row : result.rows) sizes.insert(row.agents);
    return {sizes.begin(), sizes.end()};
}

FrameResult frame_result(const std::vector<FrameStep>& steps, std::string command) {
    FrameResult result{.command = std::move(command), .setting = bench::describe_setting(), .rows = {}};
    for (const FrameStep& step : steps)
        result.rows.insert(result.rows.end(), step.rows.begin(), step.rows.end());
    return result;
}

std::string core_note(const FrameResult& result) {
    double fastest = 0, slowest = 0;
    for (const FrameRow& row : result.rows) {
        if (row.core_nanoseconds == 0) continue;
        fastest = fastest == 0 ? row.core_nanoseconds : std::min(fastest, row.core_nanoseconds);
        slowest = std::max(slowest, row.core_nanoseconds);
    }
    if (slowest == 0 || fastest / slowest >= steady_core) return "";
    return fmt::format(
        "The core had {:.2f} to 1.00 of its speed meanwhile: rows of different speeds do not compare.\n",
        fastest / slowest);
}

std::string frame_json(const FrameResult& result) {
    Writer json{{"format", "wend-frame"}, {"version", 1}, {"command", result.command}};
    for (const auto& [what, how] : result.setting) json["setting"][what] = how;
    json["rows"] = Writer::array();
    const auto ratio_json = [](const std::optional<FrameRatio>& ratio) -> Writer {
        if (!ratio) return nullptr;
        return {{"loop", ratio->rival},
                {"loop_nanoseconds", ratio->rival_nanoseconds},
                {"times_as_fast", ratio->middle},
                {"low", ratio->low},
                {"high", ratio->high},
                {"goal", ratio->goal}};
    };
    const auto value_json = [](const std::optional<double>& value) -> Writer {
        if (!value) return nullptr;
        return *value;
    };
    for (const FrameRow& row : result.rows)
        json["rows"].push_back({{"kernel", row.kernel},
                                {"agents", row.agents},
                                {"isa", row.isa},
                                {"inputs", row.trusted ? "trusted" : "checked"},
                                {"one_tick_nanoseconds", row.one_tick},
                                {"one_tick_low", value_json(row.one_tick_low)},
                                {"one_tick_high", value_json(row.one_tick_high)},
                                {"eight_ticks_nanoseconds", value_json(row.eight_ticks)},
                                {"streams_nanoseconds", value_json(row.streams)},
                                {"ieee", ratio_json(row.ieee)},
                                {"any", ratio_json(row.any)},
                                {"other", ratio_json(row.other)},
                                {"core_nanoseconds", row.core_nanoseconds},
                                {"hash", fmt::format("{:016x}", row.hash)}});
    return json.dump(1) + "\n";
}

FrameResult read_frame(std::string_view text, const std::filesystem::path& file) {
    const Json json = words::parse_json(std::string(text), file);
    Fields fields(json, Place(file), UnknownKeys::allowed);
    std::string format;
    fields.require("format", format);
    if (format != "wend-frame") fields.place("format").fail("must be \"wend-frame\"");
    FrameResult result;
    fields.require("command", result.command);
    for (const auto& [what, how] : fields.at("setting").items())
        words::convert(how, fields.place("setting") / what, result.setting.emplace_back(what, "").second);
    const Json& rows = fields.at("rows");
    for (std::size_t i = 0; i < rows.size(); ++i)
        result.rows.push_back(read_row(rows[i], fields.place("rows") / i));
    return result;
}

void store_frame(const FrameResult& result, const std::filesystem::path& folder) {
    support::write_file(folder / (stem_of(result) + ".json"), frame_json(result));
}

std::size_t write_frame_page(const std::filesystem::path& folder) {
    std::vector<StoredMachine> machines;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json")
            machines.push_back(
                {entry.path().stem().string(), read_frame(support::read_text(entry.path()), entry.path())});
    std::ranges::sort(machines, {}, &StoredMachine::stem);
    if (!machines.empty()) support::write_file(folder / "README.md", summary_page(machines));
    return machines.size();
}

}  // namespace wend::report
