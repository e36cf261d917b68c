// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "wend/wend.hpp"

namespace {

using wend::Point;
using Curve = std::function<Point(double)>;  // one segment, over [0, 1]

Point mix(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }
double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

double distance_to_segment(Point p, Point a, Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double t = square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
    return distance(p, mix(a, b, t));
}

double distance_to_polyline(Point p, const std::vector<Point>& line) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        least = std::min(least, distance_to_segment(p, line[i], line[i + 1]));
    return least;
}

double length_of(const std::vector<Point>& line) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) sum += distance(line[i], line[i + 1]);
    return sum;
}

std::vector<Point> sampled(const std::vector<Curve>& curve, int per_segment) {
    std::vector<Point> points{curve.front()(0)};
    for (const Curve& segment : curve)
        for (int i = 1; i <= per_segment; ++i)
            points.push_back(segment(static_cast<double>(i) / per_segment));
    return points;
}

// Barry and Goldman's pyramid, independent of the library's conversion to Bezier control points.
Curve catmull_rom(Point a, Point b, Point c, Point d, double alpha) {
    const double t1 = std::pow(distance(a, b), alpha);
    const double t2 = t1 + std::pow(distance(b, c), alpha);
    const double t3 = t2 + std::pow(distance(c, d), alpha);
    return [=](double u) {
        const double t = t1 + (t2 - t1) * u;
        const Point p = mix(a, b, t / t1), q = mix(b, c, (t - t1) / (t2 - t1)),
                    r = mix(c, d, (t - t2) / (t3 - t2));
        return mix(mix(p, q, t / t2), mix(q, r, (t - t1) / (t3 - t1)), (t - t1) / (t2 - t1));
    };
}

std::vector<Curve> catmull_rom(const std::vector<Point>& p, bool closed, double alpha) {
    const std::size_t n = p.size();
    std::vector<Curve> curves;
    for (std::size_t i = 0; i + (closed ? 0 : 1) < n; ++i) {
        const Point b = p[i], c = p[(i + 1) % n];
        const Point before = closed || i > 0 ? p[(i + n - 1) % n] : mix(b, c, -1);
        const Point after = closed || i + 2 < n ? p[(i + 2) % n] : mix(c, b, -1);
        curves.push_back(catmull_rom(before, b, c, after, alpha));
    }
    return curves;
}

Curve bezier(std::vector<Point> control) {
    return [=](double t) {
        std::vector<Point> p = control;
        for (std::size_t n = p.size() - 1; n > 0; --n)
            for (std::size_t i = 0; i < n; ++i) p[i] = mix(p[i], p[i + 1], t);
        return p[0];
    };
}

std::vector<Curve> beziers(const std::vector<Point>& p, std::size_t degree) {
    std::vector<Curve> curves;
    for (std::size_t i = 0; i + 1 < p.size(); i += degree) {
        std::vector<Point> control;
        for (std::size_t k = 0; k <= degree; ++k) control.push_back(p[(i + k) % p.size()]);
        curves.push_back(bezier(control));
    }
    return curves;
}

// Points with the legs and turns of a road: bends, no reversals.
std::vector<Point> road(std::uint32_t seed, int count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<Point> points;
    Point at{};
    double heading = 0;
    for (int i = 0; i < count; ++i) {
        points.push_back(at);
        heading += (unit(random) - 0.5) * 2.0;
        const double leg = 20 + 60 * unit(random);
        at = {at.x + leg * std::cos(heading), at.y + leg * std::sin(heading)};
    }
    return points;
}

std::vector<Point> scattered(std::uint32_t seed, int count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-100, 100);
    std::vector<Point> points;
    for (int i = 0; i < count; ++i) points.push_back({unit(random), unit(random)});
    return points;
}

