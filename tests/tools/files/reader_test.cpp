// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The readers of path and agents files on texts in memory, and difficult inputs.
#include <gtest/gtest.h>

#include <string>

#include "bench/support/file_error.hpp"
#include "tools/files/agents_csv.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/path_csv.hpp"

namespace wend::test {
namespace {

using namespace scenario;

template <class Read>
std::string refusal(Read&& read) {
    try {
        static_cast<void>(read());
    } catch (const FileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Readers, TakeTextsUnderAnyName) {
    CsvReader paths("path,x,y\na,1,2\na,3,4\n", "anything");
    EXPECT_EQ(read_path_csv(paths, Projection::none).lines.at(0).at(1).y, 4);
    CsvReader agents("id,mass\n7,2.5\n", "anything");
    EXPECT_EQ(read_agents_csv(agents).count, 1u);
    CsvReader broken("path,x,y\na,one,2\n", "a name.csv");
    EXPECT_EQ(refusal([&] { return read_path_csv(broken, Projection::none); }).substr(0, 16),
              "a name.csv:2: x:");
}

// Printing the number would take a stack frame a level.
TEST(Readers, ANumberThatIsAHundredThousandArraysDeep) {
    constexpr std::size_t depth = 200'000;
    const std::string text = R"({ "type": "LineString", "coordinates": [[0, )" + std::string(depth, '[') +
                             std::string(depth, ']') + "]] }";
    EXPECT_EQ(refusal([&] { return read_geojson(parse_json(text, "deep"), "deep", Projection::none); }),
              "deep: /coordinates/0/1: expected a number, found array");
}

}  // namespace
}  // namespace wend::test
