// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/grid_loop.hpp"

#include <cmath>

#include "bench/rivals/orca_rule.hpp"

namespace wend::bench {
namespace {

/// A border of one cell, so that no row needs a check.
std::uint32_t cell_of(const GridFlock& flock, float position, float per_cell) {
    const int cell = static_cast<int>(position * per_cell) + 1;
    const int last = static_cast<int>(flock.columns) - 2;
    return static_cast<std::uint32_t>(cell < 1 ? 1 : cell > last ? last : cell);
}

void swap(float*& a, float*& b) {
    float* const c = a;
    a = b;
    b = c;
}

void sort(GridFlock& flock) {
    swap(flock.x, flock.other_x);
    swap(flock.y, flock.other_y);
    swap(flock.velocity_x, flock.other_velocity_x);
    swap(flock.velocity_y, flock.other_velocity_y);
    std::uint32_t* const ids = flock.id;
    flock.id = flock.other_id;
    flock.other_id = ids;
    const std::size_t cell_count = std::size_t{flock.columns} * flock.columns;
    for (std::size_t cell = 0; cell <= cell_count; ++cell) flock.starts[cell] = 0;
    const float per_cell = 1 / flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        flock.cells[i] = cell_of(flock, flock.other_y[i], per_cell) * flock.columns +
                         cell_of(flock, flock.other_x[i], per_cell);
        ++flock.starts[flock.cells[i]];
    }
    std::uint32_t sum = 0;
    for (std::size_t cell = 0; cell <= cell_count; ++cell) {
        const std::uint32_t agents = flock.starts[cell];
        flock.starts[cell] = sum;
        sum += agents;
    }
    for (std::size_t i = 0; i < flock.count; ++i) {
        const std::uint32_t at = flock.starts[flock.cells[i]]++;
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
        const float scale = 1 / std::sqrt(square > 1e-30f ? square : 1e-30f);
        flock.heading_x[i] = flock.velocity_x[i] * scale;
        flock.heading_y[i] = flock.velocity_y[i] * scale;
    }
}

/// The locomotion; others still look at x and y.
inline void move(GridFlock& flock, std::size_t i, float force_x, float force_y) {
    const float length = std::sqrt(force_x * force_x + force_y * force_y);
    const float scale = length > flock.max_force ? flock.max_force / length * flock.dt : flock.dt;
    float vx = flock.velocity_x[i] + force_x * scale;
    float vy = flock.velocity_y[i] + force_y * scale;
    const float speed = std::sqrt(vx * vx + vy * vy);
    const float limit = speed > flock.max_speed ? flock.max_speed / speed : 1.0f;
    vx *= limit;
    vy *= limit;
    flock.other_velocity_x[i] = vx;
    flock.other_velocity_y[i] = vy;
    flock.other_x[i] = flock.x[i] + vx * flock.dt;
    flock.other_y[i] = flock.y[i] + vy * flock.dt;
}

void end_tick(GridFlock& flock) {
    swap(flock.x, flock.other_x);
    swap(flock.y, flock.other_y);
    swap(flock.velocity_x, flock.other_velocity_x);
    swap(flock.velocity_y, flock.other_velocity_y);
}

/// for_runs(i, use) calls use(begin, end) for the agents that i may see, of which it is one.
template <class ForRuns>
inline void steer(GridFlock& flock, const ForRuns& for_runs) {
    const float* __restrict const x = flock.x;
    const float* __restrict const y = flock.y;
    const float* __restrict const hx = flock.heading_x;
    const float* __restrict const hy = flock.heading_y;
    const float square_radius = flock.radius * flock.radius;
    const float per_square = 1 / square_radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        float separation_x = 0, separation_y = 0, alignment_x = 0, alignment_y = 0, cohesion_x = 0,
              cohesion_y = 0, count = 0;
        for_runs(i, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t j = begin; j < end; ++j) {
                const float dx = x[j] - x[i];
                const float dy = y[j] - y[i];
                const float square = dx * dx + dy * dy;
                const float in = square <= square_radius && j != i ? 1.0f : 0.0f;
                const float falloff = 1 - square * per_square;
                const float share = in * falloff * falloff;
                separation_x -= dx * share;
                separation_y -= dy * share;
                alignment_x += in * hx[j];
                alignment_y += in * hy[j];
                cohesion_x += in * dx;
                cohesion_y += in * dy;
                count += in;
            }
        });
        const float per_count = count > 0 ? 1 / count : 0;
        const float own = count > 0 ? 1.0f : 0.0f;
        const float force_x = separation_x * flock.separation_weight +
                              (alignment_x * per_count - own * hx[i]) * flock.alignment_weight +
                              cohesion_x * per_count * flock.cohesion_weight;
        const float force_y = separation_y * flock.separation_weight +
                              (alignment_y * per_count - own * hy[i]) * flock.alignment_weight +
                              cohesion_y * per_count * flock.cohesion_weight;
        move(flock, i, force_x, force_y);
    }
}

