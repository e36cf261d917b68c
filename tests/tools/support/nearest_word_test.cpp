// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "words/nearest_word.hpp"

#include <gtest/gtest.h>

namespace wend::test {
namespace {

using words::nearest_word;
using words::suggestion;

const std::vector<std::string_view> words{"seed", "dt", "ticks", "agents", "paths", "stages", "max_speed"};

TEST(NearestWord, FindsEveryKindOfSlip) {
    EXPECT_EQ(nearest_word("tick", words), "ticks");
    EXPECT_EQ(nearest_word("tickss", words), "ticks");
    EXPECT_EQ(nearest_word("tocks", words), "ticks");
    EXPECT_EQ(nearest_word("tikcs", words), "ticks");
    EXPECT_EQ(nearest_word("Max-Speed", words), "max_speed");
    EXPECT_EQ(nearest_word("mxa_sped", words), "max_speed");
}

TEST(NearestWord, FindsNothingFarAway) {
    for (const char* word : {"", "x", "colour", "velocity", "td_"})
        EXPECT_FALSE(nearest_word(word, words)) << word;
    EXPECT_FALSE(nearest_word("seed", {}));
    EXPECT_FALSE(nearest_word(std::string(1000, 's'), words));
}

TEST(NearestWord, TakesTheFirstOfEquallyNearOnes) {
    EXPECT_EQ(nearest_word("bone", {"bane", "bine"}), "bane");
    EXPECT_EQ(nearest_word("bine", {"bane", "bine"}), "bine");
}

TEST(NearestWord, IsTheEndOfAMessage) {
    EXPECT_EQ(suggestion("stage", words), "; did you mean \"stages\"?");
    EXPECT_EQ(suggestion("colour", words), "");
}

}  // namespace
}  // namespace wend::test