// In both directions: samples of the curve to the polyline, its points and midpoints to the samples.
void expect_within(const std::vector<Curve>& curve, std::vector<Point> line, bool closed, double tolerance) {
    if (closed) line.push_back(line.front());
    const std::vector<Point> samples = sampled(curve, 400);
    double spacing = 0;
    for (std::size_t i = 0; i + 1 < samples.size(); ++i)
        spacing = std::max(spacing, distance(samples[i], samples[i + 1]));
    double farthest = 0;
    for (const Point p : samples) farthest = std::max(farthest, distance_to_polyline(p, line));
    EXPECT_LE(farthest, tolerance * (1 + 1e-9));
    farthest = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        for (const double t : {0.0, 0.5})
            farthest = std::max(farthest, distance_to_polyline(mix(line[i], line[i + 1], t), samples));
    EXPECT_LE(farthest, tolerance + spacing * 0.05);
}

double sharpest_corner(const std::vector<Point>& line) {
    double sharpest = 0;
    for (std::size_t i = 0; i + 2 < line.size(); ++i) {
        const double ax = line[i + 1].x - line[i].x, ay = line[i + 1].y - line[i].y;
        const double bx = line[i + 2].x - line[i + 1].x, by = line[i + 2].y - line[i + 1].y;
        sharpest = std::max(sharpest, std::fabs(std::atan2(ax * by - ay * bx, ax * bx + ay * by)));
    }
    return sharpest;
}

bool same_bits(const std::vector<Point>& a, const std::vector<Point>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Point)) == 0;
}

// The largest deviation of |p(t + dt) - p(t)| / dt from the speed of an agent on the polyline, for steps of
// that length.
double speed_deviation(const std::vector<Point>& line, double step) {
    wend::PathSetBuilder builder;
    const wend::PathSet paths = *builder.add(line).build();
    const auto program =
        wend::Program::build({wend::WaypointAdvance{.paths = paths, .speed = static_cast<float>(step)}});
    std::vector<std::int32_t> path{0};
    std::vector<std::uint32_t> segment{0};
    std::vector<double> into{0};
    std::vector<float> x{static_cast<float>(line[0].x)}, y{static_cast<float>(line[0].y)};
    wend::AgentView agents;
    agents.bind<wend::Stream::path>(path)
        .bind<wend::Stream::segment>(segment)
        .bind<wend::Stream::segment_distance>(into);
    agents.bind<wend::Stream::position_x>(x).bind<wend::Stream::position_y>(y);
    const double length = paths.length(0, wend::PathMode::once);
    double worst = 0;
    Point last{static_cast<double>(x[0]), static_cast<double>(y[0])};
    for (std::uint64_t tick = 0; static_cast<double>(tick + 1) * step < length; ++tick) {
        const wend::Result result = wend::run(*program, agents, {.dt = 1, .first_tick = tick});
        EXPECT_TRUE(result.status.ok()) << wend::message(result.status);
        EXPECT_EQ(result.faults, 0u);
        const Point now{static_cast<double>(x[0]), static_cast<double>(y[0])};
        worst = std::max(worst,
                         std::fabs(distance(now, last) / static_cast<double>(static_cast<float>(step)) - 1));
        last = now;
    }
    return worst;
}

TEST(Curve, CatmullRomStaysWithinTheTolerance) {
    for (const double alpha : {0.0, 0.3, 0.5, 1.0})
        for (const bool closed : {false, true})
            for (const double tolerance : {10.0, 0.5, 0.01}) {
                const std::vector<Point> points = scattered(3, 8);
                const auto line = wend::flatten(wend::CatmullRom{points, closed, alpha}, tolerance);
                ASSERT_TRUE(line.ok());
                SCOPED_TRACE(testing::Message()
                             << "alpha " << alpha << " closed " << closed << " tolerance " << tolerance);
                expect_within(catmull_rom(points, closed, alpha), *line, closed, tolerance);
            }
}

TEST(Curve, BeziersStayWithinTheTolerance) {
    for (const bool closed : {false, true})
        for (const double tolerance : {10.0, 0.5, 0.01}) {
            SCOPED_TRACE(testing::Message() << "closed " << closed << " tolerance " << tolerance);
            const std::vector<Point> quadratic = scattered(4, closed ? 8 : 9);
            const auto a = wend::flatten(wend::QuadraticBeziers{quadratic, closed}, tolerance);
            ASSERT_TRUE(a.ok());
            expect_within(beziers(quadratic, 2), *a, closed, tolerance);
            const std::vector<Point> cubic = scattered(5, closed ? 12 : 13);
            const auto b = wend::flatten(wend::CubicBeziers{cubic, closed}, tolerance);
            ASSERT_TRUE(b.ok());
            expect_within(beziers(cubic, 3), *b, closed, tolerance);
        }
}

