// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "tools/files/path_lines.hpp"
#include "tools/files/projection.hpp"

namespace wend::files {

/// Reads the lines of GeoJSON (RFC 7946): LineString, MultiLineString and the rings of Polygon and
/// MultiPolygon, also in GeometryCollections. Skips and lists null geometries, points and lines of fewer than
/// two positions. A ring around a pole becomes an open path. Fails with a JSON pointer.
///
/// A member "crs" (GeoJSON of 2008) that names anything but longitude and latitude is followed by PROJ,
/// unless the projection is `none`; without PROJ it is refused.
[[nodiscard]] PathLines read_geojson(std::string_view text, const std::filesystem::path& file,
                                     const ProjectionChoice& projection);
[[nodiscard]] PathLines read_geojson(const std::filesystem::path& file, const ProjectionChoice& projection);

}  // namespace wend::files
