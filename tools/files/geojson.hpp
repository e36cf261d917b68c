// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "tools/files/json_file.hpp"
#include "tools/files/path_lines.hpp"

namespace wend::scenario {

/// Reads the lines of GeoJSON (RFC 7946): LineString, MultiLineString and the rings of Polygon and
/// MultiPolygon, out of a FeatureCollection, a Feature or a bare geometry, GeometryCollections opened. Null
/// geometries, points and lines of fewer than two positions are skipped and listed. A ring that goes round a
/// pole stays open.
///
/// Fails on what is no GeoJSON, naming the bad coordinate by JSON pointer; for longitude and latitude also on
/// a latitude beyond 90 degrees and a longitude beyond 360.
[[nodiscard]] PathLines read_geojson(const Json& json, const std::filesystem::path& file,
                                     Projection projection);
[[nodiscard]] PathLines read_geojson(const std::filesystem::path& file, Projection projection);

}  // namespace wend::scenario
