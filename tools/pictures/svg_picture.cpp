// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/svg_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/pictures/animation.hpp"
#include "tools/pictures/ground.hpp"
#include "tools/pictures/spread.hpp"
#include "tools/pictures/svg_layers.hpp"
#include "tools/pictures/way.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::pictures {
namespace {

using support::agent_colour;
using support::SvgCanvas;

constexpr std::uint64_t most_samples = 4000;    // of one agent, by default
constexpr std::uint64_t most_kept = 4'000'000;  // positions of all agents in memory
constexpr std::uint64_t most_drawn = 400;       // agents
constexpr std::size_t most_points = 24'000;     // of all trajectories in the file
constexpr double least_seconds = 4;             // of a moving picture's loop
constexpr double most_seconds = 20;
constexpr double trail_seconds = 1.5;
constexpr std::size_t frames_a_piece = 4;  // of a trail, which fades by pieces
constexpr std::size_t trail_colours = 6;
constexpr double way_tolerance = 0.4;  // pixels
constexpr double turn_tolerance = 5;   // degrees

using Piece = std::vector<Point>;

/// Half the length of an agent, in pixels.
double size_of(const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    return count > 130 ? 3.4 : count > 60 ? 4.4 : count > few_agents ? 5.2 : 6.4;
}

/// Pieces of a trail in the whole loop.
std::size_t pieces_of(const DrawnRun& run) {
    return static_cast<std::size_t>(run.loop_seconds / (run.tracks.size() > 60 ? 0.4 : 0.25));
}

/// Samples between two marks: a round number; 0: there are none.
std::size_t samples_between_marks(const DrawnRun& run) {
    if (run.tracks.empty() || run.tracks.size() > few_agents) return 0;
    const std::size_t samples = run.tracks.front().points.size();
    const std::size_t most = run.tracks.size() == 1 ? 40 : 16;
    std::size_t step = 1;
    for (const std::size_t candidate : {2, 5, 10, 20, 25, 50, 100, 200, 500, 1000})
        if (samples / step > most) step = candidate;
    return samples < 3 ? 0 : step;
}

/// Marks at equal times show the speed.
void draw_times(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t step = samples_between_marks(run);
    if (step == 0) return;
    const std::size_t samples = run.tracks.front().points.size();
    for (std::size_t i = 0; i < run.tracks.size(); ++i) {
        const std::string attributes =
            fmt::format(R"(class="time" fill="{}")", agent_colour(i, run.tracks.size()));
        for (std::size_t at = step; at < samples; at += step)
            canvas.circle(attributes, run.tracks[i].points[at], 2);
    }
    canvas.add_legend({R"(<path class="subtitle" d="M4 -2h4v4h-4zM16 -2h4v4h-4z"/>)",
                       fmt::format("every {:.3g} s", static_cast<double>(step) * run.sample_seconds)});
}

/// A clip path: what is drawn of agents beyond the edges of a world that wraps.
std::string clip_of_world(SvgCanvas& canvas, const DrawnRun& run) {
    const Locomotion* const wrapping = wrapping_of(run.program);
    if (wrapping == nullptr) return "";
    canvas.add(R"(<clipPath id="world">)");
    canvas.rectangle("", low_of(wrapping->area), high_of(wrapping->area));
    canvas.add("</clipPath>");
    return R"x( clip-path="url(#world)")x";
}

/// Agents on their ways, in a loop.
void draw_movers(SvgCanvas& canvas, const DrawnRun& run, const std::vector<std::vector<Frame>>& frames) {
    const std::size_t count = run.tracks.size();
    const std::string shape = arrowhead(size_of(run));
    for (std::size_t i = 0; i < count; ++i) {
        const Track& track = run.tracks[i];
        const std::vector<double> headings = headings_of(canvas, track, frames[i]);
        std::vector<Moment> places, turns;
        for (std::size_t k = 0; k < frames[i].size(); ++k) {
            if (k + 1 < frames[i].size() && frames[i][k + 1].begins) continue;  // the next frame is earlier
            const Point at = pixel_of(canvas, frames[i][k], track.points[frames[i][k].sample]);
            const double share = run.share(frames[i][k].sample);
            places.push_back({share, {at.x, at.y}});
            turns.push_back({share, {headings[k]}});
        }
        canvas.add(R"(<path class="end" fill="{}" d="{}">{}{}</path>)", agent_colour(i, count), shape,
                   animated_transform("translate", places, way_tolerance, run.loop_seconds),
                   animated_transform("rotate", turns, turn_tolerance, run.loop_seconds));
    }
}

/// The ways of the last seconds before each moment of a moving picture: pieces that appear with the agents,
/// then fade.
void draw_trails(SvgCanvas& canvas, const DrawnRun& run, const std::vector<std::vector<Frame>>& frames) {
    const std::size_t count = run.tracks.size();
    const std::size_t colours = count > few_agents ? trail_colours : count;
    const std::size_t slices = pieces_of(run);
    std::vector<std::vector<std::string>> paths(slices, std::vector<std::string>(colours));
    for (std::size_t i = 0; i < count; ++i) {
        Piece piece;
        std::size_t slice = 0;
        const auto finish = [&] {
            const Piece points = support::simplified(piece, way_tolerance);
            std::string& path = paths[slice][i * colours / count];
            // Half pixels: whole numbers are short.
            std::array<long, 2> before{};
            for (std::size_t k = 0; k < points.size(); ++k) {
                const std::array here{std::lround(2 * points[k].x), std::lround(2 * points[k].y)};
                if (k == 0)
                    path += fmt::format("M{} {}", here[0], here[1]);
                else
                    path += fmt::format("l{} {}", here[0] - before[0], here[1] - before[1]);
                before = here;
            }
        };
        for (const Frame& frame : frames[i]) {
            const Point at = pixel_of(canvas, frame, run.tracks[i].points[frame.sample]);
            const auto now = std::min(
                slices - 1, static_cast<std::size_t>(run.share(frame.sample) * static_cast<double>(slices)));
            if (frame.begins || now != slice) {
                if (!frame.begins) piece.push_back(at);
                finish();
                piece.clear();
                slice = now;
            }
            piece.push_back(at);
        }
        finish();
    }
    const double slice_share = 1 / static_cast<double>(slices);
    const double crowd = std::sqrt(static_cast<double>(count));
    canvas.add(R"x(<g class="trails" transform="scale(.5)" stroke-width="{:.1f}">)x",
               std::clamp(14 / crowd, 2.4, 5.0));
    for (std::size_t slice = 0; slice < slices; ++slice) {
        // The opacity of strokes: groups with an opacity of their own darken what lies below them.
        canvas.add(
            R"(<g stroke-opacity="0"><animate attributeName="stroke-opacity" begin="{:.2f}s" dur="{:.1f}s" )"
            R"(repeatCount="indefinite" keyTimes="0;{:.4f};{:.4f};1" values="0;{:.2f};0;0"/>)",
            (static_cast<double>(slice) + 0.5) * slice_share * run.loop_seconds, run.loop_seconds,
            slice_share / 2, slice_share / 2 + trail_seconds / run.loop_seconds,
            std::clamp(6 / crowd, 0.55, 0.9));
        for (std::size_t colour = 0; colour < colours; ++colour)
            if (!paths[slice][colour].empty())
                canvas.add(R"(<path class="trail" stroke="{}" d="{}"/>)", agent_colour(colour, colours),
                           paths[slice][colour]);
        canvas.add("</g>");
    }
    canvas.add("</g>");
}

void draw_moving_agents(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t most = pieces_of(run) * frames_a_piece + 1;
    std::vector<std::vector<Frame>> frames;
    for (const Track& track : run.tracks) frames.push_back(frames_of(run, track, most));
    canvas.add("<g{}>", clip_of_world(canvas, run));
    draw_trails(canvas, run, frames);
    draw_movers(canvas, run, frames);
    canvas.add("</g>");
}

/// The whole ways, in a still picture.
void draw_tracks(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    std::vector<Piece> pieces;
    std::vector<std::size_t> ends;  // of each agent's pieces
    for (const Track& track : run.tracks) {
        for (const Frame& frame : frames_of(run, track, track.points.size())) {
            if (frame.begins) pieces.emplace_back();
            pieces.back().push_back(pixel_of(canvas, frame, track.points[frame.sample]));
        }
        ends.push_back(pieces.size());
    }
    support::thin_out(pieces, most_points);
    const std::string clip = clip_of_world(canvas, run);
    const double crowd = std::sqrt(static_cast<double>(std::max<std::size_t>(count, 1)));
    canvas.add(R"(<g class="tracks" stroke-opacity="{:.2f}" stroke-width="{:.2f}"{}>)",
               std::clamp(5 / crowd, 0.35, 0.9), std::clamp(6 / crowd, 0.8, 2.0), clip);
    for (std::size_t i = 0, piece = 0; i < count; ++i) {
        canvas.add(R"(<g class="agent" id="agent-{}" stroke="{}">)",
                   run.agents.get<Stream::id>()[run.tracks[i].slot], agent_colour(i, count));
        for (; piece < ends[i]; ++piece) canvas.polyline(R"(class="trajectory")", pieces[piece]);
        canvas.add("</g>");
    }
    canvas.add("</g>");
}

/// Where agents start, and where they end and look: with orientations at the marks of equal time too.
void draw_ends(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    const double size = size_of(run);
    for (std::size_t i = 0; i < count; ++i) {
        const Track& track = run.tracks[i];
        if (track.points.empty()) continue;
        const std::string colour = agent_colour(i, count);
        canvas.circle(fmt::format(R"(class="start" stroke="{}")", colour), track.points.front(), size / 2);
        const std::vector<Frame> frames = frames_of(run, track, track.points.size());
        const std::vector<double> headings = headings_of(canvas, track, frames);
        const auto draw = [&](std::size_t frame, double scale) {
            const Point at = pixel_of(canvas, frames[frame], track.points[frames[frame].sample]);
            canvas.add(
                R"x(<path class="end" fill="{}" d="{}" transform="translate({:.1f} {:.1f})rotate({:.0f})"/>)x",
                colour, arrowhead(scale * size), at.x, at.y, headings[frame]);
        };
        const std::size_t step = track.orientations.empty() ? 0 : samples_between_marks(run);
        for (std::size_t at = step; at != 0 && at + 1 < frames.size(); at += step) draw(at, 0.7);
        draw(frames.size() - 1, 1);
    }
}

void add_agents_to_legend(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    const std::size_t all = run.agents.size();
    if (all > 1) {
        std::string symbol;
        constexpr int stripes = 6;
        for (int i = 0; i < stripes; ++i)
            symbol += fmt::format(R"(<path d="M{} 0h4" stroke="{}" stroke-width="4"/>)", i * 4,
                                  support::palette(i / (stripes - 1.0)));
        canvas.add_legend({symbol, count == all ? fmt::format("agents 0 to {}, in order", all - 1)
                                                : fmt::format("{} of {} agents, in order", count, all)});
    }
    const bool orientations = !run.tracks.empty() && !run.tracks.front().orientations.empty();
    const std::string colour = agent_colour(0, 1);
    const std::string head = fmt::format(
        R"x(<path class="end" fill="{}" d="{}" transform="translate(15 0)"/>)x", colour, arrowhead(6.4));
    if (run.loop_seconds > 0) {
        const double seconds = static_cast<double>(run.samples - 1) * run.sample_seconds;
        canvas.add_legend(
            {fmt::format(R"(<path d="M0 0h12" stroke="{}" stroke-width="2" opacity=".5"/>{})", colour, head),
             fmt::format("{} and way of the last {:.2g} s", orientations ? "orientation" : "heading",
                         trail_seconds * seconds / run.loop_seconds)});
        return;
    }
    canvas.add_legend(
        {fmt::format(R"(<circle class="start" stroke="{}" cx="12" cy="0" r="4"/>)", colour), "start"});
    canvas.add_legend({head, orientations ? "end and orientation" : "end and heading"});
}

}  // namespace

std::uint64_t picture_interval(std::uint64_t ticks) {
    return std::max<std::uint64_t>(1, (ticks + most_samples - 1) / most_samples);
}

SvgPicture::SvgPicture(const std::filesystem::path& file, const scenario::Scenario& scenario,
                       std::string_view title, std::uint64_t interval, Motion motion)
    : output_(file),
      scenario_(scenario),
      title_(title),
      sample_seconds_(static_cast<double>(scenario.dt) * static_cast<double>(interval)),
      motion_(motion) {
    const std::size_t count = scenario.all_agents;
    const std::uint64_t samples = scenario.ticks / interval + 2;
    const std::uint64_t drawn =
        std::min<std::uint64_t>(count, std::clamp<std::uint64_t>(most_kept / samples, 1, most_drawn));
    for (const std::size_t slot : spread(count, drawn))
        tracks_.push_back({.slot = slot, .points = {}, .decisions = {}});
}

void SvgPicture::sample(std::uint64_t tick, const AgentView& agents) {
    const Program& program = scenario::program_at(scenario_.program, scenario_.events, tick);
    if (grounds_.empty() || grounds_.back().program != &program) {
        const bool has_targets = targets_are_inputs(program) ||
                                 (scenario_.after_tick && targets_are_inputs(scenario_.after_tick->program));
        grounds_.push_back({samples_, &program, {}, shared_targets_of(program)});
        if (has_targets) grounds_.back().targets = targets_of(agents, tracks_);
    }
    ++samples_;
    const bool approaches = scenario::find_stage<Approach>(program) != nullptr;
    const bool retargets = scenario::find_stage<RetargetWander>(program) != nullptr;
    for (Track& track : tracks_) {
        const Point here = point_of<Stream::position_x, Stream::position_y>(agents, track.slot);
        const Point target = point_of<Stream::target_x, Stream::target_y>(agents, track.slot);
        const Point chosen =
            approaches ? point_of<Stream::walk_x, Stream::walk_y>(agents, track.slot) : target;
        if ((approaches || retargets) && !track.points.empty()) {
            // The choice shows one tick later: it was made from the position before.
            const Point before = track.points.back();
            const Point last = track.decisions.empty() ? before : track.decisions.back().to;
            const bool first = retargets && track.decisions.empty();
            if (first || chosen.x != last.x || chosen.y != last.y)
                track.decisions.push_back({samples_ - 1, before, chosen, target});
        }
        track.points.push_back(here);
        if (agents.has(Stream::orientation))
            track.orientations.push_back(static_cast<double>(agents.get<Stream::orientation>()[track.slot]));
        if (tracks_.size() <= few_agents)
            if (const auto force = wander_force_of(program, agents, track.slot))
                track.forces.push_back(*force);
    }
}

void SvgPicture::commit(const AgentView& agents) {
    double loop_seconds = 0;
    if (motion_ == Motion::moving)
        loop_seconds =
            std::clamp(static_cast<double>(samples_ - 1) * sample_seconds_, least_seconds, most_seconds);
    const DrawnRun run{scenario_.program, agents, tracks_, sample_seconds_, samples_, grounds_, loop_seconds};
    support::PlotExtent extent;
    extend(extent, run);
    SvgCanvas canvas(extent);
    add_agents_to_legend(canvas, run);
    draw_ground(canvas, run);
    if (motion_ == Motion::still) {
        draw_tracks(canvas, run);
        draw_times(canvas, run);
    }
    draw_explanations(canvas, run);
    if (motion_ == Motion::still)
        draw_ends(canvas, run);
    else
        draw_moving_agents(canvas, run);
    std::string subtitle = scenario::summary_of(scenario_);
    const double seconds = static_cast<double>(samples_ - 1) * sample_seconds_;
    if (motion_ == Motion::moving && std::abs(seconds - loop_seconds) > 0.1)
        subtitle += fmt::format("; {:.3g} s shown in {:.3g} s", seconds, loop_seconds);
    output_.write(canvas.page(title_, subtitle));
    output_.commit();
}

}  // namespace wend::pictures
