// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every scenario of bench/scenarios/behaviours runs without a fault, and its picture is complete XML. Every
// file in that folder is a test.
#include "tools/pictures/svg_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <numbers>
#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "support/scratch_folder.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/scenario.hpp"

namespace wend::test {
namespace {

std::vector<std::string> behaviours() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(WEND_SCENARIOS "/behaviours"))
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

class Picture : public ::testing::TestWithParam<std::string> {
  protected:
    /// Runs a scenario tick by tick, counts faults and agents, and parses the picture.
    void draw(const std::string& name, pictures::Motion motion = pictures::Motion::still) {
        scenario::Scenario loaded =
            scenario::load_scenario(std::filesystem::path(WEND_SCENARIOS "/behaviours") / (name + ".json"));
        const AgentView agents = loaded.agents.view();
        agents_ = agents.size();
        const std::string file = name + ".svg";
        pictures::SvgPicture picture(folder_ / file, loaded, name, 1, motion);
        picture.sample(0, agents);
        for (std::uint64_t tick = 0; tick < loaded.ticks; ++tick) {
            const Result result = scenario::advance(loaded.program, agents, loaded.ticks_from(tick, 1), {});
            ASSERT_TRUE(result.status) << message(result.status);
            faults_ += result.faults;
            picture.sample(tick + 1, agents);
        }
        EXPECT_FALSE(folder_.has(file)) << "a picture is written at the end";
        picture.commit(agents);
        last_orientations_.clear();
        for (std::size_t i = 0; agents.has(Stream::orientation) && i < agents_; ++i)
            last_orientations_.push_back(static_cast<double>(agents.get<Stream::orientation>()[i]));
        text_ = folder_.read(file);
        const pugi::xml_parse_result parsed = xml_.load_string(text_.c_str());
        ASSERT_TRUE(parsed) << parsed.description() << " at byte " << parsed.offset;
    }

    [[nodiscard]] std::size_t count(const char* xpath) const { return xml_.select_nodes(xpath).size(); }

