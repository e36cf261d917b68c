// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/grid_loop.hpp"

#include <math.h>

#include "bench/rivals/frame.hpp"
#include "bench/rivals/orca_rule.hpp"

namespace wend::bench::rivals {
namespace {

using Word = std::uint32_t;

inline float root(float value) { return __builtin_sqrtf(value); }

inline Word clamped(int cell, Word least, Word most) {
    const int low = static_cast<int>(least), high = static_cast<int>(most);
    return static_cast<Word>(cell < low ? low : cell > high ? high : cell);
}

/// A border of a radius, so that no neighbour's cell needs a check.
inline Word column_of(const GridFlock& flock, float x, float per_radius) {
    const int column = static_cast<int>(x * per_radius * columns_a_radius);
    return clamped(column + static_cast<int>(columns_a_radius), columns_a_radius,
                   flock.columns - columns_a_radius - 1);
}

inline Word row_of(const GridFlock& flock, float y, float per_radius) {
    return clamped(static_cast<int>(y * per_radius) + 1, 1, flock.rows - 2);
}

void swap(float*& a, float*& b) {
    float* const c = a;
    a = b;
    b = c;
}

/// Afterwards starts[cell] is the cell's first agent.
void sort(GridFlock& flock) {
    swap(flock.x, flock.other_x);
    swap(flock.y, flock.other_y);
    swap(flock.velocity_x, flock.other_velocity_x);
    swap(flock.velocity_y, flock.other_velocity_y);
    Word* const ids = flock.id;
    flock.id = flock.other_id;
    flock.other_id = ids;
    const std::size_t cell_count = std::size_t{flock.columns} * flock.rows;
    for (std::size_t cell = 0; cell < cell_count + 2; ++cell) flock.starts[cell] = 0;
    const float per_radius = 1 / flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        flock.cells[i] = row_of(flock, flock.other_y[i], per_radius) * flock.columns +
                         column_of(flock, flock.other_x[i], per_radius);
    }
    for (std::size_t i = 0; i < flock.count; ++i) ++flock.starts[flock.cells[i] + 1];
    Word sum = 0;
    for (std::size_t cell = 0; cell < cell_count + 2; ++cell) {
        const Word agents = flock.starts[cell];
        flock.starts[cell] = sum;
        sum += agents;
    }
    for (std::size_t i = 0; i < flock.count; ++i) {
        const Word at = flock.starts[flock.cells[i] + 1]++;
        flock.x[at] = flock.other_x[i];
        flock.y[at] = flock.other_y[i];
        flock.velocity_x[at] = flock.other_velocity_x[i];
        flock.velocity_y[at] = flock.other_velocity_y[i];
        flock.id[at] = flock.other_id[i];
    }
}

void find_headings(GridFlock& flock) {
    for (std::size_t i = 0; i < flock.count; ++i) {
        const float square =
            flock.velocity_x[i] * flock.velocity_x[i] + flock.velocity_y[i] * flock.velocity_y[i];
        const float scale = 1 / root(square > 1e-30f ? square : 1e-30f);
        flock.heading_x[i] = flock.velocity_x[i] * scale;
        flock.heading_y[i] = flock.velocity_y[i] * scale;
    }
}

/// The locomotion; others still look at x and y.
inline void move(const GridFlock& flock, std::size_t i, float force_x, float force_y) {
    const float strength = root(force_x * force_x + force_y * force_y);
    const float scale =
        flock.max_force / (strength > flock.max_force ? strength : flock.max_force) * flock.dt;
    const float vx = flock.velocity_x[i] + force_x * scale;
    const float vy = flock.velocity_y[i] + force_y * scale;
    const float speed = root(vx * vx + vy * vy);
    const float limit = flock.max_speed / (speed > flock.max_speed ? speed : flock.max_speed);
    flock.other_velocity_x[i] = vx * limit;
    flock.other_velocity_y[i] = vy * limit;
    flock.other_x[i] = flock.x[i] + vx * limit * flock.dt;
    flock.other_y[i] = flock.y[i] + vy * limit * flock.dt;
}

void end_tick(GridFlock& flock) {
    swap(flock.x, flock.other_x);
    swap(flock.y, flock.other_y);
    swap(flock.velocity_x, flock.other_velocity_x);
    swap(flock.velocity_y, flock.other_velocity_y);
}

/// Sums over the neighbours of an agent, itself included.
struct Sums {
    float separation_x = 0, separation_y = 0, alignment_x = 0, alignment_y = 0, cohesion_x = 0,
          cohesion_y = 0, count = 0;
};

/// The force of sums that hold the agent itself, whose heading is (hx, hy).
inline void move_by(const GridFlock& flock, std::size_t i, const Sums& sums, float hx, float hy) {
    const float count = sums.count - 1;
    const float own = count > 0.5f ? 1.0f : 0.0f;
    const float per_count = own / (count > 0.5f ? count : 1.0f);
    const float force_x = ((sums.alignment_x - hx) * per_count - own * hx) * flock.alignment_weight +
                          sums.cohesion_x * per_count * flock.cohesion_weight -
                          sums.separation_x * flock.separation_weight;
    const float force_y = ((sums.alignment_y - hy) * per_count - own * hy) * flock.alignment_weight +
                          sums.cohesion_y * per_count * flock.cohesion_weight -
                          sums.separation_y * flock.separation_weight;
    move(flock, i, force_x, force_y);
}

/// One agent after the other; neighbours out of reach are skipped by a branch.
void steer_by_branches(const GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    const float per_square = 1 / square_radius, per_radius = 1 / flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        const float x = flock.x[i], y = flock.y[i];
        const Word column = column_of(flock, x, per_radius), row = row_of(flock, y, per_radius);
        Sums sums;
        for (Word r = row - 1; r <= row + 1; ++r) {
            const std::size_t first = std::size_t{r} * flock.columns + column;
            const Word end = flock.starts[first + columns_a_radius + 1];
            for (Word j = flock.starts[first - columns_a_radius]; j < end; ++j) {
                const float dx = flock.x[j] - x;
                const float dy = flock.y[j] - y;
                const float square = dx * dx + dy * dy;
                if (square > square_radius) continue;
                const float falloff = 1 - square * per_square;
                sums.separation_x += dx * falloff * falloff;
                sums.separation_y += dy * falloff * falloff;
                sums.alignment_x += flock.heading_x[j];
                sums.alignment_y += flock.heading_y[j];
                sums.cohesion_x += dx;
                sums.cohesion_y += dy;
                sums.count += 1;
            }
        }
        move_by(flock, i, sums, flock.heading_x[i], flock.heading_y[i]);
    }
}

