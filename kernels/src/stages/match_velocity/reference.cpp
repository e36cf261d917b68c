// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/match_velocity.hpp"

#include "stages/quarry/quarry_reference.hpp"

namespace wend::detail::reference {

template <>
StageResult run<MatchVelocity>(const StageInput& in, StageOutput& out) {
    const bool of_agent = in.stage<MatchVelocity>().quarry == Quarry::agent;
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector position = read_vector<Stream::position_x, Stream::position_y>(in, slot);
        const Vector own = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        if (bad(position) || bad(own)) return false;
        Vector wanted;
        if (of_agent) {
            Seen seen;
            const Look look = see_agent(in, in.get<Stream::target_agent>()[slot], seen);
            if (look == Look::fault) return false;
            wanted = look == Look::none ? own : seen.velocity;
        } else {
            wanted = read_vector<Stream::target_velocity_x, Stream::target_velocity_y>(in, slot);
            if (bad(wanted)) return false;
        }
        return add_force(in, out, slot, {wanted.x - own.x, wanted.y - own.y});
    });
}

}  // namespace wend::detail::reference