/// After the sort a cell's start is where the next one was: starts[cell - 1] is its first agent.
void steer_by_cells(GridFlock& flock) {
    const float per_cell = 1 / flock.radius;
    steer(flock, [&](std::size_t i, const auto& use) {
        const std::uint32_t column = cell_of(flock, flock.x[i], per_cell);
        const std::uint32_t row = cell_of(flock, flock.y[i], per_cell);
        for (std::uint32_t r = row - 1; r <= row + 1; ++r) {
            const std::size_t first = std::size_t{r} * flock.columns + column - 1;
            use(flock.starts[first - 1], flock.starts[first + 2]);
        }
    });
}

void steer_by_pairs(GridFlock& flock) {
    steer(flock, [&](std::size_t, const auto& use) { use(0, static_cast<std::uint32_t>(flock.count)); });
}

/// Of each agent the first neighbour that is to come too near (wend/avoid_neighbours.hpp).
void avoid(GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    const float square_clearance = flock.clearance * flock.clearance;
    const float per_cell = 1 / flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        const std::uint32_t column = cell_of(flock, flock.x[i], per_cell);
        const std::uint32_t row = cell_of(flock, flock.y[i], per_cell);
        float time = flock.horizon, wx = 0, wy = 0, cross = 0;
        for (std::uint32_t r = row - 1; r <= row + 1; ++r) {
            const std::size_t first = std::size_t{r} * flock.columns + column - 1;
            const std::uint32_t end = flock.starts[first + 2];
            for (std::uint32_t j = flock.starts[first - 1]; j < end; ++j) {
                const float dx = flock.x[j] - flock.x[i];
                const float dy = flock.y[j] - flock.y[i];
                const float to_x = flock.velocity_x[j] - flock.velocity_x[i];
                const float to_y = flock.velocity_y[j] - flock.velocity_y[i];
                const float dot = dx * to_x + dy * to_y;
                const float speed = to_x * to_x + to_y * to_y;
                const float turned = dx * to_y - dy * to_x;
                if (dx * dx + dy * dy > square_radius || dot >= 0 || -dot >= time * speed ||
                    turned * turned >= square_clearance * speed)
                    continue;
                time = -dot / speed;
                wx = to_x;
                wy = to_y;
                cross = turned;
            }
        }
        float force_x = 0, force_y = 0;
        if (wx != 0 || wy != 0) {
            const float scale = 1 / std::sqrt(wx * wx + wy * wy);
            const float miss = std::fabs(cross) * scale;
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

/// Of each agent the nearest neighbours, in order, and the velocity that they allow.
void pick(GridFlock& flock) {
    const float square_radius = flock.radius * flock.radius;
    const float per_cell = 1 / flock.radius;
    for (std::size_t i = 0; i < flock.count; ++i) {
        const std::uint32_t column = cell_of(flock, flock.x[i], per_cell);
        const std::uint32_t row = cell_of(flock, flock.y[i], per_cell);
        float squares[orca_neighbours];
        std::uint32_t nearest[orca_neighbours];
        std::size_t count = 0;
        float range = square_radius;
        for (std::uint32_t r = row - 1; r <= row + 1; ++r) {
            const std::size_t first = std::size_t{r} * flock.columns + column - 1;
            const std::uint32_t end = flock.starts[first + 2];
            for (std::uint32_t j = flock.starts[first - 1]; j < end; ++j) {
                const float dx = flock.x[j] - flock.x[i];
                const float dy = flock.y[j] - flock.y[i];
                const float square = dx * dx + dy * dy;
                if (square >= range || j == i) continue;
                std::size_t at = count < orca_neighbours ? count++ : count - 1;
                for (; at > 0 && square < squares[at - 1]; --at) {
                    squares[at] = squares[at - 1];
                    nearest[at] = nearest[at - 1];
                }
                squares[at] = square;
                nearest[at] = j;
                if (count == orca_neighbours) range = squares[count - 1];
            }
        }
        const OrcaVector own{flock.velocity_x[i], flock.velocity_y[i]};
        OrcaLine lines[orca_neighbours];
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t j = nearest[k];
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

void flock_tick(GridFlock& flock) {
    sort(flock);
    find_headings(flock);
    steer_by_cells(flock);
    end_tick(flock);
}

void pairs_tick(GridFlock& flock) {
    find_headings(flock);
    steer_by_pairs(flock);
    end_tick(flock);
}

void avoid_tick(GridFlock& flock) {
    sort(flock);
    avoid(flock);
    end_tick(flock);
}

void orca_tick(GridFlock& flock) {
    sort(flock);
    pick(flock);
    end_tick(flock);
}

#ifdef __FAST_MATH__
constexpr bool ieee = false;
#else
constexpr bool ieee = true;
#endif

}  // namespace

extern const GridLoop WEND_GRID_LOOP;
const GridLoop WEND_GRID_LOOP{.name = WEND_GRID_NAME,
                              .flags = WEND_GRID_FLAGS,
                              .vector_bits = WEND_GRID_BITS,
                              .ieee = ieee,
                              .flock = flock_tick,
                              .flock_of_pairs = pairs_tick,
                              .avoid = avoid_tick,
                              .orca = orca_tick};

}  // namespace wend::bench
