// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/way.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::pictures {
namespace {

constexpr double least_move = 2;  // pixels that give a direction

double degrees_of(double radians) { return radians * 180 / std::numbers::pi; }

}  // namespace

const Locomotion* wrapping_of(const Program& program) {
    const auto* locomotion = scenario::find_stage<Locomotion>(program);
    return locomotion != nullptr && locomotion->bounds == Bounds::wrap ? locomotion : nullptr;
}

std::vector<Frame> frames_of(const DrawnRun& run, const Track& track, std::size_t most) {
    std::vector<Frame> frames;
    const Locomotion* const wrapping = wrapping_of(run.program);
    const std::size_t samples = track.points.size();
    const std::size_t count = std::min(samples, most);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t sample = count < 2 ? 0 : i * (samples - 1) / (count - 1);
        if (wrapping != nullptr && i > 0) {
            const double width = static_cast<double>(wrapping->area.max_x - wrapping->area.min_x);
            const double height = static_cast<double>(wrapping->area.max_y - wrapping->area.min_y);
            const std::size_t before = frames.back().sample;
            const Point from = track.points[before], to = track.points[sample];
            // The shortest step between two images is assumed; steps of more than half a world are ambiguous.
            const double turns_x = std::round((to.x - from.x) / width);
            const double turns_y = std::round((to.y - from.y) / height);
            if (turns_x != 0 || turns_y != 0) {
                frames.push_back({sample, {-turns_x * width, -turns_y * height}});
                frames.push_back({before, {turns_x * width, turns_y * height}, true});
            }
        }
        frames.push_back({sample, {}, i == 0});
    }
    return frames;
}

Point pixel_of(const support::SvgCanvas& canvas, const Frame& frame, Point point) {
    return canvas.pixel({point.x + frame.shift.x, point.y + frame.shift.y});
}

std::vector<double> headings_of(const support::SvgCanvas& canvas, const Track& track,
                                const std::vector<Frame>& frames) {
    std::vector<double> headings;
    double shown = 0;
    const auto turn_to = [&](double degrees) { shown += std::remainder(degrees - shown, 360); };
    if (!track.orientations.empty()) {
        for (const Frame& frame : frames) {
            turn_to(-degrees_of(track.orientations[frame.sample]));
            headings.push_back(shown);
        }
        return headings;
    }
    Point before{}, moved{};
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const Point here = pixel_of(canvas, frames[i], track.points[frames[i].sample]);
        if (!frames[i].begins) moved = {moved.x + here.x - before.x, moved.y + here.y - before.y};
        before = here;
        if (std::hypot(moved.x, moved.y) < least_move) continue;
        turn_to(degrees_of(std::atan2(moved.y, moved.x)));
        headings.resize(i + 1, shown);
        moved = {};
    }
    headings.resize(frames.size(), shown);
    return headings;
}

std::string arrowhead(double size_pixels) {
    return fmt::format("M{0:.1f} 0L{1:.1f} {2:.1f}L{3:.1f} 0L{1:.1f} -{2:.1f}Z", 1.2 * size_pixels,
                       -0.9 * size_pixels, 0.75 * size_pixels, -0.45 * size_pixels);
}

}  // namespace wend::pictures