// A dependent type in a function loses the attribute (GCC).
template <int lanes>
struct VectorOf;
template <>
struct VectorOf<8> {
    typedef float Floats __attribute__((vector_size(32)));
};
template <>
struct VectorOf<16> {
    typedef float Floats __attribute__((vector_size(64)));
};

/// Agents of a row, one in each lane, look at the same neighbours, one after the other. Lanes behind the
/// row's end compute, too; their agents are overwritten by their own rows'.
template <int lanes>
void steer_in_lanes(const GridFlock& flock) {
    using Floats = typename VectorOf<lanes>::Floats;
    const auto load = [](const float* values) {
        Floats all;
        __builtin_memcpy(&all, values, sizeof all);
        return all;
    };
    const float square_radius = flock.radius * flock.radius;
    const float per_square = 1 / square_radius, per_radius = 1 / flock.radius;
    const float* const x = flock.x;
    const float* const y = flock.y;
    const float* const hx = flock.heading_x;
    const float* const hy = flock.heading_y;
    const Floats zero{};
    for (Word row = 1; row + 1 < flock.rows; ++row) {
        const Word end = flock.starts[std::size_t{row + 1} * flock.columns];
        for (Word i = flock.starts[std::size_t{row} * flock.columns]; i < end; i += lanes) {
            const Word last = (i + lanes < end ? i + lanes : end) - 1;
            const Word from = column_of(flock, x[i], per_radius) - columns_a_radius;
            const Word to = column_of(flock, x[last], per_radius) + columns_a_radius + 1;
            const Floats own_x = load(x + i), own_y = load(y + i);
            Floats sums[7]{};
            auto& [separation_x, separation_y, alignment_x, alignment_y, cohesion_x, cohesion_y, count] =
                sums;
            for (Word r = row - 1; r <= row + 1; ++r) {
                const std::size_t first = std::size_t{r} * flock.columns;
                const Word behind = flock.starts[first + to];
                for (Word j = flock.starts[first + from]; j < behind; ++j) {
                    const Floats dx = x[j] - own_x, dy = y[j] - own_y;
                    const Floats square = dx * dx + dy * dy;
                    const auto in = square <= square_radius;
                    const Floats falloff = in ? 1 - square * per_square : zero;
                    const Floats share = falloff * falloff;
                    separation_x += dx * share;
                    separation_y += dy * share;
                    alignment_x += in ? zero + hx[j] : zero;
                    alignment_y += in ? zero + hy[j] : zero;
                    cohesion_x += in ? dx : zero;
                    cohesion_y += in ? dy : zero;
                    count += in ? zero + 1 : zero;
                }
            }
            float of[7][lanes];
            __builtin_memcpy(of, sums, sizeof of);
#pragma omp simd
            for (Word lane = 0; lane < lanes; ++lane)
                move_by(flock, i + lane,
                        {of[0][lane], of[1][lane], of[2][lane], of[3][lane], of[4][lane], of[5][lane],
                         of[6][lane]},
                        hx[i + lane], hy[i + lane]);
        }
    }
}