TEST(Curve, KeepsOnCurvePointsExactlyAndInOrder) {
    const std::vector<Point> points = scattered(6, 20);
    for (const bool closed : {false, true}) {
        const auto line = wend::flatten(wend::CatmullRom{points, closed}, 0.1);
        auto from = line->begin();
        for (const Point p : points) {
            from = std::find_if(from, line->end(), [&](Point q) { return p.x == q.x && p.y == q.y; });
            ASSERT_NE(from, line->end());
        }
        EXPECT_EQ(closed, distance(line->back(), points.back()) > 0)
            << "a closed curve continues to the first point";
    }
}

TEST(Curve, SpeedOverGroundIsConstantWithinAThousandth) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        const std::vector<Point> points = road(seed, 12);
        const auto line = wend::flatten(wend::CatmullRom{points}, 0.05);
        // A chord on the curve is shorter than its arc by (step / radius)^2 / 24, so that steps must be
        // short; much shorter ones would show the rounding of floats.
        for (const double step : {0.11, 0.25, 0.5})
            EXPECT_LT(speed_deviation(*line, step), 1e-3) << "seed " << seed << ", step " << step;
        EXPECT_GT(speed_deviation(points, 0.5), 1e-3) << "the control points alone do not suffice";
    }
}

TEST(Curve, ArcsAreAsLongAsTheirChordsAndCornersAreSlight) {
    for (const double alpha : {0.0, 0.5, 1.0})
        for (std::uint32_t seed = 1; seed <= 40; ++seed) {
            const std::vector<Point> points = road(seed, 12);
            const auto line = wend::flatten(wend::CatmullRom{points, false, alpha}, 0.05);
            const double curve = length_of(sampled(catmull_rom(points, false, alpha), 4000));
            EXPECT_NEAR(length_of(*line) / curve, 1, 2e-4);
            EXPECT_LT(sharpest_corner(*line), 0.0894) << "cos(corner / 2) would be below 0.999";
        }
}

TEST(Curve, DistanceAlongThePolylineIsDistanceAlongTheCurve) {
    const std::vector<Point> points = road(9, 12);
    const auto line = wend::flatten(wend::CatmullRom{points}, 0.05);
    const std::vector<Point> samples = sampled(catmull_rom(points, false, 0.5), 20000);
    std::size_t at = 0;
    for (std::size_t i = 0; i + 1 < line->size(); ++i) {
        const std::size_t begin = at;
        double arc = 0;
        while (at + 1 < samples.size() &&
               distance(samples[at + 1], (*line)[i + 1]) < distance(samples[at], (*line)[i + 1]))
            arc += distance(samples[at], samples[at + 1]), ++at;
        // Samples are up to 0.004 apart, and half of that may be missing at either end.
        EXPECT_NEAR(arc, distance((*line)[i], (*line)[i + 1]), 0.0045 + 1e-3 * arc)
            << "from sample " << begin;
    }
    EXPECT_EQ(at + 1, samples.size());
}

TEST(Curve, SpacingIsEqualOnACircleAndRespectsUnevenParameters) {
    const double k = 4.0 / 3.0 * (std::numbers::sqrt2 - 1) * 100;
    const std::vector<Point> circle{{100, 0},  {100, k},   {k, 100},   {0, 100},  {-k, 100}, {-100, k},
                                    {-100, 0}, {-100, -k}, {-k, -100}, {0, -100}, {k, -100}, {100, -k}};
    auto line = *wend::flatten(wend::CubicBeziers{circle, true}, 0.1);
    ASSERT_GT(line.size(), 80u);
    EXPECT_LT(line.size(), 160u);
    line.push_back(line.front());
    double least = 1e9, greatest = 0;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        least = std::min(least, distance(line[i], line[i + 1]));
        greatest = std::max(greatest, distance(line[i], line[i + 1]));
    }
    EXPECT_LT(greatest / least, 1.0005);

    // Nearly a circular arc, with a parameter speed that grows thirtyfold.
    const std::vector<Point> uneven{{0, 0}, {1, 0}, {30, 1}, {100, 40}};
    const auto curve = *wend::flatten(wend::CubicBeziers{uneven}, 1e-4);
    std::size_t equal = 0;
    for (std::size_t i = 0; i + 2 < curve.size(); ++i) {
        const double ratio = distance(curve[i + 1], curve[i + 2]) / distance(curve[i], curve[i + 1]);
        equal += std::fabs(ratio - 1) < 1e-4;
    }
    EXPECT_GT(equal, curve.size() * 9 / 10) << "equal except between stretches";
}

