// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wend::detail {

/// A stream that is copied into a tile's lanes, or out of them.
struct StreamCopy {
    const void* from;
    void* to;
    bool wide;  ///< elements of 8 bytes
};

/// Copies of streams, on one instruction set.
struct LaneCopies {
    /// The elements of so many agents.
    void (*copy)(const StreamCopy* copies, std::size_t streams, std::size_t agents);
    /// The last of so many agents in all lanes behind it, up to `end`, a multiple of 64; in the arrays `to`.
    void (*pad)(const StreamCopy* copies, std::size_t streams, std::size_t agents, std::size_t end);
};

}  // namespace wend::detail
