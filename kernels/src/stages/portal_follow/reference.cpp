// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <span>

#include "paths/path_data.hpp"
#include "reference/reference.hpp"
#include "wend/portal_follow.hpp"

// kernels/docs/math.md, "Portal following".
namespace wend::detail::reference {
namespace {

constexpr int most = 16;
constexpr std::uint32_t chosen = 0x80000000u;
constexpr std::uint32_t of_middle = 0x40000000u;

/// A circle that agents go round: on its right, on its left, or a point.
struct Post {
    Vector at;
    enum class Pass { right, left, straight } pass;
};

/// From an agent towards a post: `d` is the way to its centre.
struct Sight {
    Vector d;
    Vector way;
    float square;  ///< of d
    float root;    ///< of square, for a point
};

struct Agent {
    Vector position;
    float radius;

    [[nodiscard]] Vector to(Vector point) const { return {point.x - position.x, point.y - position.y}; }

    [[nodiscard]] Sight sight(const Post& post) const {
        const Vector d = to(post.at);
        const float square = squared_length(d.x, d.y);
        const float reach = post.pass == Post::Pass::straight ? 0.0f : radius * radius;
        float forwards, sideways;
        float root;
        if (square < reach) {
            root = std::sqrt(square);
            const float share = square * (1.0f / (radius * radius));
            forwards = (share - 1.0f) * root;
            sideways = share * root;
        } else {
            root = std::sqrt(square - reach);
            forwards = root;
            sideways = radius;
        }
        if (post.pass == Post::Pass::left) sideways = 0.0f - sideways;
        if (post.pass == Post::Pass::straight) sideways = 0.0f;
        const Vector turned{d.y, -d.x};
        const Vector ahead{forwards * d.x, forwards * d.y};
        const Vector aside{sideways * turned.x, sideways * turned.y};
        return {d, {ahead.x + aside.x, ahead.y + aside.y}, square, root};
    }
};

struct Corridor {
    std::span<const SegmentRecord> nodes;

    [[nodiscard]] int portals() const { return static_cast<int>(nodes.size() / 2) - 1; }
    [[nodiscard]] Vector point(std::uint32_t node) const { return {nodes[node].node_x, nodes[node].node_y}; }
    [[nodiscard]] std::uint32_t goal() const { return static_cast<std::uint32_t>(nodes.size() - 1); }
    [[nodiscard]] static std::uint32_t left(int portal) { return static_cast<std::uint32_t>(2 * portal + 1); }

    [[nodiscard]] Post post(std::uint32_t code, float radius) const {
        const std::uint32_t node = code & ~(chosen | of_middle);
        if (node == goal()) return {point(node), Post::Pass::straight};
        const bool on_right = node % 2 == 1;
        const std::uint32_t l = on_right ? node : node - 1;
        const Vector a = point(l);
        const Vector b = point(l + 1);
        const Vector across{b.x - a.x, b.y - a.y};
        const float width = radius + radius;
        if ((code & of_middle) != 0 || squared_length(across.x, across.y) <= width * width) {
            const float half_x = across.x * 0.5f;
            const float half_y = across.y * 0.5f;
            return {{a.x + half_x, a.y + half_y}, Post::Pass::straight};
        }
        return {on_right ? a : b, on_right ? Post::Pass::right : Post::Pass::left};
    }

    /// Above 0 where the agent is before the portal.
    [[nodiscard]] float before(int portal, const Agent& agent) const {
        const Vector a = point(left(portal));
        const Vector b = point(left(portal) + 1);
        return cross({b.x - a.x, b.y - a.y}, agent.to(a));
    }

