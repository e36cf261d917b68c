// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>

#include "wend/mpi/population.hpp"

namespace wend::mpi {

inline void check(int code) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw Error("MPI: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

/// A communicator of its own, so that its messages meet no others, and its errors are exceptions.
class Communicator {
  public:
    explicit Communicator(MPI_Comm of) {
        check(MPI_Comm_dup(of, &handle_));
        check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN));
        check(MPI_Comm_rank(handle_, &rank_));
        check(MPI_Comm_size(handle_, &ranks_));
    }
    ~Communicator() {
        int ended = 0;
        MPI_Finalized(&ended);
        // The other ranks may not come here where this one unwinds.
        if (ended == 0 && std::uncaught_exceptions() == 0) MPI_Comm_free(&handle_);
    }
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    [[nodiscard]] MPI_Comm handle() const noexcept { return handle_; }
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int ranks() const noexcept { return ranks_; }

    /// Replaces each number by its sum, least or largest over the ranks.
    void reduce(std::span<std::uint64_t> numbers, MPI_Op op) const {
        check(MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, op,
                            handle_));
    }
    void reduce(std::span<double> numbers, MPI_Op op) const {
        check(MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, op,
                            handle_));
    }

  private:
    MPI_Comm handle_ = MPI_COMM_NULL;
    int rank_ = 0;
    int ranks_ = 1;
};

}  // namespace wend::mpi
