// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/parameters.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "words/fields.hpp"
#include "words/nearest_word.hpp"
#include "words/place.hpp"

namespace wend::scenario {
namespace {

using words::Json;
using words::Place;

/// All values that stand for names together: more than a file of 64 MiB has.
constexpr std::size_t most_values = std::size_t{1} << 24;
/// Parameters in parameters.
constexpr std::size_t most_levels = 4;

class Parameters {
  public:
    Parameters(const Json& values, const Place& place) : place_(place) {
        if (!values.is_object()) place.fail("must be an object: names and their values");
        for (const auto& [name, value] : values.items()) parameters_[name].value = value;
    }

    /// Puts values in the place of names. Returns the number of values in `json`.
    std::size_t replace(Json& json, const Place& place) {
        if (json.is_string() && json.get_ref<const std::string&>().starts_with('$')) {
            const Parameter& parameter =
                resolved(std::string_view(json.get_ref<const std::string&>()).substr(1), place);
            count(parameter.size, place);
            Json value = parameter.value;  // the name is a part of `json`
            json = std::move(value);
            return parameter.size;
        }
        if (json.is_object() && json.contains("parameter")) {
            json = linear(json, place);
            return 1;
        }
        std::size_t size = 1;  // long names and texts count as several
        if (json.is_string()) size += json.get_ref<const std::string&>().size() / 16;
        if (json.is_object())
            for (auto& [key, value] : json.items()) size += key.size() / 16 + replace(value, place / key);
        if (json.is_array())
            for (std::size_t i = 0; i < json.size(); ++i) size += replace(json[i], place / i);
        return size;
    }

    /// Fails for a parameter that no name stands for: it may be misspelt there.
    void require_all_used() const {
        for (const auto& [name, parameter] : parameters_)
            if (parameter.size == 0) (place_ / name).fail("is not used");
    }

  private:
    struct Parameter {
        Json value;
        std::size_t size = 0;  ///< in values; 0: not used yet
        bool open = false;     ///< names in it are being replaced
    };

    void count(std::size_t size, const Place& place) {
        values_ += size;
        if (values_ > most_values)
            place.fail(fmt::format("the parameters have more than {} values together", most_values));
    }

    const Parameter& resolved(std::string_view name, const Place& place) {
        const auto found = parameters_.find(name);
        if (found == parameters_.end()) {
            std::vector<std::string_view> names;
            for (const auto& [known, parameter] : parameters_) names.push_back(known);
            place.fail(fmt::format("unknown parameter \"{}\"{}", name, words::suggestion(name, names)));
        }
        Parameter& parameter = found->second;
        if (parameter.open) place.fail(fmt::format("the parameter \"{}\" contains itself", name));
        if (parameter.size == 0) {
            if (level_ == most_levels)
                place.fail(fmt::format("parameters are nested more than {} deep", most_levels));
            ++level_;
            parameter.open = true;
            const std::size_t size = replace(parameter.value, place_ / name);
            parameter.open = false;
            parameter.size = size;
            --level_;
        }
        return parameter;
    }

    double linear(const Json& json, const Place& place) {
        words::Fields fields(json, place);
        std::string name;
        double times = 1, plus = 0, value = 0;
        fields.require("parameter", name);
        fields.read("times", times);
        fields.read("plus", plus);
        fields.finish();
        words::convert(resolved(name, place).value, place_ / name, value);
        return times * value + plus;
    }

    Place place_;
    std::map<std::string, Parameter, std::less<>> parameters_;
    std::size_t values_ = 0;
    std::size_t level_ = 0;
};

}  // namespace

Json with_parameters(Json scenario, const std::filesystem::path& file) {
    if (!scenario.is_object() || !scenario.contains("parameters")) return scenario;
    const Place root(file);
    Parameters parameters(scenario["parameters"], root / "parameters");
    scenario.erase("parameters");
    parameters.replace(scenario, root);
    parameters.require_all_used();
    return scenario;
}

}  // namespace wend::scenario