    [[nodiscard]] float squared_distance(int portal, const Agent& agent) const {
        const Vector a = point(left(portal));
        const Vector b = point(left(portal) + 1);
        const Vector across{b.x - a.x, b.y - a.y};
        const Vector from{agent.position.x - a.x, agent.position.y - a.y};
        const float length = squared_length(across.x, across.y);
        float t = dot(from, across) / max_keep_nan(length, squared_length_floor);
        if (t < 0) t = 0;
        if (t > 1) t = 1;
        const Vector foot{across.x * t, across.y * t};
        return squared_length(from.x - foot.x, from.y - foot.y);
    }
};

/// The number of portals that the agent has passed now.
int pass_portals(const Corridor& corridor, const Agent& agent, int passed) {
    const auto is_beyond = [&](int portal) {
        return portal < corridor.portals() && corridor.before(portal, agent) < 0;
    };
    const auto is_back = [&](int portal) { return portal > 0 && corridor.before(portal - 1, agent) > 0; };
    const bool both = is_beyond(passed) && is_back(passed);
    const bool forwards =
        both ? corridor.squared_distance(passed, agent) <= corridor.squared_distance(passed - 1, agent)
             : is_beyond(passed);
    int moves = 0;
    if (forwards) {
        while (moves < most && is_beyond(passed + moves)) ++moves;
        return passed + moves;
    }
    while (moves < most && is_back(passed - moves)) ++moves;
    return passed - moves;
}

/// The two outermost ways that all portals so far leave open.
struct Bound {
    Sight sight;
    std::uint32_t node;
};

std::uint32_t choose_corner(const Corridor& corridor, const Agent& agent, int passed) {
    const auto bound = [&](std::uint32_t node) -> Bound {
        return {agent.sight(corridor.post(node, agent.radius)), node};
    };
    const auto nearer = [](const Bound& l, const Bound& r) {
        return l.sight.square <= r.sight.square ? l.node : r.node;
    };
    const auto side_of = [](const Bound& a, const Bound& b) { return cross(a.sight.way, b.sight.way); };
    const int end = passed + most < corridor.portals() ? passed + most : corridor.portals();
    Bound left{}, right{};
    for (int portal = passed; portal < end; ++portal) {
        const Bound l = bound(Corridor::left(portal));
        const Bound r = bound(Corridor::left(portal) + 1);
        if (portal == passed) {
            if (side_of(r, l) < 0) return chosen | nearer(l, r);
            left = l;
            right = r;
            continue;
        }
        const bool narrows_left = side_of(left, l) <= 0;
        if (narrows_left && !(side_of(right, l) >= 0)) return chosen | right.node;
        if (narrows_left) left = l;
        const bool narrows_right = side_of(right, r) >= 0;
        if (narrows_right && !(side_of(left, r) <= 0))
            return chosen | (left.node == l.node ? nearer(l, r) : left.node);
        if (narrows_right) right = r;
    }
    const std::uint32_t last =
        end == corridor.portals() ? corridor.goal() : (Corridor::left(end - 1) | of_middle);
    if (end > passed) {
        const Bound aim = bound(last);
        if (side_of(left, aim) > 0) return chosen | left.node;
        if (side_of(right, aim) < 0) return chosen | right.node;
    }
    return chosen | last;
}

/// Whether the corner that an agent has is still good.
bool keeps(const Corridor& corridor, const Agent& agent, int passed, std::uint32_t code) {
    if ((code & chosen) == 0) return false;
    const std::uint32_t node = code & ~(chosen | of_middle);
    const std::uint32_t next = Corridor::left(passed);
    if (node < next) return false;
    if (passed == corridor.portals()) return true;
    const Post post = corridor.post(code, agent.radius);
    const bool own = node <= next + 1;
    if (own && post.pass == Post::Pass::straight) return true;
    const Sight sight = agent.sight(post);
    const float clearance = agent.radius * sight.square * 0.875f;
    const bool left_clear = cross(sight.way, agent.to(corridor.point(next))) >= clearance;
    const bool right_clear = cross(sight.way, agent.to(corridor.point(next + 1))) <= 0.0f - clearance;
    if (own) return post.pass == Post::Pass::right ? right_clear : left_clear;
    return left_clear && right_clear;
}

}  // namespace

template <>
StageResult run<PortalFollow>(const StageInput& in, StageOutput& out) {
    const PortalFollow& stage = in.stage<PortalFollow>();
    const PathData& data = PathDataAccess::data(stage.paths);
    const auto write = [&](std::size_t slot, std::uint32_t segment, std::uint32_t node, bool finished) {
        out.get<Stream::segment>()[slot] = segment;
        out.get<Stream::node>()[slot] = node;
        if (std::uint32_t* to = out.get<Stream::finished>(); to != nullptr)
            to[slot] = finished ? 1 : in.get<Stream::finished>()[slot];
    };
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Motion motion(in, slot);
        const float body = read_or(in.get<Stream::body_radius>(), slot, stage.body_radius);
        if (motion.bad() || !(body >= 0 && body <= stage.body_radius)) return false;
        const std::int32_t path = in.get<Stream::path>()[slot];
        const std::uint32_t segment = in.get<Stream::segment>()[slot];
        const std::uint32_t node = in.get<Stream::node>()[slot];
        if (path < -1 || path >= static_cast<std::ptrdiff_t>(data.paths.size())) return false;
        if (path == -1 || data.paths[static_cast<std::size_t>(path)].node_count == 0) {
            write(slot, segment, node, false);
            return add_force(in, out, slot,
                             stage.brake_without_path ? braking_force(motion.velocity) : Vector{0, 0});
        }
        const PathRecord& record = data.paths[static_cast<std::size_t>(path)];
        if (segment >= record.node_count || (node & ~(chosen | of_middle)) >= record.node_count ||
            record.node_count % 2 != 0)
            return false;
        const Corridor corridor{data.segments.subspan(record.first, record.node_count)};
        const Agent agent{motion.position, body};

        const int before = static_cast<int>(segment / 2);
        const int passed = pass_portals(corridor, agent, before);
        const bool sees_on = passed != before && (node & of_middle) != 0;
        const bool keep = !sees_on && keeps(corridor, agent, passed, node);
        const std::uint32_t code = keep ? node : choose_corner(corridor, agent, passed);
        const Sight sight = agent.sight(corridor.post(code, body));

        const bool at_goal = (code & ~(chosen | of_middle)) == corridor.goal();
        const float slowing = at_goal && stage.slowing_radius ? *stage.slowing_radius * sight.root : 0.0f;
        const float k =
            motion.max_speed / max_keep_nan(max_keep_nan(sight.square, slowing), squared_length_floor);
        const float desired_x = sight.way.x * k;
        const float desired_y = sight.way.y * k;
        write(slot, passed == before ? segment : static_cast<std::uint32_t>(2 * passed), code,
              at_goal && sight.square <= stage.arrival_radius * stage.arrival_radius);
        return add_force(in, out, slot, {desired_x - motion.velocity.x, desired_y - motion.velocity.y});
    });
}

}  // namespace wend::detail::reference
