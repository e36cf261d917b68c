// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/stages.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "words/fields.hpp"
#include "words/nearest_word.hpp"
#include "words/text.hpp"

namespace wend::words {
namespace {

void require_array(const Json& json, const Place& place, std::size_t size, const char* what) {
    if (!json.is_array() || (size != 0 && json.size() != size)) place.fail(join({"expected ", what}));
}

Point read_coordinates(const Json& json, const Place& place) {
    Point point;
    convert(json[0], place / 0, point.x);
    convert(json[1], place / 1, point.y);
    return point;
}

std::vector<float> read_numbers(Fields& fields, const char* key) {
    std::vector<float> numbers;
    const Json* const list = fields.find(key);
    if (list == nullptr) return numbers;
    require_array(*list, fields.place(key), 0, "an array of numbers");
    for (std::size_t i = 0; i < list->size(); ++i)
        convert((*list)[i], fields.place(key) / i, numbers.emplace_back());
    return numbers;
}

/// {"area": [...], "columns": 80, "rows": 60} with "velocity_x", "velocity_y", or with "goals", "obstacles",
/// "clearance", "speed", "costs".
FlowField read_flow_field(const Json& json, const Place& place, const StageContext& context) {
    Fields fields(json, place);
    std::optional<Rectangle> area = context.area;
    fields.read("area", area);
    if (!area) place.fail(join({"needs an \"area\"", context.other_area}));
    std::uint64_t columns = 0, rows = 0;
    fields.require("columns", columns);
    fields.require("rows", rows);
    const std::vector<float> velocity_x = read_numbers(fields, "velocity_x");
    const std::vector<float> velocity_y = read_numbers(fields, "velocity_y");
    const std::vector<float> costs = read_numbers(fields, "costs");
    std::vector<Point> goals;
    if (const Json* const list = fields.find("goals")) goals = read_points(*list, place / "goals");
    FlowGoals to{.goals = goals, .costs = costs};
    if (const Json* const obstacles = fields.find("obstacles"))
        to.obstacles = read_obstacles(*obstacles, place / "obstacles", context);
    fields.read("clearance", to.clearance);
    fields.read("speed", to.speed);
    fields.finish();
    const auto count = [](std::uint64_t given) {
        return static_cast<std::uint32_t>(given > 0xffffffff ? 0xffffffff : given);
    };
    const FlowGrid grid{*area, count(columns), count(rows)};
    const bool given = !velocity_x.empty() || !velocity_y.empty();
    if (given && !goals.empty()) place.fail("has \"goals\" and velocities");
    const Expected<FlowField> field =
        given ? make_flow_field(grid, velocity_x, velocity_y) : make_flow_to(grid, to);
    if (!field) place.fail(message(field.status()));
    return *field;
}

/// Reads a stage's parameters by the list in its public struct. The scenario may give a missing area, and the
/// paths.
class ParameterReader {
  public:
    ParameterReader(Fields& fields, const StageContext& context) : fields_(fields), context_(context) {}

    template <class S>
    void read(S& stage) {
        needs_obstacles_ = takes_paths_as_obstacles<S>;
        std::apply([&](const auto&... parameter) { (read(parameter.name, stage.*parameter.member), ...); },
                   S::parameters());
    }

  private:
    template <class T>
    void read(const char* name, T& value) {
        if constexpr (std::is_enum_v<T>)
            fields_.read_word_of(name, value, words_of(T{}));
        else
            fields_.read(name, value);
    }
    void read(const char* name, Rectangle& value) {
        std::optional<Rectangle> area = context_.area;
        fields_.read(name, area);
        if (area) value = *area;
    }
    void read(const char*, PathSet&) {}  // given to the stage when it was made
    void read(const char* name, ObstacleSet& value) {
        if (const Json* json = fields_.find(name)) {
            value = read_obstacles(*json, fields_.place(name), context_);
        } else if (context_.start == nullptr && needs_obstacles_) {
            if (!context_.paths)
                fields_.place().fail(join({"needs \"obstacles\", or ", context_.needed_paths}));
            // Paths that were built are legal walls.
            value = *ObstacleSetBuilder().add_walls(*context_.paths).build();
        }
    }

    void read(const char* name, FlowField& value) {
        if (const Json* json = fields_.find(name))
            value = read_flow_field(*json, fields_.place(name), context_);
        else if (context_.start == nullptr)
            fields_.place().fail(join({"needs a \"", name, "\""}));
    }

