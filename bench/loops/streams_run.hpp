// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "bench/loops/wend_run.hpp"

namespace wend::bench {

/// Touches the streams of `state` as a tick without computation does: the limit that memory sets. Leaves them
/// unchanged; `hash` returns 0.
[[nodiscard]] Run make_streams_run(std::shared_ptr<WendRun> state, Isa isa, unsigned threads);

}  // namespace wend::bench
