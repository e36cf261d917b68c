// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/run/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <variant>

#include "tools/run/population.hpp"

namespace wend::scenario {
namespace {

/// The streams that may be at fault: all but scratch. A path first, since its nodes count only with it.
std::vector<Stream> suspects(const Program& program) {
    std::vector<Stream> streams;
    for (const StreamUse& use : program.streams())
        if (use.use != Use::scratch) streams.push_back(use.stream);
    std::stable_partition(streams.begin(), streams.end(),
                          [](Stream stream) { return stream == Stream::path; });
    return streams;
}

/// A value that is legal in every stage.
double harmless(Stream stream) {
    switch (stream) {
        case Stream::mass:
        case Stream::max_force:
        case Stream::max_speed:
        case Stream::direction: return 1;
        case Stream::target_agent:
        case Stream::other_agent: return -1;
        default: return 0;
    }
}

StreamUses uses_of(const Stage& stage) {
    return std::visit([](const auto& one) { return one.streams(); }, stage);
}

bool positive_max_speed(const Program& program) {
    return std::ranges::any_of(program.stages(),
                               [](const Stage& stage) { return uses_of(stage).positive_max_speed; });
}

/// What a value of the stream must be.
std::string legal_values(const Program& program, const AgentView& agents, Stream stream) {
    switch (stream) {
        case Stream::direction: return "1 or -1";
        case Stream::path: return "the index of a path, or -1 for none";
        case Stream::node: return "the index of a node of its path";
        case Stream::segment: return "the index of a segment of its path";
        case Stream::target_agent:
        case Stream::other_agent: return fmt::format("in [-1, {}]", agents.size() - 1);
        case Stream::mass: return "in [2^-60, 1e+18]";
        case Stream::max_speed: return positive_max_speed(program) ? "in [2^-60, 1e+18]" : "in [0, 1e+18]";
        case Stream::max_force: return "in [0, 1e+18]";
        case Stream::speed:
            return std::holds_alternative<Approach>(program.stages().front()) ? "in [0, 1e+18]"
                                                                              : "in [-1e+18, 1e+18]";
        default: return "in [-1e+18, 1e+18]";
    }
}

/// "stage 2 (locomotion)": the first that works on the stream.
std::string place_of(const Program& program, Stream stream) {
    for (std::size_t i = 0; i < program.stages().size(); ++i)
        if ((uses_of(program.stages()[i]).all() & stream_set(stream)) != 0)
            return fmt::format("stage {} ({})", i, name(program.stages()[i]));
    return "every stage";
}

/// A float that is within what every float stream may have.
bool is_plain(Stream stream, double value) {
    return info(stream).element != ElementType::i32 && info(stream).element != ElementType::u32 &&
           std::abs(value) <= 1e18 && stream != Stream::mass && stream != Stream::max_force &&
           stream != Stream::max_speed && stream != Stream::speed;
}

}  // namespace

std::vector<std::string> explain_first_fault(const Program& program, const AgentView& agents,
                                             const Ticks& tick, const Execution& execution) {
    const Result result = validate(program, agents, tick, execution);
    if (!result.status || result.faults == 0) return {};
    const std::size_t slot = result.first_fault;
    const std::uint32_t id = agents.get<Stream::id>()[slot];
    const auto faults = [&] {
        const Result trial = validate(program, agents, tick, execution);
        return trial.faults > 0 && trial.first_fault <= slot;
    };

    const std::vector<Stream> streams = suspects(program);
    std::vector<double> values;
    for (const Stream stream : streams) {
        values.push_back(load(agents.column(stream), slot));
        store(agents.column(stream), slot, harmless(stream));
    }
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const Stream stream = streams[i];
        store(agents.column(stream), slot, values[i]);
        if (!faults()) continue;
        store(agents.column(stream), slot, harmless(stream));
        const std::string where =
            fmt::format("{}: agent {}'s {} is ", place_of(program, stream), id, name(stream));
        const double value = values[i];
        const std::string number = info(stream).element == ElementType::f32
                                       ? fmt::format("{}", static_cast<float>(value))
                                       : fmt::format("{}", value);
        lines.push_back(where + number +
                        (is_plain(stream, value) ? ", from which no finite position comes"
                                                 : ", must be " + legal_values(program, agents, stream)));
    }
    for (std::size_t i = 0; i < streams.size(); ++i) store(agents.column(streams[i]), slot, values[i]);
    return lines;
}

}  // namespace wend::scenario
