// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/files/projection.hpp"

/// Coordinate reference systems by name (EPSG:3035, a PROJ string, WKT), through PROJ where this build has
/// it.
namespace wend::files {

/// Whether this build has PROJ.
[[nodiscard]] bool has_proj() noexcept;

/// Whether a name is one of longitude and latitude in degrees, in that order in files, on WGS 84 or within
/// two metres of it: then it needs no PROJ.
[[nodiscard]] bool is_longitude_latitude(std::string_view crs);

/// From longitude and latitude to a coordinate system, and back. Fails, naming `whence` (where the name of
/// the system was given), without PROJ, for a name that PROJ does not know, and for a point that has no
/// image.
class CoordinateSystem {
  public:
    CoordinateSystem(const std::string& crs, std::string whence);
    ~CoordinateSystem();
    CoordinateSystem(CoordinateSystem&&) noexcept;
    CoordinateSystem& operator=(CoordinateSystem&&) = delete;

    /// Whether its coordinates are lengths in the plane.
    [[nodiscard]] bool is_plane() const;
    [[nodiscard]] Point from_degrees(Point degrees) const;
    [[nodiscard]] Point to_degrees(Point point) const;

    /// The greatest error of a length at a point in degrees, as a fraction.
    [[nodiscard]] double scale_error(Point degrees) const;

  private:
    struct Proj;
    std::unique_ptr<Proj> proj_;
};

/// Replaces the coordinates of a system by longitude and latitude.
void to_longitude_latitude(Lines& lines, const std::string& crs, std::string whence);

}  // namespace wend::files
