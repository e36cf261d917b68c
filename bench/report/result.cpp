// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/report/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "bench/support/median.hpp"
#include "words/fields.hpp"
#include "words/json.hpp"

namespace wend::bench {
namespace {

using scenario::Fields;
using scenario::Json;
using scenario::Place;
using scenario::UnknownKeys;

std::vector<std::string_view> parts_of(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// The number of "agents:8192"; empty for anything else.
template <class T>
std::optional<T> number_behind(std::string_view part, std::string_view key) {
    if (!part.starts_with(key)) return std::nullopt;
    part.remove_prefix(key.size());
    T value{};
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size()) return std::nullopt;
    return value;
}

const Json& array_of(Fields& fields, std::string_view key) {
    const Json& json = fields.at(key);
    if (!json.is_array()) fields.place(key).fail("is no array");
    return json;
}

std::vector<std::string> words_of(Fields& fields, std::string_view key) {
    const Json& json = array_of(fields, key);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < json.size(); ++i)
        convert(json[i], fields.place(key) / i, words.emplace_back());
    return words;
}

/// A number that a row cannot be shown without.
double require_positive(Fields& fields, std::string_view key) {
    double value = 0;
    fields.require(key, value);
    if (!(value > 0)) fields.place(key).fail(fmt::format("is {}, must be above 0", value));
    return value;
}

void read_context(const Json& json, const Place& place, Result& result) {
    Fields fields(json, place, UnknownKeys::allowed);
    for (const auto& [key, value] : json.items())
        if (value.is_string()) result.context.emplace_back(key, value.get<std::string>());
    const Json& caches = array_of(fields, "caches");
    for (std::size_t i = 0; i < caches.size(); ++i) {
        Fields cache(caches[i], fields.place("caches") / i, UnknownKeys::allowed);
        ResultCache& one = result.caches.emplace_back();
        cache.require("level", one.level);
        cache.require("type", one.kind);
        cache.require("size", one.bytes);
        cache.require("num_sharing", one.sharing);
    }
}

RooflineView read_roofline(const Json& json, const Place& place) {
    Fields fields(json, place, UnknownKeys::allowed);
    RooflineView view;
    const Json& ceilings = array_of(fields, "ceilings");
    for (std::size_t i = 0; i < ceilings.size(); ++i) {
        Fields entry(ceilings[i], fields.place("ceilings") / i, UnknownKeys::allowed);
        std::uint32_t threads = 0;
        entry.require("threads", threads);
        if (threads != 1) continue;
        CeilingView& one = view.ceilings.emplace_back();
        entry.require("isa", one.isa);
        entry.require("fused_operations_per_second", one.fused);
        one.sums = require_positive(entry, "operations_per_second");
        Fields bytes(entry.at("bytes_per_second"), entry.place("bytes_per_second"), UnknownKeys::allowed);
        for (std::size_t level = 0; level < level_count; ++level)
            one.bandwidth[level] = require_positive(bytes, level_names[level]);
    }
    const Json& kernels = array_of(fields, "kernels");
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        Fields entry(kernels[i], fields.place("kernels") / i, UnknownKeys::allowed);
        std::string name;
        entry.require("name", name);
        const std::optional<CaseName> what = parse_case_name(name);
        if (!what) entry.place("name").fail(fmt::format("\"{}\" is no name of a case", name));
        PointView& point = view.points.emplace_back();
        point.isa = what->isa;
        point.label = what->kernel;
        point.measured = require_positive(entry, "ns_per_agent");
        entry.require("gigaflops", point.gigaflops);
        entry.require("operations_per_byte", point.intensity);
        entry.require("attained", point.attained);
        entry.require("bound_by", point.bound_by);
    }
    return view;
}

class RowReader {
  public:
    RowReader(Result& result, const std::vector<std::string>& rivals) : result_(result), rivals_(rivals) {}

