// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

namespace wend::detail {

/// The streams of a stage's input and of its output, both indexed by Stream.
struct TileStreams {
    const void** in;
    void** out;
};

}  // namespace wend::detail
