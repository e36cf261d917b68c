// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/find_stages.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "words/fields.hpp"

namespace wend::words {

StageContext context_with(const std::optional<PathSet>& paths) {
    return {.paths = paths, .needed_paths = "a path set (`paths`)", .other_area = ""};
}

StageList find_stages(const Json& text, const Place& root, StageContext& context) {
    if (text.is_array()) return {&text, root};
    Fields fields(text, root);
    for (const std::string_view key : {"seed", "dt", "ticks", "paths", "events", "after_tick"})
        static_cast<void>(fields.find(key));
    const Json* const agents = fields.find("agents");
    const Json& stages = fields.at("stages");
    fields.finish();
    if (agents != nullptr && agents->is_object() && agents->contains("area"))
        convert((*agents)["area"], root / "agents" / "area", context.area.emplace());
    return {&stages, root / "stages"};
}

}  // namespace wend::words
