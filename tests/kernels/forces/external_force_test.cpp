// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/oracle.hpp"

namespace wend::test {
namespace {

const OracleOf<ExternalForce> external_force(
    [](const ExternalForce&, const OracleAgent& agent) {
        return agent.read_vector(Stream::external_force_x, Stream::external_force_y);
    },
    0);

/// The sample of the program cases, a brake.
const OracleOf<CustomForce> custom_force(
    [](const CustomForce&, const OracleAgent& agent) { return times(agent.velocity(), -0.25); }, 1);

}  // namespace
}  // namespace wend::test
