// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "tools/files/path_lines.hpp"
#include "tools/files/projection.hpp"

namespace wend::files {

/// Whether this build has GDAL.
[[nodiscard]] bool has_gdal() noexcept;

/// A file's format by its first bytes, if GDAL reads it (GPX, KML, OSM, Shapefile, GeoPackage,
/// FlatGeobuf, CSV with a column of WKT); otherwise an empty string.
[[nodiscard]] std::string_view gdal_format(std::string_view head);

/// Reads the lines and rings of every layer, curves as lines of many points. Coordinates of a layer that
/// names a system become longitude and latitude, unless the projection is `none`. Skips and lists what is no
/// line. Without GDAL it fails, and says how to get it.
[[nodiscard]] PathLines read_with_gdal(const std::filesystem::path& file, std::string_view format,
                                       const ProjectionChoice& projection);

}  // namespace wend::files
