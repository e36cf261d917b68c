// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "words/nearest_word.hpp"
#include "words/text.hpp"

namespace wend::words {
namespace {

[[noreturn]] void refuse_type(const Json& json, const Place& place, std::string_view expected) {
    place.fail(join({"expected ", expected, ", found ",
                     json.is_structured() ? std::string(json.type_name()) : json.dump(-1, ' ', true)}));
}

template <class Whole>
void convert_whole(const Json& json, const Place& place, Whole& value, std::string_view expected) {
    using Limits = std::numeric_limits<Whole>;
    double wide = 0;
    if (json.is_number()) wide = json.get<double>();
    if (!json.is_number() || wide != std::floor(wide) || wide < Limits::min() || wide > Limits::max())
        refuse_type(json, place, expected);
    value = static_cast<Whole>(wide);
}

}  // namespace

void convert(const Json& json, const Place& place, double& value) {
    if (!json.is_number()) refuse_type(json, place, "a number");
    value = json.get<double>();
}

void convert(const Json& json, const Place& place, float& value) {
    double wide = 0;
    convert(json, place, wide);
    value = static_cast<float>(wide);
    if (!std::isfinite(value)) place.fail(join({number_text(wide), " is too large for a 32-bit float"}));
}

void convert(const Json& json, const Place& place, std::uint64_t& value) {
    if (json.is_number_unsigned()) {
        value = json.get<std::uint64_t>();
        return;
    }
    // The parser reads 1e6 as a double, which is exact up to 2^53.
    if (json.is_number_float()) {
        const double wide = json.get<double>();
        if (wide >= 0 && wide <= 0x1p53 && wide == std::floor(wide)) {
            value = static_cast<std::uint64_t>(wide);
            return;
        }
    }
    refuse_type(json, place, "a whole number from 0 to 2^64 - 1");
}

void convert(const Json& json, const Place& place, std::uint32_t& value) {
    convert_whole(json, place, value, "a whole number from 0 to 2^32 - 1");
}
void convert(const Json& json, const Place& place, std::int32_t& value) {
    convert_whole(json, place, value, "a whole number from -2^31 to 2^31 - 1");
}

void convert(const Json& json, const Place& place, bool& value) {
    if (!json.is_boolean()) refuse_type(json, place, "true or false");
    value = json.get<bool>();
}

void convert(const Json& json, const Place& place, std::string& value) {
    if (!json.is_string()) refuse_type(json, place, "a string");
    value = json.get<std::string>();
}

void convert(const Json& json, const Place& place, Target& value) {
    if (json.is_array() && json.size() == 2) {
        TargetPoint point;
        convert(json[0], place / std::size_t{0}, point.x);
        convert(json[1], place / std::size_t{1}, point.y);
        value = Target(point.x, point.y);
        return;
    }
    if (json.is_string())
        for (const auto& word : words_of(TargetStreams{}))
            if (word.name == json.get<std::string>()) {
                value = word.value;
                return;
            }
    refuse_type(json, place, "\"target\", \"other_target\", \"third_target\" or a point [x, y]");
}

void convert(const Json& json, const Place& place, Rectangle& value) {
    if (!json.is_array() || json.size() != 4)
        refuse_type(json, place, "a rectangle [min0, min1, max0, max1]");
    convert(json[0], place / std::size_t{0}, value.min_x);
    convert(json[1], place / std::size_t{1}, value.min_y);
    convert(json[2], place / std::size_t{2}, value.max_x);
    convert(json[3], place / std::size_t{3}, value.max_y);
    if (!(value.min_x < value.max_x && value.min_y < value.max_y))
        place.fail(join({"the rectangle ", json.dump(), " is empty: the order is [min0, min1, max0, max1]"}));
}

Fields::Fields(const Json& json, Place place, UnknownKeys unknown)
    : json_(json), place_(std::move(place)), unknown_(unknown) {
    if (!json.is_object()) refuse_type(json, place_, "an object");
}

bool Fields::has(std::string_view key) const { return json_.contains(key); }

const Json* Fields::find(std::string_view key) {
    known_.emplace_back(key);
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
}

const Json& Fields::at(std::string_view key) {
    if (const Json* json = find(key)) return *json;
    if (unknown_ == UnknownKeys::allowed) refuse_missing(key);
    static const Json none;
    missing_.emplace_back(key);
    return none;
}

void Fields::finish() const {
    for (const auto& [key, value] : json_.items()) {
        if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
        if (known_.empty()) place(key).fail("unknown key; this object has no keys");
        place(key).fail(join({"unknown key; known here: ", join_with(", ", known_),
                              suggestion(key, {known_.begin(), known_.end()})}));
    }
    if (!missing_.empty()) refuse_missing(missing_.front());
}

void Fields::refuse_missing(std::string_view key) const {
    place_.fail(join({"the key \"", key, "\" is missing"}));
}

void Fields::refuse_word(std::string_view key, const std::string& given,
                         const std::vector<std::string_view>& legal) const {
    place(key).fail(
        join({"\"", given, "\" is none of \"", join_with("\", \"", legal), "\"", suggestion(given, legal)}));
}

}  // namespace wend::words
