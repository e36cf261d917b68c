// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/coordinate_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

#include "words/file_error.hpp"

#ifdef WEND_HAS_PROJ
#include <proj.h>
#endif

namespace wend::files {

bool is_longitude_latitude(std::string_view crs) {
    // WGS 84 in two and three dimensions, ETRS89, NAD83; as urn:ogc:def:crs:EPSG::4326, EPSG:4326, or a URL
    // of the OGC.
    static constexpr std::array<std::string_view, 7> codes{"4326",  "4979",   "4258", "4269",
                                                           "CRS84", "CRS84H", "CRS83"};
    if (crs.empty()) return true;
    std::string upper(crs);
    std::ranges::transform(upper, upper.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (upper.find("EPSG") == std::string::npos && upper.find("OGC") == std::string::npos) return false;
    const std::string_view code = std::string_view(upper).substr(upper.find_last_of(":/#") + 1);
    return std::ranges::find(codes, code) != codes.end();
}

#ifdef WEND_HAS_PROJ

bool has_proj() noexcept { return true; }

namespace {

struct FreeContext {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
};
struct FreeProj {
    void operator()(PJ* proj) const { proj_destroy(proj); }
};
using Owned = std::unique_ptr<PJ, FreeProj>;

/// A PROJ string of a projection alone is one of an operation; "+type=crs" makes it a system.
std::string as_crs(const std::string& crs) {
    const bool is_projection =
        crs.find("+proj=") != std::string::npos && crs.find("+type=crs") == std::string::npos;
    return is_projection ? crs + " +type=crs" : crs;
}

}  // namespace

struct CoordinateSystem::Proj {
    std::string crs;
    std::string whence;
    std::unique_ptr<PJ_CONTEXT, FreeContext> context;
    Owned system;
    Owned to;  ///< from longitude and latitude

    [[noreturn]] void refuse(std::string_view why) const {
        throw words::FileError(fmt::format("{}: \"{}\": {}", whence, crs, why));
    }
    [[nodiscard]] const char* error() const {
        const int number = proj_context_errno(context.get());
        return number == 0 ? "no reason given" : proj_context_errno_string(context.get(), number);
    }
};

CoordinateSystem::CoordinateSystem(const std::string& crs, std::string whence)
    : proj_(new Proj{crs, std::move(whence), {}, {}, {}}) {
    Proj& proj = *proj_;
    proj.context.reset(proj_context_create());
    proj_log_level(proj.context.get(), PJ_LOG_NONE);
    const std::string name = as_crs(crs);
    proj.system.reset(proj_create(proj.context.get(), name.c_str()));
    if (!proj.system)
        proj.refuse(
            fmt::format("PROJ knows no such coordinate system ({}); for coordinates as they are use "
                        "the projection \"none\"",
                        proj.error()));
    if (!proj_is_crs(proj.system.get())) proj.refuse("is no coordinate system");
    const Owned raw(proj_create_crs_to_crs(proj.context.get(), "OGC:CRS84", name.c_str(), nullptr));
    if (raw) proj.to.reset(proj_normalize_for_visualization(proj.context.get(), raw.get()));
    if (!proj.to)
        proj.refuse(fmt::format("PROJ cannot convert it to longitude and latitude ({})", proj.error()));
}

CoordinateSystem::~CoordinateSystem() = default;
CoordinateSystem::CoordinateSystem(CoordinateSystem&&) noexcept = default;

bool CoordinateSystem::is_plane() const {
    Owned inner;
    const PJ* system = proj_->system.get();
    if (proj_get_type(system) == PJ_TYPE_BOUND_CRS) {
        inner.reset(proj_get_source_crs(proj_->context.get(), system));
        system = inner.get();
    }
    return system != nullptr && proj_get_type(system) == PJ_TYPE_PROJECTED_CRS;
}

Point CoordinateSystem::from_degrees(Point degrees) const {
    const PJ_COORD out = proj_trans(proj_->to.get(), PJ_FWD, proj_coord(degrees.x, degrees.y, 0, HUGE_VAL));
    if (!std::isfinite(out.xy.x) || !std::isfinite(out.xy.y))
        proj_->refuse(fmt::format("has no place for longitude {}, latitude {}", degrees.x, degrees.y));
    return {out.xy.x, out.xy.y};
}

Point CoordinateSystem::to_degrees(Point point) const {
    const PJ_COORD out = proj_trans(proj_->to.get(), PJ_INV, proj_coord(point.x, point.y, 0, HUGE_VAL));
    // Far outside its area a projection's inverse gives places that it does not map back.
    const PJ_COORD back = proj_trans(proj_->to.get(), PJ_FWD, out);
    const double tolerance = 1 + 1e-6 * std::max(std::abs(point.x), std::abs(point.y));
    if (!std::isfinite(out.xy.x) || !std::isfinite(out.xy.y) ||
        !(std::hypot(back.xy.x - point.x, back.xy.y - point.y) <= tolerance))
        proj_->refuse(fmt::format("({}, {}) has no longitude and latitude", point.x, point.y));
    return {out.xy.x, out.xy.y};
}

// By differences: proj_factors fails on systems whose axes are northing and easting.
double CoordinateSystem::scale_error(Point degrees) const {
    constexpr double radius = 6378137;  // of WGS 84
    constexpr double squared_eccentricity = 0.00669437999014;
    constexpr double step = 1e-4;  // degrees to each side
    constexpr double radians = 2 * step * std::numbers::pi / 180;
    const double latitude = std::clamp(degrees.y, -89.9, 89.9);
    const double sine = std::sin(latitude * std::numbers::pi / 180);
    const double w = 1 - squared_eccentricity * sine * sine;
    const double east = radius / std::sqrt(w) * std::cos(latitude * std::numbers::pi / 180) * radians;
    const double north = radius * (1 - squared_eccentricity) / (w * std::sqrt(w)) * radians;
    const Point west_end = from_degrees({degrees.x - step, latitude});
    const Point east_end = from_degrees({degrees.x + step, latitude});
    const Point south_end = from_degrees({degrees.x, latitude - step});
    const Point north_end = from_degrees({degrees.x, latitude + step});
    const Point k{(east_end.x - west_end.x) / east, (east_end.y - west_end.y) / east};
    const Point h{(north_end.x - south_end.x) / north, (north_end.y - south_end.y) / north};
    // The axes of Tissot's ellipse: the singular values of (k, h).
    const double mean = (k.x * k.x + k.y * k.y + h.x * h.x + h.y * h.y) / 2;
    const double spread =
        std::hypot((k.x * k.x + k.y * k.y - h.x * h.x - h.y * h.y) / 2, k.x * h.x + k.y * h.y);
    return std::max(std::abs(std::sqrt(mean + spread) - 1),
                    std::abs(std::sqrt(std::max(mean - spread, 0.0)) - 1));
}

#else

bool has_proj() noexcept { return false; }

struct CoordinateSystem::Proj {};

CoordinateSystem::CoordinateSystem(const std::string& crs, std::string whence) {
    throw words::FileError(
        fmt::format("{}: the coordinate system \"{}\" needs PROJ, which this build does not have: run "
                    "`tools/setup formats`, then build again",
                    whence, crs));
}

CoordinateSystem::~CoordinateSystem() = default;
CoordinateSystem::CoordinateSystem(CoordinateSystem&&) noexcept = default;
bool CoordinateSystem::is_plane() const { return false; }
Point CoordinateSystem::from_degrees(Point degrees) const { return degrees; }
Point CoordinateSystem::to_degrees(Point point) const { return point; }
double CoordinateSystem::scale_error(Point) const { return 0; }

#endif

void to_longitude_latitude(Lines& lines, const std::string& crs, std::string whence) {
    const CoordinateSystem system(crs, std::move(whence));
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (Point& point : lines[i]) point = system.to_degrees(point);
}

}  // namespace wend::files
