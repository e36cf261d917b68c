// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "journal/stage_bytes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "flow/flow_data.hpp"
#include "obstacles/obstacle_data.hpp"
#include "paths/path_data.hpp"

namespace wend::detail {
namespace {

/// The form of a parameter in a journal.
enum class Form : std::uint8_t {
    none,
    number,
    whole,
    truth,
    word,
    target_streams,
    target_point,
    rectangle,
    paths,
    obstacles,
    flow_field
};

void write_form(BlockWriter& to, Form form) noexcept { to.word(static_cast<std::uint8_t>(form)); }

template <class E>
std::string_view word_of(E value) noexcept {
    for (const auto& word : words_of(E{}))
        if (word.value == value) return word.name;
    return {};
}

void write_value(BlockWriter& to, float value) noexcept {
    write_form(to, Form::number);
    to.number(value);
}
void write_value(BlockWriter& to, std::uint32_t value) noexcept {
    write_form(to, Form::whole);
    to.word(value);
}
void write_value(BlockWriter& to, bool value) noexcept {
    write_form(to, Form::truth);
    to.word(static_cast<std::uint8_t>(value));
}
void write_value(BlockWriter& to, const Target& target) noexcept {
    write_form(to, target.point ? Form::target_point : Form::target_streams);
    if (!target.point) return to.text(word_of(target.streams));
    to.number(target.point->x);
    to.number(target.point->y);
}
void write_area(BlockWriter& to, const Rectangle& area) noexcept {
    for (const float side : {area.min_x, area.min_y, area.max_x, area.max_y}) to.number(side);
}
void write_value(BlockWriter& to, const Rectangle& area) noexcept {
    write_form(to, Form::rectangle);
    write_area(to, area);
}
void write_value(BlockWriter& to, const PathSet& paths) noexcept {
    write_form(to, Form::paths);
    to.count(paths.size());
    for (std::size_t path = 0; path < paths.size(); ++path) {
        const std::uint32_t nodes = paths.node_count(path);
        to.count(nodes);
        to.word(static_cast<std::uint8_t>(paths.closed(path)));
        for (std::uint32_t node = 0; node < nodes; ++node) {
            const Point point = paths.node(path, node);
            to.number(static_cast<float>(point.x));
            to.number(static_cast<float>(point.y));
            to.number(paths.segment_offset(path, node));
        }
    }
}
void write_value(BlockWriter& to, const ObstacleSet& obstacles) noexcept {
    write_form(to, Form::obstacles);
    to.count(obstacles.size());
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const Obstacle one = obstacles.obstacle(i);
        for (const float value : {one.from_x, one.from_y, one.to_x, one.to_y, one.radius}) to.number(value);
        to.word(static_cast<std::uint8_t>(one.of_polygon));
    }
}
void write_value(BlockWriter& to, const FlowField& field) noexcept {
    write_form(to, Form::flow_field);
    const FlowGrid& grid = field.grid();
    to.word(grid.columns);
    to.word(grid.rows);
    write_area(to, grid.area);
    const FlowData& data = FlowDataAccess::data(field);
    for (std::size_t i = 0; i < 2 * grid.size(); ++i) to.number(data.velocities[i]);
}
template <class E>
requires std::is_enum_v<E>
void write_value(BlockWriter& to, E value) noexcept {
    write_form(to, Form::word);
    to.text(word_of(value));
}
template <class T>
void write_value(BlockWriter& to, const std::optional<T>& value) noexcept {
    value ? write_value(to, *value) : write_form(to, Form::none);
}

/// Reads a parameter of the form that was written.
class ValueReader {
  public:
    ValueReader(BlockReader& from, Form form) noexcept : from_(from), form_(form) {}

