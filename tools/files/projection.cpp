// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <vector>

#include "tools/files/coordinate_system.hpp"
#include "words/file_error.hpp"
#include "words/nearest_word.hpp"

namespace wend::files {
namespace {

constexpr double earth_radius = 6371008.8;  // mean radius, metres
constexpr double radians_per_degree = std::numbers::pi / 180;

/// Projects a line equirectangularly about `centre`, which is mapped to `origin`. Returns the scale error.
double project(std::span<Point> line, Point centre, Point origin) {
    const double shrink = std::cos(centre.y * radians_per_degree);
    double worst = 0;
    for (Point& point : line) {
        worst = std::max(worst, std::abs(shrink / std::cos(point.y * radians_per_degree) - 1));
        point = {origin.x + earth_radius * shrink * radians_per_degree * (point.x - centre.x),
                 origin.y + earth_radius * radians_per_degree * (point.y - centre.y)};
    }
    return worst;
}

/// Makes successive longitudes differ by at most 180 degrees.
class Longitudes {
  public:
    double next(double longitude) {
        // Rounding half to even leaves a step of exactly 180 degrees unchanged.
        if (!is_first_) turns_ -= std::nearbyint((longitude + turns_ - last_) / 360) * 360;
        last_ = is_first_ ? longitude : longitude + turns_;
        is_first_ = false;
        return last_;
    }

  private:
    double turns_ = 0;
    double last_ = 0;
    bool is_first_ = true;
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Extent no_extent{{infinity, infinity}, {-infinity, -infinity}};

void extend(Extent& extent, std::span<const Point> line) {
    for (const Point& point : line) {
        extent.low = {std::min(extent.low.x, point.x), std::min(extent.low.y, point.y)};
        extent.high = {std::max(extent.high.x, point.x), std::max(extent.high.y, point.y)};
    }
}

Extent known(const Extent& extent) { return extent.low.x <= extent.high.x ? extent : Extent{}; }

/// The scale error of a line projected about the centre of its own extent. It is greatest at the latitudes
/// farthest from the centre's, or at the equator.
double own_scale_error(const Extent& extent) {
    const double shrink = std::cos(extent.centre().y * radians_per_degree);
    double worst = 0;
    for (const double latitude : {extent.low.y, extent.high.y, std::clamp(0.0, extent.low.y, extent.high.y)})
        worst = std::max(worst, std::abs(shrink / std::cos(latitude * radians_per_degree) - 1));
    return worst;
}

/// An arc of longitudes.
struct Arc {
    double begin = 0, width = 0;
};

/// The smallest arc that holds all lines, which are unrolled.
Arc smallest_arc(const Lines& lines) {
    std::vector<Arc> arcs;
    double reached = -infinity;  // by those of the turn before
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        const Extent extent = extent_of(lines[i]);
        const Arc arc{extent.low.x - std::floor(extent.low.x / 360) * 360, extent.high.x - extent.low.x};
        reached = std::max(reached, arc.begin + arc.width - 360);
        arcs.push_back(arc);
    }
    std::sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) { return a.begin < b.begin; });
    Arc smallest{0, 360};
    for (const Arc& arc : arcs) {
        if (const double gap = arc.begin - reached; 360 - gap < smallest.width)
            smallest = {arc.begin, 360 - gap};
        reached = std::max(reached, arc.begin + arc.width);
    }
    return smallest;
}

/// Turns whole lines by 360 degrees, so that those on both sides of the antimeridian come together.
void gather_lines(Lines& lines) {
    const Extent extent = extent_of(lines);
    const double width = extent.high.x - extent.low.x;
    constexpr double rounding = 1e-9;
    if (width <= 180) return;  // no arc is smaller
    const Arc arc = smallest_arc(lines);
    if (arc.width > width - rounding) return;
    const double west = arc.begin < 180 ? arc.begin : arc.begin - 360;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double turn = std::floor((extent_of(lines[i]).low.x - west + rounding) / 360) * 360;
        for (Point& point : lines[i]) point.x -= turn;
    }
}

/// The origin of the plane for an extent in plane coordinates: (0, 0) where that is near enough.
Point origin_for(const Extent& extent) {
    constexpr double fine = 1e-3;
    const double reach = std::max(
        {std::abs(extent.low.x), std::abs(extent.low.y), std::abs(extent.high.x), std::abs(extent.high.y)});
    const double own_reach = std::max(extent.high.x - extent.low.x, extent.high.y - extent.low.y) / 2;
    if (float_spacing(extent) <= fine || reach < 4 * own_reach) return {0, 0};
    return {std::nearbyint(extent.centre().x), std::nearbyint(extent.centre().y)};
}

void project(Lines& lines, const CoordinateSystem& system, Projected& result) {
    const Point centre = result.extent.centre();
    const Point middle = system.from_degrees(centre);
    result.placements = {{centre, {-middle.x, -middle.y}}};
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (Point& point : lines[i]) {
            result.scale_error = std::max(result.scale_error, system.scale_error(point));
            const Point placed = system.from_degrees(point);
            point = {placed.x - middle.x, placed.y - middle.y};
        }
}

