// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/external_force.hpp"

namespace wend::detail::reference {

template <>
StageResult run<ExternalForce>(const StageCall& call) {
    return for_each_agent(call, [&](std::size_t slot) {
        const Vector velocity = read_vector<Stream::velocity_x, Stream::velocity_y>(call, slot);
        const Vector force = read_vector<Stream::external_force_x, Stream::external_force_y>(call, slot);
        return !bad(velocity) && !bad(force) && add_force(call, slot, force);
    });
}

}  // namespace wend::detail::reference