    ScratchFolder folder_;
    pugi::xml_document xml_;
    std::string text_;
    std::size_t agents_ = 0;
    std::uint64_t faults_ = 0;
    std::vector<double> last_orientations_;
};

std::vector<std::pair<double, double>> points_of(const pugi::xpath_node& polyline) {
    std::vector<std::pair<double, double>> points;
    std::istringstream text(polyline.node().attribute("points").value());
    double x = 0;
    double y = 0;
    char comma = 0;
    while (text >> x >> comma >> y) points.emplace_back(x, y);
    return points;
}

TEST_P(Picture, RunsWithoutFaultAndShowsEveryAgent) {
    ASSERT_NO_FATAL_FAILURE(draw(GetParam()));
    EXPECT_EQ(faults_, 0u);
    ASSERT_GT(agents_, 0u);
    EXPECT_LT(text_.size(), 500'000u);
    EXPECT_STREQ(xml_.child("svg").child_value("title"), GetParam().c_str());

    EXPECT_EQ(count("//g[@class='agent']"), agents_);
    EXPECT_EQ(count("//g[@class='agent'][polyline[@class='trajectory']]"), agents_);
    EXPECT_GE(count("//circle[@class='start']"), agents_);
    EXPECT_GE(count("//path[@class='end']"), agents_);
    EXPECT_GE(count("//g[@class='legend']/g/text"), 3u);
    EXPECT_EQ(count("//g[@class='scale-bar']/text"), 1u);

    // Agents that moved have a line, not a dot.
    for (const pugi::xpath_node& agent : xml_.select_nodes("//g[@class='agent']")) {
        double length = 0;
        for (const pugi::xpath_node& polyline : agent.node().select_nodes("polyline")) {
            const auto points = points_of(polyline);
            for (std::size_t i = 1; i < points.size(); ++i)
                length += std::hypot(points[i].first - points[i - 1].first,
                                     points[i].second - points[i - 1].second);
        }
        EXPECT_GT(length, 5) << agent.node().attribute("id").value();
    }
}

INSTANTIATE_TEST_SUITE_P(Behaviours, Picture, ::testing::ValuesIn(behaviours()),
                         [](const auto& scenario) { return scenario.param; });

class PictureOf : public Picture {};

TEST_F(PictureOf, AWorldThatWrapsHasNoLineAcrossIt) {
    ASSERT_NO_FATAL_FAILURE(draw("wander"));
    EXPECT_GT(count("//polyline[@class='trajectory']"), agents_) << "no agent crossed an edge";
    const pugi::xml_node world = xml_.select_node("//rect[@class='bounds']").node();
    const double half = world.attribute("width").as_double() / 2;
    ASSERT_GT(half, 0);
    for (const pugi::xpath_node& polyline : xml_.select_nodes("//polyline[@class='trajectory']")) {
        const auto points = points_of(polyline);
        for (std::size_t i = 1; i < points.size(); ++i)
            EXPECT_LT(std::abs(points[i].first - points[i - 1].first), half);
    }
}

/// The numbers of an animation, a vector for each of its moments.
std::vector<std::vector<double>> values_of(const pugi::xml_node& animation) {
    std::istringstream text(animation.attribute("values").value());
    std::vector<std::vector<double>> values;
    for (std::string one; std::getline(text, one, ';');) {
        for (char& letter : one)
            if (std::isalpha(static_cast<unsigned char>(letter)) != 0) letter = ' ';
        std::istringstream numbers(one);
        values.emplace_back(std::istream_iterator<double>(numbers), std::istream_iterator<double>());
    }
    return values;
}

std::vector<double> times_of(const pugi::xml_node& animation) {
    std::istringstream text(animation.attribute("keyTimes").value());
    std::vector<double> times;
    for (std::string one; std::getline(text, one, ';');) times.push_back(std::stod(one));
    return times;
}

TEST_F(PictureOf, AgentsMoveInALoop) {
    ASSERT_NO_FATAL_FAILURE(draw("avoid_obstacles", pictures::Motion::moving));
    const pugi::xpath_node_set ways =
        xml_.select_nodes("//path[@class='end']/animateTransform[@type='translate']");
    ASSERT_EQ(ways.size(), agents_);
    EXPECT_EQ(count("//circle[@class='start']"), 0u) << "no start is drawn where only some moments are";
    for (const pugi::xpath_node& way : ways) {
        EXPECT_STREQ(way.node().attribute("repeatCount").value(), "indefinite");
        const std::vector<double> times = times_of(way.node());
        EXPECT_EQ(times.size(), values_of(way.node()).size());
        EXPECT_EQ(times.front(), 0);
        EXPECT_EQ(times.back(), 1);
        EXPECT_TRUE(std::ranges::is_sorted(times));
    }
}

TEST_F(PictureOf, WaysOfTheLastSecondsFade) {
    ASSERT_NO_FATAL_FAILURE(draw("avoid_obstacles", pictures::Motion::moving));
    const pugi::xpath_node_set pieces = xml_.select_nodes("//g[@class='trails']/g/animate");
    ASSERT_GT(pieces.size(), 10u);
    double before = -1;
    for (const pugi::xpath_node& piece : pieces) {
        const double begin = std::stod(piece.node().attribute("begin").value());
        EXPECT_GT(begin, before);
        before = begin;
        const std::vector<std::vector<double>> opacities = values_of(piece.node());
        EXPECT_EQ(opacities.front(), std::vector{0.0});
        EXPECT_EQ(opacities.back(), std::vector{0.0});
        EXPECT_TRUE(piece.node().parent().child("path")) << "a piece without a way";
    }
    EXPECT_LT(before, std::stod(pieces[0].node().attribute("dur").value()));
}

TEST_F(PictureOf, AgentsThatLeaveAWorldThatWrapsAreThereAtOnce) {
    ASSERT_NO_FATAL_FAILURE(draw("wander", pictures::Motion::moving));
    const double half = xml_.select_node("//rect[@class='bounds']").node().attribute("width").as_double() / 2;
    std::size_t jumps = 0;
    for (const pugi::xpath_node& way :
         xml_.select_nodes("//path[@class='end']/animateTransform[@type='translate']")) {
        const std::vector<double> times = times_of(way.node());
        const std::vector<std::vector<double>> places = values_of(way.node());
        for (std::size_t i = 1; i < places.size(); ++i) {
            if (std::abs(places[i][0] - places[i - 1][0]) < half) continue;
            ++jumps;
            EXPECT_EQ(times[i], times[i - 1]) << "an agent flies across the world";
        }
    }
    EXPECT_GT(jumps, 0u) << "no agent crossed an edge";
}

/// A line to a target agent follows both, as its own way says.
TEST_F(PictureOf, LinesFollowWhatTheyJoin) {
    ASSERT_NO_FATAL_FAILURE(draw("evade", pictures::Motion::moving));
    const pugi::xpath_node_set lines = xml_.select_nodes("//path[@class='look']/animate[@attributeName='d']");
    const pugi::xpath_node_set ways =
        xml_.select_nodes("//path[@class='end']/animateTransform[@type='translate']");
    ASSERT_EQ(lines.size(), agents_);
    ASSERT_EQ(ways.size(), agents_);
    for (std::size_t i = 0; i < agents_; ++i) {
        const std::vector<std::vector<double>> line = values_of(lines[i].node());
        const std::vector<std::vector<double>> from = values_of(ways[i].node());
        const std::vector<std::vector<double>> to = values_of(ways[(i + 1) % agents_].node());
        for (const auto& [ends, at, other] : {std::tuple(line.front(), from.front(), to.front()),
                                              std::tuple(line.back(), from.back(), to.back())}) {
            ASSERT_EQ(ends.size(), 4u);
            EXPECT_NEAR(ends[0], at[0], 0.11);
            EXPECT_NEAR(ends[1], at[1], 0.11);
            EXPECT_NEAR(ends[2], other[0], 0.11);
            EXPECT_NEAR(ends[3], other[1], 0.11);
        }
    }
}

/// Of seven agents that face a point which they pass; screens have y downwards.
TEST_F(PictureOf, MovingAgentsTurnWithTheirOrientation) {
    ASSERT_NO_FATAL_FAILURE(draw("orient", pictures::Motion::moving));
    EXPECT_EQ(count("//g[@class='legend']/g/text[.='orientation and way of the last 1.5 s']"), 1u);
    const pugi::xpath_node_set turns =
        xml_.select_nodes("//path[@class='end']/animateTransform[@type='rotate']");
    ASSERT_EQ(turns.size(), agents_);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const std::vector<std::vector<double>> degrees = values_of(turns[i].node());
        for (std::size_t frame = 1; frame < degrees.size(); ++frame)
            EXPECT_LE(std::abs(degrees[frame][0] - degrees[frame - 1][0]), 180) << "the long way round";
        EXPECT_EQ(degrees.front()[0], 0);
        const double end = -last_orientations_[i] * 180 / std::numbers::pi;
        EXPECT_NEAR(std::remainder(degrees.back()[0] - end, 360), 0, 0.06);
        EXPECT_GT(std::abs(std::remainder(degrees.back()[0], 360)), 90) << "it walks backwards in the end";
    }
}

/// Colours of text and ground, and nothing that hides the ground, are of the reader's scheme.
TEST_F(PictureOf, DarkSchemesGetADarkGround) {
    ASSERT_NO_FATAL_FAILURE(draw("seek"));
    const std::string_view style = xml_.select_node("//style").node().child_value();
    const std::size_t dark = style.find("@media (prefers-color-scheme:dark)");
    ASSERT_NE(dark, std::string_view::npos);
    for (const char* rule : {"text{fill:", ".page,.start{fill:", ".scale{stroke:"})
        EXPECT_NE(style.find(rule, dark), std::string_view::npos) << rule;
    EXPECT_EQ(count("//rect[@class='page'][@width='100%'][@height='100%']"), 1u);
}

TEST_F(PictureOf, EventsChangeTheGround) {
    ASSERT_NO_FATAL_FAILURE(draw("doors"));
    EXPECT_EQ(count("//g[@opacity]"), 2u) << "the ground before, and its targets";
    EXPECT_EQ(count("//g[@class='legend']/g/text[.='before an event']"), 1u);
    EXPECT_EQ(count("//g[@class='legend']/g/text[.='wall']"), 1u);
}

TEST_F(PictureOf, EventsChangeTheGroundOfAMovingOneAtTheirTime) {
    ASSERT_NO_FATAL_FAILURE(draw("doors", pictures::Motion::moving));
    const pugi::xpath_node_set times = xml_.select_nodes("//g/animate[@attributeName='visibility']");
    ASSERT_EQ(times.size(), 4u);
    EXPECT_STREQ(times[0].node().attribute("keyTimes").value(), "0;0.0000;0.2400");
    EXPECT_STREQ(times[1].node().attribute("keyTimes").value(), "0;0.2400;1.0000");
}

TEST_F(PictureOf, StagesAreExplained) {
    ASSERT_NO_FATAL_FAILURE(draw("approach"));
    EXPECT_GE(count("//path[@class='cone']"), 3u);
    EXPECT_GE(count("//circle[@class='walk']"), 3u);
    ASSERT_NO_FATAL_FAILURE(draw("path_follow_loop"));
    EXPECT_EQ(count("//polyline[@class='path']"), 1u);
    EXPECT_EQ(count("//circle[@class='width']"), 8u + 1u) << "eight nodes and the legend";
    ASSERT_NO_FATAL_FAILURE(draw("portal_follow"));
    EXPECT_EQ(count("//path[@class='look']"), 10u + 1u) << "ten portals and the legend";
    EXPECT_EQ(count("//polyline[@class='path']"), 1u) << "the outline";
    EXPECT_EQ(count("//circle[@class='node']"), 0u);
    ASSERT_NO_FATAL_FAILURE(draw("arrive"));
    EXPECT_EQ(count("//circle[@class='slowing']"), 1u + 1u);
    EXPECT_EQ(count("//path[@class='target']"), 1u + 1u);
}

}  // namespace
}  // namespace wend::test
