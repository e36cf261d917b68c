// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"
#include "stages/locomotion/held_step.hpp"

namespace wend::detail {
namespace {

/// One function an instruction set, which all passes that move agents call. While each pass had its own
/// copy, an executable had 7.7 MB in place of 4.6.
template <class A>
struct EdgeKernel {
    static void run(const StageInput& in, StageOutput& out, std::size_t slot, EdgeBatch& batch) {
        const Locomotion& parameters = *in.locomotion;
        const ObstacleData& walls = ObstacleDataAccess::data(parameters.obstacles);
        if (walls.count != 0) return hold(in, out, slot, walls, batch);
        bring_inside(batch.x, batch.velocity_x, parameters.bounds, parameters.area.min_x,
                     parameters.area.max_x);
        bring_inside(batch.y, batch.velocity_y, parameters.bounds, parameters.area.min_y,
                     parameters.area.max_y);
    }

  private:
    using F = Floats<A>;

    struct Motion {
        F position, velocity;
    };

    static void bring_inside(float (&positions)[4][16], float (&velocities)[4][16], Bounds bounds, float min,
                             float max) {
        for (int w = 0; w < batch_vectors; ++w) {
            Motion motion{load<A>(positions[w]), load<A>(velocities[w])};
            bring_inside(motion, bounds, min, max);
            write(positions[w], motion.position);
            write(velocities[w], motion.velocity);
        }
    }

    /// One component.
    static void bring_inside(Motion& motion, Bounds bounds, float least, float greatest) {
        const F min(least);
        const F max(greatest);
        const F size(greatest - least);
        const F p = motion.position;
        if (bounds == Bounds::wrap) {
            F q = p - floor((p - min) / size) * size;
            q = select(q >= max, min, select(q < min, min, q));
            motion.position = select((p < min) || (p >= max), q, p);
            return;
        }
        const FloatMask<A> outside = (p < min) || (p > max);
        const F t = (p - min) / (F(2) * size);
        const F m = (t - floor(t)) * F(2);
        const FloatMask<A> odd = m > F(1);
        F q = select(odd, max - (m - F(1)) * size, min + m * size);
        q = select(q < min, min, select(q > max, max, q));
        motion.position = select(outside, q, p);
        motion.velocity = flushed(select(outside && odd, motion.velocity * F(-1), motion.velocity));
    }

    /// The area's bounds, for one agent.
    struct BoundedArea {
        Bounds bounds;
        const Rectangle& area;
        // Of a bounce of a whole side it is not known whether it turns the velocity.
        double longest_x =
            (static_cast<double>(area.max_x) - static_cast<double>(area.min_x)) * (1 - 0x1p-20);
        double longest_y =
            (static_cast<double>(area.max_y) - static_cast<double>(area.min_y)) * (1 - 0x1p-20);

        [[nodiscard]] BoundedEnd bring_inside(float x, float y) const {
            if (bounds == Bounds::none) return {x, y};
            Motion along_x{F(x), F(1)}, along_y{F(y), F(1)};
            EdgeKernel::bring_inside(along_x, bounds, area.min_x, area.max_x);
            EdgeKernel::bring_inside(along_y, bounds, area.min_y, area.max_y);
            alignas(64) float values[4][lanes<A>];
            write(values[0], flushed(along_x.position));
            write(values[1], flushed(along_y.position));
            write(values[2], along_x.velocity);
            write(values[3], along_y.velocity);
            return {values[0][0], values[1][0], values[2][0] < 0, values[3][0] < 0};
        }
    };

    static void hold(const StageInput& in, StageOutput& out, std::size_t slot, const ObstacleData& walls,
                     EdgeBatch& batch) {
        const Bounds bounds = in.locomotion->bounds;
        const Rectangle& area = in.locomotion->area;
        const BoundedArea bounded{bounds, area};
        for (int w = 0; w < batch_vectors; ++w) {
            const std::size_t at = vector_slot(slot, w);
            const float* const px = in.get<Stream::position_x>() + at;
            const float* const py = in.get<Stream::position_y>() + at;
            const F x = flushed(load<A>(batch.x[w])), y = flushed(load<A>(batch.y[w]));
            write(batch.x[w], x);
            write(batch.y[w], y);
            std::uint32_t outside = 0;
            if (bounds != Bounds::none)
                outside = bits((x < F(area.min_x)) || (x >= F(area.max_x)) || (y < F(area.min_y)) ||
                               (y >= F(area.max_y)));
            std::uint32_t near = outside | may_meet<A>(walls.clearance, load<A>(px), load<A>(py), x, y);
            for (; near != 0; near &= near - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(near));
                float& end_x = batch.x[w][lane];
                float& end_y = batch.y[w][lane];
                if (!std::isfinite(px[lane]) || !std::isfinite(py[lane]) || !std::isfinite(end_x) ||
                    !std::isfinite(end_y))
                    continue;  // a fault
                if ((outside >> lane & 1) == 0 && !has_near<A>(walls, px[lane], py[lane], end_x, end_y))
                    continue;
                HeldStep step(walls, bounded, px[lane], py[lane], end_x, end_y);
                const bool held = step.hold(batch.velocity_x[w][lane], batch.velocity_y[w][lane]);
                end_x = step.bounded().x;
                end_y = step.bounded().y;
                if (!held || !in.keep_step) continue;
                out.get<Stream::step_x>()[at + lane] = stored(step.x() - px[lane]);
                out.get<Stream::step_y>()[at + lane] = stored(step.y() - py[lane]);
            }
        }
    }
};

}  // namespace
}  // namespace wend::detail