    bool read(float& value) {
        if (form_ != Form::number) return false;
        value = from_.number();
        return true;
    }
    bool read(std::uint32_t& value) {
        if (form_ != Form::whole) return false;
        value = from_.word<std::uint32_t>();
        return true;
    }
    bool read(bool& value) {
        if (form_ != Form::truth) return false;
        value = from_.word<std::uint8_t>() != 0;
        return true;
    }
    bool read(Target& target) {
        if (form_ == Form::target_point) {
            const float x = from_.number();
            target = Target(x, from_.number());
            return true;
        }
        if (form_ != Form::target_streams) return false;
        target = {};
        return read_word(target.streams);
    }
    bool read(Rectangle& area) {
        if (form_ != Form::rectangle) return false;
        read_area(area);
        return true;
    }
    bool read(PathSet& paths) {
        if (form_ != Form::paths) return false;
        PathSetBuilder builder;
        std::vector<Point> points;
        std::vector<float> offsets;
        const std::size_t count = from_.count_of(2, most);
        for (std::size_t path = 0; path < count && !from_.failed(); ++path) {
            const std::size_t nodes = from_.count_of(12, most);
            const bool closed = from_.word<std::uint8_t>() != 0;
            points.resize(nodes);
            offsets.resize(nodes);
            for (std::size_t node = 0; node < nodes; ++node) {
                points[node].x = static_cast<double>(from_.number());
                points[node].y = static_cast<double>(from_.number());
                offsets[node] = from_.number();
            }
            builder.add(points, closed, offsets);
        }
        return take(paths, count, builder);
    }
    bool read(ObstacleSet& obstacles) {
        if (form_ != Form::obstacles) return false;
        ObstacleSetBuilder builder;
        const std::size_t count = from_.count_of(21, most);
        for (std::size_t i = 0; i < count && !from_.failed(); ++i) {
            Obstacle one;
            for (float* const value : {&one.from_x, &one.from_y, &one.to_x, &one.to_y, &one.radius})
                *value = from_.number();
            one.of_polygon = from_.word<std::uint8_t>() != 0;
            builder.add(one);
        }
        return take(obstacles, count, builder);
    }
    bool read(FlowField& field) {
        if (form_ != Form::flow_field) return false;
        FlowGrid grid;
        grid.columns = from_.word<std::uint32_t>();
        grid.rows = from_.word<std::uint32_t>();
        read_area(grid.area);
        if (grid.size() == 0) {
            field = {};
            return true;
        }
        if (!from_.holds(grid.size(), 8)) return false;
        std::vector<float> x(grid.size()), y(grid.size());
        for (std::size_t cell = 0; cell < grid.size(); ++cell) {
            x[cell] = from_.number();
            y[cell] = from_.number();
        }
        const Expected<FlowField> made = make_flow_field(grid, x, y);
        if (made) field = *made;
        return made.ok();
    }
    template <class E>
    requires std::is_enum_v<E>
    bool read(E& value) { return form_ == Form::word && read_word(value); }
    template <class T>
    bool read(std::optional<T>& value) {
        if (form_ != Form::none) return read(value.emplace());
        value.reset();
        return true;
    }

  private:
    static constexpr std::uint64_t most = std::uint64_t{1} << 32;

    void read_area(Rectangle& area) {
        for (float* const side : {&area.min_x, &area.min_y, &area.max_x, &area.max_y}) *side = from_.number();
    }
    template <class E>
    bool read_word(E& value) {
        const std::string text = from_.text();
        for (const auto& word : words_of(E{}))
            if (text == word.name) {
                value = word.value;
                return true;
            }
        return false;
    }
    template <class Set, class Builder>
    bool take(Set& set, std::size_t count, const Builder& builder) {
        if (from_.failed()) return false;
        if (count == 0) {
            set = {};
            return true;
        }
        const auto made = builder.build();
        if (made) set = *made;
        return made.ok();
    }

    BlockReader& from_;
    Form form_;
};

template <class S>
inline constexpr bool is_custom_stage = std::is_same_v<S, CustomForce> || std::is_same_v<S, CustomLocomotion>;

template <class S>
bool read_parameters(BlockReader& from, S& stage, std::string& message) {
    const std::size_t count = from.count_of(2, 255);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = from.text();
        ValueReader reader(from, static_cast<Form>(from.word<std::uint8_t>()));
        bool known = false, read = false;
        const auto try_one = [&](const auto& parameter) {
            if (name != parameter.name) return;
            known = true;
            read = reader.read(stage.*parameter.member);
        };
        std::apply([&](const auto&... parameter) { (try_one(parameter), ...); }, S::parameters());
        if (read && !from.failed()) continue;
        message = "has the " + std::string(known ? "damaged" : "unknown") + " parameter \"" + name +
                  "\" of the stage " + std::string(S::name);
        return false;
    }
    return !from.failed();
}

/// A stage of the kind S, whose name was read.
template <class S>
std::optional<Stage> read_stage_of(BlockReader& from, std::span<const NamedStage> custom,
                                   std::string& message) {
    S stage{};
    if constexpr (is_custom_stage<S>) {
        const std::string name = from.text();
        const NamedStage* given = nullptr;
        for (const NamedStage& one : custom)
            if (one.name == name && std::holds_alternative<S>(one.stage)) given = &one;
        if (given == nullptr) {
            message = "needs the " + std::string(S::name) + " \"" + name + "\", which only its program has";
            return std::nullopt;
        }
        stage = std::get<S>(given->stage);
    }
    if (!read_parameters(from, stage, message)) return std::nullopt;
    return stage;
}

template <std::size_t... kind>
std::optional<Stage> read_any(BlockReader& from, std::span<const NamedStage> custom, std::string& message,
                              std::index_sequence<kind...>) {
    const std::string name = from.text();
    std::optional<Stage> read;
    const bool known =
        ((std::variant_alternative_t<kind, Stage>::name == name &&
          ((read = read_stage_of<std::variant_alternative_t<kind, Stage>>(from, custom, message)), true)) ||
         ...);
    if (!known) message = "has the unknown stage \"" + name + "\"";
    return read;
}

