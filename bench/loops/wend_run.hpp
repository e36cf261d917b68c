// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "bench/cases/registry.hpp"
#include "wend/execution.hpp"

namespace wend::bench {

/// How a run's calls are made.
struct Calls {
    Execution execution;
    std::uint32_t ticks;  ///< a call
};

/// On one instruction set; more threads than one through oneTBB.
[[nodiscard]] Calls make_calls(Isa isa, unsigned threads, std::uint32_t ticks);

/// wend's own program over an AgentBuffer.
class WendRun {
  public:
    WendRun(std::shared_ptr<const Input> input, const Calls& calls);

    /// The initial state, and from now on these calls.
    void reset(const Calls& calls);
    void reset();

    /// Throws std::runtime_error when wend refuses, or counts a fault.
    void run(std::uint64_t calls);

    [[nodiscard]] std::uint64_t hash() const;
    [[nodiscard]] const Program& program() const noexcept { return program_; }
    [[nodiscard]] const AgentView& view() const noexcept { return view_; }

  private:
    void bind_all();

    std::shared_ptr<const Input> input_;
    Program program_;
    AgentBuffer agents_;
    AgentView view_;
    Execution execution_;
    Ticks ticks_;
};

/// A run in its initial state. Ticks a pass are chosen by the library.
[[nodiscard]] Run make_wend_run(std::shared_ptr<const Input> input, Isa isa, unsigned threads,
                                std::uint32_t ticks);

/// A run of a state that others share: it is this one's from a reset to the next one.
[[nodiscard]] Run make_wend_run(std::shared_ptr<WendRun> state, const Calls& calls);

/// Positions after hash_ticks ticks by the reference: what rivals are checked against.
struct Positions {
    std::vector<float> x, y;
};
[[nodiscard]] Positions reference_positions(const Input& input);

}  // namespace wend::bench
