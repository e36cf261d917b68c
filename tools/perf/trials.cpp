// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "bench/support/command_line.hpp"

namespace wend::perf {
namespace {

using Json = nlohmann::ordered_json;

/// A millionth is far below what a pair can tell, and six digits keep the file small.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

std::string line_of(const Trial& trial) {
    Json pairs = Json::array();
    for (const double pair : trial.evidence.pairs) pairs.push_back(rounded(pair));
    const Json line{{"batch", trial.batch},
                    {"run", trial.run},
                    {"case", trial.name},
                    {"state", name(trial.evidence.state)},
                    {"seconds", rounded(trial.seconds)},
                    {"pairs", pairs}};
    return line.dump() + "\n";
}

State state_of(const std::string& word) {
    for (const State state : {State::ok, State::regressed, State::unclear, State::layout})
        if (word == name(state)) return state;
    throw command::MisuseError(fmt::format("no state is called \"{}\"", word));
}

}  // namespace

Rule rule_of(const Batch& batch) {
    Rule rule;
    if (batch.truth == Truth::slower) rule.family_alpha /= 100;
    return rule;
}

TrialFile::TrialFile(std::filesystem::path file, const std::string& executable, const std::string& machine)
    : file_(std::move(file)), executable_(executable), machine_(machine) {
    std::ifstream stream(file_);
    std::size_t number = 0;
    for (std::string text; std::getline(stream, text);) {
        ++number;
        try {
            const Json line = Json::parse(text);
            if (number == 1) {
                executable_ = line.at("executable");
                machine_ = line.at("machine");
            } else if (line.contains("instructions")) {
                TrueSize size{.name = line.at("case"), .ratio = {}};
                for (const auto& [percent, ratio] : line.at("instructions").items())
                    size.ratio[static_cast<std::uint32_t>(std::stoul(percent))] = ratio;
                sizes_.push_back(std::move(size));
            } else {
                Trial trial;
                trial.batch = line.at("batch");
                trial.run = line.at("run");
                trial.name = line.at("case");
                trial.seconds = line.at("seconds");
                trial.evidence.state = state_of(line.at("state"));
                trial.evidence.pairs = line.at("pairs").get<std::vector<double>>();
                trials_.push_back(std::move(trial));
            }
        } catch (const std::exception& error) {
            throw command::MisuseError(fmt::format("{}:{}: {}", file_.string(), number, error.what()));
        }
    }
    if (number == 0 && executable.empty())
        throw command::MisuseError(fmt::format("{}: no trials", file_.string()));
    if (number == 0) append(Json{{"executable", executable_}, {"machine", machine_}}.dump() + "\n");
    if (!executable.empty() && (executable_ != executable || machine_ != machine))
        throw command::MisuseError(fmt::format(
            "{}: trials of another executable or machine; give --trials another file", file_.string()));
}

void TrialFile::add(std::span<const Trial> run) {
    std::string lines;
    for (const Trial& trial : run) lines += line_of(trial);
    append(lines);
    trials_.insert(trials_.end(), run.begin(), run.end());
}

void TrialFile::add(const TrueSize& size) {
    Json ratios = Json::object();
    for (const auto& [percent, ratio] : size.ratio) ratios[std::to_string(percent)] = rounded(ratio);
    append(Json{{"case", size.name}, {"instructions", ratios}}.dump() + "\n");
    sizes_.push_back(size);
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
    if (!stream) throw command::MisuseError(fmt::format("{}: cannot be written", file_.string()));
}

}  // namespace wend::perf
