// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any text as a GeoJSON file: a set of paths or a FileError.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.hpp"
#include "tools/files/geojson.hpp"
#include "tools/files/path_file.hpp"
#include "words/file_error.hpp"

namespace {

using namespace wend::files;
using wend::fuzz::require;

void read(std::string_view text, Projection projection) try {
    const PathFile paths =
        make_path_file(read_geojson(text, "paths.geojson", projection), "paths.geojson", projection);
    for (std::size_t path = 0; path < paths.set.size(); ++path) {
        require(paths.set.node_count(path) >= 2, "every path has two distinct points");
        require(std::isfinite(paths.set.length(path, wend::PathMode::loop)), "lengths are finite");
    }
} catch (const wend::words::FileError&) {
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Projection projection : {Projection::none, Projection::geographic, Projection::per_path})
        read(text, projection);
    return 0;
}
