// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::bench {

/// Flocks at 8, 16 and 32 neighbours, uniform and clustered, beside a plain loop over a grid and one over all
/// pairs: neighbours/KIND/ISA or flags/agents:N/near:K.
void register_neighbour_rows();

}  // namespace wend::bench