    void take(const Json& json, const Place& place) {
        Fields fields(json, place, UnknownKeys::allowed);
        std::string name;
        fields.require("name", name);
        std::uint64_t family = 0;
        fields.require("family_index", family);
        ResultRow& row = row_of(family, name, fields);
        bool failed = false;
        fields.read("error_occurred", failed);
        if (failed) {
            fields.require("error_message", row.problem);
            return;
        }
        row.nanoseconds.push_back(require_positive(fields, "ns_per_agent"));
        for (const auto& [key, values] : {std::pair{"x_reference", &row.x_reference},
                                          {"x_tutorial", &row.x_tutorial},
                                          {"x_rival", &row.x_rival},
                                          {"x_ieee_rival", &row.x_ieee_rival}})
            if (fields.find(key) != nullptr) values->push_back(require_positive(fields, key));
    }

  private:
    ResultRow& row_of(std::uint64_t family, const std::string& name, Fields& fields) {
        const auto [group, is_new_group] = groups_.try_emplace(family, result_.groups.size());
        if (is_new_group) result_.groups.emplace_back();
        std::vector<ResultRow>& rows = result_.groups[group->second].rows;
        const auto [place, is_new] = rows_.try_emplace({family, name}, rows.size());
        if (is_new) rows.push_back(first_of(name, fields));
        return rows[place->second];
    }

    /// What all rounds of a row say.
    ResultRow first_of(const std::string& name, Fields& fields) const {
        const std::optional<CaseName> what = parse_case_name(name);
        if (!what)
            fields.place("name").fail(
                fmt::format("\"{}\" is no name of a case, such as seek/avx2/agents:8192/threads:1", name));
        ResultRow row;
        row.name = name;
        row.what = *what;
        const auto has = [&](const std::vector<std::string>& names) {
            return std::ranges::find(names, what->isa) != names.end();
        };
        if (has(rivals_))
            row.maker = Maker::rival;
        else if (what->isa == "streams")
            row.maker = Maker::streams;
        else if (!has(result_.isas))
            fields.place("name").fail(
                fmt::format("\"{}\" is among neither \"instruction_sets\" nor "
                            "\"rivals\" of this file",
                            what->isa));
        double ticks = 0;
        fields.require("ticks", ticks);
        row.ticks = static_cast<std::uint32_t>(ticks);
        row.bytes = require_positive(fields, "bytes_per_agent");
        std::string label;
        fields.read("label", label);
        if (constexpr std::string_view head = "hash "; label.starts_with(head))
            row.hash = label.substr(head.size());
        return row;
    }

    Result& result_;
    const std::vector<std::string>& rivals_;
    std::map<std::uint64_t, std::size_t> groups_;
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> rows_;
};

std::string caches_text(const std::vector<ResultCache>& caches) {
    std::string text;
    for (const ResultCache& cache : caches)
        text += fmt::format("{}L{}{} {} KiB{}", text.empty() ? "" : ", ", cache.level,
                            cache.kind == "Data"          ? "d"
                            : cache.kind == "Instruction" ? "i"
                                                          : "",
                            cache.bytes / 1024,
                            cache.sharing > 1 ? fmt::format(" (shared by {})", cache.sharing) : "");
    return text.empty() ? "unknown" : text;
}

}  // namespace

std::optional<CaseName> parse_case_name(std::string_view name) {
    const std::vector<std::string_view> parts = parts_of(name);
    if (parts.size() < 4 || parts[0].empty() || parts[1].empty()) return std::nullopt;
    const auto agents = number_behind<std::size_t>(parts[2], "agents:");
    const auto threads = number_behind<unsigned>(parts[3], "threads:");
    if (!agents || !threads) return std::nullopt;
    std::string_view kernel = parts[0];
    if (constexpr std::string_view locomotion = "+locomotion"; kernel.ends_with(locomotion))
        kernel.remove_suffix(locomotion.size());
    CaseName what{
        .kernel = std::string(kernel), .isa = std::string(parts[1]), .agents = *agents, .threads = *threads};
    for (std::size_t i = 4; i < parts.size(); ++i) {
        if (parts[i].starts_with("start:"))
            what.start = fmt::format("/{}", parts[i]);
        else if (parts[i] == "inputs:trusted")
            what.trusted = true;
        else if (!parts[i].starts_with("ticks:"))
            what.kernel += fmt::format("/{}", parts[i]);
    }
    return what;
}

