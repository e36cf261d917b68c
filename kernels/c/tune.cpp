// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Parameters that change from frame to frame: set in a copy of the stage, without the words' reader, which
// allocates. That reader reports values that cannot be set.
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/stage_words.hpp"
#include "c/structs.hpp"
#include "float_environment.hpp"

using namespace wend;

namespace {

bool set_number(float& value, double number) {
    value = static_cast<float>(number);
    return std::isfinite(value);
}

template <class E>
bool set_word(E& value, std::string_view given) {
    for (const auto& word : words_of(E{}))
        if (word.name == given) {
            value = word.value;
            return true;
        }
    return false;
}

// One for each type of a parameter; false if the given value has another type.
bool set(float& value, const wend_parameter& given) {
    return given.word == nullptr && set_number(value, given.number);
}
bool set(std::optional<float>& value, const wend_parameter& given) { return set(value.emplace(), given); }
bool set(std::uint32_t& value, const wend_parameter& given) {
    if (given.word != nullptr || !(given.number >= 0 && given.number < 0x1p32)) return false;
    value = static_cast<std::uint32_t>(given.number);
    return static_cast<double>(value) == given.number;
}
bool set(bool& value, const wend_parameter& given) {
    value = given.number == 1;
    return given.word == nullptr && (given.number == 0 || given.number == 1);
}
bool set(Rectangle& value, const wend_parameter& given) {
    return given.word == nullptr && set_number(value.min_x, given.area[0]) &&
           set_number(value.min_y, given.area[1]) && set_number(value.max_x, given.area[2]) &&
           set_number(value.max_y, given.area[3]);
}
bool set(Target& value, const wend_parameter& given) {
    if (given.word != nullptr) {
        value = Target();
        return set_word(value.streams, given.word);
    }
    TargetPoint& point = value.point.emplace();
    return set_number(point.x, given.area[0]) && set_number(point.y, given.area[1]);
}
bool set(PathSet&, const wend_parameter&) { return false; }
bool set(ObstacleSet&, const wend_parameter&) { return false; }
bool set(FlowField&, const wend_parameter&) { return false; }
template <class E>
requires std::is_enum_v<E>
bool set(E& value, const wend_parameter& given) {
    return given.word != nullptr && set_word(value, given.word);
}

bool set(Stage& stage, const wend_parameter& given) {
    if (given.name == nullptr || given.reserved != 0) return false;
    return std::visit(
        [&]<class S>(S& one) {
            const std::string_view name = given.name;
            return std::apply(
                [&](const auto&... parameter) {
                    return ((name == parameter.name && set(one.*parameter.member, given)) || ...);
                },
                S::parameters());
        },
        stage);
}

/// The stage with the caller's parameters.
Stage tuned(const Stage& before, std::size_t index, const wend_stage& given) {
    Stage stage = before;
    bool all = given.reserved == 0;
    c::for_each("parameters", given.parameters, given.parameter_count,
                [&](std::size_t, const wend_parameter& parameter) { all = set(stage, parameter) && all; });
    if (all) return stage;
    const words::Place place = words::Place(c::text_name) / index;
    words::StageContext context = c::context_with(nullptr);
    context.start = &before;
    return words::read_stage(c::json_of(given, place), place, context);
}

}  // namespace

wend_code wend_program_tune(wend_program* program, size_t index, const wend_stage* stage,
                            wend_result* result) noexcept {
    return c::answer(result, [&] {
        return detail::in_default_float_environment([&]() -> Result {
            c::require("program", program);
            const c::Known<wend_stage> known(stage);
            c::require("kind", known->kind);
            const auto stages = program->program.stages();
            const auto refused = [](const char* why) {
                return Result{.status = {.code = Code::not_tunable, .subject = why}};
            };
            if (index >= stages.size()) return refused("the program has fewer stages");
            if (name(stages[index]) != known->kind) return refused("the stage is of another kind");
            return {.status = program->program.tune(index, tuned(stages[index], index, *known))};
        });
    });
}
