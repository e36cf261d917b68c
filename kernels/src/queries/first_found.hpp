// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "queries/index_data.hpp"
#include "wend/agent_index.hpp"

namespace wend::detail {

/// The first elements of a sequence by an order, in the caller's memory; the others are counted. Short ones
/// are kept sorted, long ones are a heap.
template <class T, class Precedes>
class FirstOf {
  public:
    FirstOf(std::span<T> memory, const Precedes& precedes)
        : memory_(memory), precedes_(precedes), sorts_(memory.size() <= 32) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool full() const { return size_ == memory_.size(); }
    /// Of a full list that is not empty.
    [[nodiscard]] const T& last() const { return sorts_ ? memory_.back() : memory_.front(); }

    void take(const T& one) {
        if (full()) {
            if (size_ == 0 || !precedes_(one, last())) return;
            if (!sorts_) std::pop_heap(memory_.begin(), memory_.end(), precedes_);
            --size_;
        }
        std::size_t at = size_++;
        if (sorts_)
            for (; at > 0 && precedes_(one, memory_[at - 1]); --at) memory_[at] = memory_[at - 1];
        memory_[at] = one;
        if (sorts_ || !full()) return;
        if (heaped_)
            std::push_heap(memory_.begin(), memory_.end(), precedes_);
        else
            std::make_heap(memory_.begin(), memory_.end(), precedes_);
        heaped_ = true;
    }

    /// As many as there is room for were written to the memory, sorted.
    void fill_sorted() {
        size_ = memory_.size();
        heaped_ = !sorts_;
        if (heaped_) std::make_heap(memory_.begin(), memory_.end(), precedes_);
    }

    /// Sorts them, and returns them.
    std::span<T> finish() {
        if (heaped_)
            std::sort_heap(memory_.begin(), memory_.end(), precedes_);
        else if (!sorts_)
            std::sort(memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(size_), precedes_);
        return memory_.first(size_);
    }

  private:
    std::span<T> memory_;
    Precedes precedes_;
    bool sorts_, heaped_ = false;
    std::size_t size_ = 0;
};

/// By (distance, id). While a query runs, `slot` has the agent's place in the index, and `distance` the
/// squared one where that is what is compared.
struct NearerAgent {
    const IndexData& data;

    bool operator()(const FoundAgent& a, const FoundAgent& b) const {
        if (a.distance != b.distance) return a.distance < b.distance;
        return data.id_of(static_cast<std::uint32_t>(a.slot)) <
               data.id_of(static_cast<std::uint32_t>(b.slot));
    }
};

using FirstFound = FirstOf<FoundAgent, NearerAgent>;

}  // namespace wend::detail