/// Unrolls and projects lines.
Projected place(Lines& lines, const ProjectionChoice& projection) {
    if (is_geographic(projection.kind)) {
        for (std::size_t i = 0; i < lines.size(); ++i) unroll(lines[i]);
        gather_lines(lines);
    }
    Projected result{.extent = extent_of(lines), .origin = {}, .projection = projection, .placements = {}};
    if (projection.kind == Projection::none) {
        result.origin = origin_for(result.extent);
        if (result.origin.x != 0 || result.origin.y != 0)
            for (std::size_t i = 0; i < lines.size(); ++i)
                for (Point& point : lines[i]) point = {point.x - result.origin.x, point.y - result.origin.y};
        return result;
    }
    if (projection.kind == Projection::crs) {
        project(lines, *projection.system, result);
        return result;
    }
    const Point centre = result.extent.centre();
    result.placements = {{centre, {0, 0}}};
    if (projection.kind == Projection::per_path) result.placements.clear();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Extent extent = extent_of(std::span<const Point>(lines[i]));
        Point own = centre;
        Point placed{0, 0};
        if (projection.kind == Projection::per_path) {
            own = placed = extent.centre();
            project({&placed, 1}, centre, {0, 0});
            result.placements.push_back({own, placed});
        }
        result.per_path_error = std::max(result.per_path_error, own_scale_error(extent));
        result.scale_error = std::max(result.scale_error, project(lines[i], own, placed));
    }
    return result;
}

}  // namespace

ProjectionChoice parse_projection(const std::string& text, const std::string& whence) {
    std::string words;
    std::vector<std::string_view> names;
    for (const auto& [word, projection] : projection_words) {
        if (word == text) return projection;
        names.push_back(word);
        words += fmt::format("{}{}", words.empty() ? "" : ", ", word);
    }
    const std::string none_of =
        fmt::format("{}: \"{}\" is none of {}{}", whence, text, words, words::suggestion(text, names));
    if (!has_proj())
        throw words::FileError(
            fmt::format("{}; a coordinate system needs PROJ, which this build does not have: run "
                        "`tools/setup formats`, then build again",
                        none_of));
    ProjectionChoice choice(Projection::crs);
    try {
        choice.system = std::make_shared<const CoordinateSystem>(text, whence);
    } catch (const words::FileError&) {
        throw words::FileError(none_of + ", and PROJ knows no coordinate system of that name");
    }
    if (!choice.system->is_plane())
        throw words::FileError(
            fmt::format("{}: \"{}\" is no coordinate system of the plane, such as EPSG:3035", whence, text));
    return choice;
}

bool is_degrees(std::size_t axis, double value) { return std::abs(value) <= (axis == 0 ? 360 : 90); }

std::string no_degrees(std::size_t axis, double value) {
    return fmt::format(
        "{} {} is out of range; for coordinates that are not degrees use the projection \"none\"",
        axis == 0 ? "longitude" : "latitude", value);
}

void unroll(std::span<Point> line) {
    Longitudes longitudes;
    for (Point& point : line) point.x = longitudes.next(point.x);
}

bool goes_round_a_pole(std::span<const Point> line) {
    Longitudes longitudes;
    double last = 0;
    for (const Point& point : line) last = longitudes.next(point.x);
    return std::abs(last - line.front().x) > 180;
}

Extent extent_of(std::span<const Point> line) {
    Extent extent = no_extent;
    extend(extent, line);
    return known(extent);
}

Extent extent_of(const Lines& lines) {
    Extent extent = no_extent;
    for (std::size_t i = 0; i < lines.size(); ++i) extend(extent, lines[i]);
    return known(extent);
}

double float_spacing(const Extent& extent) {
    const auto reach = static_cast<float>(std::max(
        {std::abs(extent.low.x), std::abs(extent.low.y), std::abs(extent.high.x), std::abs(extent.high.y)}));
    return static_cast<double>(std::nextafter(reach, std::numeric_limits<float>::infinity()) - reach);
}

Projected project(Lines& lines, const ProjectionChoice& projection) {
    Projected result = place(lines, projection);
    result.spacing = float_spacing(extent_of(lines));
    return result;
}

Point Projected::to_degrees(Point point, std::size_t path) const {
    if (placements.empty()) return point;
    const auto& [centre, there] = placements[path < placements.size() ? path : 0];
    if (projection.kind == Projection::crs)
        return projection.system->to_degrees({point.x - there.x, point.y - there.y});
    const double shrink = std::cos(centre.y * radians_per_degree);
    // A line across the antimeridian is projected in one piece; its degrees go out as they came in.
    const double longitude = centre.x + (point.x - there.x) / (earth_radius * shrink * radians_per_degree);
    return {longitude - std::nearbyint(longitude / 360) * 360,
            centre.y + (point.y - there.y) / (earth_radius * radians_per_degree)};
}

}  // namespace wend::files
