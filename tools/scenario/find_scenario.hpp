// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wend::scenario {

/// The folder of the scenarios that come with wend. It is relative to this program, in a build folder as in
/// an installation, so that both can be moved. Throws MisuseError where it does not exist.
[[nodiscard]] std::filesystem::path scenario_folder();

/// The words for all scenarios of that folder, as find_scenario takes them: `wander`, `behaviours/arrive`.
[[nodiscard]] std::vector<std::string> scenario_words();

/// The file that a scenario's argument names: itself, or for a bare word that is no file, that of
/// scenario_folder(). Throws MisuseError for a bare word that is neither.
[[nodiscard]] std::filesystem::path find_scenario(const std::string& word);

}  // namespace wend::scenario
