// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/measure_progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "columns/elements.hpp"
#include "columns/selected_agents.hpp"
#include "float_environment.hpp"
#include "paths/nearest_on_segment.hpp"
#include "paths/path_data.hpp"
#include "program/plan.hpp"

namespace wend {
namespace {

constexpr StreamSet outputs = stream_set(Stream::path_deviation, Stream::path_remaining);
constexpr StreamSet still = stream_set(Stream::still_time, Stream::still_x, Stream::still_y);
constexpr StreamSet where_bound = outputs | stream_set(Stream::direction, Stream::finished);

Status check(const AgentView& agents, PathPlace place, const ProgressRule& rule, float dt) {
    if (Status s = detail::check_range("max_deviation", rule.max_deviation, not_negative); !s) return s;
    if (Status s = detail::check_range("stuck_radius", rule.stuck_radius, not_negative); !s) return s;
    if (Status s = detail::check_range("stuck_after", rule.stuck_after, positive); !s) return s;
    if (Status s = detail::check_range("dt", dt, not_negative); !s) return s;
    StreamSet needed = position_streams | (where_bound & agents.bound()) |
                       stream_set(Stream::path, place == PathPlace::node ? Stream::node : Stream::segment);
    if ((agents.bound() & still) != 0) needed |= still;
    return detail::check_streams(agents, needed, outputs | still);
}

struct Vector {
    double x, y;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y}; }
Vector operator*(const Vector& a, double factor) { return {a.x * factor, a.y * factor}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y; }
double cross(const Vector& a, const Vector& b) { return a.x * b.y - a.y * b.x; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }
Vector vector_of(float x, float y) { return {static_cast<double>(x), static_cast<double>(y)}; }

struct Progress {
    double deviation = 0, remaining = 0;  ///< m
};

/// An agent's state on its path.
struct State {
    Vector position;
    std::uint32_t number;  ///< of the node or segment
    std::int32_t direction;
};

/// A path of the set, in one mode.
struct Route {
    const detail::PathData& data;
    std::size_t path;
    PathMode mode;

    [[nodiscard]] const detail::PathRecord& record() const { return data.paths[path]; }

    [[nodiscard]] Progress on_segment(const State& state, std::uint32_t segment, double segment_length,
                                      std::uint32_t end) const {
        const detail::NearestPlace nearest = detail::nearest_on_segment(
            data.segments[record().first + segment], segment_length, state.position.x, state.position.y);
        const double* const starts = data.starts_of(path);
        const double from_start = starts[segment] + nearest.along;
        return {std::sqrt(nearest.squared_distance),
                state.direction == 1 ? starts[end] - from_start : from_start};
    }

    [[nodiscard]] double length_of(std::uint32_t segment) const {
        return static_cast<double>(data.segments[record().first + segment].length);
    }

    /// By the segment that leads to a node. The path ends at the last node, also where it is closed.
    [[nodiscard]] std::optional<Progress> to_node(const State& state) const {
        const std::uint32_t nodes = record().node_count, node = state.number;
        if (node >= nodes) return {};
        const bool loops = mode == PathMode::loop;
        const std::uint32_t end = loops ? nodes : nodes - 1;
        if (!loops && node == (state.direction == 1 ? 0 : nodes - 1)) return on_segment(state, node, 0, end);
        const std::uint32_t segment = state.direction == -1 ? node : (node == 0 ? nodes : node) - 1;
        return on_segment(state, segment, length_of(segment), end);
    }

    [[nodiscard]] std::optional<Progress> by_segment(const State& state) const {
        const std::uint32_t segments = data.segment_count(path, mode);
        if (state.number >= segments || record().node_count == 1) return {};
        return on_segment(state, state.number, length_of(state.number), segments);
    }
};

/// A corridor: nodes 2 k + 1 and 2 k + 2 are the left and the right end of portal k.
struct Corridor {
    const detail::PathNode* nodes;
    std::uint32_t last;  ///< the goal

    [[nodiscard]] Vector node(std::uint32_t number) const {
        return vector_of(nodes[number].x, nodes[number].y);
    }

    /// The distance from a convex quadrilateral, counter-clockwise; two corners may be one.
    [[nodiscard]] static double distance(const Vector& from, const Vector (&corners)[4]) {
        double least = HUGE_VAL, twice_area = 0, least_side = HUGE_VAL;
        for (int i = 0; i < 4; ++i) {
            const double side = cross(corners[(i + 1) % 4] - corners[i], from - corners[i]);
            least_side = std::min(least_side, side);
            twice_area += side;
        }
        if (least_side >= 0 && twice_area > 0) return 0;
        for (int i = 0; i < 4; ++i) {
            const Vector edge = corners[(i + 1) % 4] - corners[i], to = from - corners[i];
            const double square = dot(edge, edge), along = dot(edge, to);
            const double t = along <= 0 ? 0 : along >= square ? 1 : along / square;
            const Vector away = to - edge * t;
            least = std::min(least, dot(away, away));
        }
        return std::sqrt(least);
    }