void steer_by_pairs(const GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    const float per_square = 1 / square_radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        const float x = flock.x[i], y = flock.y[i];
        Sums sums;
        for (std::size_t j = 0; j < flock.count; ++j) {
            const float dx = flock.x[j] - x;
            const float dy = flock.y[j] - y;
            const float square = dx * dx + dy * dy;
            const float in = square <= square_radius ? 1.0f : 0.0f;
            const float falloff = 1 - square * per_square;
            const float share = in * falloff * falloff;
            sums.separation_x += dx * share;
            sums.separation_y += dy * share;
            sums.alignment_x += in * flock.heading_x[j];
            sums.alignment_y += in * flock.heading_y[j];
            sums.cohesion_x += in * dx;
            sums.cohesion_y += in * dy;
            sums.count += in;
        }
        move_by(flock, i, sums, flock.heading_x[i], flock.heading_y[i]);
    }
}

/// Calls use(j) for the agents in the cells about agent i, itself included.
template <class Use>
inline void for_each_near(const GridFlock& flock, std::size_t i, const Use& use) {
    const float per_radius = 1 / flock.radius;
    const Word column = column_of(flock, flock.x[i], per_radius), row = row_of(flock, flock.y[i], per_radius);
    for (Word r = row - 1; r <= row + 1; ++r) {
        const std::size_t first = std::size_t{r} * flock.columns + column;
        const Word end = flock.starts[first + columns_a_radius + 1];
        for (Word j = flock.starts[first - columns_a_radius]; j < end; ++j) use(j);
    }
}

/// Of each agent the first neighbour that is to come too near (wend/avoid_neighbours.hpp).
void avoid(GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    const float square_clearance = flock.clearance * flock.clearance;
    for (std::size_t i = 0; i < flock.count; ++i) {
        float time = flock.horizon, wx = 0, wy = 0, cross = 0;
        for_each_near(flock, i, [&](Word j) {
            const float dx = flock.x[j] - flock.x[i];
            const float dy = flock.y[j] - flock.y[i];
            const float to_x = flock.velocity_x[j] - flock.velocity_x[i];
            const float to_y = flock.velocity_y[j] - flock.velocity_y[i];
            const float dot = dx * to_x + dy * to_y;
            const float speed = to_x * to_x + to_y * to_y;
            const float turned = dx * to_y - dy * to_x;
            if (dx * dx + dy * dy > square_radius || dot >= 0 || -dot >= time * speed ||
                turned * turned >= square_clearance * speed)
                return;
            time = -dot / speed;
            wx = to_x;
            wy = to_y;
            cross = turned;
        });
        float force_x = 0, force_y = 0;
        if (wx != 0 || wy != 0) {
            const float scale = 1 / root(wx * wx + wy * wy);
            const float miss = __builtin_fabsf(cross) * scale;
            const float least = flock.horizon / 64;
            const float late = 1 / (time > least ? time : least);
            const float gap = (miss < flock.clearance ? flock.clearance - miss : 0) * late;
            const float side = (cross < 0 ? -scale : scale) * late;
            const float brake = 0.5f / flock.clearance;
            force_x = gap * (wx * brake - wy * side);
            force_y = gap * (wy * brake + wx * side);
        }
        move(flock, i, force_x, force_y);
    }
}

