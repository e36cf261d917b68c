// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/cases/population.hpp"
#include "bench/loops/tutorial_loop.hpp"
#include "bench/rivals/rival.hpp"
#include "wend/isa.hpp"

/// All benchmark cases: the one list from which the table of `wend bench`, Google Benchmark's rows and tests
/// are made.
namespace wend::bench {

/// Ticks from the initial state to the state that a case's hash is taken of.
inline constexpr std::uint32_t hash_ticks = 64;

/// The sizes that every comparison of speeds is about: in an L2, and in an L3.
inline constexpr std::size_t in_cache_size = 8'192;
inline constexpr std::size_t beyond_size = 262'144;

/// A case with state: stepped by whole calls, as many as the caller likes.
struct Run {
    std::function<void()> reset;  ///< back to the initial state
    /// Makes `calls` calls of `ticks` ticks each. Throws std::runtime_error when wend refuses or counts a
    /// fault.
    std::function<void(std::uint64_t calls)> run;
    std::function<std::uint64_t()> hash;  ///< of the state now; 0 for rivals, whose state is not wend's
};

/// Whose a case is. `vectorised`: the plain loop over separate arrays, as a compiler vectorises it; `other`:
/// rivals that somebody wrote for one kernel or one library.
enum class Side : std::uint8_t { wend, tutorial, vectorised, other };

struct Case {
    std::string name;  ///< unique and stable: kernel/isa/agents:N/threads:N, then what else differs
    Kernel kernel;
    std::string isa;              ///< an ISA's name, or a rival's
    std::optional<Isa> wend_isa;  ///< empty for rivals
    Side side = Side::wend;
    unsigned vector_bits = 0;  ///< of the widest vectors that it may use
    std::size_t agents;
    unsigned threads;
    std::uint32_t ticks;  ///< a call; divides hash_ticks
    Start start = Start::ordinary;
    double bytes;       ///< an agent and tick: streams that are read, and written, once each
    double operations;  ///< an agent and tick: floating-point operations of the formulas
    std::function<Run()> make;
    /// Rivals only: empty when they move the agents where the reference does, or one sentence that says how
    /// they differ.
    std::function<std::string()> disagreement;

    [[nodiscard]] bool is_rival() const noexcept { return !wend_isa; }
};

/// What `threads: all` means here.
[[nodiscard]] unsigned all_threads() noexcept;

/// One, and all where there are more.
[[nodiscard]] std::vector<unsigned> thread_counts();

class Registry {
  public:
    Registry();

    [[nodiscard]] const std::vector<Case>& cases() const noexcept { return cases_; }

    /// A case of wend's, listed or not.
    [[nodiscard]] Case make_case(Kernel kernel, Isa isa, std::size_t agents, unsigned threads,
                                 std::uint32_t ticks, Start start = Start::ordinary) const;
    [[nodiscard]] Case make_rival(Kernel kernel, const tutorial::Loop& loop, std::size_t agents,
                                  Start start = Start::ordinary) const;
    /// The rival must have a loop for the kernel.
    [[nodiscard]] Case make_rival(Kernel kernel, const rivals::Rival& rival, std::size_t agents,
                                  Start start = Start::ordinary) const;

    [[nodiscard]] std::shared_ptr<const Input> input(Kernel kernel, std::size_t agents) const {
        return inputs_->get(kernel, agents);
    }

  private:
    /// What all rivals' cases have in common.
    [[nodiscard]] static Case rival_case(Kernel kernel, std::string_view rival, std::size_t agents,
                                         Start start);

    std::shared_ptr<InputStore> inputs_;
    std::vector<Case> cases_;
};

/// The state hash after hash_ticks ticks from the initial state.
[[nodiscard]] std::uint64_t hash_of(const Case& which);

}  // namespace wend::bench
