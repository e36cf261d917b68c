// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "bench/cases/registry.hpp"
#include "wend/execution.hpp"

namespace wend::bench {

/// The settings of a run's calls.
struct Calls {
    Execution execution;
    std::uint32_t ticks;        ///< per call
    bool records = true;        ///< those of the program are bound
    std::size_t view_size = 0;  ///< agents a view; 0: all in one
};

/// Calls on one instruction set; several threads go through oneTBB.
[[nodiscard]] Calls make_calls(Isa isa, unsigned threads, std::uint32_t ticks,
                               Inputs inputs = Inputs::checked);

/// wend's own program over an AgentBuffer.
class WendRun {
  public:
    WendRun(std::shared_ptr<const Input> input, const Calls& calls);

    /// Returns to the initial state. Later calls are made as `calls` says.
    void reset(const Calls& calls);
    void reset();

    /// Throws std::runtime_error when wend refuses a call or counts a fault.
    void run(std::uint64_t calls);

    [[nodiscard]] std::uint64_t hash() const;
    [[nodiscard]] const Program& program() const noexcept { return program_; }
    [[nodiscard]] const AgentView& view() const noexcept { return view_; }

  private:
    void bind_all(bool records);

    std::shared_ptr<const Input> input_;
    Program program_;
    AgentBuffer agents_;
    AgentView view_;
    std::vector<AgentView> views_;  ///< its parts; empty where all agents are in one view
    Execution execution_;
    Ticks ticks_;
};

/// A run in its initial state.
[[nodiscard]] Run make_wend_run(std::shared_ptr<const Input> input, const Calls& calls);

/// A run over a shared state, which is valid from a reset to the next reset of another run.
[[nodiscard]] Run make_wend_run(std::shared_ptr<WendRun> state, const Calls& calls);

/// After hash_ticks_of ticks of the reference: rivals are checked against it.
[[nodiscard]] Motion reference_motion(const Input& input);

}  // namespace wend::bench
