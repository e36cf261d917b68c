// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The roofline: the loops of the ceilings, the limits of a kernel, the picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "bench/ceilings/ceiling_loops.hpp"
#include "support/isas.hpp"
#include "tools/count/step_counter.hpp"
#include "tools/report/report_tables.hpp"
#include "tools/report/result_json.hpp"

namespace wend::test {
namespace {

using bench::Ceilings;
using bench::Level;
using count::count_steps;
using count::Counts;
using report::Resource;
using report::RooflinePoint;

class CeilingLoops : public ::testing::TestWithParam<Isa> {
  protected:
    void SetUp() override {
        if (!count::can_count()) GTEST_SKIP() << "the trap flag does not trap here";
        if (bench::ceiling_loops(GetParam()) == nullptr) GTEST_SKIP() << "no loops of this instruction set";
    }
};

/// Expects the counts of ten more iterations, per instruction of the loop.
void expect_arithmetic(const bench::ComputeLoop& loop, std::uint64_t operations, std::uint64_t divisions,
                       std::uint64_t roots) {
    if (loop.instructions == 0) return;
    std::uint64_t iterations = 10;
    const std::function<void()> run = [&] { loop.run(iterations); };
    const Counts few = count_steps(run);
    iterations = 20;
    const Counts more = count_steps(run);
    const std::uint64_t instructions = 10 * loop.instructions;
    EXPECT_EQ(more.vector_arithmetic - few.vector_arithmetic, instructions);
    EXPECT_EQ(more.operations - few.operations, instructions * operations);
    EXPECT_EQ(more.divisions - few.divisions, instructions * divisions);
    EXPECT_EQ(more.roots - few.roots, instructions * roots);
}

TEST_P(CeilingLoops, ExecuteTheOperationsOfTheirNames) {
    const bench::CeilingLoops& loops = *bench::ceiling_loops(GetParam());
    EXPECT_EQ(loops.lanes, lane_count(GetParam()));
    expect_arithmetic(loops.fused, 2 * loops.lanes, 0, 0);
    expect_arithmetic(loops.sums, loops.lanes, 0, 0);
    expect_arithmetic(loops.divides, loops.lanes, loops.lanes, 0);
    expect_arithmetic(loops.roots, loops.lanes, 0, loops.lanes);
    EXPECT_EQ(loops.mixed.instructions % 4, 0u);
}

TEST_P(CeilingLoops, MoveTheBytesOfTheirNames) {
    const bench::CeilingLoops& loops = *bench::ceiling_loops(GetParam());
    constexpr std::size_t floats = 256;
    std::vector<float> a(2 * floats);
    const std::vector<float> b(2 * floats, 2);
    const std::vector<float> c(2 * floats, 1);
    for (const bool triad : {false, true}) {
        std::size_t size = floats;
        const std::function<void()> run = [&] {
            (triad ? loops.triad : loops.copy)(a.data(), b.data(), c.data(), size);
        };
        run();
        const Counts few = count_steps(run);
        size = 2 * floats;
        const Counts more = count_steps(run);
        EXPECT_EQ(more.bytes_loaded - few.bytes_loaded, (triad ? 8 : 4) * floats);
        EXPECT_EQ(more.bytes_stored - few.bytes_stored, 4 * floats);
        EXPECT_EQ(a.back(), triad ? 5.0f : 2.0f);
    }
}

INSTANTIATE_TEST_SUITE_P(EachIsa, CeilingLoops, each_isa(), isa_name);

const bench::CacheSizes caches{{32'768, 1'048'576, 33'554'432}};

/// Every ceiling is 1e9 a second, so that a count equals its nanoseconds.
Ceilings even_ceilings() {
    Ceilings ceilings;
    ceilings.isa = Isa::sse2;
    ceilings.fused = 2e9;
    ceilings.sums = ceilings.mixed = ceilings.divisions = ceilings.roots = 1e9;
    ceilings.bandwidth = {1e9, 1e9, 1e9, 1e9};
    return ceilings;
}

RooflinePoint point_with(const Counts& counts, std::size_t agents) {
    const bench::Registry registry;
    RooflinePoint point;
    point.which = registry.make_case(bench::KernelId::seek, Isa::sse2, agents, 1, 8);
    point.counted_agents = 10;
    point.counts = counts;
    point.measured = 20;
    report::fill_least(point, even_ceilings(), caches);
    return point;
}

TEST(Roofline, EachResourceHasATime) {
    const RooflinePoint point = point_with({.operations = 800,
                                            .double_operations = 80,
                                            .divisions = 160,
                                            .roots = 80,
                                            .bytes_loaded = 320,
                                            .bytes_stored = 80,
                                            .vector_arithmetic = 720},
                                           8'192);
    EXPECT_DOUBLE_EQ(point.least[static_cast<std::size_t>(Resource::compute)], 8);
    EXPECT_DOUBLE_EQ(point.least[static_cast<std::size_t>(Resource::issue)], 9);
    EXPECT_DOUBLE_EQ(point.least[static_cast<std::size_t>(Resource::divider)], 3);
    EXPECT_DOUBLE_EQ(point.least[static_cast<std::size_t>(Resource::l1)], 5);
    EXPECT_DOUBLE_EQ(point.least[static_cast<std::size_t>(Resource::streams)], 5);  // 40 bytes in 8 ticks
    EXPECT_EQ(point.binding(), Resource::issue);
    EXPECT_DOUBLE_EQ(point.attained(), 9.0 / 20);
    EXPECT_DOUBLE_EQ(point.operations(), 10);
    EXPECT_DOUBLE_EQ(point.intensity(), 2);
    EXPECT_DOUBLE_EQ(point.gigaflops(), 0.5);
}

TEST(Roofline, StreamsComeFromTheLevelThatHoldsThem) {
    EXPECT_EQ(caches.level_of(30'000), Level::l1);
    EXPECT_EQ(caches.level_of(40'000), Level::l2);
    EXPECT_EQ(caches.level_of(2e6), Level::l3);
    EXPECT_EQ(caches.level_of(1e8), Level::memory);
    const RooflinePoint far = point_with({.operations = 8}, 4'194'304);
    EXPECT_EQ(report::name_of(far.binding(), far.streams_level), "memory");
}

TEST(Roofline, ThePictureShowsEveryPointAndRoof) {
    report::Roofline roofline;
    roofline.caches = caches;
    roofline.ceilings = {even_ceilings()};
    roofline.points = {point_with({.operations = 800, .bytes_loaded = 320}, 8'192),
                       point_with({.operations = 80, .bytes_loaded = 320}, 4'194'304)};
    const std::string picture = report::picture_of(roofline);
    pugi::xml_document page;
    ASSERT_TRUE(page.load_string(picture.c_str()));
    EXPECT_EQ(page.select_nodes("//circle").size(), 2u);
    for (const char* part : {"sse2", "fused 2", "add, multiply 1", "L1 1 GB/s", "memory 1 GB/s",
                             "<title>seek+locomotion/sse2/agents:4194304/threads:1"})
        EXPECT_NE(picture.find(part), std::string::npos) << part;
    EXPECT_EQ(picture.find("nan"), std::string::npos);
    EXPECT_EQ(picture.find("inf"), std::string::npos);
}

/// A rectangle about a text, as wide as Chromium draws it with the font size of the page.
struct TextBox {
    double left, top, right, bottom;

    explicit TextBox(const pugi::xml_node& text) {
        const double size = text.attribute("font-size").as_double(12);
        const double width = 0.56 * size * static_cast<double>(std::string(text.text().get()).size());
        const std::string anchor = text.attribute("text-anchor").value();
        left = text.attribute("x").as_double() - (anchor == "end"      ? width
                                                  : anchor == "middle" ? width / 2
                                                                       : 0);
        right = left + width;
        bottom = text.attribute("y").as_double();
        top = bottom - 0.72 * size;
    }
    [[nodiscard]] bool has(double x, double y, double around = 0) const {
        return x > left - around && x < right + around && y > top - around && y < bottom + around;
    }
    [[nodiscard]] bool overlaps(const TextBox& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
};

TEST(Roofline, NumbersCoverNothing) {
    report::Roofline roofline;
    roofline.caches = caches;
    Ceilings ceilings = even_ceilings();
    ceilings.fused = 80e9;
    ceilings.sums = 40e9;
    ceilings.bandwidth = {200e9, 110e9, 60e9, 12e9};
    roofline.ceilings = {ceilings};
    for (std::uint64_t i = 0; i < 26; ++i) {  // close to the slopes, and some to each other
        RooflinePoint& point = roofline.points.emplace_back(
            point_with({.operations = 8'000, .bytes_loaded = 30'000 - 1'000 * i}, 8'192));
        const double slope = ceilings.bandwidth[i % 4] / 1e9 * point.intensity();
        point.measured = point.operations() / std::min(0.93 * slope, 35.0);
    }
    pugi::xml_document page;
    ASSERT_TRUE(page.load_string(report::picture_of(roofline).c_str()));
    std::vector<TextBox> numbers, names;
    for (const auto& text : page.select_nodes("//text[@class='number']")) numbers.emplace_back(text.node());
    for (const auto& text : page.select_nodes("//text[@class and @class!='number']"))
        names.emplace_back(text.node());
    ASSERT_EQ(numbers.size(), roofline.points.size());
    ASSERT_EQ(names.size(), 6u) << "two roofs and four levels";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(numbers[i].overlaps(numbers[k])) << i << " " << k;
        for (const TextBox& name : names) EXPECT_FALSE(numbers[i].overlaps(name)) << i;
        for (const auto& point : page.select_nodes("//circle"))
            EXPECT_FALSE(numbers[i].has(point.node().attribute("cx").as_double(),
                                        point.node().attribute("cy").as_double(), 2))
                << i;
        for (const auto& path : page.select_nodes("//path[starts-with(@class, 'level-')]")) {
            double x = 0, y = 0, end_x = 0, end_y = 0;
            ASSERT_EQ(
                std::sscanf(path.node().attribute("d").value(), "M%lf %lfL%lf %lf", &x, &y, &end_x, &end_y),
                4);
            for (double part = 0; part <= 1; part += 1.0 / 512)
                EXPECT_FALSE(numbers[i].has(x + part * (end_x - x), y + part * (end_y - y)))
                    << i << " on " << path.node().attribute("class").value();
        }
    }
}

TEST(Roofline, ATableHasEachResource) {
    report::Roofline roofline;
    roofline.points = {point_with({.operations = 800, .bytes_loaded = 320}, 8'192)};
    const support::Table table = report::roofline_table(roofline);
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.rows[0].size(), table.columns.size());
    const std::string text = support::text_of(table);
    EXPECT_NE(text.find("compute"), std::string::npos) << text;
    EXPECT_NE(text.find("50 %"), std::string::npos) << text;
}

TEST(Roofline, MarksWhatCannotBe) {
    report::Roofline roofline;
    roofline.caches = caches;
    roofline.points = {point_with({.operations = 800, .bytes_loaded = 320}, 8'192)};
    Ceilings wider = even_ceilings();
    wider.bandwidth[2] = 0.9e9;
    roofline.take({even_ceilings(), wider}, Isa::sse2);
    EXPECT_TRUE(roofline.is_doubtful());
    EXPECT_EQ(report::ceiling_table(roofline).rows[1][8].text, "0.9 ?");
    EXPECT_EQ(report::ceiling_table(roofline).rows[1][7].text, "1.0");
    roofline.take({even_ceilings(), even_ceilings()}, Isa::sse2);
    EXPECT_FALSE(roofline.is_doubtful()) << "the higher one counts";
    roofline.points[0].measured = 5;
    EXPECT_TRUE(roofline.is_doubtful());
    EXPECT_NE(support::text_of(report::roofline_table(roofline)).find("200 % ?"), std::string::npos);
}

TEST(Roofline, TheJsonHasCeilingsAndKernels) {
    report::Roofline roofline;
    roofline.caches = caches;
    roofline.ceilings = {even_ceilings()};
    roofline.points = {point_with({.operations = 800, .bytes_loaded = 320}, 8'192)};
    const nlohmann::json json = nlohmann::json::parse(report::result_json({}, &roofline))["wend"]["roofline"];
    EXPECT_EQ(json["ceilings"][0]["isa"], "sse2");
    EXPECT_EQ(json["ceilings"][0]["bytes_per_second"]["L3"], 1e9);
    EXPECT_EQ(json["kernels"][0]["bound_by"], "compute");
    EXPECT_EQ(json["kernels"][0]["counts"]["operations"], 800);
}

TEST(Roofline, MeasuredCeilingsAreThere) {
    const std::vector<Ceilings> ceilings = bench::measure_ceilings(1, {.rounds = 1}, [](std::size_t) {});
    for (const Ceilings& one : ceilings) {
        EXPECT_GT(one.sums, 0);
        EXPECT_GT(one.divisions, 0);
        for (const double bandwidth : one.bandwidth) EXPECT_GT(bandwidth, 0);
    }
}

}  // namespace
}  // namespace wend::test
