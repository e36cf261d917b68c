// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Behaviours that a designer keeps in a file. The words are those of scenarios, so that `wend run` shows the
// same file; the game reads its stages, and has agents and ticks of its own.
#include <cstdio>
#include <fstream>
#include <sstream>

#include <wend/program_from_json.hpp>
#include <wend/wend.hpp>

int main(int argument_count, char** arguments) {
    using wend::Stream;
    const char* const file = argument_count > 1 ? arguments[1] : CROWD_FILE;
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    const wend::ProgramFromJson read = wend::program_from_json(text.str(), {}, file);
    if (!read) {
        std::puts(
            read.message.c_str());  // crowd.json: /stages/0/seek/weight: expected a number, found "much"
        return 1;
    }

    wend::AgentBuffer agents(*read.program);  // holds the streams that the program needs
    agents.spawn(400);
    for (std::size_t i = 0; i < agents.size(); ++i) {
        agents.get<Stream::position_x>()[i] = 3 * static_cast<float>(i % 20);
        agents.get<Stream::position_y>()[i] = 3 * static_cast<float>(i / 20);
    }
    wend::Clock clock{.dt = 1.0f / 50, .seed = 7};
    for (int frame = 0; frame < 600; ++frame) {
        const wend::Result result = wend::run(*read.program, agents.view(), clock.next());
        if (!result.status) {
            std::puts(wend::message(result.status).c_str());
            return 1;
        }
    }
    std::printf("%zu stages, hash %016llx\n", read.program->stages().size(),
                static_cast<unsigned long long>(wend::state_hash(*read.program, agents.view())));
}
