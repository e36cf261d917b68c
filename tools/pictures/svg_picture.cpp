// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/pictures/svg_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tools/pictures/ground.hpp"
#include "tools/pictures/spread.hpp"
#include "tools/pictures/svg_layers.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::pictures {
namespace {

using support::agent_colour;
using support::SvgCanvas;

constexpr std::uint64_t most_samples = 4000;    // of one agent, by default
constexpr std::uint64_t most_kept = 4'000'000;  // positions of all agents in memory
constexpr std::uint64_t most_drawn = 400;       // agents
constexpr std::size_t most_points = 24'000;     // of all trajectories in the file
constexpr std::size_t few_agents = 12;          // with marks of equal time
constexpr std::size_t most_frames = 300;        // of a moving picture
constexpr double least_seconds = 4;             // of its loop
constexpr double most_seconds = 20;

using Piece = std::vector<Point>;

/// Appends the track in pixels, cut where the world wraps: a piece ends beyond one edge, the next one starts
/// beyond the opposite edge. The clip path hides the excess.
void cut(const Track& track, const SvgCanvas& canvas, const Locomotion* wrapping,
         std::vector<Piece>& pieces) {
    pieces.emplace_back();
    for (std::size_t i = 0; i < track.points.size(); ++i) {
        const Point here = track.points[i];
        if (wrapping != nullptr && i > 0) {
            const double width = static_cast<double>(wrapping->area.max_x - wrapping->area.min_x);
            const double height = static_cast<double>(wrapping->area.max_y - wrapping->area.min_y);
            const Point before = track.points[i - 1];
            // The shortest step between two images is assumed; steps of more than half a world are ambiguous.
            const double turns_x = std::round((here.x - before.x) / width);
            const double turns_y = std::round((here.y - before.y) / height);
            if (turns_x != 0 || turns_y != 0) {
                pieces.back().push_back(canvas.pixel({here.x - turns_x * width, here.y - turns_y * height}));
                pieces.emplace_back().push_back(
                    canvas.pixel({before.x + turns_x * width, before.y + turns_y * height}));
            }
        }
        pieces.back().push_back(canvas.pixel(here));
    }
}

/// Samples between two marks: a round number; 0: there are none.
std::size_t samples_between_marks(const DrawnRun& run) {
    if (run.tracks.empty() || run.tracks.size() > few_agents) return 0;
    const std::size_t samples = run.tracks.front().points.size();
    const std::size_t most = run.tracks.size() == 1 ? 70 : 30;
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
            canvas.circle(attributes, run.tracks[i].points[at], 2.6);
    }
    canvas.add_legend({R"(<circle class="time" fill="#3b518b" cx="4" cy="0" r="2.6"/><circle class="time" )"
                       R"(fill="#3b518b" cx="18" cy="0" r="2.6"/>)",
                       fmt::format("every {:.3g} s", static_cast<double>(step) * run.sample_seconds)});
}

bool has_orientations(const DrawnRun& run) {
    return !run.tracks.empty() && !run.tracks.front().orientations.empty();
}

void add_orientation_to_legend(SvgCanvas& canvas) {
    canvas.add_legend({R"(<path d="M4 0h14" stroke="#3b518b" stroke-width="1.5"/>)", "orientation"});
}

/// A line along the orientation of each agent, at its marks and its end.
void draw_orientations(SvgCanvas& canvas, const DrawnRun& run) {
    if (!has_orientations(run)) return;
    const double length = (run.tracks.size() > few_agents ? 8 : 11) / canvas.pixels(1);
    const std::size_t step = samples_between_marks(run);
    for (std::size_t i = 0; i < run.tracks.size(); ++i) {
        const Track& track = run.tracks[i];
        const std::string attributes =
            fmt::format(R"(stroke="{}" stroke-width="1.5")", agent_colour(i, run.tracks.size()));
        const auto draw = [&](std::size_t at) {
            const Point from = track.points[at];
            const double angle = track.orientations[at];
            canvas.line(attributes, from,
                        {from.x + length * std::cos(angle), from.y + length * std::sin(angle)});
        };
        const std::size_t last = track.points.size() - 1;
        for (std::size_t at = step; at != 0 && at < last; at += step) draw(at);
        draw(last);
    }
    add_orientation_to_legend(canvas);
}

bool wraps(const DrawnRun& run) {
    const auto* locomotion = scenario::find_stage<Locomotion>(run.program);
    return locomotion != nullptr && locomotion->bounds == Bounds::wrap;
}

/// The values of a rotation, in degrees clockwise, the short way from each frame to the next.
std::string turns_of(const Track& track, std::size_t frames) {
    std::string values;
    double shown = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double angle = -track.orientations[frame * (track.points.size() - 1) / (frames - 1)];
        shown += std::remainder(angle * 180 / std::numbers::pi - shown, 360);
        values += fmt::format("{}{:.0f}", frame == 0 ? "" : ";", shown);
    }
    return values;
}

/// Agents on their ways, in a loop, by SMIL: what shows SVG in a page shows that too, without a script. Where
/// the world wraps they jump from frame to frame, lest they fly back across it. A line turns with their
/// orientation.
void draw_movers(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    const std::size_t samples = run.samples;
    if (count == 0 || samples < 2) return;
    const std::size_t frames =
        std::min({samples, most_frames, std::max<std::size_t>(most_points / count, 30)});
    for (std::size_t i = 0; i < count; ++i) {
        std::string values;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            const Point at = canvas.pixel(run.tracks[i].points[frame * (samples - 1) / (frames - 1)]);
            values += fmt::format("{}{:.1f},{:.1f}", frame == 0 ? "" : ";", at.x, at.y);
        }
        const auto animation = [&](std::string_view type, std::string_view of) {
            return fmt::format(R"(<animateTransform attributeName="transform" type="{}" dur="{:.1f}s" )"
                               R"(repeatCount="indefinite" calcMode="{}" values="{}"/>)",
                               type, run.loop_seconds, wraps(run) ? "discrete" : "linear", of);
        };
        const std::string colour = agent_colour(i, count);
        const int radius = count > 100 ? 3 : 4;
        const std::string circle = fmt::format(R"(<circle class="end" fill="{}" r="{}")", colour, radius);
        if (!has_orientations(run))
            canvas.add("{}>{}</circle>", circle, animation("translate", values));
        else
            canvas.add(
                R"(<g class="mover"><path stroke="{}" stroke-width="2" d="M0 0h{}">{}</path>{}/>{}</g>)",
                colour, 3 * radius, animation("rotate", turns_of(run.tracks[i], frames)), circle,
                animation("translate", values));
    }
    if (has_orientations(run)) add_orientation_to_legend(canvas);
}

