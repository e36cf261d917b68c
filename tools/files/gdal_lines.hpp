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
/// FlatGeobuf, CSV with a column of WKT, a zip archive of such files); otherwise an empty string.
[[nodiscard]] std::string_view gdal_format(std::string_view head);

/// The prefix of the names in an XML document whose root has one, such as "gpx" of <gpx:gpx>.
[[nodiscard]] std::string_view xml_prefix(std::string_view head);

/// Reads the lines and rings of every layer, curves as lines of many points. Coordinates of a layer that
/// names a system become longitude and latitude, unless the projection is `none`. Skips and lists what is no
/// line, but for the points of GPX's tracks and routes. Without GDAL it fails, and says how to get it.
/// `head`: the file's first bytes.
[[nodiscard]] PathLines read_with_gdal(const std::filesystem::path& file, std::string_view head,
                                       const ProjectionChoice& projection);

}  // namespace wend::files
