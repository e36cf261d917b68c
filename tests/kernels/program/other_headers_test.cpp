// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Headers of another version than the library's.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "wend/wend.hpp"

namespace wend {
namespace detail {

/// The friend of Program's that the library has a struct of that name for.
struct PlanAccess {
    static Expected<Program> build(std::vector<Stage> stages, std::uint64_t headers) {
        return Program::build(std::move(stages), headers);
    }
};

}  // namespace detail

namespace test {
namespace {

const std::vector<Stage> stages{Seek{}, Locomotion{.max_force = 1, .max_speed = 1, .mass = 1}};

TEST(Headers, OfAnotherVersionAreRefused) {
    EXPECT_TRUE(detail::PlanAccess::build(stages, detail::headers_number));
    const Status status = detail::PlanAccess::build(stages, detail::headers_number + 1).status();
    EXPECT_EQ(message(status), "the headers and the library of wend are of different versions");
}

}  // namespace
}  // namespace test
}  // namespace wend
