// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace wend::detail {

/// The counts of a call, from all of its threads: Result::faults, first_fault and capped.
struct Tally {
    std::atomic<std::uint64_t> count{0};
    std::atomic<std::uint64_t> first{~std::uint64_t{0}};
    std::atomic<std::uint64_t> capped{0};

    void add(std::uint64_t agents, std::uint64_t first_slot) noexcept {
        count.fetch_add(agents, std::memory_order_relaxed);
        std::uint64_t seen = first.load(std::memory_order_relaxed);
        while (first_slot < seen &&
               !first.compare_exchange_weak(seen, first_slot, std::memory_order_relaxed)) {
        }
    }
};

}  // namespace wend::detail
