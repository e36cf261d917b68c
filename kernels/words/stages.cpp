// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/stages.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "words/fields.hpp"
#include "words/nearest_word.hpp"
#include "words/text.hpp"

namespace wend::scenario {
namespace {

/// Reads a stage's parameters by the list in its public struct. What a stage leaves out, the scenario may
/// give: its area, its paths.
class ParameterReader {
  public:
    ParameterReader(Fields& fields, const StageContext& context) : fields_(fields), context_(context) {}

    template <class S>
    void read(S& stage) {
        std::apply([&](const auto&... parameter) { (read(parameter.name, stage.*parameter.member), ...); },
                   S::parameters());
    }

  private:
    template <class T>
    void read(const char* name, T& value) {
        if constexpr (std::is_enum_v<T>)
            fields_.read_word_of(name, value, words(T{}));
        else
            fields_.read(name, value);
    }
    void read(const char* name, Rectangle& value) {
        std::optional<Rectangle> area = context_.area;
        fields_.read(name, area);
        if (area) value = *area;
    }
    void read(const char*, PathSet&) {}  // given to the stage when it was made

    Fields& fields_;
    const StageContext& context_;
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

/// A stage that works within an area fails where neither it nor the context names one.
void require_area(const RetargetWander& stage, const Fields& fields, std::string_view other_area) {
    if (stage.area.min_x == stage.area.max_x) fields.place().fail(join({"needs an \"area\"", other_area}));
}
void require_area(const Locomotion& stage, const Fields& fields, std::string_view other_area) {
    if (stage.bounds != Bounds::none && stage.area.min_x == stage.area.max_x)
        fields.place("bounds").fail(join({"bounds need an \"area\"", other_area}));
}
template <class S>
void require_area(const S&, const Fields&, std::string_view) {}

/// The names of all stages, and how each is read.
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
    (place / word).fail(join({"unknown stage; known: ", known_words(), command::suggestion(word, names)}));
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
        status.stage = "";  // the place says it
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

}  // namespace wend::scenario
