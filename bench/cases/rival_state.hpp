// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "bench/cases/input.hpp"
#include "bench/loops/tutorial_loop.hpp"
#include "bench/loops/wend_run.hpp"
#include "bench/rivals/grid_loop.hpp"
#include "bench/rivals/rival.hpp"

namespace wend::bench {

/// A rival's agents.
class RivalState {
  public:
    RivalState() = default;
    RivalState(const RivalState&) = delete;
    RivalState& operator=(const RivalState&) = delete;
    virtual ~RivalState() = default;

    virtual void reset() = 0;
    virtual void run(std::uint64_t ticks) = 0;
    [[nodiscard]] virtual Motion motion() const = 0;
};

/// Over the input's agents, from their initial state on. Loops over separate arrays share an input's memory:
/// a state is valid from a reset to another's. The rival must have a loop for the input's kernel, and be able
/// to run.
[[nodiscard]] std::shared_ptr<RivalState> make_state(std::shared_ptr<const Input> input,
                                                     const tutorial::Loop& loop);
[[nodiscard]] std::shared_ptr<RivalState> make_state(std::shared_ptr<const Input> input,
                                                     const rivals::RivalLoop& loop);
[[nodiscard]] std::shared_ptr<RivalState> make_grid_state(std::shared_ptr<const Input> input, GridTick tick);

/// Allowed differences between agents of two float programs after 64 ticks. Rounding alone accounts for some
/// units in the last place of 1,000 (6e-5); a max_force that is off by 1 % changes velocities by up to 0.02,
/// of a flock, after two ticks, by 7e-4.
struct Tolerance {
    float metres = 0.01f;
    float metres_a_second = 3e-4f;
};
/// The tutorial's loop pursues quarries that may have moved in the same frame, and extrapolates their newest
/// velocity over minutes. A wrong turn would put a hunter metres off.
inline constexpr Tolerance hunter_tolerance{0.5f, 0.5f};

/// Compares agents with the reference's, both after hash_ticks_of ticks of `calm`, an input without draws.
/// Returns an empty string, or one sentence that says how they differ. One agent in a thousand may differ:
/// close to its target or to a node, rounding decides.
[[nodiscard]] std::string disagreement(const Input& calm, const Motion& reference, const Motion& rival,
                                       Tolerance allowed);

/// The same for a rival that the input is given to without draws. The reference's motion is kept in `known`,
/// if there is one: that of a flock takes a second.
template <class Rival>
[[nodiscard]] std::string disagreement(const Input& input, const Rival& rival, Motion* known = nullptr) {
    const auto calm = std::make_shared<const Input>(input.without_draws());
    Motion own;
    Motion& reference = known == nullptr ? own : *known;
    if (reference.x.empty()) reference = reference_motion(*calm);
    const std::shared_ptr<RivalState> state = make_state(calm, rival);
    state->run(hash_ticks_of(calm->kernel));
    const bool hunts = std::is_same_v<Rival, tutorial::Loop> && calm->population.has(Stream::target_agent);
    return disagreement(*calm, reference, state->motion(), hunts ? hunter_tolerance : Tolerance{});
}

}  // namespace wend::bench
