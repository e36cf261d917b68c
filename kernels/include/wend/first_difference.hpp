// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"
#include "wend/status.hpp"
#include "wend/stream_uses.hpp"

namespace wend {

/// The first of the elements in which two views differ: of the lowest slot, in the order of the enumerators.
struct Difference {
    Stream stream{};                       ///< the stream that differs
    std::size_t slot = 0;                  ///< the same in both views
    std::uint32_t id = 0;                  ///< of the agent in that slot of the first view
    double a = 0, b = 0;                   ///< the values, exactly
    std::uint64_t a_bits = 0, b_bits = 0;  ///< their elements
    std::size_t count = 0;                 ///< of all elements that differ
};

/// Compares the agents of two views slot by slot and bit by bit: these streams, and the ids where both bind
/// them. None: they are the same. Errors: Code::length_mismatch, missing_stream (`subject`), bad_stride,
/// misaligned.
[[nodiscard]] WEND_API Expected<std::optional<Difference>> first_difference(StreamSet streams,
                                                                            const AgentView& a,
                                                                            const AgentView& b) noexcept;

/// The same for the program's state: where two runs part, if their state hashes differ.
[[nodiscard]] WEND_API Expected<std::optional<Difference>> first_difference(const Program& program,
                                                                            const AgentView& a,
                                                                            const AgentView& b) noexcept;

/// The difference in words, with the names of the two views: "agent 17 in slot 3, velocity_x: 0.5
/// (0x3f000000) here, 0.25 (0x3e800000) there; 3 values differ".
[[nodiscard]] WEND_API std::string difference_text(const Difference& difference, std::string_view a = "here",
                                                   std::string_view b = "there");

}  // namespace wend