    /// By the number of portals passed.
    [[nodiscard]] Progress behind(std::uint32_t passed, const Vector& position, bool measures_rest) const {
        // For the start and the goal, the left end is the right one.
        const std::uint32_t behind_left = passed == 0 ? 0 : 2 * passed - 1;
        const std::uint32_t ahead_left = 2 * passed + 1;
        const Vector corners[4]{node(2 * passed), node(std::min(ahead_left + 1, last)), node(ahead_left),
                                node(behind_left)};
        Progress progress{.deviation = distance(position, corners)};
        if (!measures_rest) return progress;
        Vector from = position;
        for (std::uint32_t left = ahead_left; left < last; left += 2) {
            const Vector l = node(left), r = node(left + 1);
            const Vector middle{(l.x + r.x) * 0.5, (l.y + r.y) * 0.5};
            progress.remaining += length(middle - from);
            from = middle;
        }
        progress.remaining += length(node(last) - from);
        return progress;
    }
};

/// Element `slot` of a bound column; writes nothing to others.
template <class T>
void put(const Column& column, std::size_t slot, T value) {
    if (column.data != nullptr) std::memcpy(detail::element_at(column, slot), &value, sizeof value);
}

class Measurement {
  public:
    Measurement(const AgentView& agents, const PathSet& paths, PathMode mode, PathPlace place,
                const ProgressRule& rule, float dt)
        : data_(detail::PathDataAccess::data(paths)),
          mode_(mode),
          place_(place),
          rule_(rule),
          dt_(dt),
          squared_stuck_radius_(static_cast<double>(rule.stuck_radius) *
                                static_cast<double>(rule.stuck_radius)),
          path_(agents.column(Stream::path)),
          x_(agents.column(Stream::position_x)),
          y_(agents.column(Stream::position_y)),
          number_(agents.column(place == PathPlace::node ? Stream::node : Stream::segment)),
          direction_(agents.column(Stream::direction)),
          finished_(agents.column(Stream::finished)),
          deviation_(agents.column(Stream::path_deviation)),
          remaining_(agents.column(Stream::path_remaining)),
          still_time_(agents.column(Stream::still_time)),
          still_x_(agents.column(Stream::still_x)),
          still_y_(agents.column(Stream::still_y)) {}

    void measure(std::size_t slot) {
        const auto path = detail::value_at<std::int32_t>(path_, slot);
        const auto x = detail::value_at<float>(x_, slot), y = detail::value_at<float>(y_, slot);
        if (path < -1 || path >= static_cast<std::ptrdiff_t>(data_.paths.size()) ||
            !detail::is_legal_position(x, y))
            return;
        const bool has_path = path != -1 && data_.paths[static_cast<std::size_t>(path)].node_count != 0;
        Progress progress;
        if (has_path) {
            const State state{
                {static_cast<double>(x), static_cast<double>(y)},
                detail::value_at<std::uint32_t>(number_, slot),
                direction_.data == nullptr ? 1 : detail::value_at<std::int32_t>(direction_, slot)};
            const std::optional<Progress> found = progress_of(static_cast<std::size_t>(path), state);
            if (!found) return;
            progress = *found;
        }
        const auto deviation = static_cast<float>(progress.deviation);
        put(deviation_, slot, deviation);
        put(remaining_, slot, static_cast<float>(progress.remaining));
        counts_.with_path += has_path;
        counts_.off_path += deviation > rule_.max_deviation;
        if (still_time_.data != nullptr) counts_.stuck += is_stuck(slot, x, y, has_path);
    }

    [[nodiscard]] const ProgressCounts& counts() const { return counts_; }

  private:
    [[nodiscard]] std::optional<Progress> progress_of(std::size_t path, const State& state) const {
        if (place_ == PathPlace::portal) {
            const detail::PathRecord& record = data_.paths[path];
            if (record.node_count % 2 != 0 || state.number >= record.node_count) return {};
            const Corridor corridor{data_.nodes.data() + record.first, record.node_count - 1};
            return corridor.behind(state.number / 2, state.position, remaining_.data != nullptr);
        }
        if (state.direction != 1 && state.direction != -1) return {};
        const Route route{data_, path, mode_};
        return place_ == PathPlace::node ? route.to_node(state) : route.by_segment(state);
    }

    bool is_stuck(std::size_t slot, float x, float y, bool has_path) {
        const Vector moved = vector_of(x, y) - vector_of(detail::value_at<float>(still_x_, slot),
                                                         detail::value_at<float>(still_y_, slot));
        const bool finished =
            finished_.data != nullptr && detail::value_at<std::uint32_t>(finished_, slot) != 0;
        const bool stays = has_path && !finished && dot(moved, moved) <= squared_stuck_radius_;
        const auto before = detail::value_at<float>(still_time_, slot);
        const float time = stays ? (before >= 0 && before < HUGE_VALF ? before : 0) + dt_ : 0.0f;
        put(still_time_, slot, time);
        if (!stays) {
            put(still_x_, slot, x);
            put(still_y_, slot, y);
        }
        return time >= rule_.stuck_after;
    }

    const detail::PathData& data_;
    PathMode mode_;
    PathPlace place_;
    ProgressRule rule_;
    float dt_;
    double squared_stuck_radius_;
    const Column &path_, &x_, &y_, &number_, &direction_, &finished_, &deviation_, &remaining_, &still_time_,
        &still_x_, &still_y_;
    ProgressCounts counts_;
};

}  // namespace

Expected<ProgressCounts> measure_progress(const AgentView& agents, const PathSet& paths, PathMode mode,
                                          PathPlace place, const ProgressRule& rule, float dt) noexcept {
    return detail::in_default_float_environment([&]() -> Expected<ProgressCounts> {
        if (Status s = check(agents, place, rule, dt); !s) return s;
        Measurement measurement(agents, paths, mode, place, rule, dt);
        detail::for_each_selected(agents, [&](std::size_t slot) { measurement.measure(slot); });
        return measurement.counts();
    });
}

}  // namespace wend
