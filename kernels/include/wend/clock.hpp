// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace wend {

/// The ticks of a call. `Clock::next` makes them.
struct Ticks {
    float dt = 0;             ///< s: the length of a tick, finite, [0, 1e18]
    std::uint32_t count = 1;  ///< ticks
    /// The number of the first tick, which keys draws. A program that draws is refused without it
    /// (Code::missing_tick), because a frame loop without it would draw the same numbers in every frame.
    std::optional<std::uint64_t> first_tick{};
    std::uint64_t seed = 0;  ///< keys draws
};

/// Numbers the ticks of a simulation, so that no tick is run twice.
///
///     wend::Clock clock{.dt = 1.0f / 60, .seed = 7};
///     while (playing) wend::run(program, agents, clock.next());
///
/// Plain data: save `tick` and set it again to resume; `dt` may change between calls. One clock a simulation:
/// several views or programs of one frame share the Ticks of one `next()`.
struct Clock {
    float dt = 0;            ///< s: the length of a tick
    std::uint64_t seed = 0;  ///< keys draws
    std::uint64_t tick = 0;  ///< the number of the next tick

    /// The next `count` ticks, for one call of `run` or for several over the parts of one population.
    [[nodiscard]] constexpr Ticks next(std::uint32_t count = 1) noexcept {
        const Ticks ticks{.dt = dt, .count = count, .first_tick = tick, .seed = seed};
        tick += count;
        return ticks;
    }
};

}  // namespace wend
