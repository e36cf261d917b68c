// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "float_environment.hpp"
#include "out_of_range.hpp"
#include "stage/contract.hpp"

/// kernels/docs/curves.md has the derivations. Only correctly rounded operations (no pow, hypot or atan2), so
/// that a path is the same everywhere.
namespace wend {
namespace {

/// Turn between neighbouring points at the tightest place of a stretch, radians.
constexpr double spacing_turn = 0.06;
/// The largest turn of a leaf of the subdivision: a third of the spacing's turn, so that the curvature at its
/// ends represents the whole leaf.
constexpr double leaf_turn = 0.02;
/// The largest ratio of the leaves' spacings within a stretch, whose points are equally spaced. For random
/// points 2 needs 53 points a segment, 4 needs 68 and 8 needs 92.
constexpr double stretch_ratio = 2;
/// The least spacing, in tolerances: a curve that needs a smaller one has a corner there.
constexpr double smallest_spacing = 1.0 / 64;
/// Halvings of the parameter: about the digits of a double.
constexpr int max_depth = 50;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }

double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
double length(Point a) { return std::sqrt(dot(a, a)); }
Point middle(Point a, Point b) { return (a + b) * 0.5; }

struct Cubic {
    Point p[4];
};

struct Halves {
    Cubic left, right;
};

/// De Casteljau.
Halves halve(const Cubic& c) {
    const Point a = middle(c.p[0], c.p[1]);
    const Point b = middle(c.p[1], c.p[2]);
    const Point d = middle(c.p[2], c.p[3]);
    const Point ab = middle(a, b);
    const Point bd = middle(b, d);
    const Point on = middle(ab, bd);
    return {{{c.p[0], a, ab, on}}, {{on, bd, d, c.p[3]}}};
}

Point at(const Cubic& c, double t) {
    const double u = 1 - t;
    return c.p[0] * (u * u * u) + c.p[1] * (3 * u * u * t) + c.p[2] * (3 * u * t * t) + c.p[3] * (t * t * t);
}

double speed(const Cubic& c, double t) {
    const double u = 1 - t;
    return 3 * length((c.p[1] - c.p[0]) * (u * u) + (c.p[2] - c.p[1]) * (2 * u * t) +
                      (c.p[3] - c.p[2]) * (t * t));
}

/// Length of the arc from 0 to t: Gauss and Legendre, five points.
double arc_length(const Cubic& c, double t) {
    constexpr double node[2] = {0.53846931010568309, 0.90617984593866399};
    constexpr double weight[3] = {0.56888888888888889, 0.47862867049936647, 0.23692688505618909};
    const double half = 0.5 * t;
    double sum = weight[0] * speed(c, half);
    for (int i = 0; i < 2; ++i)
        sum += weight[i + 1] * (speed(c, half - half * node[i]) + speed(c, half + half * node[i]));
    return half * sum;
}

/// The angle between a and b: its sine below a right angle (relevant angles are small), otherwise pi.
double turn(Point a, Point b) {
    const double product = length(a) * length(b);
    if (product == 0) return 0;
    return dot(a, b) > 0 ? std::fabs(cross(a, b)) / product : static_cast<double>(detail::pi_f);
}

/// The sum of the control polygon's turns, an upper bound of the curve's. Legs of length 0 have no direction.
double polygon_turn(const Cubic& c) {
    double sum = 0;
    Point last{};
    for (int i = 0; i < 3; ++i) {
        const Point leg = c.p[i + 1] - c.p[i];
        if (leg == Point{}) continue;
        sum += turn(last, leg);
        last = leg;
    }
    return sum;
}

double polygon_length(const Cubic& c) {
    return length(c.p[1] - c.p[0]) + length(c.p[2] - c.p[1]) + length(c.p[3] - c.p[2]);
}

/// Whether the direction jumps where b follows a: a cusp that a halving happened to hit.
bool is_corner(const Cubic& a, const Cubic& b) {
    Point in{}, out{};
    for (int i = 0; i < 3; ++i) {
        if (const Point leg = a.p[i + 1] - a.p[i]; !(leg == Point{})) in = leg;
        if (const Point leg = b.p[3 - i] - b.p[2 - i]; !(leg == Point{})) out = leg;
    }
    return turn(in, out) > leaf_turn;
}

/// The curvature at the end where the control leg `first` begins.
double end_curvature(Point first, Point second) {
    const double l = length(first);
    const double area = std::fabs(cross(first, second));
    if (area == 0) return 0;
    return l == 0 ? std::numeric_limits<double>::infinity() : 2.0 / 3.0 * area / l / l / l;
}

/// A piece of the curve that turns by leaf_turn at most.
struct Leaf {
    Cubic curve;
    double arc;
    double spacing;  ///< of points, by its curvature
};

class Flattener {
  public:
    explicit Flattener(double tolerance) : tolerance_(tolerance), floor_(tolerance * smallest_spacing) {}

    void begin(Point point) { points_.push_back(point); }

