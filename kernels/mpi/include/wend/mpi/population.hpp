// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "wend/agents.hpp"
#include "wend/execution.hpp"
#include "wend/program.hpp"

/// Populations that several processes share (MPI). Target wend::mpi, option WEND_MPI.
namespace wend::mpi {

/// An MPI call failed, or a program cannot run on several ranks.
class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The work of a rank until now.
struct Work {
    double compute_seconds = 0;         ///< CPU time in calls of wend, of all threads
    double exchange_seconds = 0;        ///< CPU time in packing, unpacking and migration; without waiting
    std::uint64_t ticks = 0;            ///< ticks of all calls
    std::uint64_t migrated_agents = 0;  ///< that left for other ranks
    std::uint64_t halo_agents = 0;      ///< that other ranks sent, summed over ticks
    std::uint64_t messages = 0;         ///< sent to other ranks
    std::uint64_t bytes = 0;            ///< in these messages
    std::uint64_t divisions = 0;        ///< of the plane among the ranks
};

/// The agents of all ranks of a communicator, each rank with a part of them. A run on any number of ranks
/// gives the bits of one process.
///
/// All members are collective but those marked "local", and so are constructor and destructor: all ranks call
/// them in the same order with the same programs, ticks and executions. One thread of a rank calls MPI
/// (MPI_THREAD_FUNNELED).
///
/// Programs whose agents do not see each other leave every agent where it is. For the others the plane is
/// divided by recursive bisection (Berger and Bokhari, IEEE Trans. Comput. C-36, 1987), weighted by the
/// neighbours that each agent has to look at. Before each tick, agents that have crossed a border move to
/// their new rank, and each rank gets copies of the agents that its own ones may see. Where the slowest rank
/// costs more than 1.2 times the mean, the plane is divided again. Paths, obstacles and flow fields are on
/// all ranks.
///
/// The whole has slots: those of one view that holds all agents in the order of the ranks that made the
/// population. Streams of slots (target_agent, other_agent, third_agent) hold these, on whichever rank the
/// agents are; positions of agents that are looked at on other ranks come through the rank that had them
/// first. A custom stage gets slots of the rank's own, which have no meaning elsewhere.
///
/// Errors: throws Error, std::bad_alloc. After an exception on one rank the others wait for it: end the
/// program by MPI_Abort.
class Population {
  public:
    /// Takes this rank's agents, in the order of their slots in the whole; ids are unique over all ranks. The
    /// streams are the same on all ranks. `programs`: all that will run.
    Population(MPI_Comm communicator, AgentBuffer agents, std::span<const Program> programs);
    ~Population();
    Population(Population&&) noexcept;
    Population& operator=(Population&&) noexcept;

    /// Local: the number of agents of all ranks.
    [[nodiscard]] std::uint64_t size() const noexcept;
    /// Local: the first slot in the whole that each rank had when the population was made, and size() behind
    /// the last.
    [[nodiscard]] std::span<const std::uint64_t> first_slots() const noexcept;

    /// Local: the rank's current agents. Slot streams hold slots of the whole. Values may be changed, but for
    /// ids.
    [[nodiscard]] AgentView agents() noexcept;
    /// Local: their slots in the whole.
    [[nodiscard]] std::span<const std::uint32_t> slots() const noexcept;

    /// As wend::run over the whole. The result is that of all ranks, but `first_fault` is the slot in the
    /// whole of one of the agents with a fault: the least of those that each rank met first.
    [[nodiscard]] Result run(const Program& program, const Ticks& ticks, const Execution& execution = {});

    /// As wend::state_hash of the whole.
    [[nodiscard]] std::uint64_t state_hash(const Program& program);

    /// Copies of the agents with the slots [first_slots[rank], first_slots[rank + 1]) in the whole, in their
    /// order, whichever ranks have them: for files. The same `first_slots` on all ranks, size() at the end.
    [[nodiscard]] AgentBuffer collect(std::span<const std::uint64_t> first_slots);

    /// Local: what this rank did until now.
    [[nodiscard]] const Work& work() const noexcept;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend::mpi
