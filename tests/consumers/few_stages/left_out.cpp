// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Prints the refusal of a stage that the library was built without.
#include <cstdio>

#include <wend/wend.hpp>

int main() {
    const auto program = wend::Program::build(
        {wend::Seek{}, wend::Arrive{}, wend::Locomotion{.max_force = 20, .max_speed = 3, .mass = 1}});
    std::puts(wend::message(program.status()).c_str());
}
