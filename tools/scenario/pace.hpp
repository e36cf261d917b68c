// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace wend::scenario {

/// How many ticks to run in a call, so that it takes about a tenth of a second.
class Pace {
  public:
    /// `all_pairs`: each tick takes all pairs of agents, so that the first call is one tick.
    Pace(std::size_t agents, bool all_pairs);

    [[nodiscard]] std::uint64_t ticks() const noexcept { return ticks_; }

    /// Learns from a call.
    void took(std::uint64_t ticks, double seconds);

  private:
    std::uint64_t ticks_;
};

/// Progress, rate and time left on the terminal; nothing where stderr is none. The destructor removes the
/// line.
class Progress {
  public:
    Progress(std::uint64_t first_tick, std::uint64_t last_tick, std::size_t agents);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// At most five times a second.
    void show(std::uint64_t tick);

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t first_;
    std::uint64_t last_;
    std::size_t agents_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
    bool on_screen_ = false;
};

}  // namespace wend::scenario
