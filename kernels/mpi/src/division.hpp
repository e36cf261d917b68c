// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "mpi/src/communicator.hpp"
#include "wend/rectangle.hpp"

namespace wend::mpi {

using Place = std::array<double, 2>;  ///< x and y, m

struct Box {
    Place low, high;
};

/// The plane in rectangles, one a rank, by recursive bisection. Without cuts all of it is the first rank's.
class Division {
  public:
    explicit Division(int ranks) : ranks_(ranks), cuts_(static_cast<std::size_t>(ranks)) {}

    /// Divides the plane anew: ranks have about the same sum of the weights of all agents. Collective; gives
    /// the same on all ranks.
    void divide(const Communicator& communicator, std::span<const Place> places,
                std::span<const std::uint64_t> weights);

    /// The rank of a place.
    [[nodiscard]] int rank_of(const Place& place) const noexcept {
        int first = 0, end = ranks_;
        while (end - first > 1) {
            const int middle = (first + end) / 2;
            const Cut& cut = cuts_[static_cast<std::size_t>(middle)];
            (place[cut.axis] < cut.at ? end : first) = middle;
        }
        return first;
    }

    /// The rectangle of a rank, within `world`.
    [[nodiscard]] Box box_of(int rank, const Box& world) const noexcept;

    /// Calls use(rank) for each rank whose rectangle a box touches.
    template <class Use>
    void for_each_near(const Box& box, const Use& use) const {
        visit(0, ranks_, box, use);
    }

  private:
    /// Lower ranks are below it.
    struct Cut {
        std::size_t axis = 0;
        double at = std::numeric_limits<double>::infinity();
    };

    template <class Use>
    void visit(int first, int end, const Box& box, const Use& use) const {
        if (end - first == 1) {
            use(first);
            return;
        }
        const int middle = (first + end) / 2;
        const Cut& cut = cuts_[static_cast<std::size_t>(middle)];
        if (box.low[cut.axis] <= cut.at) visit(first, middle, box, use);
        if (box.high[cut.axis] >= cut.at) visit(middle, end, box, use);
    }

    int ranks_;
    std::vector<Cut>
        cuts_;  ///< that between the ranks below i and those from i on, where the bisection has one
};

}  // namespace wend::mpi
