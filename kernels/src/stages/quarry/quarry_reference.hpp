// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "reference/reference.hpp"
#include "wend/quarry.hpp"

/// Shared by the references of stages with a quarry: a quarry's look-up and the time to it.
namespace wend::detail::reference {

struct Seen {
    Vector position{};
    Vector velocity{};
};

enum class Look { found, none, fault };

/// The agent whose slot is `index`; `seen` is set where it is found.
[[nodiscard]] inline Look see_agent(const StageInput& in, std::int32_t index, Seen& seen) {
    if (index == -1) return Look::none;
    if (index < -1 || static_cast<std::size_t>(index) >= in.others.count) return Look::fault;
    const auto slot = static_cast<std::size_t>(index);
    const Others& others = in.others;
    seen = {{read(others.position_x[slot * others.step[0]]), read(others.position_y[slot * others.step[1]])},
            {read(others.velocity_x[slot * others.step[2]]), read(others.velocity_y[slot * others.step[3]])}};
    return bad(seen.position) || bad(seen.velocity) ? Look::fault : Look::found;
}

template <Stream X, Stream Y, Stream VelocityX, Stream VelocityY>
[[nodiscard]] Look see_point(const StageInput& in, std::size_t slot, Seen& seen) {
    seen = {read_vector<X, Y>(in, slot), read_vector<VelocityX, VelocityY>(in, slot)};
    return bad(seen.position) || bad(seen.velocity) ? Look::fault : Look::found;
}

/// The quarry of a stage that has one; the first of a stage that has two.
[[nodiscard]] inline Look see_quarry(const StageInput& in, Quarry quarry, std::size_t slot, Seen& seen) {
    if (quarry == Quarry::agent) return see_agent(in, in.get<Stream::target_agent>()[slot], seen);
    return see_point<Stream::target_x, Stream::target_y, Stream::target_velocity_x,
                     Stream::target_velocity_y>(in, slot, seen);
}

/// The time that the way from `from` to `to` takes.
[[nodiscard]] inline float time_to(Vector from, Vector to, float max_speed) {
    const float x = to.x - from.x;
    const float y = to.y - from.y;
    const float distance = std::sqrt(max_keep_nan(squared_length(x, y), squared_length_floor));
    return distance / max_speed;
}

/// Where it will be after that time.
[[nodiscard]] inline Vector ahead(Vector position, Vector velocity, float time) {
    const float x = velocity.x * time;
    const float y = velocity.y * time;
    return {position.x + x, position.y + y};
}

}  // namespace wend::detail::reference
