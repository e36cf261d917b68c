// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "support/program_cases.hpp"

namespace wend::test {

/// The first stage of a kind in the program; null without one.
template <class Kind>
[[nodiscard]] const Kind* find_stage(const Program& program) {
    for (const Stage& stage : program.stages())
        if (const auto* found = std::get_if<Kind>(&stage)) return found;
    return nullptr;
}

/// Whether obstacles hold the program's agents: their moves have an oracle of their own (stages/walls_test).
[[nodiscard]] inline bool is_held(const Program& program) {
    const auto* const locomotion = find_stage<Locomotion>(program);
    return locomotion != nullptr && locomotion->obstacles.size() != 0;
}

/// All program cases with a stage of that kind. Cases in which stages act on some agents only are for the
/// oracle of the motion alone; those whose agents something else moves have no oracle.
template <class Kind>
[[nodiscard]] auto each_case_with() {
    std::vector<const ProgramCase*> cases;
    for (const ProgramCase& test : program_cases()) {
        const bool by_agent = std::ranges::find(test.streams, Stream::stages) != test.streams.end();
        if (find_stage<Kind>(test.program) != nullptr && !is_held(test.program) &&
            find_stage<ExternalLocomotion>(test.program) == nullptr &&
            (!by_agent || std::is_same_v<Kind, Locomotion>))
            cases.push_back(&test);
    }
    return ::testing::ValuesIn(cases);
}

/// The name of a test whose parameter is a program case.
[[nodiscard]] inline std::string case_name(const ::testing::TestParamInfo<const ProgramCase*>& parameter) {
    return parameter.param->name;
}

}  // namespace wend::test