double ResultRow::median_nanoseconds() const { return median(nanoseconds); }

bool ResultRow::is_plain() const {
    return maker == Maker::wend && is_timed() && what.start.empty() && !what.trusted;
}

std::string_view Result::context_of(std::string_view key) const {
    const auto found = std::ranges::find(context, key, &std::pair<std::string, std::string>::first);
    return found == context.end() ? std::string_view() : found->second;
}

std::vector<std::pair<std::string, std::string>> Result::setting() const {
    std::vector<std::pair<std::string, std::string>> lines;
    const auto add = [&](const char* what, std::string_view how) {
        if (!how.empty()) lines.emplace_back(what, how);
    };
    add("processor", context_of("cpu"));
    add("caches", caches_text(caches));
    add("threads", context_of("hardware_threads"));
    add("compiler", context_of("compiler"));
    add("wend", context_of("wend"));
    add("date", context_of("date"));
    return lines;
}

std::string_view Result::best_isa() const {
    std::string_view best;
    std::size_t best_index = 0;
    for (const ResultGroup& group : groups)
        for (const ResultRow& row : group.rows)
            if (row.maker == Maker::wend && row.is_timed() && isa_index(row.what.isa) >= best_index) {
                best = isas[isa_index(row.what.isa)];
                best_index = isa_index(row.what.isa);
            }
    return best;
}

std::size_t Result::isa_index(std::string_view isa) const {
    return static_cast<std::size_t>(std::ranges::find(isas, isa) - isas.begin());
}

std::size_t Result::wrong_rows() const {
    std::size_t wrong = 0;
    for (const ResultGroup& group : groups)
        wrong += static_cast<std::size_t>(
            std::ranges::count_if(group.rows, [](const ResultRow& row) { return !row.problem.empty(); }));
    return wrong;
}

Result read_result(std::string_view text, const std::filesystem::path& file) {
    const Json json = scenario::parse_json(text, file);
    const Place root(file);
    if (!json.is_object() || !json.contains("context") || !json.contains("benchmarks") ||
        !json.contains("wend"))
        root.fail(
            "is no result of wend bench --out: it lacks one of the keys \"context\", \"benchmarks\" and "
            "\"wend\"");
    Result result;
    result.file = file;
    read_context(json["context"], root / "context", result);
    Fields own(json["wend"], root / "wend", UnknownKeys::allowed);
    result.isas = words_of(own, "instruction_sets");
    const std::vector<std::string> rivals = words_of(own, "rivals");
    if (const Json* roofline = own.find("roofline"))
        result.roofline = read_roofline(*roofline, own.place("roofline"));
    const Json& benchmarks = json["benchmarks"];
    if (!benchmarks.is_array()) (root / "benchmarks").fail("is no array");
    if (benchmarks.empty()) (root / "benchmarks").fail("is empty: nothing was measured");
    RowReader rows(result, rivals);
    for (std::size_t i = 0; i < benchmarks.size(); ++i) rows.take(benchmarks[i], root / "benchmarks" / i);
    return result;
}

std::vector<double> ratios_of(const ResultRow& row, const ResultRow& base) {
    std::vector<double> ratios(std::min(row.nanoseconds.size(), base.nanoseconds.size()));
    for (std::size_t round = 0; round < ratios.size(); ++round)
        ratios[round] = base.nanoseconds[round] / row.nanoseconds[round];
    return ratios;
}

}  // namespace wend::bench
