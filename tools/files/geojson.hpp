// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/files/json_file.hpp"
#include "tools/files/path_lines.hpp"

namespace wend::scenario {

/// Reads the lines of GeoJSON (RFC 7946): LineString, MultiLineString and the rings of Polygon and
/// MultiPolygon, also in GeometryCollections. Skips and lists null geometries, points and lines of fewer than
/// two positions. A ring around a pole becomes an open path. Fails with a JSON pointer.
[[nodiscard]] PathLines read_geojson(const Json& json, const std::filesystem::path& file,
                                     Projection projection);
[[nodiscard]] PathLines read_geojson(const std::filesystem::path& file, Projection projection);

}  // namespace wend::scenario
