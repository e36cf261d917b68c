// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/projection.hpp"

namespace wend::scenario {

/// Something in a path file that gives no path, and why.
struct Skipped {
    std::string pointer;
    std::string reason;
};

/// The lines of a GeoJSON file (RFC 7946), in the file's order.
struct GeoLines {
    std::vector<Line> lines;
    std::vector<std::string> pointers;  ///< where each line's coordinates stand
    std::size_t features = 0;           ///< features in the file; a bare geometry counts as one
    std::vector<Skipped> skipped;
};

/// Reads LineString and MultiLineString out of a FeatureCollection, a Feature or a bare geometry. Null
/// geometries, other types and lines of fewer than two positions are skipped and listed. Coordinates are as
/// in the file.
///
/// Fails on what is no GeoJSON, naming the bad coordinate by JSON pointer; for geographic files also on a
/// latitude beyond 90 degrees and a longitude beyond 360.
[[nodiscard]] GeoLines read_geojson(const std::filesystem::path& file, Projection projection);

}  // namespace wend::scenario
