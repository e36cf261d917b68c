// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/lanes.hpp"
#include "stages/neighbours/looking_group.hpp"

namespace wend::detail {
namespace {

/// Sums over the neighbours of a group's agents, of integers of up to 2^20 each: of 32 bits, and of 64 where
/// there are so many neighbours that those might overflow.
template <class A, int count>
class IntegerSums {
  public:
    IntegerSums() {
        for (auto& sum : narrow_)
            for (std::size_t i = 0; i < group_size; i += lanes<A>) write(sum + i, Ints<A>(0));
    }

    [[nodiscard]] std::int32_t* narrow(int sum) { return narrow_[sum]; }
    /// To add to one agent's sum of 64 bits; first spill(start) of its vector.
    [[nodiscard]] std::int64_t& wide(int sum, std::size_t agent) { return wide_[sum][agent]; }

    /// Calls add(begin, end) for all neighbours of a vector of agents, and spills in between.
    template <class Add>
    void add_all(const NearRuns& near, std::size_t start, const Add& add) {
        std::size_t unspilled = 0;
        for (std::size_t i = 0; i < near.count; ++i) {
            const std::size_t end = near.run[i].end;
            for (std::size_t at = near.run[i].begin; at < end;) {
                const std::size_t some = end - at < max_unspilled ? end - at : max_unspilled;
                unspilled += some;
                if (unspilled > max_unspilled) [[unlikely]] {
                    spill(start);
                    unspilled = some;
                }
                add(at, at + some);
                at += some;
            }
        }
    }

    void spill(std::size_t start) {
        if (!spilled_) std::memset(wide_, 0, sizeof wide_);
        spilled_ = true;
        for (int sum = 0; sum < count; ++sum)
            for (std::size_t i = start; i < start + lanes<A>; ++i) {
                wide_[sum][i] += narrow_[sum][i];
                narrow_[sum][i] = 0;
            }
    }

    /// Calls use(sums) with the totals: use(sums) reads sums[sum][agent].
    template <class Use>
    void finish(const Use& use) {
        if (!spilled_) return use(narrow_);
        for (std::size_t start = 0; start < group_size; start += lanes<A>) spill(start);
        use(wide_);
    }

    /// Neighbours of an agent that a stage may add later than add_all says.
    static constexpr std::size_t max_held = 64;
    /// Neighbours that may be added before a spill: each adds at most 2^20.
    static constexpr std::size_t max_unspilled = 2047 - max_held;

  private:
    alignas(64) std::int32_t narrow_[count][group_size];
    bool spilled_ = false;
    std::int64_t wide_[count][group_size];  ///< where sums were spilled: all of them
};

/// The force of minus a sum, in double, in which a sum of fewer than 2^33 neighbours is exact. `nothing`: 0,
/// or NaN for an agent at fault, whose sum may be any number, so that no sum is negated as an integer.
template <class Sum>
inline void write_sum(float* __restrict to, const Sum* __restrict sum, const float* __restrict nothing,
                      double unit) {
    for (std::size_t i = 0; i < group_size; ++i)
        to[i] = static_cast<float>(static_cast<double>(sum[i]) * -unit) + nothing[i];
}

}  // namespace
}  // namespace wend::detail
