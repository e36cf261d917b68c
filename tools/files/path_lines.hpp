// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/files/lines.hpp"

namespace wend::files {

/// A part of a path file that gives no path, and why.
struct Skipped {
    std::string place;  ///< a JSON pointer, or a line of a CSV file
    std::string reason;
};

/// The parts of a file that give no path: how many, and the first of them.
class SkippedParts {
  public:
    static constexpr std::size_t most_listed = 10'000;

    /// `make` returns the Skipped, and is not called where the list is full.
    template <class Make>
    void add(const Make& make) {
        ++count_;
        if (listed_.size() < most_listed) listed_.push_back(make());
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] const std::vector<Skipped>& listed() const noexcept { return listed_; }

  private:
    std::size_t count_ = 0;
    std::vector<Skipped> listed_;
};

/// The lines and rings of a path file, in its order and coordinates.
struct PathLines {
    /// Begins a line without points; `lines.push_back` appends to it.
    void begin_line(bool is_closed, std::string_view place) {
        lines.begin_list();
        closed.push_back(is_closed);
        places.add(place);
    }

    Lines lines;
    std::vector<bool> closed;  ///< rings, with or without a repeated first point
    Places places;
    std::size_t features = 0;  ///< features of GeoJSON (1 for a bare geometry), paths of CSV
    std::size_t parts = 0;     ///< lines and rings, including skipped ones
    SkippedParts skipped;
    std::string crs;  ///< of the file's coordinates; empty: longitude and latitude, or nothing known
};

}  // namespace wend::files