/// The sum over all neighbours that are to be met (wend/avoid_neighbours.hpp, Avoidance::power_law).
void avoid_by_power_law(GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius, clearance = flock.clearance;
    const float square_clearance = clearance * clearance;
    const float least = flock.horizon / 64, largest = 128 / (flock.horizon * flock.horizon);
    const float per_tick = 0.5f / flock.dt / square_clearance;
    const auto limited = [&](float way) {
        return way > clearance ? clearance : way < -clearance ? -clearance : way;
    };
    for (std::size_t i = 0; i < flock.count; ++i) {
        float force_x = 0, force_y = 0;
        for_each_near(flock, i, [&](Word j) {
            const float dx = flock.x[j] - flock.x[i];
            const float dy = flock.y[j] - flock.y[i];
            const float to_x = flock.velocity_x[j] - flock.velocity_x[i];
            const float to_y = flock.velocity_y[j] - flock.velocity_y[i];
            const float dot = dx * to_x + dy * to_y;
            const float speed = to_x * to_x + to_y * to_y;
            const float turned = dx * to_y - dy * to_x;
            const float distance = dx * dx + dy * dy;
            const float most = square_clearance * speed, square = most - turned * turned;
            if (distance > square_radius || dot >= 0 || square <= 0) return;
            const float time = (distance - square_clearance) / (root(square) - dot);
            if (time >= flock.horizon) return;
            const float t = time > least ? time : least;
            const float closing = root(square > most / 64 ? square : most / 64);
            const float fall = square_clearance * (2 - t * 2 / flock.horizon) / (t * t * t * closing);
            const float strongest = fall < largest ? fall : largest;
            const float stopping = closing * per_tick < strongest ? closing * per_tick : strongest;
            const float share = distance < square_clearance * 0.81f ? strongest : stopping;
            const float until = time > 0 ? time : 0;
            const float x = limited(dx + to_x * until), y = limited(dy + to_y * until);
            force_x -= (x - y * 0.25f) * share;
            force_y -= (y + x * 0.25f) * share;
        });
        move(flock, i, force_x, force_y);
    }
}

/// The elliptical form (wend/social_force.hpp), without shares below e^-12.
void follow_social_force(GridFlock& flock) {
    constexpr float strength = 2.1f, range = 0.3f, step_time = 2, rear_weight = 0.5f;
    constexpr float far = 12 * range * (12 * range);
    const float square_radius = flock.radius * flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        const float vx = flock.velocity_x[i], vy = flock.velocity_y[i];
        const float speed = vx * vx + vy * vy;
        float force_x = 0, force_y = 0;
        for_each_near(flock, i, [&](Word j) {
            const float dx = flock.x[j] - flock.x[i];
            const float dy = flock.y[j] - flock.y[i];
            const float ex = dx + flock.velocity_x[j] * step_time;
            const float ey = dy + flock.velocity_y[j] * step_time;
            const float distance = dx * dx + dy * dy;
            const float dot = dx * ex + dy * ey;
            if (distance > square_radius || dot > far || j == i) return;
            const float d = root(distance), e = root(ex * ex + ey * ey);
            const float product = d * e, sum = d + e;
            const float cross = dx * ey - dy * ex;
            const float half = dot < 0 ? cross * cross / (product - dot) : product + dot;
            const float floor = sum * sum * 0x1p-20f;
            const float width = root(half + half > floor ? half + half : floor);
            const float ahead = dx * vx + dy * vy;
            const float share =
                __builtin_expf(width * (-0.5f / range)) * (strength / range) *
                (ahead * __builtin_fabsf(ahead) < -0.03015369f * distance * speed ? rear_weight : 1);
            const float gradient = sum / (2 * width * product);
            const auto limited = [&](float along) {
                return (along * gradient > 8 ? 8 : along * gradient < -8 ? -8 : along * gradient) * share;
            };
            force_x -= limited(dx * e + ex * d);
            force_y -= limited(dy * e + ey * d);
        });
        move(flock, i, force_x, force_y);
    }
}

