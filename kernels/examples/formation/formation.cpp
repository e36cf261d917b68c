// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// A formation behind a leader on a path: each agent gets the place that is best for all of them, and when
// agents are lost the ranks close.
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <wend/wend.hpp>

using wend::Stream;

int fail(const wend::Status& status) {
    std::puts(wend::message(status).c_str());
    return 1;
}

/// A map of the agents, a character for each 1 m by 2 m; the leader, in slot 0, is L.
void draw(const char* title, const wend::AgentBuffer& agents) {
    constexpr int columns = 44, rows = 16;
    std::array<std::string, rows> map;
    map.fill(std::string(columns, '.'));
    for (std::size_t i = agents.size(); i > 0; --i) {
        const auto column = static_cast<int>(std::floor(agents.get<Stream::position_x>()[i - 1])) + 12;
        const auto row = rows - 5 - static_cast<int>(std::floor(agents.get<Stream::position_y>()[i - 1] / 2));
        if (column >= 0 && column < columns && row >= 0 && row < rows)
            map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = i == 1 ? 'L' : 'o';
    }
    std::puts(title);
    for (const std::string& line : map) std::puts(line.c_str());
}

int main() {
    wend::PathSetBuilder paths;
    paths.add(std::vector<wend::Point>{{0, 0}, {20, 0}, {20, 60}});
    const auto path = paths.build();
    if (!path) return fail(path.status());
    // Followers have a leader and no path; the leader has a path and no leader.
    const auto program = wend::Program::build(
        {wend::OffsetPursue{.quarry = wend::Quarry::agent, .slowing_radius = 1.0f, .weight = 4},
         wend::PathFollow{.paths = *path, .radius = 2, .weight = 4},
         wend::Locomotion{.max_force = 20.0f, .mass = 1.0f}});
    if (!program) return fail(program.status());

    // A wedge of five ranks, the foremost places first: metres ahead of the leader, and to its left.
    std::vector<wend::Point> wedge;
    for (int rank = 1; rank <= 5; ++rank)
        for (int file = 0; file <= rank; ++file) wedge.push_back({-2.0 * rank, 4.0 * file - 2.0 * rank});

    wend::AgentBuffer agents(*program);
    agents.spawn(wedge.size() + 1);
    const auto x = agents.get<Stream::position_x>(), y = agents.get<Stream::position_y>();
    for (std::size_t i = 0; i < agents.size(); ++i) {
        x[i] = i == 0 ? 0 : -10 + 1.5f * static_cast<float>(i % 5);
        y[i] = i == 0 ? 0 : 8 + 2.5f * static_cast<float>(i / 5);
        agents.get<Stream::max_speed>()[i] = i == 0 ? 2.0f : 5.0f;
        agents.get<Stream::path>()[i] = i == 0 ? 0 : -1;
    }

    wend::Clock clock{.dt = 1.0f / 60};
    const auto walk = [&](int seconds) {
        for (int tick = 0; tick < 60 * seconds; ++tick)
            if (const wend::Result result = wend::run(*program, agents.view(), clock.next()); !result.status)
                return result.status;
        return wend::Status{};
    };
    constexpr std::int32_t leader = 0;
    draw("a crowd and its leader", agents);
    if (const auto status = wend::assign_formation(agents.view(), leader, wedge); !status)
        return fail(status);
    if (const auto status = walk(9); !status) return fail(status);
    draw("after 9 s", agents);

    // Seven are lost, on the left; the others get the first places of the wedge.
    for (std::size_t i = agents.size(); i > 1; --i)
        if (agents.size() > wedge.size() - 6 && agents.get<Stream::offset_y>()[i - 1] > 0)
            agents.remove(i - 1);
    draw("seven are lost", agents);
    if (const auto status = wend::assign_formation(agents.view(), leader, wedge); !status)
        return fail(status);
    if (const auto status = walk(8); !status) return fail(status);
    draw("8 s later, round the corner", agents);
}
