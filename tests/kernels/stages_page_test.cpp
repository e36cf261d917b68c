// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// kernels/docs/stages.md matches the list of kernels (names, parameters, ranges, units, defaults, streams),
// the comments beside the parameters in the public headers, and the streams of wend/streams.hpp with theirs.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "support/program_cases.hpp"
#include "tools/verify/hard_agents.hpp"
#include "words/unit_name.hpp"

namespace wend::test {
namespace {

std::string number(float value) {
    if (value == component_floor) return "2^-60";
    return value == 0x1p32f ? "2^32" : fmt::format("{}", value);
}

std::string range_text(const Range& range) {
    if (!range.high_excluded && range.high == component_limit) {
        if (range.low == -component_limit) return "any";
        if (range.low == 0) return ">= 0";
        if (range.low == component_floor) return "> 0";
    }
    return fmt::format("[{}, {}{}", number(range.low), number(range.high), range.high_excluded ? ")" : "]");
}

// The range of a parameter, and its default.
struct Cell {
    std::string legal, initial;
};
Cell describe(float value, const Range& range) { return {range_text(range), number(value)}; }
Cell describe(const std::optional<float>& value, const Range& range) {
    return {range_text(range), value ? number(*value) : "not set"};
}
Cell describe(std::uint32_t value, const Range& range) {
    return {"whole, " + range_text(range), fmt::format("{}", value)};
}
Cell describe(bool value, const Range&) { return {"true, false", value ? "true" : "false"}; }
Cell describe(const Rectangle&, const Range&) { return {"rectangle", "none"}; }
Cell describe(const Target&, const Range&) { return {"target", "target"}; }
Cell describe(const PathSet&, const Range&) { return {"path set", "none"}; }
Cell describe(const ObstacleSet&, const Range&) { return {"obstacle set", "empty"}; }
Cell describe(const FlowField&, const Range&) { return {"flow field", "empty"}; }
template <class E>
requires std::is_enum_v<E> Cell describe(E value, const Range&) {
    Cell cell;
    for (const Word<E>& word : words_of(E{})) {
        cell.legal += fmt::format("{}{}", cell.legal.empty() ? "" : ", ", word.name);
        if (word.value == value) cell.initial = word.name;
    }
    return cell;
}

/// "5 m"; "not set (m)".
std::string with_unit(const std::string& initial, std::string_view unit) {
    if (unit.empty()) return initial;
    const bool number = initial.find_first_of("0123456789") != initial.npos;
    return number ? fmt::format("{} {}", initial, unit) : fmt::format("{} ({})", initial, unit);
}

/// Whether the stream is the x of a vector, whose y follows in the list.
bool is_first_of_pair(std::size_t i) {
    const std::string_view name = stream_infos[i].name;
    return name.ends_with("_x") && i + 1 < stream_count &&
           stream_infos[i + 1].name == fmt::format("{}y", name.substr(0, name.size() - 1));
}

/// "position_*" for position_x.
std::string pair_name(std::size_t i) {
    const std::string_view name = stream_infos[i].name;
    return fmt::format("{}*", name.substr(0, name.size() - 1));
}

/// The names in alphabetical order; "position_*" for position_x and position_y.
std::string stream_list(StreamSet set) {
    std::string text;
    for (std::size_t i = 0; i < stream_count; ++i) {
        if (!set.has(i)) continue;
        const bool pair = is_first_of_pair(i) && set.has(i + 1);
        text += fmt::format("{}`{}`", text.empty() ? "" : ", ",
                            pair ? pair_name(i) : std::string(stream_infos[i].name));
        if (pair) ++i;
    }
    return text;
}

void add_streams(std::string& sentence, std::string_view use, StreamSet set) {
    if (set == 0) return;
    sentence += fmt::format("{}{}: {}", sentence.empty() ? "Streams: " : "; ", use, stream_list(set));
}

/// Breaks a paragraph into lines of at most 120 columns, but no code.
std::string wrapped(std::string text) {
    constexpr std::size_t columns = 120;
    for (std::size_t start = 0; text.size() - start > columns;) {
        std::size_t blank = text.rfind(' ', start + columns);
        while (std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(blank), '`') % 2 != 0)
            blank = text.rfind(' ', blank - 1);
        text[blank] = '\n';
        start = blank + 1;
    }
    return text + '\n';
}

/// The scenario of bench/scenarios/behaviours that shows a stage; empty for code of the caller's.
std::string_view scenario_of(std::string_view stage) {
    struct Shown {
        std::string_view stage, scenario;
    };
    constexpr std::array<Shown, 10> others{{{"alignment", "flock"},
                                            {"cohesion", "flock"},
                                            {"custom_force", ""},
                                            {"custom_locomotion", ""},
                                            {"external_locomotion", ""},
                                            {"flow_follow", "flow_field"},
                                            {"locomotion", "bounce"},
                                            {"path_follow", "path_follow_loop"},
                                            {"separation", "flock"},
                                            {"waypoint_advance", "waypoint_loop"}}};
    const auto found = std::ranges::find(others, stage, &Shown::stage);
    return found == others.end() ? stage : found->scenario;
}

/// The picture of a stage, if there is one (a new stage has a still picture first) and no stage before shows
/// it.
std::string picture(std::string_view stage, std::set<std::string_view>& shown) {
    const std::string_view scenario = scenario_of(stage);
    if (!std::filesystem::exists(fmt::format(WEND_GALLERY "/moving/{}.svg", scenario))) return "";
    if (!shown.insert(scenario).second) return "";
    return fmt::format(
        "[![Agents that move by {0}](../../bench/scenarios/gallery/moving/{1}.svg)\n]"
        "(../../bench/scenarios/gallery/README.md#{1})\n\n",
        stage, scenario);
}

/// A link to the live page's tab with the stage, in the form of tools/live/link.js. tools/site makes it lead
/// to the page; on a code host it opens the page's description.
std::string live_link(std::string_view stage) {
    const std::string_view scenario = scenario_of(stage);
    if (!std::filesystem::exists(fmt::format(WEND_BEHAVIOURS "/{}.json", scenario))) return "";
    return fmt::format("; [live](../../tools/live/README.md#behaviour={})", scenario);
}

/// A parameter as its header describes it: the comment above the member, and the unit behind it.
struct Description {
    std::string effect, unit;
};
struct StageHeader {
    std::string file;
    std::map<std::string, Description> members;
};

/// The structs of the public headers, by name.
const std::map<std::string, StageHeader>& headers() {
    static const std::map<std::string, StageHeader> all = [] {
        std::map<std::string, StageHeader> structs;
        for (const auto& entry : std::filesystem::directory_iterator(WEND_HEADERS)) {
            std::ifstream header(entry.path());
            StageHeader* current = nullptr;
            std::string line, comment;
            while (std::getline(header, line)) {
                const std::string_view view = line;
                if (view.starts_with("struct ") && view.ends_with(" {")) {
                    current = &structs[line.substr(7, line.size() - 9)];
                    current->file = entry.path().filename().string();
                } else if (view.starts_with("};")) {
                    current = nullptr;
                } else if (view.starts_with("    /// ")) {
                    comment += (comment.empty() ? "" : " ") + line.substr(8);
                    continue;
                } else if (const std::size_t end = view.find(';'); current && end != view.npos) {
                    // "    float radius = 5;  ///< m": the name is the last word before "=", "{" or ";".
                    std::string_view code = view.substr(0, std::min({end, view.find(" ="), view.find('{')}));
                    code.remove_prefix(std::min(code.size(), code.rfind(' ') + 1));
                    const std::size_t mark = view.find("///< ");
                    const std::string unit(mark == view.npos ? "" : view.substr(mark + 5));
                    current->members.try_emplace(std::string(code), Description{comment, unit});
                }
                comment.clear();
            }
        }
        return structs;
    }();
    return all;
}

/// "path_follow": PathFollow.
std::string struct_name(std::string_view stage) {
    std::string name;
    bool upper = true;
    for (const char c : stage) {
        if (c != '_') name += upper ? static_cast<char>(c - 'a' + 'A') : c;
        upper = c == '_';
    }
    return name;
}

template <class S>
std::string section(std::set<std::string_view>& shown) {
    static const PathSet paths = make_short_paths(1);
    const S stage = [&] {
        if constexpr (requires(S with) { with.paths; })
            return S{.paths = paths};
        else
            return S{};
    }();
    const std::string type = struct_name(S::name);
    const auto header = headers().find(type);
    if (header == headers().end()) {
        ADD_FAILURE() << "no public header defines " << type;
        return "";
    }
    std::string page = fmt::format(
        "\n## {}\n\n{}\n{}", S::name,
        wrapped(fmt::format("`wend::{}` in `wend/{}`{}", type, header->second.file, live_link(S::name))),
        picture(S::name, shown));
    bool empty = true;
    const auto add = [&](const auto& parameter) {
        const Cell cell = describe(stage.*parameter.member, parameter.range);
        const std::string_view unit = words::unit_name(parameter.unit);
        const auto member = header->second.members.find(parameter.name);
        const Description description =
            member == header->second.members.end() ? Description{} : member->second;
        EXPECT_NE(description.effect, "") << type << "::" << parameter.name << " has no comment above it";
        EXPECT_EQ(description.unit, unit) << type << "::" << parameter.name << ": the comment behind it";
        // The page's head describes it for all forces.
        if (description.effect == "Factor of the force." && cell.initial == "1") return;
        if (empty) page += "| parameter | default | legal | effect |\n|---|---|---|---|\n";
        empty = false;
        page += fmt::format("| {} | {} | {} | {} |\n", parameter.name, with_unit(cell.initial, unit),
                            cell.legal, description.effect);
    };
    std::apply([&](const auto&... parameter) { (add(parameter), ...); }, S::parameters());
    const StreamUses uses = all_streams<S>();
    std::string streams;
    add_streams(streams, "read", uses.read);
    add_streams(streams, "state", uses.written);
    add_streams(streams, "a stream or a value", uses.stream_or_value);
    add_streams(streams, "read where bound", uses.where_bound);
    add_streams(streams, "written where bound", uses.output);
    add_streams(streams, "records", uses.records);
    return page + (empty ? "" : "\n") + wrapped(streams + '.');
}

/// The header's comment behind the enumerator of each stream, in one line.
std::array<std::string, stream_count> stream_comments() {
    std::array<std::string, stream_count> comments;
    std::ifstream header(WEND_HEADERS "/streams.hpp");
    std::string line;
    while (std::getline(header, line) && line.rfind("enum class Stream ", 0) != 0) {
    }
    std::optional<Stream> stream;
    while (std::getline(header, line) && line.rfind("};", 0) != 0) {
        const std::size_t mark = line.find("///<");
        const std::string_view code = std::string_view(line).substr(0, mark);
        const std::size_t begin = code.find_first_not_of(' ');
        if (begin != std::string_view::npos) stream = find_stream(code.substr(begin, code.find(',') - begin));
        if (!stream || mark == std::string::npos) continue;
        std::string& comment = comments[static_cast<std::size_t>(*stream)];
        if (!comment.empty()) comment += ' ';
        comment += line.substr(line.find_first_not_of(' ', mark + 4));
    }
    return comments;
}

std::string_view element_name(ElementType element) {
    switch (element) {
        case ElementType::f32: return "float";
        case ElementType::f64: return "double";
        case ElementType::i32: return "int32";
        case ElementType::u32: return "uint32";
    }
    return "";
}

std::string stream_table() {
    std::string table = "\n## Streams\n\n" +
                        wrapped(
                            "All streams that may be bound, one element an agent; `id` and `stages` for "
                            "every program. State is read and written, and the state hash covers it; an "
                            "output is written where it is bound; a record saves time where it is bound, and "
                            "changes no result; inputs are read; `measure_progress` "
                            "has streams that no stage uses. Elements in C and in NumPy: float is "
                            "`WEND_F32`, float32; double `WEND_F64`, float64; int32 `WEND_I32`; uint32 "
                            "`WEND_U32`.") +
                        "\n| stream | element | use and meaning |\n|---|---|---|\n";
    const std::array<std::string, stream_count> comments = stream_comments();
    for (std::size_t i = 0; i < stream_count; ++i) {
        const std::string element(element_name(stream_infos[i].element));
        const std::string& comment = comments[i];
        EXPECT_EQ(comment.rfind(element + " ", 0), 0u)
            << stream_infos[i].name << ": the comment in wend/streams.hpp begins with another element type";
        // A vector has one row, unless the comment of its y differs.
        const bool pair =
            is_first_of_pair(i) && !comments[i + 1].empty() && comment.starts_with(comments[i + 1]);
        table += fmt::format("| {} | {} | {} |\n", pair ? pair_name(i) : std::string(stream_infos[i].name),
                             element, comment.substr(std::min(comment.size(), element.size() + 1)));
        if (pair) ++i;
    }
    return table;
}

std::string make_page() {
    std::string page =
        "# Stages: parameters and streams\n\n" +
        wrapped(
            "For users of the library and of scenario files. Formulas and error bounds are in the headers. A "
            "picture links to its explanation; `wend run behaviours/NAME --out FILE.svg --animate` draws it. "
            "*Live* leads to the stage on [the live page](../../tools/live/README.md) in the pages of "
            "`tools/site`, elsewhere to how that is built. "
            "`WEND_REGENERATE_STAGES=1 bin/stages_page_test` writes the page.") +
        '\n' +
        wrapped(
            "Numbers are at most 1e18 in magnitude; `> 0` means at least 2^-60. Every force also has a "
            "`weight`, a factor of the force, which is 1 unless its table says otherwise; a larger one "
            "prevails over other forces. A target is `target`, `other_target` or `third_target`, which are "
            "streams, or one point [x, y] for all agents. A stream is needed where the parameters ask for it "
            "(mode, quarry, ...); `position_*` stands for position_x and position_y.") +
        '\n';
    std::string contents;
    for (const std::string_view stage : stage_names) contents += fmt::format("[{0}](#{0}), ", stage);
    page += wrapped(contents + "[streams](#streams)");
    std::set<std::string_view> shown;
    [&]<std::size_t... kind>(std::index_sequence<kind...>) {
        ((page += section<std::variant_alternative_t<kind, Stage>>(shown)), ...);
    }
    (std::make_index_sequence<stage_kind_count>());
    return page + stream_table();
}

TEST(StagesPage, MatchesTheListOfKernels) {
    const std::string expected = make_page();
    if (std::getenv("WEND_REGENERATE_STAGES") != nullptr) {
        std::ofstream(WEND_STAGES_PAGE) << expected;
        return;
    }
    std::ifstream file(WEND_STAGES_PAGE);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(page, expected) << "WEND_REGENERATE_STAGES=1 bin/stages_page_test regenerates it";
}

}  // namespace
}  // namespace wend::test
