// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "bench/loops/wend_run.hpp"

namespace wend::bench {

/// Touches the streams of `state` as one tick does that computes nothing: the limit that memory sets. Leaves
/// them as they are. `hash` is not to be asked for.
[[nodiscard]] Run make_streams_run(std::shared_ptr<WendRun> state, Isa isa, unsigned threads);

}  // namespace wend::bench