    /// Appends the curve's points, without its first.
    [[nodiscard]] bool append(const Cubic& curve) {
        leaves_.clear();
        divide(curve, 0);
        for (std::size_t first = 0; first < leaves_.size();) {
            const std::size_t end = stretch_end(first);
            if (!append_stretch(first, end)) return false;
            first = end;
        }
        return true;
    }

    [[nodiscard]] std::vector<Point>& points() { return points_; }

  private:
    void divide(const Cubic& curve, int depth) {
        const double turned = polygon_turn(curve);
        if (turned > leaf_turn && polygon_length(curve) > floor_ && depth < max_depth) {
            const Halves halves = halve(curve);
            divide(halves.left, depth + 1);
            divide(halves.right, depth + 1);
            return;
        }
        const double arc = arc_length(curve, 1);
        if (arc == 0) return;
        leaves_.push_back({curve, arc, wanted_spacing(curve, turned, arc)});
    }

    [[nodiscard]] double wanted_spacing(const Cubic& curve, double turned, double arc) const {
        const double ends = std::max(end_curvature(curve.p[1] - curve.p[0], curve.p[2] - curve.p[1]),
                                     end_curvature(curve.p[3] - curve.p[2], curve.p[2] - curve.p[1]));
        // Where the curve's derivative is 0 the curvature may be infinite over no length; the whole leaf
        // turns by `turned`.
        const double mean = turned / arc;
        const double curvature = std::clamp(ends, mean, 3 * mean);
        if (curvature == 0) return std::numeric_limits<double>::infinity();
        return std::max(std::min(spacing_turn / curvature, 2 * std::sqrt(tolerance_ / curvature)), floor_);
    }

    /// The end of the leaves from `first` on that need similar spacings and have no corner between them.
    [[nodiscard]] std::size_t stretch_end(std::size_t first) const {
        double low = leaves_[first].spacing;
        double high = low;
        std::size_t end = first + 1;
        for (; end < leaves_.size(); ++end) {
            low = std::min(low, leaves_[end].spacing);
            high = std::max(high, leaves_[end].spacing);
            if (high > stretch_ratio * low || is_corner(leaves_[end - 1].curve, leaves_[end].curve)) break;
        }
        return end;
    }

    [[nodiscard]] bool append_stretch(std::size_t first, std::size_t end) {
        double total = 0;
        double spacing = leaves_[first].spacing;
        for (std::size_t i = first; i < end; ++i) {
            total += leaves_[i].arc;
            spacing = std::min(spacing, leaves_[i].spacing);
        }
        const double wanted = std::max(std::ceil(total / spacing), 1.0);
        if (!(wanted <= static_cast<double>(max_curve_points - points_.size()))) return false;
        const auto count = static_cast<std::size_t>(wanted);

        std::size_t leaf = first;
        double start = 0;
        for (std::size_t k = 1; k < count; ++k) {
            const double s = total * (static_cast<double>(k) / wanted);
            while (leaf + 1 < end && start + leaves_[leaf].arc <= s) start += leaves_[leaf++].arc;
            points_.push_back(point_at(leaves_[leaf], s - start));
        }
        points_.push_back(leaves_[end - 1].curve.p[3]);
        return true;
    }

    /// Newton's method, with bisection where it would leave the bracket.
    [[nodiscard]] static Point point_at(const Leaf& leaf, double s) {
        double low = 0, high = 1;
        double t = std::clamp(s / leaf.arc, low, high);
        for (int i = 0; i < 60; ++i) {
            const double error = arc_length(leaf.curve, t) - s;
            if (std::fabs(error) <= 1e-9 * leaf.arc) break;
            (error > 0 ? high : low) = t;
            const double next = t - error / speed(leaf.curve, t);
            t = next > low && next < high ? next : 0.5 * (low + high);
        }
        return at(leaf.curve, t);
    }

