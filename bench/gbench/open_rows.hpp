// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::bench {

/// Rows of Google Benchmark for what a program shares with its caller, one tick on one thread, in nanoseconds
/// an agent (`items_per_second`): `memory/KIND/agents:N` for the same agents as arrays, as members of
/// structs, with a selection of all, as many views; `calls/KIND/agents:N` for other calls than run;
/// `custom/KIND/agents:N` for custom forces beside the program without them; `target/KIND/agents:N`,
/// `outputs/KIND/agents:N`, `stages/KIND/agents:N`.
void register_open_rows();

}  // namespace wend::bench
