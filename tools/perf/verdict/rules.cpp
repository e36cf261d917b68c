// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/rules.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "tools/files/json_file.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/output_file.hpp"
#include "words/fields.hpp"

namespace wend::perf {
namespace {

using words::Fields;
using words::Json;
using words::Place;

constexpr std::string_view format_name = "wend perf rules";
constexpr std::uint64_t format_version = 1;

/// The elements of an optional array, each read by a function of (fields, element).
template <class Element, class Read>
void read_array(Fields& fields, std::string_view key, std::vector<Element>& elements, const Read& read) {
    const Json* array = fields.find(key);
    if (array == nullptr) return;
    const Place place = fields.place(key);
    if (!array->is_array()) place.fail("expected an array");
    for (std::size_t i = 0; i < array->size(); ++i) {
        Fields element((*array)[i], place / i);
        read(element, elements.emplace_back());
        element.finish();
    }
}

void require_percent(Fields& fields, std::string_view key, double& percent, double least) {
    fields.require(key, percent);
    if (!(percent >= least && percent <= most_percent))
        fields.place(key).fail("must be a number of per cent");
}

}  // namespace

std::optional<double> Rules::tau_of(const std::string& name) const {
    for (const Threshold& one : thresholds)
        if (std::regex_search(name, std::regex(one.cases))) return one.tau_percent / 100;
    return std::nullopt;
}

Rules read_rules(const std::filesystem::path& file) {
    Rules rules;
    const Json json = files::read_json(file);
    Fields fields(json, Place(file));
    files::require_format(fields, format_name, format_version, "this is no file of rules of `wend perf`");
    fields.read("project", rules.project);
    fields.read("commit_link", rules.commit_link);
    if (!rules.commit_link.empty() &&
        (!rules.commit_link.starts_with("http") || rules.commit_link.find("{}") == std::string::npos))
        fields.place("commit_link").fail("must be an address with {} for the commit's name");
    read_array(fields, "thresholds", rules.thresholds, [](Fields& element, Threshold& one) {
        element.require("cases", one.cases);
        try {
            (void)support::name_filter(one.cases);
        } catch (const support::MisuseError&) {
            element.place("cases").fail("is no regular expression");
        }
        require_percent(element, "tau_percent", one.tau_percent, 0.1);
        element.require("reason", one.reason);
    });
    read_array(fields, "accepted", rules.accepted, [](Fields& element, AcceptedChange& one) {
        element.require("case", one.name);
        require_percent(element, "percent", one.percent, 0);
        element.require("base", one.base);
        element.require("date", one.date);
        element.require("reason", one.reason);
    });
    fields.finish();
    return rules;
}

Rules read_rules_if_there(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored) ? read_rules(file) : Rules{};
}

void write_rules(const std::filesystem::path& file, const Rules& rules) {
    nlohmann::ordered_json json{{"format", format_name},
                                {"version", format_version},
                                {"thresholds", nlohmann::ordered_json::array()},
                                {"accepted", nlohmann::ordered_json::array()}};
    if (!rules.project.empty()) json["project"] = rules.project;
    if (!rules.commit_link.empty()) json["commit_link"] = rules.commit_link;
    for (const Threshold& one : rules.thresholds)
        json["thresholds"].push_back(
            {{"cases", one.cases}, {"tau_percent", one.tau_percent}, {"reason", one.reason}});
    for (const AcceptedChange& one : rules.accepted)
        json["accepted"].push_back({{"case", one.name},
                                    {"percent", one.percent},
                                    {"base", one.base},
                                    {"date", one.date},
                                    {"reason", one.reason}});
    support::write_file(file, json.dump(2) + "\n");
}

void accept(Comparison& comparison, const std::vector<AcceptedChange>& accepted) {
    for (const AcceptedChange& one : accepted) {
        const double most = 1 + one.percent / 100;
        for (std::size_t i = 0; i < comparison.names.size(); ++i) {
            Evidence& evidence = comparison.evidence[i];
            if (comparison.names[i] != one.name || evidence.state != State::regressed ||
                evidence.ratio > most)
                continue;
            evidence.state = State::accepted;
            comparison.accepted[one.name] = one.reason;
        }
        for (const ExactChange& change : comparison.exact)
            if (change.name == one.name && change.is_grown() && change.head <= change.base * most)
                comparison.accepted[one.name] = one.reason;
    }
}

}  // namespace wend::perf
