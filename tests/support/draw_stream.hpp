// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wend::test {

/// The argument of a draw that counts up along a stream of words.
enum class Across { agents, ticks, purposes };

/// The words of wend::random_bits in sequence, for test batteries that read billions:
///
///     agents     ids 0, 1, 2 ... at number 0, then all ids at number 1 ...
///     ticks      the 65,536 first numbers of agent 0, then of agents 16, 32 and 48, then the next 65,536 ...
///     purposes   the six kinds of the stages 0 to 65,535 of agent 0, then of agents 16, 32 and 48, then at the
///                next number
///
/// Agents with ids 16 apart share a block of the generator: a word costs a quarter of a call of
/// wend::random_bits.
class DrawStream {
  public:
    DrawStream(Across across, std::uint64_t seed);

    /// The next words of the stream; valid until the next call.
    [[nodiscard]] std::span<const std::uint32_t> next();

  private:
    void fill_agents();
    void fill_ticks();
    void fill_purposes();

    Across across_;
    std::uint64_t seed_;
    std::uint64_t chunk_ = 0;
    std::vector<std::uint32_t> words_;
};

/// The kinds of draw that kernels make, in the order of wend::Purpose.
inline constexpr std::size_t kernel_purpose_count = 6;

/// The number of successive words of one agent in a stream across ticks or purposes.
inline constexpr std::size_t ticks_in_a_row = 1 << 16;
inline constexpr std::size_t purposes_in_a_row = kernel_purpose_count << 16;

}  // namespace wend::test
