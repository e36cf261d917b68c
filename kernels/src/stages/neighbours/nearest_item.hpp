// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/batch.hpp"
#include "simd/lanes.hpp"

namespace wend::detail {
namespace {

/// Something near each agent of a vector. As doubles they order by the distance, then the entry, so that an
/// insertion is a minimum and a maximum for each place of a list.
template <class A>
class NearestItem {
    using F = Floats<A>;
    using I = Ints<A>;

  public:
    NearestItem() = default;
    NearestItem(const F& squared, const I& entry) {
        pack_words(magnitude_bits(squared) + I(smallest_normal), entry, ordered_);
    }
    [[nodiscard]] F squared() const { return as_floats(upper_words(ordered_) - I(smallest_normal)); }
    [[nodiscard]] I entry() const { return lower_words(ordered_); }

    /// Takes the nearer one of both, and gives the other.
    void exchange_if_nearer(NearestItem& other) {
        for (std::size_t half = 0; half < 2; ++half) {
            const Doubles<A> near = smaller<A>(ordered_[half], other.ordered_[half]);
            other.ordered_[half] = larger<A>(ordered_[half], other.ordered_[half]);
            ordered_[half] = near;
        }
    }

  private:
    static constexpr std::int32_t smallest_normal = 0x100000;  ///< the upper word of a double

    Doubles<A> ordered_[2];
};

}  // namespace
}  // namespace wend::detail
