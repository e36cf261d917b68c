// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/stream_uses.hpp"

namespace wend {

/// Right of way between two agents that avoid each other (orca, avoid_neighbours, resolve_overlaps): how much
/// of the avoiding each of them does, a share between 0 and 1.
///
///     priority         the agent of the higher one does nothing, and the other one everything
///     responsibility   of equal priorities: own / (own + other's), from 0 to 1 each; where both are 0,
///                      neither does anything
///
/// Unbound, all priorities are 0 and all responsibilities 0.5, so that each of two agents does half. For
/// example, a vehicle that parts a crowd has a higher priority. An agent that stays where it is has a
/// responsibility of 0, and so has a player that others avoid. Other responsibilities, and a priority of NaN
/// or beyond 1e18, are faults; such an agent is not seen by others.
inline constexpr StreamSet right_of_way_streams = stream_set(Stream::priority, Stream::responsibility);

}  // namespace wend
