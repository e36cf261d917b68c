// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "mpi/src/exchange.hpp"

#include <cstring>
#include <limits>

namespace wend::mpi {
namespace {

// MPI counts with int: a message of 2^31 bytes and more needs a larger unit.
constexpr std::size_t chunk_bytes = 64;

}  // namespace

Exchange::Exchange(const Communicator& communicator, std::size_t item_bytes, std::size_t other_item_bytes)
    : communicator_(communicator),
      bytes_{item_bytes, other_item_bytes},
      to_(static_cast<std::size_t>(communicator.ranks())),
      received_counts_(to_.size()) {
    check(MPI_Type_contiguous(chunk_bytes, MPI_BYTE, &chunk_));
    check(MPI_Type_commit(&chunk_));
}

Exchange::~Exchange() {
    int ended = 0;
    MPI_Finalized(&ended);
    if (ended == 0) MPI_Type_free(&chunk_);
}

std::size_t Exchange::chunks(const Counts& counts) const noexcept {
    return (counts[0] * bytes_[0] + counts[1] * bytes_[1] + chunk_bytes - 1) / chunk_bytes;
}

void Exchange::send() {
    std::vector<Counts> counts(to_.size());
    std::size_t sent = 0, received = 0;
    for (std::size_t rank = 0; rank < to_.size(); ++rank) {
        for (const std::size_t kind : {0, 1})
            if (bytes_[kind] > 0)
                counts[rank][kind] = static_cast<std::uint32_t>(to_[rank][kind].size() / bytes_[kind]);
        sent += chunks(counts[rank]);
    }
    check(MPI_Alltoall(counts.data(), 2, MPI_UINT32_T, received_counts_.data(), 2, MPI_UINT32_T,
                       communicator_.handle()));
    for (const Counts& of_rank : received_counts_) {
        if (chunks(of_rank) > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            throw Error("a message of more than 2^37 bytes");
        received += chunks(of_rank);
    }
    sent_.resize(sent * chunk_bytes);
    received_.resize(received * chunk_bytes);

    std::vector<MPI_Request> requests;
    const auto own = static_cast<std::size_t>(communicator_.rank());
    std::byte* place = received_.data();
    std::byte* own_place = nullptr;
    for (auto& items : received_items_) items.clear();
    for (std::size_t rank = 0; rank < to_.size(); ++rank) {
        const std::size_t size = chunks(received_counts_[rank]);
        if (rank == own)
            own_place = place;
        else if (size > 0)
            check(MPI_Irecv(place, static_cast<int>(size), chunk_, static_cast<int>(rank), 0,
                            communicator_.handle(), &requests.emplace_back()));
        const std::byte* item = place;
        for (const std::size_t kind : {0, 1})
            for (std::uint32_t i = 0; i < received_counts_[rank][kind]; ++i, item += bytes_[kind])
                received_items_[kind].push_back(item);
        place += size * chunk_bytes;
    }
    sent_messages_ = sent_bytes_ = 0;
    place = sent_.data();
    for (std::size_t rank = 0; rank < to_.size(); ++rank) {
        std::byte* const start = rank == own ? own_place : place;
        std::byte* end = start;
        for (std::vector<std::byte>& items : to_[rank]) {
            if (!items.empty()) std::memcpy(end, items.data(), items.size());
            end += items.size();
            items.clear();
        }
        const std::size_t size = chunks(counts[rank]);
        if (rank == own || size == 0) continue;
        place += size * chunk_bytes;
        check(MPI_Isend(start, static_cast<int>(size), chunk_, static_cast<int>(rank), 0,
                        communicator_.handle(), &requests.emplace_back()));
        ++sent_messages_;
        sent_bytes_ += size * chunk_bytes;
    }
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void Exchange::release() {
    for (auto& of_rank : to_)
        for (std::vector<std::byte>& items : of_rank) items = {};
    for (auto& items : received_items_) items = {};
    sent_ = {};
    received_ = {};
}

}  // namespace wend::mpi
