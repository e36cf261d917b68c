// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "c/stage_words.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "c/handles.hpp"
#include "c/structs.hpp"
#include "words/find_stages.hpp"
#include "words/printable.hpp"

namespace wend::c {

using words::Json;
using words::Place;
using words::StageContext;

namespace {

/// The kind of a value, which decides its member of wend_parameter.
enum class Holds { nothing, number, truth, area, target, object };

/// By the parameter's type.
template <class S>
Holds holds(std::string_view parameter) {
    Holds found = Holds::nothing;
    const auto look = [&]<class Owner, class Value>(const Parameter<Owner, Value>& one) {
        if (parameter != one.name) return;
        found = Holds::number;
        if constexpr (std::is_same_v<Value, bool>) found = Holds::truth;
        if constexpr (std::is_same_v<Value, Rectangle>) found = Holds::area;
        if constexpr (std::is_same_v<Value, Target>) found = Holds::target;
        if constexpr (std::is_same_v<Value, ObstacleSet> || std::is_same_v<Value, FlowField>)
            found = Holds::object;
    };
    std::apply([&](const auto&... one) { (look(one), ...); }, S::parameters());
    return found;
}
Holds holds(std::string_view kind, std::string_view parameter) {
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
        Holds found = Holds::nothing;
        ((std::variant_alternative_t<k, Stage>::name == kind
              ? void(found = holds<std::variant_alternative_t<k, Stage>>(parameter))
              : void()),
         ...);
        return found;
    }
    (std::make_index_sequence<stage_kind_count>());
}

/// A text of the caller's as a JSON string; it must be UTF-8.
std::string text_of(const char* member, const char* text) {
    require(member, text);
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t size = words::utf8_size(rest);
        if (size == 0) refuse(WEND_BAD_WORDS, member, {member, " is not UTF-8: ", text});
        rest.remove_prefix(size);
    }
    return text;
}

Json number_of(const Place& place, double number) {
    if (!std::isfinite(number)) place.fail(std::isnan(number) ? "nan is no number" : "infinity is no number");
    return number;
}

Json value_of(const wend_parameter& parameter, std::string_view kind, const Place& place) {
    if (parameter.word != nullptr) {
        const std::string word = text_of("word", parameter.word);
        if (holds(kind, parameter.name) == Holds::object) return words::parse_json(word, text_name);
        return word;
    }
    const bool point = parameter.area[0] != 0 || parameter.area[1] != 0;
    const bool area = parameter.area[2] != 0 || parameter.area[3] != 0;
    switch (holds(kind, parameter.name)) {
        case Holds::nothing: break;  // the reader reports that the stage has no such parameter
        case Holds::object: place.fail("expected JSON text in `word`");
        case Holds::number:
            if (point || area) place.fail("expected a number, found a point or an area");
            break;
        case Holds::truth:
            if (point || area) place.fail("expected 0 or 1, found a point or an area");
            if (parameter.number == 0 || parameter.number == 1) return parameter.number == 1;
            break;
        case Holds::area: {
            if (parameter.number != 0) place.fail("expected an area, found a number");
            Json sides = Json::array();
            for (const double side : parameter.area) sides.push_back(number_of(place, side));
            return sides;
        }
        case Holds::target:
            if (parameter.number != 0 || area)
                place.fail("expected a word or a point, found a number or an area");
            return Json::array({number_of(place, parameter.area[0]), number_of(place, parameter.area[1])});
    }
    return number_of(place, parameter.number);
}

}  // namespace

Json json_of(const wend_stage& stage, const Place& place) {
    require_zero("reserved", stage.reserved);
    const std::string kind = text_of("kind", stage.kind);
    Json parameters = Json::object();
    for_each("parameters", stage.parameters, stage.parameter_count,
             [&](std::size_t, const wend_parameter& parameter) {
                 require_zero("reserved", parameter.reserved);
                 const std::string name = text_of("name", parameter.name);
                 const Place here = place / kind / name;
                 if (parameters.contains(name)) here.fail("this parameter appears twice");
                 parameters[name] = value_of(parameter, kind, here);
             });
    Json words = Json::object();
    words[kind] = std::move(parameters);
    return words;
}

StageContext context_with(const wend_paths* paths) {
    return words::context_with(paths == nullptr ? std::nullopt : std::optional(paths->set));
}

}  // namespace wend::c
