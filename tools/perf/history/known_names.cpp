// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/known_names.hpp"

#include <algorithm>

#include "words/json.hpp"

namespace wend::perf {
namespace {

using scenario::Json;

std::vector<std::string> names_at(const Json& json, const char* key) {
    std::vector<std::string> names;
    if (const auto found = json.find(key); found != json.end() && found->is_array())
        for (const Json& name : *found)
            if (name.is_string()) names.push_back(name.get<std::string>());
    return names;
}

/// Of the first build that has a name; `lacking` are builds without it.
template <class Iterator>
void add_change(Iterator begin, Iterator end, const std::string& name, const std::set<std::string>& having,
                const std::set<std::string>& lacking, std::vector<NameChange>& changes) {
    const auto first =
        std::find_if(begin, end, [&](const std::string& build) { return having.contains(build); });
    const bool is_change = first != end && std::any_of(begin, first, [&](const std::string& build) {
                               return lacking.contains(build);
                           });
    if (is_change) changes.push_back({name, *first});
}

}  // namespace

NamesOfRun names_of_run(std::string_view parameters) {
    NamesOfRun names;
    const Json json = Json::parse(parameters, nullptr, false);
    if (!json.is_object()) return names;
    if (const auto filter = json.find("filter"); filter != json.end() && filter->is_string())
        names.filter = filter->get<std::string>();
    names.same_code = names_at(json, "same_code");
    names.only_base = names_at(json, "only_base");
    names.only_head = names_at(json, "only_head");
    return names;
}

void KnownNames::has_all(const std::string& build, const std::string& filter,
                         const std::vector<std::string>& names) {
    recorded_[filter][build].insert(names.begin(), names.end());
    for (const std::string& name : names) has(build, name);
}

std::map<std::string, KnownNames::Builds> KnownNames::all_lacking() const {
    std::map<std::string, Builds> lacking = lacking_;
    for (const auto& [filter, by_build] : recorded_) {
        std::set<std::string> names;
        for (const auto& [build, own] : by_build) names.insert(own.begin(), own.end());
        for (const auto& [build, own] : by_build)
            for (const std::string& name : names)
                if (!own.contains(name)) lacking[name].insert(build);
    }
    return lacking;
}

template <class Iterator>
std::vector<NameChange> KnownNames::changes(Iterator begin, Iterator end) const {
    std::vector<NameChange> changes;
    for (const auto& [name, builds] : all_lacking())
        if (const auto having = having_.find(name); having != having_.end())
            add_change(begin, end, name, having->second, builds, changes);
    return changes;
}

std::vector<NameChange> KnownNames::added(const std::vector<std::string>& order) const {
    return changes(order.begin(), order.end());
}

std::vector<NameChange> KnownNames::gone(const std::vector<std::string>& order) const {
    return changes(order.rbegin(), order.rend());
}

}  // namespace wend::perf
