// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/play_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tools/files/trajectory.hpp"
#include "tools/player/player_page.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/utf8_path.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

using files::TrajectoryRow;
using support::MisuseError;

constexpr double usual_frames_a_second = 16;  // of experiments, where a file does not say
constexpr double farthest = 1 << 14;          // m: floats beyond are coarser than a millimetre

void check(const RunArguments& options, const std::filesystem::path& file) {
    if (options.out.extension() != ".html")
        throw MisuseError(
            fmt::format("{} is a trajectory: --out FILE.html makes a page of it", file.string()));
    const scenario::Overrides& overrides = options.overrides;
    if (!options.save.empty() || !options.resume.empty() || options.hash || options.plan || options.animate ||
        options.degrees || !options.sweep.empty() || overrides.seed || overrides.ticks || overrides.paths ||
        overrides.projection)
        throw MisuseError(
            fmt::format("{} is a trajectory: it takes no options but --out and --every", file.string()));
    support::refuse_same_files(
        std::array{support::NamedFile{"--out", options.out}, support::NamedFile{"the trajectory", file}});
}

files::Frames read(const std::filesystem::path& file) {
    files::Frames frames = files::read_frames(file);
    if (!(frames.a_second > 0)) {
        fmt::print(stderr, "note: {}: does not say how many frames a second has, taken as {}\n",
                   words::printable(file.string()), usual_frames_a_second);
        frames.a_second = usual_frames_a_second;
    }
    if (!std::isnormal(static_cast<float>(1 / frames.a_second)))
        words::fail(file, fmt::format("has {} frames a second", frames.a_second));
    const auto origin = [&](double TrajectoryRow::*axis) {
        double least = std::numeric_limits<double>::max(), most = 0;
        for (const TrajectoryRow& row : frames.rows) {
            least = std::min(least, row.*axis);
            most = std::max(most, std::fabs(row.*axis));
        }
        return most > farthest ? std::floor(least) : 0;
    };
    const double x = origin(&TrajectoryRow::x), y = origin(&TrajectoryRow::y);
    if (x == 0 && y == 0) return frames;
    fmt::print(stderr, "note: {}: places are far from the origin, and shown less ({}, {})\n",
               words::printable(file.string()), x, y);
    for (TrajectoryRow& row : frames.rows) {
        row.x -= x;
        row.y -= y;
    }
    return frames;
}

/// A scenario without stages, whose ticks are the frames from the first to the last.
scenario::Scenario scenario_of(const files::Frames& frames) {
    std::vector<std::uint32_t> ids;
    for (const TrajectoryRow& row : frames.rows) ids.push_back(row.id);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    scenario::Scenario scenario{};
    scenario.dt = static_cast<float>(1 / frames.a_second);
    scenario.ticks = frames.rows.back().frame - frames.rows.front().frame;
    scenario.all_agents = ids.size();
    scenario.agents = AgentBuffer{Stream::position_x, Stream::position_y};
    scenario.agents.spawn(ids.size());
    std::ranges::copy(ids, scenario.agents.get<Stream::id>().begin());
    return scenario;
}

/// The places of a frame's rows; nowhere for an agent that has none.
void put_frame(AgentBuffer& agents, std::span<const TrajectoryRow> rows) {
    const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
    const auto ids = agents.get<Stream::id>();
    std::ranges::fill(x, std::numeric_limits<float>::quiet_NaN());
    std::ranges::fill(y, std::numeric_limits<float>::quiet_NaN());
    for (const TrajectoryRow& row : rows) {
        const auto slot = static_cast<std::size_t>(std::ranges::lower_bound(ids, row.id) - ids.begin());
        x[slot] = static_cast<float>(row.x);
        y[slot] = static_cast<float>(row.y);
    }
}

}  // namespace

int play_trajectory(const RunArguments& options) {
    const std::filesystem::path file = support::utf8_path(options.scenario);
    check(options, file);
    const files::Frames frames = read(file);
    scenario::Scenario scenario = scenario_of(frames);
    // The rows of each frame that the file has: an experiment may keep every tenth one.
    std::vector<std::span<const TrajectoryRow>> all;
    for (std::span<const TrajectoryRow> rest = frames.rows; !rest.empty();
         rest = rest.subspan(all.back().size()))
        all.push_back(rest.first(static_cast<std::size_t>(
            std::ranges::upper_bound(rest, rest.front().frame, {}, &TrajectoryRow::frame) - rest.begin())));
    const std::uint64_t every =
        options.every != 0 ? options.every : player::recording_interval(all.size(), scenario.all_agents);
    const std::uint64_t ticks_apart = std::max<std::uint64_t>(1, scenario.ticks * every / all.size());
    support::OutputFile output(options.out);
    player::PlayerPage page(scenario, file.stem().string(), ticks_apart);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % every != 0 && i + 1 != all.size()) continue;
        support::check_interruption();
        put_frame(scenario.agents, all[i]);
        page.sample(all[i].front().frame - frames.rows.front().frame, scenario.agents.view());
    }
    output.write(page.html(scenario.agents.view()));
    output.commit();
    fmt::print("agents   {}\nframes   {}, {:g} a second\n", scenario.all_agents, all.size(), frames.a_second);
    support::print_written(stdout, options.out);
    return 0;
}

}  // namespace wend::command
