// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Messages of statuses: that no two codes have the same one, and those that no test of a refused call reads,
// because a test cannot provoke the refusal (2^28 nodes, a failing thread runtime).
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "wend/status.hpp"

namespace wend::test {
namespace {

/// The number of codes.
constexpr int code_count = static_cast<int>(Code::bad_corridor) + 1;

std::string say(Code code) {
    return message({.code = code,
                    .subject = "SUBJECT",
                    .other = "OTHER",
                    .stage = "STAGE",
                    .value = 2.5,
                    .expected = 1000,
                    .low = 3,
                    .high = 4,
                    .high_excluded = true,
                    .index = 41,
                    .sub_index = 43});
}

TEST(Message, OfEachCodeIsUnique) {
    const std::string unknown = "stage 41 (STAGE): unknown status";
    std::set<std::string> all;
    for (int code = 0; code < code_count; ++code) all.insert(say(static_cast<Code>(code)));
    EXPECT_EQ(all.size(), static_cast<std::size_t>(code_count));
    EXPECT_EQ(all.count(unknown), 0u);
    EXPECT_EQ(say(static_cast<Code>(code_count)), unknown);
}

TEST(Message, NamesItsSubject) {
    struct Expected {
        Code code;
        std::initializer_list<const char*> parts;
    };
    const Expected all[] = {
        {Code::missing_stream, {"SUBJECT"}},
        {Code::length_mismatch, {"SUBJECT", "2.5", "OTHER", "1000"}},
        {Code::too_many_elements, {"SUBJECT", "2.5"}},
        {Code::misaligned, {"SUBJECT", "2.5", "1000"}},
        {Code::element_type_mismatch, {"SUBJECT"}},
        {Code::read_only_stream, {"SUBJECT"}},
        {Code::streams_overlap, {"SUBJECT", "OTHER"}},
        {Code::given_twice, {"SUBJECT"}},
        {Code::parameter_out_of_range, {"stage 41 (STAGE)", "SUBJECT", "2.5", "[3, 4)"}},
        {Code::empty_rectangle, {"SUBJECT", "2.5"}},
        {Code::invalid_program, {"SUBJECT", "OTHER"}},
        {Code::unknown_isa, {"SUBJECT"}},
        {Code::unsupported_isa, {"SUBJECT"}},
        {Code::missing_callback, {"SUBJECT"}},
        {Code::empty_path, {"path 41"}},
        {Code::bad_point, {"path 41", "point 43", "2.5"}},
        {Code::too_few_points, {"path 43"}},
        {Code::too_many_nodes, {"2.5"}},
        {Code::bad_point_count, {"2.5", "OTHER"}},
        {Code::too_many_points, {"SUBJECT", "2.5", "1000"}},
        {Code::full_pool, {"SUBJECT", "2.5", "1000"}},
        {Code::unknown_path, {"path 41"}},
        {Code::named_twice, {"path 41"}},
        {Code::unknown_obstacle, {"obstacle 41"}},
        {Code::bad_corridor, {"SUBJECT", "41", "OTHER"}},
        {Code::coarse_positions, {"SUBJECT", "2.5", "slot 43", "less than 3"}},
        {Code::no_way, {"2.5", "slot 43", "OTHER"}},
        {Code::threading_after_fork, {"SUBJECT"}},
    };
    for (const Expected& expected : all)
        for (const char* part : expected.parts)
            EXPECT_NE(say(expected.code).find(part), std::string::npos)
                << say(expected.code) << " does not name " << part;
}

TEST(Message, OfASuccess) { EXPECT_EQ(message({}), "ok"); }

}  // namespace
}  // namespace wend::test
