// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/trials.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/verdict/comparison.hpp"
#include "tools/support/command_line.hpp"

namespace wend::perf {
namespace {

using support::MisuseError;
using Json = nlohmann::ordered_json;

constexpr std::string_view format_name = "wend perf trials";
constexpr std::uint64_t format_version = 1;

constexpr double unit = 1e-4;

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

/// Base64 VLQ, as source maps have it: the sign is the lowest bit, five bits a digit, the lowest first; a
/// digit with 32 added is followed by more of its number.
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string text_of(std::span<const double> pairs) {
    std::string text;
    for (const double pair : pairs) {
        const auto units = static_cast<std::int64_t>(std::llround(pair / unit));
        auto rest = static_cast<std::uint64_t>(std::abs(units)) << 1 | (units < 0 ? 1u : 0u);
        for (; rest >= 32; rest >>= 5) text += digits[32 + rest % 32];
        text += digits[rest];
    }
    return text;
}

std::vector<double> pairs_of(const std::string& text) {
    std::vector<double> pairs;
    std::uint64_t number = 0;
    unsigned shift = 0;
    for (const char letter : text) {
        const std::size_t digit = digits.find(letter);
        if (digit == std::string_view::npos || shift > 50)
            throw MisuseError("the pairs are no numbers in base64 VLQ");
        number |= (digit % 32) << shift;
        shift += 5;
        if (digit >= 32) continue;
        const auto units = static_cast<double>(number >> 1);
        pairs.push_back((number % 2 == 0 ? units : -units) * unit);
        number = 0;
        shift = 0;
    }
    if (shift > 0) throw MisuseError("the pairs end within a number");
    return pairs;
}

State state_of(const std::string& word) {
    for (const State state : {State::ok, State::regressed, State::unclear, State::layout})
        if (word == name(state)) return state;
    throw MisuseError(fmt::format("no state is called \"{}\"", word));
}

}  // namespace

Rule rule_of(const Batch& batch) {
    Rule rule;
    if (batch.truth == Truth::slower) rule.family_alpha /= 100;
    return rule;
}

double rounded_pair(double pair) { return std::round(pair / unit) * unit; }

TrialFile::TrialFile(std::filesystem::path file, const std::string& executable, const std::string& machine)
    : file_(std::move(file)), executable_(executable), machine_(machine) {
    std::ifstream stream(file_);
    std::size_t number = 0;
    for (std::string text; std::getline(stream, text);) {
        ++number;
        try {
            read_line(Json::parse(text), number);
        } catch (const std::exception& error) {
            throw MisuseError(fmt::format("{}:{}: {}", file_.string(), number, error.what()));
        }
    }
    if (number == 0 && executable.empty()) throw MisuseError(fmt::format("{}: no trials", file_.string()));
    if (number == 0)
        append(Json{{"format", format_name},
                    {"version", format_version},
                    {"executable", executable_},
                    {"machine", machine_}}
                   .dump() +
               "\n");
    if (!executable.empty() && (executable_ != executable || machine_ != machine))
        throw MisuseError(fmt::format(
            "{}: trials of another executable or machine; give --trials another file", file_.string()));
}

void TrialFile::read_line(const Json& line, std::size_t number) {
    if (number == 1) {
        if (line.at("format") != format_name || line.at("version") != format_version)
            throw MisuseError(
                fmt::format("the format is not \"{}\", version {}", format_name, format_version));
        executable_ = line.at("executable");
        machine_ = line.at("machine");
    } else if (line.contains("cases")) {
        for (const Json& name : line.at("cases")) cases_.push_back(name);
    } else {
        for (const Json& one : line.at("trials")) {
            Trial trial;
            trial.batch = line.at("batch");
            trial.run = line.at("run");
            trial.name = cases_.at(one.at(0));
            trial.seconds = line.at("seconds");
            trial.evidence = evidence_of(trial.name);
            trial.evidence.state = state_of(one.at(1));
            trial.evidence.pairs = pairs_of(one.at(2));
            trials_.push_back(std::move(trial));
        }
    }
}

void TrialFile::add(std::span<const Trial> run) {
    Json new_cases = Json::array();
    Json trials = Json::array();
    for (const Trial& trial : run) {
        const auto known = std::find(cases_.begin(), cases_.end(), trial.name);
        trials.push_back({known - cases_.begin(), name(trial.evidence.state), text_of(trial.evidence.pairs)});
        if (known != cases_.end()) continue;
        cases_.push_back(trial.name);
        new_cases.push_back(trial.name);
    }
    std::string lines = new_cases.empty() ? "" : Json{{"cases", new_cases}}.dump() + "\n";
    lines += Json{{"batch", run.front().batch},
                  {"run", run.front().run},
                  {"seconds", rounded(run.front().seconds)},
                  {"trials", trials}}
                 .dump() +
             "\n";
    append(lines);
    trials_.insert(trials_.end(), run.begin(), run.end());
}

void TrialFile::take(const TrialFile& other) {
    trials_.insert(trials_.end(), other.trials_.begin(), other.trials_.end());
    executable_ += ", " + other.executable_;
    if (machine_ != other.machine_) machine_ += ", " + other.machine_;
}

std::size_t TrialFile::runs(std::string_view batch) const {
    std::size_t runs = 0;
    for (const Trial& trial : trials_)
        if (trial.batch == batch) runs = std::max(runs, trial.run + 1);
    return runs;
}

void TrialFile::append(const std::string& lines) {
    if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path());
    std::ofstream stream(file_, std::ios::app | std::ios::binary);
    stream << lines << std::flush;
    if (!stream) throw MisuseError(fmt::format("{}: cannot be written", file_.string()));
}

}  // namespace wend::perf
