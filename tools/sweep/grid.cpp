// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "tools/files/csv_number.hpp"
#include "tools/support/command_line.hpp"
#include "words/nearest_word.hpp"

namespace wend::sweep {
namespace {

using support::MisuseError;
using words::Json;

/// Without the last digits of a double, which arithmetic leaves: 1.4, not 1.4000000000000001.
double rounded(double value) { return files::parse_number<double>(fmt::format("{:.12g}", value)).value(); }

/// The number of a key; null: there is none.
Json* find_number(Json& scenario, const std::string& key) {
    Json* found = nullptr;
    if (scenario.contains("parameters") && scenario["parameters"].is_object() &&
        scenario["parameters"].contains(key)) {
        found = &scenario["parameters"][key];
    } else {
        try {
            const Json::json_pointer pointer(key.starts_with('/') ? key : "/" + key);
            if (scenario.contains(pointer)) found = &scenario[pointer];
        } catch (const Json::exception&) {  // "~2", or an index like 01
            return nullptr;
        }
    }
    return found != nullptr && found->is_number() ? found : nullptr;
}

[[noreturn]] void fail_without(const Json& scenario, const std::filesystem::path& file,
                               const std::string& key) {
    const Json parameters = scenario.is_object() ? scenario.value("parameters", Json()) : Json();
    if (parameters.is_object() && parameters.contains(key))
        throw MisuseError(
            fmt::format("--sweep {}: that parameter of {} is not a number", key, file.string()));
    std::vector<std::string_view> names;
    if (parameters.is_object())
        for (const auto& [name, value] : parameters.items())
            if (value.is_number()) names.push_back(name);
    throw MisuseError(fmt::format("--sweep {}: {} has neither such a number nor a parameter of that name{}",
                                  key, file.string(), words::suggestion(key, names)));
}

}  // namespace

Axis parse_axis(const std::string& text) {
    const auto fail = [&](std::string_view why) {
        throw MisuseError(
            fmt::format("--sweep {}: {}, must be KEY=FROM:TO:N, such as width=0.8:2.4:9", text, why));
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) fail("names no key");
    if (text.find_first_of(",;\"\t\r\n ") < equals)
        fail("the key has a character that a table's head cannot have");
    std::vector<std::string> parts{""};
    for (const char c : text.substr(equals + 1)) {
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    if (parts.size() != 3) fail(fmt::format("{} numbers behind the key", parts.size()));
    const std::optional<double> from = files::parse_number<double>(parts[0]);
    const std::optional<double> to = files::parse_number<double>(parts[1]);
    const std::optional<std::uint64_t> count = support::parse_number<std::uint64_t>(parts[2]);
    if (!from || !to) fail(fmt::format("{} is no number", from ? parts[1] : parts[0]));
    if (!count || *count < 1 || *count > Grid::most_runs)
        fail(fmt::format("N is {}, must be in [1, {}]", parts[2], Grid::most_runs));
    if (*count == 1 && *from != *to) fail("one value, but two different ends");
    if (*count > 1 && *from == *to) fail("several values, but both ends are the same");
    Axis axis{text.substr(0, equals), {}};
    const auto last = static_cast<double>(*count - 1);
    for (std::uint64_t i = 0; i < *count; ++i) {
        const double part = *count == 1 ? 0 : static_cast<double>(i) / last;
        axis.values.push_back(rounded(*from * (1 - part) + *to * part));
    }
    axis.values.front() = *from;
    axis.values.back() = *to;
    return axis;
}

std::uint64_t Grid::size() const {
    std::uint64_t runs = std::min(seeds, most_runs + 1);
    for (const Axis& axis : axes) runs = std::min(runs * axis.values.size(), most_runs + 1);
    if (runs > most_runs) throw MisuseError(fmt::format("--sweep: more than {} runs", most_runs));
    return runs;
}

std::vector<double> Grid::values(std::uint64_t run) const {
    std::vector<double> values(axes.size());
    std::uint64_t rest = run / seeds;
    for (std::size_t i = axes.size(); i-- > 0;) {
        values[i] = axes[i].values[rest % axes[i].values.size()];
        rest /= axes[i].values.size();
    }
    return values;
}

Json with_values(const Json& scenario, const std::filesystem::path& file, const std::vector<Axis>& axes,
                 const std::vector<double>& values) {
    Json changed = scenario;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        Json* const number = changed.is_object() ? find_number(changed, axes[i].key) : nullptr;
        if (number == nullptr) fail_without(scenario, file, axes[i].key);
        *number = values[i];
    }
    return changed;
}

}  // namespace wend::sweep
