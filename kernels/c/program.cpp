// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"
#include "driver/float_environment.hpp"
#include "words/fields.hpp"
#include "words/printable.hpp"
#include "words/stages.hpp"

using namespace wend;
using scenario::Fields;
using scenario::Json;
using scenario::Place;
using scenario::StageContext;

static_assert(WEND_USE_INPUT == static_cast<int>(Use::input) &&
              WEND_USE_STATE == static_cast<int>(Use::state) &&
              WEND_USE_SCRATCH == static_cast<int>(Use::scratch));

namespace {

StageContext context_with(const wend_paths* paths) {
    StageContext context{.needed_paths = "a path set (`paths`)", .other_area = ""};
    if (paths != nullptr) context.paths = paths->set;
    return context;
}

/// Which member of wend_parameter holds a value that is no word.
enum class Holds { number, truth, area };

/// By the parameter's type; of a parameter that the stage lacks, which its reader refuses, a number.
template <class S>
Holds holds(std::string_view parameter) {
    Holds found = Holds::number;
    const auto look = [&]<class Owner, class Value>(const Parameter<Owner, Value>& one) {
        if (parameter != one.name) return;
        if constexpr (std::is_same_v<Value, bool>) found = Holds::truth;
        if constexpr (std::is_same_v<Value, Rectangle>) found = Holds::area;
    };
    std::apply([&](const auto&... one) { (look(one), ...); }, S::parameters());
    return found;
}
Holds holds(std::string_view kind, std::string_view parameter) {
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
        Holds found = Holds::number;
        ((std::variant_alternative_t<k, Stage>::name == kind
              ? void(found = holds<std::variant_alternative_t<k, Stage>>(parameter))
              : void()),
         ...);
        return found;
    }
    (std::make_index_sequence<stage_kind_count>());
}

/// A text of the caller's as a JSON string, which has to be UTF-8.
std::string text_of(const char* member, const char* text) {
    c::require(member, text);
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t size = utf8_size(rest);
        if (size == 0) c::refuse(WEND_BAD_WORDS, member, {member, " is not UTF-8: ", text});
        rest.remove_prefix(size);
    }
    return text;
}

Json number_of(const Place& place, double number) {
    if (!std::isfinite(number)) place.fail(std::isnan(number) ? "nan is no number" : "infinity is no number");
    return number;
}

Json value_of(const wend_parameter& parameter, std::string_view kind, const Place& place) {
    if (parameter.word != nullptr) return text_of("word", parameter.word);
    switch (holds(kind, parameter.name)) {
        case Holds::number: break;
        case Holds::truth:
            if (parameter.number == 0 || parameter.number == 1) return parameter.number == 1;
            break;
        case Holds::area: {
            Json area = Json::array();
            for (const double side : parameter.area) area.push_back(number_of(place, side));
            return area;
        }
    }
    return number_of(place, parameter.number);
}

/// The stage in the words of scenario files, so that one reader knows names, words and defaults.
Json words_of(const wend_stage& stage, const Place& place) {
    c::require_zero("reserved", stage.reserved);
    const std::string kind = text_of("kind", stage.kind);
    Json parameters = Json::object();
    c::for_each("parameters", stage.parameters, stage.parameter_count,
                [&](std::size_t, const wend_parameter& parameter) {
                    c::require_zero("reserved", parameter.reserved);
                    const std::string name = text_of("name", parameter.name);
                    const Place here = place / kind / name;
                    if (parameters.contains(name)) here.fail("this parameter appears twice");
                    parameters[name] = value_of(parameter, kind, here);
                });
    Json words = Json::object();
    words[kind] = std::move(parameters);
    return words;
}

Result build(std::vector<Stage> stages, wend_program** program) {
    const Expected<Program> built = Program::build(std::move(stages));
    if (!built) return {.status = built.status()};
    *program = new wend_program{*built};
    return {};
}

/// Messages name the text so, in place of a file.
constexpr const char* text_name = "program";

/// The list of stages in a text that is one, or a scenario.
std::vector<Stage> read_text(const Json& json, StageContext context) {
    const Place root(text_name);
    if (json.is_array()) return scenario::read_stages(json, root, context);
    Fields fields(json, root);
    for (const std::string_view key : {"seed", "dt", "ticks", "paths"}) static_cast<void>(fields.find(key));
    const Json* const agents = fields.find("agents");
    const Json& stages = fields.at("stages");
    fields.finish();
    if (agents != nullptr && agents->is_object() && agents->contains("area"))
        convert((*agents)["area"], root / "agents" / "area", context.area.emplace());
    return scenario::read_stages(stages, root / "stages", context);
}

}  // namespace

wend_code wend_program_create(const wend_stage* stages, size_t count, wend_program** program,
                              wend_result* result) noexcept {
    if (program != nullptr) *program = nullptr;
    return c::answer(result, [&] {
        return detail::in_default_float_environment([&]() -> Result {
            c::require("program", program);
            std::vector<Stage> read;
            c::for_each("stages", stages, count, [&](std::size_t i, const wend_stage& stage) {
                const Place place = Place(text_name) / i;
                read.push_back(
                    scenario::read_stage(words_of(stage, place), place, context_with(stage.paths)));
            });
            return build(std::move(read), program);
        });
    });
}

wend_code wend_program_from_json(const char* text, size_t length, const wend_paths* paths,
                                 wend_program** program, wend_result* result) noexcept {
    if (program != nullptr) *program = nullptr;
    return c::answer(result, [&] {
        return detail::in_default_float_environment([&]() -> Result {
            c::require("program", program);
            c::require("text", text);
            const Json json = scenario::parse_json({text, length}, text_name, scenario::levels_to_write);
            return build(read_text(json, context_with(paths)), program);
        });
    });
}

void wend_program_destroy(wend_program* program) noexcept { delete program; }

size_t wend_program_stream_count(const wend_program* program) noexcept {
    return program == nullptr ? 0 : program->program.streams().size() + program->program.outputs().size();
}

wend_code wend_program_stream(const wend_program* program, size_t index, wend_stream_use* use,
                              wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        const std::uint32_t size = c::given_size(use);
        const auto streams = program->program.streams();
        const auto outputs = program->program.outputs();
        if (index >= streams.size() + outputs.size())
            c::refuse(WEND_BAD_ARGUMENT, "index",
                      {"index is ", std::to_string(index), ", the program has ",
                       std::to_string(streams.size() + outputs.size()), " streams"});
        const bool required = index < streams.size();
        const Stream stream = required ? streams[index].stream : outputs[index - streams.size()];
        wend_stream_use known WEND_STREAM_USE_INIT;
        known.struct_size = size;
        known.stream = static_cast<std::uint32_t>(stream);
        known.name = wend::name(stream).data();
        known.element = static_cast<wend_element>(info(stream).element);
        known.use = required ? static_cast<wend_use>(streams[index].use) : WEND_USE_OUTPUT;
        std::memcpy(use, &known, std::min<std::size_t>(size, sizeof known));
        return {};
    });
}

size_t wend_program_stage_count(const wend_program* program) noexcept {
    return program == nullptr ? 0 : program->program.stages().size();
}
const char* wend_program_stage_kind(const wend_program* program, size_t index) noexcept {
    if (index >= wend_program_stage_count(program)) return nullptr;
    return wend::name(program->program.stages()[index]).data();
}
int32_t wend_program_draws(const wend_program* program) noexcept {
    return program != nullptr && program->program.draws() ? 1 : 0;
}
int32_t wend_program_looks_at_others(const wend_program* program) noexcept {
    return program != nullptr && program->program.looks_at_others() ? 1 : 0;
}
