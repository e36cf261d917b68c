// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "mpi/src/communicator.hpp"

namespace wend::mpi {

/// Items of one or two kinds, each of one size, for any ranks: filled, sent in one message a rank, read. Its
/// memory is kept from one exchange to the next.
class Exchange {
  public:
    Exchange(const Communicator& communicator, std::size_t item_bytes, std::size_t other_item_bytes = 0);
    ~Exchange();
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    /// Memory of one more item for a rank, valid until the next call.
    std::byte* add(int rank, std::size_t kind = 0) {
        std::vector<std::byte>& items = to_[static_cast<std::size_t>(rank)][kind];
        items.resize(items.size() + bytes_[kind]);
        return items.data() + items.size() - bytes_[kind];
    }

    /// Sends what was added, and forgets it. Collective.
    void send();
    /// Gives its memory back, where the next exchange is much smaller.
    void release();

    /// The items that came, those of the lowest rank first.
    [[nodiscard]] std::size_t size(std::size_t kind = 0) const noexcept {
        return received_items_[kind].size();
    }
    [[nodiscard]] const std::byte* item(std::size_t number, std::size_t kind = 0) const noexcept {
        return received_items_[kind][number];
    }
    /// How many of the first kind came from a rank.
    [[nodiscard]] std::size_t size_from(int rank) const noexcept {
        return received_counts_[static_cast<std::size_t>(rank)][0];
    }

    /// Of the last exchange, to other ranks.
    [[nodiscard]] std::size_t sent_messages() const noexcept { return sent_messages_; }
    [[nodiscard]] std::size_t sent_bytes() const noexcept { return sent_bytes_; }

  private:
    using Counts = std::array<std::uint32_t, 2>;
    [[nodiscard]] std::size_t chunks(const Counts& counts) const noexcept;

    const Communicator& communicator_;
    std::array<std::size_t, 2> bytes_;
    MPI_Datatype chunk_ = MPI_DATATYPE_NULL;  ///< of a message
    std::vector<std::array<std::vector<std::byte>, 2>> to_;
    std::vector<Counts> received_counts_;
    std::vector<std::byte> sent_, received_;
    std::array<std::vector<const std::byte*>, 2> received_items_;
    std::size_t sent_messages_ = 0;
    std::size_t sent_bytes_ = 0;
};

}  // namespace wend::mpi
