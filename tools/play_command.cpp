// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/play_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tools/files/trajectory.hpp"
#include "tools/pictures/svg_picture.hpp"
#include "tools/player/player_page.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/utf8_path.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

using files::TrajectoryRow;
using support::MisuseError;

constexpr double usual_frames_a_second = 16;  // of experiments, where a file does not say

/// A scenario without stages, whose ticks are the frames.
scenario::Scenario scenario_of(const files::Frames& frames, std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> ids;
    for (const TrajectoryRow& row : frames.rows) ids.push_back(row.id);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    scenario::Scenario scenario{};
    scenario.dt = static_cast<float>(1 / frames.a_second);
    scenario.ticks = last - first;
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

template <class Output>
void write_frames(Output& output, scenario::Scenario& scenario, const std::vector<TrajectoryRow>& rows,
                  std::uint64_t every) {
    const std::uint64_t first = rows.front().frame;
    for (std::uint64_t tick = 0; tick <= scenario.ticks;
         tick = tick == scenario.ticks ? tick + 1 : std::min(tick + every, scenario.ticks)) {
        support::check_interruption();
        const auto of_frame = std::ranges::equal_range(rows, first + tick, {}, &TrajectoryRow::frame);
        put_frame(scenario.agents, {of_frame.begin(), of_frame.end()});
        output.sample(tick, scenario.agents.view());
    }
    output.commit(scenario.agents.view());
}

}  // namespace

int play_trajectory(const RunArguments& options) {
    const std::filesystem::path file = support::utf8_path(options.scenario);
    const std::filesystem::path extension = options.out.extension();
    if (extension != ".html" && extension != ".svg")
        throw MisuseError(fmt::format(
            "{} is a trajectory: --out FILE.html makes a page of it, FILE.svg a picture", file.string()));
    support::refuse_same_files(
        std::array{support::NamedFile{"--out", options.out}, support::NamedFile{"the trajectory", file}});
    files::Frames frames = files::read_frames(file);
    if (!(frames.a_second > 0)) {
        fmt::print(stderr, "note: {}: does not say how many frames a second has, taken as {}\n",
                   words::printable(file.string()), usual_frames_a_second);
        frames.a_second = usual_frames_a_second;
    }
    scenario::Scenario scenario = scenario_of(frames, frames.rows.front().frame, frames.rows.back().frame);
    const std::string title = file.stem().string();
    const auto interval = [&](std::uint64_t usual) { return options.every != 0 ? options.every : usual; };
    if (extension == ".html") {
        const std::uint64_t every = interval(player::recording_interval(scenario.ticks, scenario.all_agents));
        player::PlayerPage page(options.out, scenario, title, every);
        write_frames(page, scenario, frames.rows, every);
    } else {
        const std::uint64_t every = interval(pictures::picture_interval(scenario.ticks));
        pictures::SvgPicture picture(options.out, scenario, title, every,
                                     options.animate ? pictures::Motion::moving : pictures::Motion::still);
        write_frames(picture, scenario, frames.rows, every);
    }
    fmt::print("agents   {}\nframes   {}, {:g} a second\n", scenario.all_agents, scenario.ticks + 1,
               frames.a_second);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(options.out, ignored))
        fmt::print("wrote    {}, {}\n", words::printable(options.out.string()),
                   support::size_text(std::filesystem::file_size(options.out, ignored)));
    return 0;
}

}  // namespace wend::command
