// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as a scenario: agents that run, or a FileError. File names are replaced by two existing files,
// and scenarios with huge counts are skipped.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fuzz/require.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/parameters.hpp"
#include "tools/scenario/scenario.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::scenario;
using wend::fuzz::require;

constexpr const char* folder = WEND_SCENARIOS "/behaviours/";
constexpr std::uint64_t most_agents = 1000;
constexpr std::uint64_t most_ticks = 8;

void name_file(wend::words::Json& scenario, const char* key, const char* file) {
    const auto found = scenario.find(key);
    if (found != scenario.end() && found->is_object() && found->contains("file") &&
        (*found)["file"].is_string())
        (*found)["file"] = file;
}

bool too_many(const wend::words::Json& scenario) {
    const auto agents = scenario.find("agents");
    if (agents == scenario.end() || !agents->is_object()) return false;
    const auto count = agents->find("count");
    return count != agents->end() && count->is_number() &&
           count->get<double>() > static_cast<double>(most_agents);
}

void load_and_run(const wend::words::Json& json) {
    Scenario scenario = load_scenario(json, std::string(folder) + "fuzz.json");
    const wend::Result result = advance(scenario.program, scenario.agents.view(),
                                        scenario.ticks_from(0, std::min(scenario.ticks, most_ticks)),
                                        {.threading = wend::Threading::serial});
    require(result.status.ok(), "a scenario that loads runs");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) try {
    wend::words::Json json =
        wend::words::parse_json(std::string_view(reinterpret_cast<const char*>(data), size), "scenario.json");
    json = wend::scenario::with_parameters(json, "scenario.json");
    if (json.is_object()) {
        name_file(json, "agents", "three_speeds.csv");
        name_file(json, "paths", "zigzag.geojson");
        if (too_many(json)) return 0;
    }
    load_and_run(json);
    return 0;
} catch (const wend::words::FileError&) {
    return 0;
}
