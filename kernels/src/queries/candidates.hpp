// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "columns/elements.hpp"
#include "queries/index_data.hpp"
#include "wend/agent_index.hpp"

namespace wend::detail {

inline constexpr std::uint32_t no_slot = 0xffffffff;

/// A query of an agent, or from a point of the caller's.
struct Query {
    IndexedPosition at;
    std::uint32_t ignored;  ///< a slot; no_slot: none
    std::uint32_t seen_groups;
    bool sees_any_group = false;  ///< agents in no group too

    [[nodiscard]] bool sees_all(const IndexData& data) const {
        return (!data.has_groups || sees_any_group) && ignored == no_slot;
    }
    [[nodiscard]] bool sees(const IndexData& data, std::uint32_t place) const {
        return (!data.has_groups || sees_any_group || (data.groups[place] & seen_groups) != 0) &&
               data.slot[place] != ignored;
    }
};

/// q - p, in a world of that size by the nearest image.
inline float offset(float p, float q, float size) {
    const float d = q - p;
    const float b = d - q;
    const float e = (q - (d - b)) - (p + b);
    const float half = size * 0.5f;
    return (d > half ? d - size : d < -half ? d + size : d) + e;
}

template <bool wraps>
float squared_distance(const IndexData& data, IndexedPosition p, IndexedPosition q) {
    const float x = wraps ? offset(p.x, q.x, data.wrap.width) : q.x - p.x;
    const float y = wraps ? offset(p.y, q.y, data.wrap.height) : q.y - p.y;
    return x * x + y * y;
}

/// The agents of some cells with their squared distances. The nearest ones are found by counting, for each,
/// the nearer ones: without branches, which would be unpredictable.
class Candidates {
  public:
    /// Adds those of the agents [first, last) within a limit that the query sees. Returns the first agent for
    /// which there is no room, otherwise `last`.
    template <bool wraps>
    std::uint32_t gather(const IndexData& data, const Query& query, float limit, std::uint32_t first,
                         std::uint32_t last) {
        constexpr std::uint32_t step = 16;
        const bool takes_all = limit == std::numeric_limits<float>::infinity() && query.sees_all(data);
        for (; first < last; first = std::min(first + step, last)) {
            const std::uint32_t some = std::min(last - first, step);
            refused_ = refused_ || count_ + some > most;
            if (refused_) return first;
            measure<wraps>(data, query, first, some);
            if (takes_all) {
                count_ += some;
                continue;
            }
            for (std::size_t i = count_, end = count_ + some; i < end; ++i) {
                const bool kept = squared_[i] <= limit && query.sees(data, place_[i]);
                squared_[count_] = squared_[i];
                place_[count_] = place_[i];
                count_ += kept ? 1 : 0;
            }
        }
        return last;
    }

    /// Writes the nearest ones to the row, sorted; false if they do not fill it, or two are equally near.
    bool rank(std::span<FoundAgent> row) {
        if (refused_ || row.size() > count_ || row.empty()) return false;
        constexpr std::size_t step = 8;
        const std::size_t steps = (count_ + step - 1) / step * step;
        std::fill(squared_ + count_, squared_ + steps, std::numeric_limits<float>::infinity());
        std::uint8_t sorted[most];
        std::size_t sum = 0;
        for (std::size_t i = 0; i < steps; i += step) {
            FourFloats a, b;
            std::memcpy(&a, squared_ + i, sizeof a);
            std::memcpy(&b, squared_ + i + 4, sizeof b);
            FourIntegers ranks[2]{};
            for (std::size_t j = 0; j < count_; ++j) {
                const FourFloats other = FourFloats{} + squared_[j];
                ranks[0] -= other < a;
                ranks[1] -= other < b;
            }
            for (std::size_t j = i; j < std::min(i + step, count_); ++j) {
                const auto at = static_cast<std::size_t>(ranks[(j - i) / 4][(j - i) % 4]);
                sorted[at] = static_cast<std::uint8_t>(j);
                sum += at;
            }
        }
        if (sum != count_ * (count_ - 1) / 2) return false;
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = {static_cast<std::int32_t>(place_[sorted[i]]), squared_[sorted[i]]};
        return true;
    }

    template <class Take>
    void for_each(const Take& take) const {
        for (std::size_t i = 0; i < count_; ++i) take(place_[i], squared_[i]);
    }

  private:
    using FourNumbers = std::uint32_t __attribute__((vector_size(16)));
    using FourIntegers = std::int32_t __attribute__((vector_size(16)));
    static constexpr std::size_t most = 64;

    /// Writes behind the candidates, up to a whole vector.
    template <bool wraps>
    void measure(const IndexData& data, const Query& query, std::uint32_t first, std::uint32_t some) {
        float* const squared = squared_ + count_;
        std::uint32_t* const place = place_ + count_;
        if constexpr (wraps) {
            for (std::uint32_t i = 0; i < some; ++i) {
                squared[i] = squared_distance<true>(data, query.at, data.position(first + i));
                place[i] = first + i;
            }
            return;
        }
        for (std::uint32_t i = 0; i < some; i += 4) {
            FourFloats x, y;
            std::memcpy(&x, data.x.data() + first + i, sizeof x);
            std::memcpy(&y, data.y.data() + first + i, sizeof y);
            x = x - query.at.x;
            y = y - query.at.y;
            const FourFloats sum = x * x + y * y;
            const FourNumbers places = FourNumbers{0, 1, 2, 3} + (first + i);
            std::memcpy(squared + i, &sum, sizeof sum);
            std::memcpy(place + i, &places, sizeof places);
        }
    }

    std::size_t count_ = 0;
    bool refused_ = false;
    alignas(16) float squared_[most + index_padding];
    alignas(16) std::uint32_t place_[most + index_padding];
};

}  // namespace wend::detail