// Values are the same if their bits are, sets if they share their data.
template <class T>
bool same(const T& a, const T& b) noexcept {
    return a == b;
}
bool same(float a, float b) noexcept {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
bool same(const Target& a, const Target& b) noexcept {
    if (a.point.has_value() != b.point.has_value()) return false;
    return a.point ? same(a.point->x, b.point->x) && same(a.point->y, b.point->y) : a.streams == b.streams;
}
bool same(const Rectangle& a, const Rectangle& b) noexcept {
    return same(a.min_x, b.min_x) && same(a.min_y, b.min_y) && same(a.max_x, b.max_x) &&
           same(a.max_y, b.max_y);
}
bool same(const PathSet& a, const PathSet& b) noexcept {
    return &PathDataAccess::data(a) == &PathDataAccess::data(b);
}
bool same(const ObstacleSet& a, const ObstacleSet& b) noexcept {
    return &ObstacleDataAccess::data(a) == &ObstacleDataAccess::data(b);
}
bool same(const FlowField& a, const FlowField& b) noexcept {
    return &FlowDataAccess::data(a) == &FlowDataAccess::data(b);
}
template <class T>
bool same(const std::optional<T>& a, const std::optional<T>& b) noexcept {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

/// Of a value's bytes in a journal.
template <class T>
std::uint64_t sum_of(const T& value) {
    std::uint64_t sum = 0;
    const auto add = [](void* context, std::span<const std::byte> block) {
        auto& total = *static_cast<std::uint64_t*>(context);
        total = checksum_of(block, total);
        return true;
    };
    std::vector<std::byte> memory(4096);
    BlockWriter to({add, &sum}, memory);
    write_value(to, value);
    to.flush();
    return sum;
}

// Whether a set may change while the program stays.
template <class T>
bool changes(const T&) noexcept {
    return false;
}
bool changes(const PathSet& paths) noexcept { return PathDataAccess::data(paths).calls != nullptr; }
bool changes(const ObstacleSet& obstacles) noexcept {
    return ObstacleDataAccess::data(obstacles).calls != nullptr;
}
bool changes(const FlowField& field) noexcept {
    const FlowData& data = FlowDataAccess::data(field);
    return data.velocities != nullptr && data.velocities != data.own.data();
}

}  // namespace

void write_stage(BlockWriter& to, const Stage& stage, std::string_view custom) noexcept {
    std::visit(
        [&]<class S>(const S& one) {
            to.text(S::name);
            if constexpr (is_custom_stage<S>) to.text(custom);
            std::apply(
                [&](const auto&... parameter) {
                    to.count(sizeof...(parameter));
                    ((to.text(parameter.name), write_value(to, one.*parameter.member)), ...);
                },
                S::parameters());
        },
        stage);
}

std::optional<Stage> read_stage(BlockReader& from, std::span<const NamedStage> custom, std::string& message) {
    return read_any(from, custom, message, std::make_index_sequence<stage_kind_count>());
}

bool same_parameters(const Stage& a, const Stage& b) noexcept {
    return std::visit(
        [&]<class S>(const S& one) {
            const S* const other = std::get_if<S>(&b);
            return other != nullptr &&
                   std::apply(
                       [&](const auto&... parameter) {
                           return (same(one.*parameter.member, other->*parameter.member) && ...);
                       },
                       S::parameters());
        },
        a);
}

bool has_changing_set(const Stage& stage) noexcept {
    return std::visit(
        []<class S>(const S& one) {
            return std::apply(
                [&](const auto&... parameter) { return (changes(one.*parameter.member) || ...); },
                S::parameters());
        },
        stage);
}

bool is_custom(const Stage& stage) noexcept {
    return std::visit([]<class S>(const S&) { return is_custom_stage<S>; }, stage);
}

std::string_view first_other_parameter(const Stage& a, const Stage& b) {
    return std::visit(
        [&]<class S>(const S& one) -> std::string_view {
            const S* const other = std::get_if<S>(&b);
            if (other == nullptr) return "kind";
            std::string_view first;
            const auto compare = [&](const auto& parameter) {
                if (first.empty() && sum_of(one.*parameter.member) != sum_of(other->*parameter.member))
                    first = parameter.name;
            };
            std::apply([&](const auto&... parameter) { (compare(parameter), ...); }, S::parameters());
            return first;
        },
        a);
}

}  // namespace wend::detail

namespace wend {

std::string first_other_parameter(const Program& a, const Program& b) {
    const std::size_t count = std::min(a.stages().size(), b.stages().size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view parameter = detail::first_other_parameter(a.stages()[i], b.stages()[i]);
        if (parameter.empty()) continue;
        const std::string_view kind = std::visit([]<class S>(const S&) { return S::name; }, a.stages()[i]);
        return "stage " + std::to_string(i) + " (" + std::string(kind) + "), " + std::string(parameter);
    }
    return a.stages().size() == b.stages().size() ? "" : "the number of stages";
}

}  // namespace wend