/// One iteration (wend/resolve_overlaps.hpp) with bodies that touch within the radius.
void resolve_overlaps(GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        float x = 0, y = 0, contacts = 0;
        for_each_near(flock, i, [&](Word j) {
            const float dx = flock.x[j] - flock.x[i];
            const float dy = flock.y[j] - flock.y[i];
            const float square = dx * dx + dy * dy;
            if (square >= square_radius || j == i) return;
            const float share = 0.5f * flock.radius / root(square) - 0.5f;
            x -= dx * share;
            y -= dy * share;
            contacts += 1;
        });
        const float per_root = contacts > 0 ? 1 / root(contacts) : 0;
        flock.other_x[i] = flock.x[i] + x * per_root;
        flock.other_y[i] = flock.y[i] + y * per_root;
        flock.other_velocity_x[i] = flock.velocity_x[i];
        flock.other_velocity_y[i] = flock.velocity_y[i];
    }
}

/// Of each agent the nearest neighbours, in order, and the velocity that they allow.
void pick(GridFlock& flock) {
    for (std::size_t i = 0; i < flock.count; ++i) {
        float squares[orca_neighbours];
        Word nearest[orca_neighbours];
        std::size_t count = 0;
        float range = flock.radius * flock.radius;
        for_each_near(flock, i, [&](Word j) {
            const float dx = flock.x[j] - flock.x[i];
            const float dy = flock.y[j] - flock.y[i];
            const float square = dx * dx + dy * dy;
            if (square >= range || j == i) return;
            std::size_t at = count < orca_neighbours ? count++ : count - 1;
            for (; at > 0 && square < squares[at - 1]; --at) {
                squares[at] = squares[at - 1];
                nearest[at] = nearest[at - 1];
            }
            squares[at] = square;
            nearest[at] = j;
            if (count == orca_neighbours) range = squares[count - 1];
        });
        const OrcaVector own{flock.velocity_x[i], flock.velocity_y[i]};
        OrcaLine lines[orca_neighbours];
        for (std::size_t k = 0; k < count; ++k) {
            const Word j = nearest[k];
            lines[k] = orca_line({flock.x[j] - flock.x[i], flock.y[j] - flock.y[i]}, own,
                                 {flock.velocity_x[j], flock.velocity_y[j]}, flock.clearance,
                                 flock.orca_horizon, flock.dt);
        }
        const OrcaVector picked = pick_velocity(lines, count, flock.max_speed, own);
        flock.other_velocity_x[i] = picked.x;
        flock.other_velocity_y[i] = picked.y;
        flock.other_x[i] = flock.x[i] + picked.x * flock.dt;
        flock.other_y[i] = flock.y[i] + picked.y * flock.dt;
    }
}

template <void (*steer)(const GridFlock&)>
void flock_tick(GridFlock& flock) {
    sort(flock);
    find_headings(flock);
    steer(flock);
    end_tick(flock);
}

void pairs_tick(GridFlock& flock) {
    find_headings(flock);
    steer_by_pairs(flock);
    end_tick(flock);
}

template <void (*steer)(GridFlock&)>
void tick(GridFlock& flock) {
    sort(flock);
    steer(flock);
    end_tick(flock);
}

}  // namespace

extern const Loops WEND_RIVAL;
constinit const Loops WEND_RIVAL = [] {
    Loops loops{};
    std::size_t size = 0;
    const auto add = [&](KernelId kernel) {
        loops.of[size++] = {.kernel = kernel, .grid = flock_tick<steer_by_branches>, .form = "_branches"};
        loops.of[size++] = {.kernel = kernel, .grid = flock_tick<steer_in_lanes<8>>, .form = "_8_lanes"};
        loops.of[size++] = {.kernel = kernel, .grid = flock_tick<steer_in_lanes<16>>, .form = "_16_lanes"};
    };
    add(KernelId::flock);
    add(KernelId::flock_of_8);
    add(KernelId::flock_of_32);
    loops.flock_of_pairs = pairs_tick;
    loops.avoid = tick<avoid>;
    loops.avoid_by_power_law = tick<avoid_by_power_law>;
    loops.social_force = tick<follow_social_force>;
    loops.resolve_overlaps = tick<resolve_overlaps>;
    loops.orca = tick<pick>;
    return loops;
}();

}  // namespace wend::bench::rivals
