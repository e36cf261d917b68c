// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace wend::player {

extern const std::string_view player_css;   ///< tools/player/player.css
extern const std::string_view player_html;  ///< tools/player/player.html, the page's body
extern const std::string_view plane_js;     ///< tools/player/plane.js, what it shares with the live page
extern const std::string_view player_js;    ///< tools/player/player.js

}  // namespace wend::player
