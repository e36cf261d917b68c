// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/coordinate_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "bench/support/file_error.hpp"

#ifdef WEND_HAS_PROJ
#include <proj.h>
#endif

namespace wend::scenario {

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
    Owned factors;

    [[noreturn]] void refuse(std::string_view why) const {
        throw FileError(fmt::format("{}: \"{}\": {}", whence, crs, why));
    }
    [[nodiscard]] const char* error() const {
        const int number = proj_context_errno(context.get());
        return number == 0 ? "no reason given" : proj_context_errno_string(context.get(), number);
    }
};

CoordinateSystem::CoordinateSystem(const std::string& crs, std::string whence)
    : proj_(new Proj{crs, std::move(whence), {}, {}, {}, {}}) {
    Proj& proj = *proj_;
    proj.context.reset(proj_context_create());
    proj_log_level(proj.context.get(), PJ_LOG_NONE);
    const std::string name = as_crs(crs);
    proj.system.reset(proj_create(proj.context.get(), name.c_str()));
    if (!proj.system) proj.refuse(fmt::format("PROJ knows no such coordinate system ({})", proj.error()));
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

double CoordinateSystem::scale_error(Point degrees) const {
    const PJ_FACTORS factors =
        proj_factors(proj_->system.get(), proj_coord(proj_torad(degrees.x), proj_torad(degrees.y), 0, 0));
    // The axes of Tissot's ellipse; 0 where PROJ cannot say.
    if (proj_errno(proj_->system.get()) != 0) {
        proj_errno_reset(proj_->system.get());
        return 0;
    }
    return std::max(std::abs(factors.tissot_semimajor - 1), std::abs(factors.tissot_semiminor - 1));
}

#else

bool has_proj() noexcept { return false; }

struct CoordinateSystem::Proj {};

CoordinateSystem::CoordinateSystem(const std::string& crs, std::string whence) {
    throw FileError(
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

void to_longitude_latitude(std::vector<Line>& lines, const std::string& crs, std::string whence) {
    const CoordinateSystem system(crs, std::move(whence));
    for (Line& line : lines)
        for (Point& point : line) point = system.to_degrees(point);
}

}  // namespace wend::scenario
