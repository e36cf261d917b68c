// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// ORCA as it is written down (van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance",
/// 2011), an agent at a time, with early exits wherever one is possible.
namespace wend::bench {
namespace {

constexpr std::size_t orca_neighbours = 10;

struct OrcaVector {
    float x, y;
};
inline OrcaVector operator-(OrcaVector a, OrcaVector b) { return {a.x - b.x, a.y - b.y}; }
inline OrcaVector operator+(OrcaVector a, OrcaVector b) { return {a.x + b.x, a.y + b.y}; }
inline OrcaVector operator*(OrcaVector a, float k) { return {a.x * k, a.y * k}; }
inline float dot(OrcaVector a, OrcaVector b) { return a.x * b.x + a.y * b.y; }
inline float det(OrcaVector a, OrcaVector b) { return a.x * b.y - a.y * b.x; }

struct OrcaLine {
    OrcaVector point, along;
};

/// The line of a neighbour at d, with bodies that touch at `clearance`.
inline OrcaLine orca_line(OrcaVector d, OrcaVector own, OrcaVector other, float clearance, float horizon,
                          float dt) {
    const OrcaVector relative = own - other;
    const float square = dot(d, d);
    OrcaVector change{};
    OrcaVector along{};
    const bool apart = square > clearance * clearance;
    const float per_time = 1 / (apart ? horizon : dt);
    const OrcaVector w = relative - d * per_time;
    const float length = dot(w, w);
    const float ahead = dot(w, d);
    if (!apart || (ahead < 0 && ahead * ahead > clearance * clearance * length)) {
        const float speed = __builtin_sqrtf(length > 1e-30f ? length : 1e-30f);
        const OrcaVector out = w * (1 / speed);
        along = {out.y, -out.x};
        change = out * (clearance * per_time - speed);
    } else {
        const float leg = __builtin_sqrtf(square - clearance * clearance);
        if (det(d, w) > 0)
            along = OrcaVector{d.x * leg - d.y * clearance, d.x * clearance + d.y * leg} * (1 / square);
        else
            along = OrcaVector{d.x * leg + d.y * clearance, d.y * leg - d.x * clearance} * (-1 / square);
        change = along * dot(relative, along) - relative;
    }
    return {own + change * 0.5f, along};
}

/// The best point of line i below a speed that the lines before it allow.
inline bool best_on_line(const OrcaLine* lines, std::size_t i, float max_speed, OrcaVector aim, bool farthest,
                         OrcaVector& best) {
    const OrcaLine& line = lines[i];
    const float middle = dot(line.point, line.along);
    const float root = middle * middle + max_speed * max_speed - dot(line.point, line.point);
    if (root < 0) return false;
    const float half = __builtin_sqrtf(root);
    float low = -middle - half;
    float high = -middle + half;
    for (std::size_t j = 0; j < i; ++j) {
        const float denominator = det(line.along, lines[j].along);
        const float numerator = det(lines[j].along, line.point - lines[j].point);
        if (__builtin_fabsf(denominator) <= 1e-5f) {
            if (numerator < 0) return false;
            continue;
        }
        const float t = numerator / denominator;
        if (denominator >= 0)
            high = t < high ? t : high;
        else
            low = t > low ? t : low;
        if (low > high) return false;
    }
    float t = dot(aim - line.point, line.along);
    t = t < low ? low : t > high ? high : t;
    if (farthest) t = dot(aim, line.along) > 0 ? high : low;
    best = line.point + line.along * t;
    return true;
}

inline std::size_t best_allowed(const OrcaLine* lines, std::size_t count, float max_speed, OrcaVector aim,
                                bool farthest, OrcaVector& velocity) {
    for (std::size_t i = 0; i < count; ++i)
        if (det(lines[i].along, lines[i].point - velocity) > 0 &&
            !best_on_line(lines, i, max_speed, aim, farthest, velocity))
            return i;
    return count;
}

/// The velocity that an agent picks.
inline OrcaVector pick_velocity(const OrcaLine* lines, std::size_t count, float max_speed,
                                OrcaVector preferred) {
    OrcaVector velocity = preferred;
    const std::size_t failed = best_allowed(lines, count, max_speed, preferred, false, velocity);
    float violation = 0;
    for (std::size_t i = failed; i < count; ++i) {
        if (det(lines[i].along, lines[i].point - velocity) <= violation) continue;
        OrcaLine made[orca_neighbours];
        std::size_t size = 0;
        for (std::size_t j = 0; j < i; ++j) {
            const float determinant = det(lines[i].along, lines[j].along);
            OrcaVector point{};
            if (__builtin_fabsf(determinant) <= 1e-5f) {
                if (dot(lines[i].along, lines[j].along) > 0) continue;
                point = (lines[i].point + lines[j].point) * 0.5f;
            } else {
                point = lines[i].point +
                        lines[i].along * (det(lines[j].along, lines[i].point - lines[j].point) / determinant);
            }
            const OrcaVector turn = lines[j].along - lines[i].along;
            made[size++] = {point, turn * (1 / __builtin_sqrtf(dot(turn, turn)))};
        }
        const OrcaVector inwards{-lines[i].along.y, lines[i].along.x};
        OrcaVector best = inwards * max_speed;
        if (best_allowed(made, size, max_speed, inwards, true, best) == size) velocity = best;
        violation = det(lines[i].along, lines[i].point - velocity);
    }
    return velocity;
}

}  // namespace
}  // namespace wend::bench
