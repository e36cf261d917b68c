// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/json.hpp"

#include <string>
#include <variant>

namespace wend::scenario {
namespace {

void read_value(JsonCursor& cursor, Json& value) {
    switch (cursor.kind()) {
        case JsonKind::object: {
            value = Json::object();
            auto& members = value.get_ref<Json::object_t&>();
            cursor.object([&](std::string_view key) {
                read_value(cursor, members.emplace(std::string(key), nullptr).first->second);
            });
            break;
        }
        case JsonKind::array: {
            value = Json::array();
            auto& elements = value.get_ref<Json::array_t&>();
            cursor.array([&] { read_value(cursor, elements.emplace_back()); });
            break;
        }
        case JsonKind::string: value = std::string(cursor.string()); break;
        case JsonKind::number: std::visit([&](auto number) { value = number; }, cursor.number()); break;
        case JsonKind::boolean: value = cursor.boolean(); break;
        case JsonKind::null: cursor.null(); break;
    }
}

}  // namespace

Json parse_json(std::string_view text, const std::filesystem::path& file, std::size_t most_levels) {
    JsonCursor cursor(text, file, most_levels);
    Json value;
    read_value(cursor, value);
    cursor.finish();
    return value;
}

}  // namespace wend::scenario