    double tolerance_;
    double floor_;
    std::vector<Leaf> leaves_;
    std::vector<Point> points_;
};

/// The status for a number of points that no such chain has; `legal` is the rule.
Status bad_count(std::size_t count, const char* legal) {
    return {.code = Code::bad_point_count,
            .subject = "points",
            .other = legal,
            .value = static_cast<double>(count)};
}

Status check(std::span<const Point> points, double tolerance) {
    constexpr double limit = 1e18;  // as a float component_limit
    constexpr double floor = static_cast<double>(component_floor);
    if (points.empty()) return {.code = Code::empty_path, .subject = "curve"};
    if (points.size() > max_curve_points)
        return detail::out_of_range("points", static_cast<double>(points.size()), 1,
                                    static_cast<double>(max_curve_points));
    if (!(tolerance >= floor && tolerance <= limit))
        return detail::out_of_range("tolerance", tolerance, floor, limit);
    for (std::size_t i = 0; i < points.size(); ++i)
        for (const double value : {points[i].x, points[i].y})
            if (!(std::fabs(value) <= limit))
                return {.code = Code::bad_point, .subject = "curve", .value = value, .sub_index = i};
    return {};
}

/// Flattens the curves that `piece(i)` gives for i < count, each beginning where the last one ended.
template <class Piece>
Expected<std::vector<Point>> flatten_chain(Point first, std::size_t count, bool closed, double tolerance,
                                           Piece piece) {
    Flattener flattener(tolerance);
    flattener.begin(first);
    for (std::size_t i = 0; i < count; ++i)
        if (!flattener.append(piece(i)))
            return Status{.code = Code::too_many_points,
                          .subject = "tolerance",
                          .value = tolerance,
                          .expected = static_cast<double>(max_curve_points)};
    std::vector<Point>& points = flattener.points();
    if (closed && points.size() > 1 && points.back() == points.front()) points.pop_back();
    return std::move(points);
}

/// base^exponent for base > 0 and exponent in [0, 1], by the exponent's binary digits: square roots are
/// rounded equally everywhere, unlike std::pow.
double power(double base, double exponent) {
    if (exponent == 1) return base;
    double result = 1;
    while (exponent != 0) {
        base = std::sqrt(base);
        exponent *= 2;
        if (exponent >= 1) {
            result *= base;
            exponent -= 1;
        }
        if (base == 1) break;
    }
    return result;
}

/// The points without repetitions of their predecessor.
std::vector<Point> distinct(std::span<const Point> points, bool closed) {
    const auto coincide = [](Point a, Point b) {
        return length(a - b) < static_cast<double>(component_floor);
    };
    std::vector<Point> kept;
    for (const Point point : points)
        if (kept.empty() || !coincide(kept.back(), point)) kept.push_back(point);
    while (closed && kept.size() > 1 && coincide(kept.back(), kept.front())) kept.pop_back();
    return kept;
}

/// The control leg at b towards c, of the curve through a, b, c with knot distances `before` and `after`.
Point control_leg(Point a, Point b, Point c, double before, double after) {
    return ((b - a) * (after / before) * after + (c - b) * before) * (1 / (3 * (before + after)));
}

}  // namespace

Expected<std::vector<Point>> flatten(const CatmullRom& curve, double tolerance) {
    return detail::in_default_float_environment([&]() -> Expected<std::vector<Point>> {
        if (Status s = check(curve.points, tolerance); !s) return s;
        if (!(curve.alpha >= 0 && curve.alpha <= 1)) return detail::out_of_range("alpha", curve.alpha, 0, 1);
        const std::vector<Point> points = distinct(curve.points, curve.closed);
        const std::size_t n = points.size();
        const bool closed = curve.closed && n > 1;

        std::vector<double> knots(n);  // from point i to the next
        for (std::size_t i = 0; i < n && n > 1; ++i)
            knots[i] = i + 1 < n || closed ? power(length(points[(i + 1) % n] - points[i]), curve.alpha)
                                           : knots[n - 2];

        return flatten_chain(points[0], closed ? n : n - 1, closed, tolerance, [&](std::size_t i) {
            const Point b = points[i];
            const Point c = points[(i + 1) % n];
            const bool first = !closed && i == 0;
            const bool last = !closed && i + 2 == n;
            const std::size_t previous = (i + n - 1) % n;
            const std::size_t next = (i + 1) % n;
            const Point a = first ? b * 2 - c : points[previous];
            const Point d = last ? c * 2 - b : points[(i + 2) % n];
            return Cubic{{b, b + control_leg(a, b, c, first ? knots[i] : knots[previous], knots[i]),
                          c + control_leg(d, c, b, last ? knots[i] : knots[next], knots[i]), c}};
        });
    });
}

Expected<std::vector<Point>> flatten(const QuadraticBeziers& curve, double tolerance) {
    return detail::in_default_float_environment([&]() -> Expected<std::vector<Point>> {
        if (Status s = check(curve.points, tolerance); !s) return s;
        const std::span<const Point> p = curve.points;
        if (p.size() % 2 == (curve.closed ? 1 : 0))
            return bad_count(p.size(), curve.closed ? "an even number" : "an odd number");
        return flatten_chain(p[0], p.size() / 2, curve.closed, tolerance, [&](std::size_t i) {
            const Point a = p[2 * i];
            const Point b = p[2 * i + 1];
            const Point c = p[(2 * i + 2) % p.size()];
            return Cubic{{a, a + (b - a) * (2.0 / 3.0), c + (b - c) * (2.0 / 3.0), c}};
        });
    });
}

Expected<std::vector<Point>> flatten(const CubicBeziers& curve, double tolerance) {
    return detail::in_default_float_environment([&]() -> Expected<std::vector<Point>> {
        if (Status s = check(curve.points, tolerance); !s) return s;
        const std::span<const Point> p = curve.points;
        if (p.size() % 3 != (curve.closed ? 0 : 1))
            return bad_count(p.size(), curve.closed ? "a multiple of 3" : "one more than a multiple of 3");
        return flatten_chain(p[0], p.size() / 3, curve.closed, tolerance, [&](std::size_t i) {
            return Cubic{{p[3 * i], p[3 * i + 1], p[3 * i + 2], p[(3 * i + 3) % p.size()]}};
        });
    });
}

}  // namespace wend
