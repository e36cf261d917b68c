// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::bench {

/// Rows of Google Benchmark for a call from C beside one from C++ that makes its view anew, too:
/// `call_from/LANGUAGE/agents:N`, seek, a tick, one thread. The same with a custom force in C that does
/// nothing, and what changing a parameter takes.
void register_c_call_rows();

}  // namespace wend::bench