void draw_tracks(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    const auto* locomotion = scenario::find_stage<Locomotion>(run.program);
    const bool is_wrapping = wraps(run);
    std::vector<Piece> pieces;
    std::vector<std::size_t> ends;  // of each agent's pieces
    for (const Track& track : run.tracks) {
        cut(track, canvas, is_wrapping ? locomotion : nullptr, pieces);
        ends.push_back(pieces.size());
    }
    support::thin_out(pieces, most_points);

    if (is_wrapping) {
        canvas.add(R"(<clipPath id="world">)");
        const Rectangle& area = locomotion->area;
        canvas.rectangle("", {static_cast<double>(area.min_x), static_cast<double>(area.min_y)},
                         {static_cast<double>(area.max_x), static_cast<double>(area.max_y)});
        canvas.add("</clipPath>");
    }
    const double crowd = std::sqrt(static_cast<double>(std::max<std::size_t>(count, 1)));
    canvas.add(R"(<g class="tracks" stroke-opacity="{:.2f}" stroke-width="{:.2f}"{}>)",
               std::clamp(5 / crowd, 0.25, 0.9), std::clamp(6 / crowd, 0.8, 2.0),
               is_wrapping ? R"x( clip-path="url(#world)")x" : "");
    for (std::size_t i = 0, piece = 0; i < count; ++i) {
        canvas.add(R"(<g class="agent" id="agent-{}" stroke="{}">)",
                   run.agents.get<Stream::id>()[run.tracks[i].slot], agent_colour(i, count));
        for (; piece < ends[i]; ++piece) canvas.polyline(R"(class="trajectory")", pieces[piece]);
        canvas.add("</g>");
    }
    canvas.add("</g>");
}

void draw_ends(SvgCanvas& canvas, const DrawnRun& run) {
    const std::size_t count = run.tracks.size();
    const double radius = count > 100 ? 1.8 : count > few_agents ? 2.8 : 4;
    for (std::size_t i = 0; i < count; ++i) {
        const Track& track = run.tracks[i];
        if (track.points.empty()) continue;
        const std::string colour = agent_colour(i, count);
        canvas.circle(fmt::format(R"(class="start" stroke="{}")", colour), track.points.front(), radius);
        canvas.circle(fmt::format(R"(class="end" fill="{}")", colour), track.points.back(), radius + 0.4);
    }
}

void add_agents_to_legend(SvgCanvas& canvas, const DrawnRun& run, Motion motion) {
    const std::size_t count = run.tracks.size();
    const std::size_t all = run.agents.size();
    const std::string which = all <= 1       ? std::string("agent")
                              : count == all ? fmt::format("agents 0 to {}, in order", all - 1)
                                             : fmt::format("{} of {} agents, in order", count, all);
    std::string symbol;
    constexpr int stripes = 6;
    for (int i = 0; i < stripes; ++i)
        symbol += fmt::format(R"(<path d="M{} 0h4" stroke="{}" stroke-width="3"/>)", i * 4,
                              all <= 1 ? agent_colour(0, 1) : support::palette(i / (stripes - 1.0)));
    canvas.add_legend({symbol, which});
    if (motion == Motion::moving) return;
    canvas.add_legend({R"(<circle class="start" stroke="#3b518b" cx="12" cy="0" r="4"/>)", "start"});
    canvas.add_legend({R"(<circle class="end" fill="#3b518b" cx="12" cy="0" r="4.4"/>)", "end"});
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
      subtitle_(scenario::summary_of(scenario)),
      sample_seconds_(static_cast<double>(scenario.dt) * static_cast<double>(interval)),
      motion_(motion) {
    const std::size_t count = scenario.agents.size();
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
        grounds_.push_back({samples_, &program, {}});
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
                track.decisions.push_back({before, chosen, target});
        }
        track.points.push_back(here);
        if (agents.has(Stream::orientation))
            track.orientations.push_back(static_cast<double>(agents.get<Stream::orientation>()[track.slot]));
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
    add_agents_to_legend(canvas, run, motion_);
    draw_ground(canvas, run);
    draw_tracks(canvas, run);
    if (motion_ == Motion::still) draw_times(canvas, run);
    if (motion_ == Motion::still) draw_orientations(canvas, run);
    draw_explanations(canvas, run);
    if (motion_ == Motion::still)
        draw_ends(canvas, run);
    else
        draw_movers(canvas, run);
    output_.write(canvas.page(title_, subtitle_));
    output_.commit();
}

}  // namespace wend::pictures
