// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// JSON texts: values, refusals and their places, and messages that quote input.
#include "words/json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::test {
namespace {

using namespace std::string_literals;
using words::Json;

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(words::parse_json(text, "f"));
    } catch (const words::FileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(JsonText, IsReadAsTheLibraryReadsIt) {
    for (const std::string text :
         {R"({})", R"([])", R"( [1, -2, 0, 18446744073709551615, -9223372036854775808, 1e3, 1.5E-2, -0.0] )",
          R"({"a": {"b": [true, false, null, "x"]}, "": [[], {}]})",
          R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00")", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"",
          "\t\r\n7\n", R"({"\u0061": 1, "b\n": 2})", "123456789012345678901234567890", "1e-400", "4.9e-324",
          "2.2250738585072011e-308"})
        EXPECT_EQ(words::parse_json(text, "f"), Json::parse(text)) << text;
    EXPECT_EQ(words::parse_json("\xEF\xBB\xBF[1]", "f"), Json::parse("[1]"));
}

TEST(JsonText, IsRefusedWithThePlace) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "f:1:1: unexpected end of input; expected '[', '{', or a literal"},
        {"{", "f:1:2: unexpected end of input; expected string literal"},
        {"[1,]", "f:1:4: unexpected ']'; expected '[', '{', or a literal"},
        {"[1 2]", "f:1:4: unexpected number literal; expected ']'"},
        {"{\"a\" 1}", "f:1:6: unexpected number literal; expected ':'"},
        {"{\"a\": 1,\n\n  b}",
         "f:3:3: invalid literal; last read: '1,<U+000A><U+000A>  b'; expected string literal"},
        {"[01]", "f:1:3: unexpected number literal; expected ']'"},
        {"[1.]", "f:1:4: invalid number; expected digit after '.'; last read: '1.]'"},
        {"[-]", "f:1:3: invalid number; expected digit after '-'; last read: '-]'"},
        {"nul", "f:1:4: invalid literal; last read: 'nul'"},
        {"[1, NaN]", "f:1:5: invalid literal; last read: '1, N'"},
        {"[] []", "f:1:4: unexpected '['; expected end of input"},
        {"\"a", "f:1:3: invalid string: missing closing quote; last read: '\"a'"},
        {"\"\t\"",
         "f:1:2: invalid string: control character U+0009 (HT) must be escaped to \\u0009 or \\t; last read: "
         "'\"<U+0009>'"},
        {"\"\xFF\"", "f:1:2: invalid string: ill-formed UTF-8 byte; last read: '\"\\xff'"},
        {"\"\xED\xA0\x80\"", "f:1:3: invalid string: ill-formed UTF-8 byte; last read: '\"\\xed\\xa0'"},
        {"\"\\ud800\"",
         "f:1:8: invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF; last read: "
         "'\"\\ud800\"'"},
        {"\"\\u12g4\"",
         "f:1:6: invalid string: '\\u' must be followed by 4 hex digits; last read: '\"\\u12g'"},
        {"\"\\x\"", "f:1:3: invalid string: forbidden character after backslash; last read: '\"\\x'"},
        {R"({"a": [0, 1e999]})", "f: /a/1: the number 1e999 is beyond a double's range"},
        {R"({"a": 1, "b": {"c": 1, "\u0063": 2}})", "f: /b/c: this key appears twice"},
    };
    for (const auto& [text, expected] : cases) EXPECT_EQ(refusal(text), expected) << text;
}

// The library takes a NUL for the end of the text.
TEST(JsonText, ANulIsRefusedEverywhere) {
    EXPECT_EQ(refusal("[1]\0"s), "f:1:4: a NUL byte");
    EXPECT_EQ(refusal("[1,\0 2]"s), "f:1:4: a NUL byte");
    EXPECT_EQ(refusal("{\0}"s), "f:1:2: a NUL byte");
    EXPECT_EQ(refusal("\"\0\""s), "f:1:2: a NUL byte");
    EXPECT_EQ(refusal("\0"s), "f:1:1: a NUL byte");
}

TEST(JsonText, FindsARepeatedKeyAmongMany) {
    std::string text = "{";
    for (int i = 0; i < 1000; ++i) text += fmt::format("\"key {}\": {}, ", i, i);
    EXPECT_EQ(words::parse_json(text + "\"last\": 0}", "f").size(), 1001u);
    EXPECT_EQ(refusal(text + "\"key 500\": 0}"), "f: /key 500: this key appears twice");
}

TEST(JsonText, IsRefusedBeyondAThousandLevels) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_EQ(refusal(nested(1000)), "accepted");
    const std::string says = refusal(nested(200'000));
    EXPECT_NE(says.find("is nested too deeply: more than 1000 levels"), std::string::npos) << says;
    EXPECT_LT(says.size(), 1000u);
}

TEST(Messages, DoNotGrowWithTheirInput) {
    const std::string key(5'000'000, 'k');
    const std::string says = refusal("{\"" + key + "\": 1, \"" + key + "\": 2}");
    EXPECT_LT(says.size(), 1000u);
    EXPECT_EQ(says.substr(0, 6), "f: /kk");
    EXPECT_NE(says.find("bytes) ... kkk"), std::string::npos) << says;
    EXPECT_TRUE(says.ends_with("k: this key appears twice")) << says;
}

TEST(Messages, HaveNoControlBytes) {
    EXPECT_EQ(words::FileError("a\x1B[31mred\x7F\n\xC2\x9B\xFFz\xC3\xA9").what(),
              "a\\x1b[31mred\\x7f\\x0a\\xc2\\x9b\\xffz\xC3\xA9"s);
    EXPECT_EQ(words::printable("\xE2\x80\xAE"
                               "abc"),
              "\\xe2\\x80\\xaeabc")
        << "turns the direction of a terminal's text";
    EXPECT_EQ(words::printable("0123456789", 9), "012345 ... (1 bytes) ... 789");
    EXPECT_EQ(words::printable("aaaaa\xC3\xA9"
                               "bbbbb\xC3\xA9"
                               "ccc",
                               9),
              "aaaaa ... (9 bytes) ... ccc");
    EXPECT_EQ(refusal(R"({"a\u001b[2J": 1, "a\u001b[2J": 2})"), "f: /a\\x1b[2J: this key appears twice");
}

}  // namespace
}  // namespace wend::test
