// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/lanes.hpp"
#include "stage/lane_copies.hpp"

namespace wend::detail {
namespace {

/// Copies between arrays and a tile's lanes, and fills lanes without an agent, by whole vectors: a kernel's
/// loads wait for narrower stores.
template <class A>
struct LaneCopiesOn {
    static void copy(const StreamCopy* copies, std::size_t streams, std::size_t agents) {
        for (const StreamCopy* one = copies; one != copies + streams; ++one)
            copy_words(static_cast<std::uint32_t*>(one->to), static_cast<const std::uint32_t*>(one->from),
                       one->wide ? 2 * agents : agents);
    }

    static void pad(const StreamCopy* copies, std::size_t streams, std::size_t agents, std::size_t end) {
        for (const StreamCopy* one = copies; one != copies + streams; ++one) {
            if (one->wide)
                repeat_last(static_cast<std::uint64_t*>(one->to), agents, end);
            else
                pad_words(static_cast<std::uint32_t*>(one->to), agents, end);
        }
    }

    static constexpr LaneCopies functions{.copy = copy, .pad = pad};

  private:
    static void copy_words(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
        if (count < lanes<A>) {
            for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
            return;
        }
        for (std::size_t i = 0; i + lanes<A> <= count; i += lanes<A>) write(to + i, load<A>(from + i));
        const std::size_t last = count - lanes<A>;  // some of them once more
        write(to + last, load<A>(from + last));
    }

    static void pad_words(std::uint32_t* lane, std::size_t agents, std::size_t end) {
        if (end - agents < lanes<A>) return repeat_last(lane, agents, end);
        const Words<A> last(lane[agents - 1]);
        write(lane + agents, last);
        for (std::size_t i = agents / lanes<A> * lanes<A> + lanes<A>; i < end; i += lanes<A>)
            write(lane + i, last);
    }

    template <class Word>
    static void repeat_last(Word* lane, std::size_t agents, std::size_t end) {
        for (std::size_t i = agents; i < end; ++i) lane[i] = lane[agents - 1];
    }
};

}  // namespace
}  // namespace wend::detail
