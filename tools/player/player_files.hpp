// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::player {

extern const std::string_view window_css;        ///< tools/player/window.css, shared with the live page
extern const std::string_view player_css;        ///< tools/player/player.css
extern const std::string_view player_html;       ///< tools/player/player.html, the page's body
extern const std::string_view page_js;           ///< tools/player/page.js, shared with the live page
extern const std::string_view plane_js;          ///< tools/player/plane.js, shared with the live page
extern const std::string_view viewport_js;       ///< tools/player/viewport.js, shared with the live page
extern const std::string_view recorded_run_js;   ///< tools/player/recorded_run.js
extern const std::string_view agent_layer_js;    ///< tools/player/agent_layer.js
extern const std::string_view chosen_agent_js;   ///< tools/player/chosen_agent.js
extern const std::string_view numbers_table_js;  ///< tools/player/numbers_table.js
extern const std::string_view difference_js;     ///< tools/player/difference.js
extern const std::string_view player_js;         ///< tools/player/player.js, which uses them all

}  // namespace wend::player
