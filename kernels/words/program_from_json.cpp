// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/program_from_json.hpp"

#include <nlohmann/json.hpp>

#include "float_environment.hpp"
#include "words/file_error.hpp"
#include "words/find_stages.hpp"
#include "words/json.hpp"
#include "words/stages.hpp"

using namespace wend::words;

wend::ProgramFromJson wend::program_from_json(std::string_view text, const std::optional<PathSet>& paths,
                                              std::string_view name) {
    return detail::in_default_float_environment([&]() -> ProgramFromJson {
        try {
            const Json json = parse_json(text, name, levels_to_write);
            StageContext context = context_with(paths);
            const StageList list = find_stages(json, Place(name), context);
            return {read_program(*list.stages, list.place, context), ""};
        } catch (const FileError& error) {
            return {std::nullopt, error.what()};
        }
    });
}