TEST(Curve, StraightLinesNeedNoPoints) {
    const std::vector<Point> line{{0, 0}, {10, 0}, {30, 0}, {31, 0}};
    EXPECT_EQ(wend::flatten(wend::CatmullRom{line}, 0.01)->size(), 4u);
    const std::vector<Point> two{{1, 2}, {5, -3}};
    EXPECT_TRUE(same_bits(*wend::flatten(wend::CatmullRom{two}, 0.01), two));
    const std::vector<Point> one{{1, 2}};
    EXPECT_TRUE(same_bits(*wend::flatten(wend::CatmullRom{one}, 0.01), one));
    EXPECT_TRUE(same_bits(*wend::flatten(wend::QuadraticBeziers{one}, 0.01), one));
    EXPECT_TRUE(same_bits(*wend::flatten(wend::CubicBeziers{one}, 0.01), one));
}

TEST(Curve, RepeatedPointsCountOnce) {
    const std::vector<Point> points{{0, 0}, {10, 5}, {20, -5}, {35, 0}};
    const std::vector<Point> repeated{{0, 0}, {0, 0}, {10, 5}, {10, 5}, {10, 5}, {20, -5}, {35, 0}, {35, 0}};
    const std::vector<Point> ring{{0, 0}, {10, 5}, {20, -5}, {35, 0}, {0, 0}};
    for (const double alpha : {0.0, 0.5, 1.0}) {
        EXPECT_TRUE(same_bits(*wend::flatten(wend::CatmullRom{points, false, alpha}, 0.1),
                              *wend::flatten(wend::CatmullRom{repeated, false, alpha}, 0.1)));
        EXPECT_TRUE(same_bits(*wend::flatten(wend::CatmullRom{points, true, alpha}, 0.1),
                              *wend::flatten(wend::CatmullRom{ring, true, alpha}, 0.1)));
    }
    const std::vector<Point> same(7, Point{3, 4});
    EXPECT_EQ(wend::flatten(wend::CatmullRom{same, true}, 0.1)->size(), 1u);
    EXPECT_EQ(wend::flatten(wend::QuadraticBeziers{same}, 0.1)->size(), 1u);
    EXPECT_EQ(wend::flatten(wend::CubicBeziers{same}, 0.1)->size(), 1u);
}

TEST(Curve, NearlyEqualAndFarPointsGiveNumbers) {
    for (const double alpha : {0.0, 0.5, 1.0})
        for (const double gap : {1e-300, 1e-17, 1e-9, 1e-3})
            for (const double size : {1.0, 1e9, 9e17}) {
                const std::vector<Point> points{{-size, 0}, {0, 0}, {gap, gap}, {size, size}};
                for (const bool closed : {false, true}) {
                    const auto line = wend::flatten(wend::CatmullRom{points, closed, alpha}, size * 1e-4);
                    ASSERT_TRUE(line.ok())
                        << "alpha " << alpha << " gap " << gap << " size " << size << " closed " << closed;
                    for (const Point p : *line) ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
                    EXPECT_LT(line->size(), 5000u);
                }
            }
}

