// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/files/projection.hpp"

namespace wend::scenario {

/// A part of a path file that gives no path, and why.
struct Skipped {
    std::string place;  ///< a JSON pointer, or a line of a CSV file
    std::string reason;
};

/// The lines and rings of a path file, in its order and coordinates.
struct PathLines {
    void add(Line line, bool is_closed, std::string place) {
        lines.push_back(std::move(line));
        closed.push_back(is_closed);
        places.push_back(std::move(place));
    }

    std::vector<Line> lines;
    std::vector<bool> closed;  ///< rings, with or without a repeated first point
    std::vector<std::string> places;
    std::size_t features = 0;  ///< features of GeoJSON (1 for a bare geometry), paths of CSV
    std::size_t parts = 0;     ///< lines and rings, including skipped ones
    std::vector<Skipped> skipped;
    std::string crs;  ///< of the file's coordinates; empty: longitude and latitude, or nothing known
};

}  // namespace wend::scenario
