// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "mpi/src/division.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace wend::mpi {
namespace {

constexpr std::size_t bins = 1024;
constexpr int refinements = 6;  ///< each within the last one's bin; one agent may be very far from all others

struct Extent {
    double low, high;
};

/// Both axes' extents of the agents of all ranks.
std::array<Extent, 2> extents_of(const Communicator& communicator, std::span<const Place> places,
                                 std::span<const std::uint32_t> agents) {
    constexpr double none = std::numeric_limits<double>::infinity();
    std::array<double, 4> least{none, none, none, none};  // the high ends negated, for one reduction
    for (const std::uint32_t agent : agents)
        for (const std::size_t axis : {0, 1}) {
            least[axis] = std::min(least[axis], places[agent][axis]);
            least[axis + 2] = std::min(least[axis + 2], -places[agent][axis]);
        }
    communicator.reduce(least, MPI_MIN);
    return {{{least[0], -least[2]}, {least[1], -least[3]}}};
}

/// Where the weight below reaches that share of the whole.
double find_cut(const Communicator& communicator, std::span<const Place> places,
                std::span<const std::uint64_t> weights, std::span<const std::uint32_t> agents,
                std::size_t axis, Extent within, int share, int of) {
    std::uint64_t whole = 0, below = 0, target = 0;
    for (int i = 0; i < refinements; ++i) {
        const double width = (within.high - within.low) / static_cast<double>(bins);
        if (!(width > 0)) break;
        std::vector<std::uint64_t> sums(bins);
        for (const std::uint32_t agent : agents) {
            const double place = places[agent][axis];
            if (place < within.low || place > within.high) continue;
            const auto bin = static_cast<std::size_t>((place - within.low) / width);
            sums[std::min(bin, bins - 1)] += weights[agent];
        }
        communicator.reduce(std::span<std::uint64_t>(sums), MPI_SUM);
        if (i == 0) {
            whole = std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
            target = whole / static_cast<std::uint64_t>(of) * static_cast<std::uint64_t>(share);
        }
        std::size_t bin = 0;
        while (bin + 1 < bins && below + sums[bin] <= target) below += sums[bin++];
        within = {within.low + width * static_cast<double>(bin),
                  within.low + width * static_cast<double>(bin + 1)};
        if (sums[bin] <= whole / 1000) break;
    }
    return within.low;
}

}  // namespace

void Division::divide(const Communicator& communicator, std::span<const Place> places,
                      std::span<const std::uint64_t> weights) {
    struct Part {
        int first, end;
        std::vector<std::uint32_t> agents;
    };
    std::vector<std::uint32_t> all(places.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<Part> parts{{0, ranks_, std::move(all)}};
    while (!parts.empty()) {
        Part part = std::move(parts.back());
        parts.pop_back();
        if (part.end - part.first == 1) continue;
        const int middle = (part.first + part.end) / 2;
        Cut& cut = cuts_[static_cast<std::size_t>(middle)];
        const auto [x, y] = extents_of(communicator, places, part.agents);
        cut = {};
        if (x.low <= x.high) {  // there are agents
            cut.axis = x.high - x.low >= y.high - y.low ? 0 : 1;
            cut.at = find_cut(communicator, places, weights, part.agents, cut.axis, cut.axis == 0 ? x : y,
                              middle - part.first, part.end - part.first);
        }
        // std::ranges::partition returns a subrange, which Clang 14 cannot compile with GCC's library.
        const auto above = std::partition(part.agents.begin(), part.agents.end(), [&](std::uint32_t agent) {
            return places[agent][cut.axis] < cut.at;
        });
        parts.push_back({middle, part.end, {above, part.agents.end()}});
        part.agents.erase(above, part.agents.end());
        part.end = middle;
        parts.push_back(std::move(part));
    }
}

Box Division::box_of(int rank, const Box& world) const noexcept {
    Box box = world;
    int first = 0, end = ranks_;
    while (end - first > 1) {
        const int middle = (first + end) / 2;
        const Cut& cut = cuts_[static_cast<std::size_t>(middle)];
        if (rank < middle) {
            end = middle;
            box.high[cut.axis] = std::min(box.high[cut.axis], cut.at);
        } else {
            first = middle;
            box.low[cut.axis] = std::max(box.low[cut.axis], cut.at);
        }
    }
    return box;
}

}  // namespace wend::mpi
