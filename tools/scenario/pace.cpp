// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/scenario/pace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/support/progress.hpp"

namespace wend::scenario {
namespace {

constexpr double seconds_a_call = 0.1;
/// The first call: some hundredths of a second. Waypoint advance takes many ticks of a call as one, so that a
/// start in small calls would cost a short run a third of its speed.
constexpr std::uint64_t first_agent_ticks = 1 << 23;
/// Longer calls save nothing, and leave the arithmetic far from its limits.
constexpr std::uint64_t most_ticks = std::uint64_t{1} << 48;

}  // namespace

Pace::Pace(std::size_t agents, bool all_pairs)
    : ticks_(all_pairs ? 1
                       : std::max<std::uint64_t>(1, first_agent_ticks / std::max<std::size_t>(1, agents))) {}

void Pace::took(std::uint64_t ticks, double seconds) {
    if (ticks != ticks_) return;  // cut short by a sample
    const double factor = std::clamp(seconds_a_call / std::max(seconds, 1e-9), 0.125, 8.0);
    const double wanted = static_cast<double>(ticks) * factor;
    ticks_ = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, most_ticks);
}

Progress::Progress(std::uint64_t first_tick, std::uint64_t last_tick, std::size_t agents)
    : first_(first_tick), last_(last_tick), agents_(agents) {}

Progress::~Progress() {
    if (on_screen_) support::show_progress("");
}

void Progress::show(std::uint64_t tick) {
    const Clock::time_point now = Clock::now();
    if (now - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = now;
    on_screen_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const auto done = static_cast<double>(tick - first_);
    const auto left = static_cast<double>(last_ - tick);
    support::show_progress(fmt::format("tick {} of {}, {:.3g} million agent-ticks a second, {} left", tick,
                                       last_, done * static_cast<double>(agents_) / seconds * 1e-6,
                                       support::duration_text(seconds / done * left)));
}

}  // namespace wend::scenario