    Fields& fields_;
    const StageContext& context_;
    bool needs_obstacles_ = true;
};

template <class S>
S make_stage(const Fields& fields, const StageContext& context) {
    if (context.start != nullptr) return std::get<S>(*context.start);
    if constexpr (requires(S stage) { stage.paths; }) {
        if (!context.paths) fields.place().fail(join({"needs ", context.needed_paths}));
        return S{.paths = *context.paths};
    } else if constexpr (requires(S stage) { stage.function; }) {
        fields.place().fail("is a stage of the caller's code, which no file has");
    } else {
        return S{};
    }
}

/// A stage with an area fails if neither it nor the context has one; a stage with bounds only where it has
/// some.
template <class S>
requires requires(S stage) { stage.area; }
void require_area(const S& stage, const Fields& fields, std::string_view other_area) {
    if (stage.area.min_x != stage.area.max_x) return;
    if constexpr (requires { stage.bounds; }) {
        if (stage.bounds != Bounds::none)
            fields.place("bounds").fail(join({"bounds need an \"area\"", other_area}));
    } else {
        fields.place().fail(join({"needs an \"area\"", other_area}));
    }
}
template <class S>
void require_area(const S&, const Fields&, std::string_view) {}

/// The names of all stages, and their readers.
struct StageReader {
    std::string_view word;
    Stage (*read)(Fields&, const StageContext&);
};

template <std::size_t... kind>
constexpr auto make_readers(std::index_sequence<kind...>) {
    return std::array{StageReader{std::variant_alternative_t<kind, Stage>::name,
                                  [](Fields& fields, const StageContext& context) -> Stage {
                                      auto stage = make_stage<std::variant_alternative_t<kind, Stage>>(
                                          fields, context);
                                      ParameterReader(fields, context).read(stage);
                                      require_area(stage, fields, context.other_area);
                                      return stage;
                                  }}...};
}
constexpr auto stage_readers = make_readers(std::make_index_sequence<stage_kind_count>());

std::string known_words() { return join_with(", ", stage_names); }

}  // namespace

Point read_point(const Json& json, const Place& place) {
    require_array(json, place, 2, "a point [x, y]");
    return read_coordinates(json, place);
}

std::vector<Point> read_points(const Json& json, const Place& place) {
    require_array(json, place, 0, "an array of points [x, y]");
    std::vector<Point> points;
    for (std::size_t i = 0; i < json.size(); ++i) points.push_back(read_point(json[i], place / i));
    return points;
}

ObstacleSet read_obstacles(const Json& json, const Place& place, const StageContext& context) {
    Fields fields(json, place);
    ObstacleSetBuilder builder;
    std::vector<Place> places;  // of the obstacles so far
    const auto for_each = [&](const char* key, const auto& add) {
        const Json* list = fields.find(key);
        if (list == nullptr) return;
        require_array(*list, place / key, 0, "an array");
        for (std::size_t i = 0; i < list->size(); ++i) add((*list)[i], places.emplace_back(place / key / i));
    };
    for_each("circles", [&](const Json& circle, const Place& at) {
        require_array(circle, at, 3, "a circle [x, y, radius]");
        double radius = 0;
        convert(circle[2], at / 2, radius);
        builder.add_circle(read_coordinates(circle, at), radius);
    });
    for (const bool closed : {false, true})
        for_each(closed ? "polygons" : "walls", [&](const Json& wall, const Place& at) {
            const std::vector<Point> points = read_points(wall, at);
            if (closed && points.size() < 3) at.fail("a polygon has at least three points");
            builder.add_wall(points, closed);
        });
    bool paths = false;
    fields.read("paths", paths);
    if (paths && !context.paths) (place / "paths").fail(join({"needs ", context.needed_paths}));
    if (paths) builder.add_walls(*context.paths);
    fields.finish();
    const Expected<ObstacleSet> obstacles = builder.build();
    if (!obstacles) {
        Status status = obstacles.status();
        if (status.index >= places.size()) place.fail(message(status));
        status.other = "";  // the place names it
        places[status.index].fail(message(status));
    }
    return *obstacles;
}

Stage read_stage(const Json& json, const Place& place, const StageContext& context) {
    if (!json.is_object() || json.size() != 1)
        place.fail(join({"expected an object of one key, a stage's name: ", known_words()}));
    const std::string& word = json.begin().key();
    for (const StageReader& reader : stage_readers) {
        if (reader.word != word) continue;
        Fields fields(*json.begin(), place / word);
        Stage stage = reader.read(fields, context);
        fields.finish();
        return stage;
    }
    const std::vector<std::string_view> names(stage_names.begin(), stage_names.end());
    // The list is last: a message of the C library ends where its memory does.
    const std::string nearest = suggestion(word, names);
    (place / word)
        .fail(join({"unknown stage", nearest, nearest.empty() ? "; known: " : " Known: ", known_words()}));
}

std::vector<Stage> read_stages(const Json& stages, const Place& place, const StageContext& context) {
    if (!stages.is_array() || stages.empty()) place.fail("expected an array of at least one stage");
    std::vector<Stage> read;
    for (std::size_t i = 0; i < stages.size(); ++i) read.push_back(read_stage(stages[i], place / i, context));
    return read;
}

Program read_program(const Json& stages, const Place& place, const StageContext& context) {
    Expected<Program> program = Program::build(read_stages(stages, place, context));
    if (!program) {
        Status status = program.status();
        status.stage = "";  // the place names it
        Place stage = place / status.index;
        if (status.code != Code::invalid_program) {
            const auto entry = stages[status.index].begin();
            stage = stage / entry.key();
            if (entry->contains(status.subject)) stage = stage / status.subject;
        }
        stage.fail(message(status));
    }
    return *program;
}

}  // namespace wend::words