TEST(Curve, CuspsLoopsAndCornersStayCheap) {
    const std::vector<std::vector<Point>> curves{
        {{0, 0}, {100, 100}, {0, 100}, {100, 0}},    // a cusp
        {{0, 0}, {150, 100}, {-50, 100}, {100, 0}},  // a loop
        {{0, 0}, {100, 0}, {-50, 0}, {50, 0}},       // there and back on a line
        {{0, 0}, {0, 0}, {100, 100}, {100, 0}},      // no speed at the start
        {{0, 0}, {100, 100}, {0, 0}, {0, 0}},        // ends at its start
        {{0, 0}, {100, 1e-9}, {0, 2e-9}, {100, 0}},  // nearly there and back
    };
    for (const auto& points : curves)
        for (const double tolerance : {1.0, 0.01, 1e-6}) {
            const auto line = wend::flatten(wend::CubicBeziers{points}, tolerance);
            ASSERT_TRUE(line.ok());
            EXPECT_LT(line->size(), 40 + 200 / std::sqrt(tolerance))
                << "controls (" << points[1].x << ", " << points[1].y << "), (" << points[2].x << ", "
                << points[2].y << "), tolerance " << tolerance;
            SCOPED_TRACE(testing::Message()
                         << "controls (" << points[1].x << ", " << points[1].y << "), (" << points[2].x
                         << ", " << points[2].y << "), tolerance " << tolerance);
            if (tolerance >= 0.01) expect_within(beziers(points, 3), *line, false, tolerance);
        }
}

TEST(Curve, IsTheSameInEveryRoundingMode) {
    const std::vector<Point> points = scattered(7, 12);
    const auto line = wend::flatten(wend::CatmullRom{points, true, 0.7}, 0.01);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
        const auto other = wend::flatten(wend::CatmullRom{points, true, 0.7}, 0.01);
        const int left = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(left, mode);
        EXPECT_TRUE(same_bits(*line, *other));
    }
}

template <class C>
void expect_refused(const C& curve, double tolerance, wend::Code code, std::string_view subject,
                    std::uint64_t point = 0) {
    const auto line = wend::flatten(curve, tolerance);
    ASSERT_FALSE(line.ok());
    EXPECT_EQ(line.status().code, code) << wend::message(line.status());
    EXPECT_EQ(line.status().subject, subject);
    EXPECT_EQ(line.status().sub_index, point);
}

TEST(Curve, RefusesBadInput) {
    using wend::Code;
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    const std::vector<Point> good = scattered(8, 7);
    expect_refused(wend::CatmullRom{}, 1, Code::empty_path, "curve");
    expect_refused(wend::QuadraticBeziers{}, 1, Code::empty_path, "curve");
    expect_refused(wend::CubicBeziers{}, 1, Code::empty_path, "curve");
    for (const double tolerance : {0.0, -1.0, nan, infinity, 1e-19, 1.1e18})
        expect_refused(wend::CatmullRom{good}, tolerance, Code::parameter_out_of_range, "tolerance");
    for (const double alpha : {-0.1, 1.1, nan})
        expect_refused(wend::CatmullRom{good, false, alpha}, 1, Code::parameter_out_of_range, "alpha");
    for (const double value : {nan, infinity, -infinity, 1.1e18}) {
        std::vector<Point> bad = good;
        bad[5].y = value;
        expect_refused(wend::CatmullRom{bad}, 1, Code::bad_point, "curve", 5);
        expect_refused(wend::QuadraticBeziers{bad}, 1, Code::bad_point, "curve", 5);
        expect_refused(wend::CubicBeziers{bad}, 1, Code::bad_point, "curve", 5);
    }
    expect_refused(wend::QuadraticBeziers{good, true}, 1, Code::bad_point_count, "points");
    expect_refused(wend::CubicBeziers{good, true}, 1, Code::bad_point_count, "points");
    const std::vector<Point> six(good.begin(), good.begin() + 6);
    expect_refused(wend::QuadraticBeziers{six}, 1, Code::bad_point_count, "points");
    expect_refused(wend::CubicBeziers{six}, 1, Code::bad_point_count, "points");
    expect_refused(wend::CatmullRom{good}, 1e-15, Code::too_many_points, "tolerance");
    const std::vector<Point> many(wend::max_curve_points + 1);
    expect_refused(wend::CatmullRom{many}, 1, Code::parameter_out_of_range, "points");
}

}  // namespace
