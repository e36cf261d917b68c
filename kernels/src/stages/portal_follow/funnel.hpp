// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "paths/path_data.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// The state `node` of portal following: a corner's node, and what is sought there.
struct CornerCode {
    static constexpr std::uint32_t chosen = 1u << 31, middle = 1u << 30;
    static constexpr std::uint32_t node_bits = middle - 1;
};

/// A corner as agents go round it: on its right with `side` the body's radius, on its left with the negative
/// one, and straight to it with 0 where it is the goal or a middle.
struct Corner {
    float x, y;
    float side;
    bool straight;
};

/// The funnel of one agent (kernels/docs/math.md, "Portal following"). `portals` are those of its path.
class Funnel {
  public:
    /// A direction, of the length `square`.
    struct Ray {
        float x, y;
        float square;  ///< of the distance to the corner
        float root;    ///< of `square`, for a point
        std::uint32_t code;
    };

    /// At most so many portals are looked through, or passed in one tick.
    static constexpr std::uint32_t most_portals = 16;

    Funnel(const PathNode* nodes, std::uint32_t node_count, PathNode position, float radius)
        : nodes_(nodes),
          portals_((node_count - 2) / 2),
          position_(position),
          radius_(radius),
          squared_width_((radius + radius) * (radius + radius)),
          per_square_(1.0f / (radius * radius)) {}

    /// The number of portals passed.
    [[nodiscard]] std::uint32_t pass(std::uint32_t passed) const {
        bool ahead = passed < portals_ && turn(passed) < 0;
        const bool back = passed > 0 && turn(passed - 1) > 0;
        if (ahead && back) ahead = squared_distance(passed) <= squared_distance(passed - 1);
        std::uint32_t now = passed;
        if (ahead)
            while (now < portals_ && now - passed < most_portals && turn(now) < 0) ++now;
        else
            while (now > 0 && passed - now < most_portals && turn(now - 1) > 0) --now;
        return now;
    }

    /// Whether a corner stays good behind that many portals: it is ahead, and the way there clear of the next
    /// portal's ends.
    [[nodiscard]] bool keeps(std::uint32_t code, std::uint32_t passed) const {
        const std::uint32_t node = code & CornerCode::node_bits, next = left_of(passed);
        if ((code & CornerCode::chosen) == 0 || node < next) return false;
        if (passed == portals_) return true;
        const Corner to = corner(code);
        const bool own = node <= next + 1;
        if (own && to.straight) return true;
        const Ray way = ray(code);
        const float clearance = radius_ * way.square * 0.875f;
        return ((own && node == next) || aside(way, next) >= clearance) &&
               ((own && node != next) || aside(way, next + 1) <= 0 - clearance);
    }

    /// The code of the first corner behind that many portals.
    [[nodiscard]] std::uint32_t choose(std::uint32_t passed) const {
        Ray left{}, right{};
        std::uint32_t at = passed;
        for (; at < portals_ && at - passed < most_portals; ++at) {
            const Ray new_left = ray(left_of(at)), new_right = ray(left_of(at) + 1);
            if (at == passed) {
                left = new_left;
                right = new_right;
                if (cross(right, left) < 0) return nearer(left, right);
                continue;
            }
            if (cross(left, new_left) <= 0) {
                if (!(cross(right, new_left) >= 0)) return right.code;
                left = new_left;
            }
            if (cross(right, new_right) >= 0) {
                if (!(cross(left, new_right) <= 0))
                    return left.code == new_left.code ? nearer(new_left, new_right) : left.code;
                right = new_right;
            }
        }
        const std::uint32_t end =
            at == portals_ ? goal() : (left_of(at - 1) | CornerCode::chosen | CornerCode::middle);
        if (at == passed) return end;
        const Ray last = ray(end);
        if (cross(left, last) > 0) return left.code;
        if (cross(right, last) < 0) return right.code;
        return end;
    }

    [[nodiscard]] Corner corner(std::uint32_t code) const {
        const std::uint32_t node = code & CornerCode::node_bits;
        if (node == 2 * portals_ + 1) return {nodes_[node].x, nodes_[node].y, 0, true};
        const std::uint32_t left = node - (node + 1) % 2;
        const float ex = nodes_[left + 1].x - nodes_[left].x;
        const float ey = nodes_[left + 1].y - nodes_[left].y;
        if ((code & CornerCode::middle) != 0 || ex * ex + ey * ey <= squared_width_)
            return {nodes_[left].x + ex * 0.5f, nodes_[left].y + ey * 0.5f, 0, true};
        return {nodes_[node].x, nodes_[node].y, node == left ? radius_ : 0 - radius_, false};
    }

    [[nodiscard]] Ray ray(std::uint32_t code) const {
        const Corner to = corner(code);
        const float dx = to.x - position_.x;
        const float dy = to.y - position_.y;
        const float square = dx * dx + dy * dy;
        const float reach = to.side * to.side;
        const bool inside = square < reach;
        const float h = std::sqrt(inside ? square : square - reach);
        float ahead = h, aside = to.side;
        if (inside) {
            const float share = square * per_square_;
            ahead = (share - 1) * h;
            aside = to.side < 0 ? 0 - share * h : share * h;
        }
        return {ahead * dx + aside * dy, ahead * dy - aside * dx, square, h, code | CornerCode::chosen};
    }

  private:
    static std::uint32_t left_of(std::uint32_t portal) { return 2 * portal + 1; }
    [[nodiscard]] std::uint32_t goal() const { return left_of(portals_) | CornerCode::chosen; }

    static std::uint32_t nearer(const Ray& left, const Ray& right) {
        return left.square <= right.square ? left.code : right.code;
    }
    static float cross(const Ray& a, const Ray& b) { return a.x * b.y - a.y * b.x; }

    /// Above 0 before a portal, below it behind.
    [[nodiscard]] float turn(std::uint32_t portal) const {
        const PathNode& left = nodes_[left_of(portal)];
        const PathNode& right = nodes_[left_of(portal) + 1];
        return (right.x - left.x) * (left.y - position_.y) - (right.y - left.y) * (left.x - position_.x);
    }

    [[nodiscard]] float squared_distance(std::uint32_t portal) const {
        const PathNode& left = nodes_[left_of(portal)];
        const PathNode& right = nodes_[left_of(portal) + 1];
        const float ex = right.x - left.x, ey = right.y - left.y;
        const float dx = position_.x - left.x, dy = position_.y - left.y;
        const float length = ex * ex + ey * ey;
        float t = (dx * ex + dy * ey) / (length < squared_length_floor ? squared_length_floor : length);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const float x = dx - ex * t, y = dy - ey * t;
        return x * x + y * y;
    }

    /// The distance of a node to the left of a way, times the way's length.
    [[nodiscard]] float aside(const Ray& way, std::uint32_t node) const {
        return way.x * (nodes_[node].y - position_.y) - way.y * (nodes_[node].x - position_.x);
    }

    const PathNode* nodes_;
    std::uint32_t portals_;
    PathNode position_;
    float radius_, squared_width_, per_square_;
};

}  // namespace
}  // namespace wend::detail
