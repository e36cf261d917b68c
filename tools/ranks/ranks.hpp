// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

/// The processes of one run (MPI): each started by mpirun is a rank. Alone, a process is rank 0 of 1, and MPI
/// is not started. ranks_mpi.cpp, or ranks_one.cpp in a build without MPI.
namespace wend::ranks {

/// Whether this build has MPI.
[[nodiscard]] bool is_built() noexcept;

/// This process, and how many there are.
[[nodiscard]] int rank() noexcept;
[[nodiscard]] int count() noexcept;

/// Runs a command's work on this rank between the start and the end of MPI, and returns its exit status. What
/// one rank alone throws ends all: its message names the rank. A build without MPI refuses several ranks.
int run(const std::string& program, const std::function<int()>& work);

/// All ranks call these together.
/// @{
/// Rank 0's value.
[[nodiscard]] std::uint64_t that_of_first(std::uint64_t number);
[[nodiscard]] std::string that_of_first(const std::string& text);
/// The texts of all ranks, one behind the other.
[[nodiscard]] std::string all_texts(const std::string& text);
[[nodiscard]] std::uint64_t sum(std::uint64_t number);
[[nodiscard]] std::uint64_t largest(std::uint64_t number);
/// Ends all ranks where one has failed: the lowest of them throws its exception, the others one without a
/// message.
void settle(const std::exception_ptr& failure);
/// Does work that may fail on some ranks alone.
template <class Work>
auto together(const Work& work) {
    std::exception_ptr failure;
    if constexpr (std::is_void_v<decltype(work())>) {
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        settle(failure);
    } else {
        std::optional<decltype(work())> result;
        try {
            result.emplace(work());
        } catch (...) {
            failure = std::current_exception();
        }
        settle(failure);
        return std::move(*result);
    }
}
/// @}

}  // namespace wend::ranks
