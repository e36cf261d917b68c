// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "reference/reference.hpp"
#include "wend/external_force.hpp"

namespace wend::detail::reference {

template <>
StageResult run<ExternalForce>(const StageInput& in, StageOutput& out) {
    return for_each_agent(in, out, [&](std::size_t slot) {
        const Vector velocity = read_vector<Stream::velocity_x, Stream::velocity_y>(in, slot);
        const Vector force = read_vector<Stream::external_force_x, Stream::external_force_y>(in, slot);
        return !bad(velocity) && !bad(force) && add_force(in, out, slot, force);
    });
}

}  // namespace wend::detail::reference
