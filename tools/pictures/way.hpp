// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/pictures/svg_track.hpp"
#include "tools/support/svg_canvas.hpp"

/// The way of an agent in a picture, by frames.
namespace wend::pictures {

/// A sample of a track. Where the world wraps, the old piece of the way ends beyond one edge, and the next
/// one begins beyond the opposite edge, at the sample before.
struct Frame {
    std::size_t sample = 0;
    Point shift;          ///< to the image of the agent that is drawn
    bool begins = false;  ///< a piece of the way
};

/// The locomotion that wraps the world; null: none does.
[[nodiscard]] const Locomotion* wrapping_of(const Program& program);

/// At most `most` samples at equal distances, and the ends of pieces.
[[nodiscard]] std::vector<Frame> frames_of(const DrawnRun& run, const Track& track, std::size_t most);

/// A point of the frame's sample, in pixels.
[[nodiscard]] Point pixel_of(const support::SvgCanvas& canvas, const Frame& frame, Point point);

/// Where the agent looks at each frame, in degrees clockwise, the short way from each frame to the next: its
/// orientation, or the direction of its way.
[[nodiscard]] std::vector<double> headings_of(const support::SvgCanvas& canvas, const Track& track,
                                              const std::vector<Frame>& frames);

/// An arrowhead to the right, its middle at the origin.
[[nodiscard]] std::string arrowhead(double size_pixels);

}  // namespace wend::pictures
