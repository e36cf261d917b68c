// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tools/ranks/ranks.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/interruption.hpp"

namespace wend::ranks {
namespace {

int own_rank = 0;
int rank_count = 1;
bool is_settled = false;  ///< all ranks know of the failure

/// A failure that the lowest failing rank tells.
class ToldElsewhere : public std::exception {};

bool is_started_by_mpirun() {
    // Open MPI; MPICH and Intel MPI; others through PMIx; srun. The last is set in a batch script too, where
    // MPI starts with one process.
    for (const char* const variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "SLURM_PROCID"})
        if (std::getenv(variable) != nullptr) return true;
    return false;
}

}  // namespace

bool is_built() noexcept { return true; }
int rank() noexcept { return own_rank; }
int count() noexcept { return rank_count; }

int run(const std::string& program, const std::function<int()>& work) {
    if (!is_started_by_mpirun()) return work();
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    bool is_alone = false;
    const int status = support::guarded(program, [&] {
        try {
            return work();
        } catch (const ToldElsewhere&) {
            return support::exit_misuse;
        } catch (...) {
            is_alone = !is_settled;
            if (is_alone) fmt::print(stderr, "rank {}: ", own_rank);
            throw;
        }
    });
    if (is_alone) {  // the others wait for this rank
        std::fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    MPI_Finalize();
    return status;
}

std::uint64_t that_of_first(std::uint64_t number) {
    if (rank_count > 1) MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

std::string that_of_first(const std::string& text) {
    if (rank_count == 1) return text;
    std::string copy(that_of_first(std::uint64_t{text.size()}), ' ');
    if (own_rank == 0) copy = text;
    MPI_Bcast(copy.data(), static_cast<int>(copy.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    return copy;
}

std::string all_texts(const std::string& text) {
    std::string all;
    for (int of = 0; of < rank_count; ++of) {
        std::string one = text;
        if (rank_count > 1) {
            std::uint64_t size = one.size();
            MPI_Bcast(&size, 1, MPI_UINT64_T, of, MPI_COMM_WORLD);
            one.resize(size);
            MPI_Bcast(one.data(), static_cast<int>(size), MPI_CHAR, of, MPI_COMM_WORLD);
        }
        all += one;
    }
    return all;
}

std::uint64_t sum(std::uint64_t number) {
    if (rank_count > 1) MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return number;
}

std::uint64_t largest(std::uint64_t number) {
    if (rank_count > 1) MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return number;
}

void settle(const std::exception_ptr& failure) {
    int signal = 0;
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (const support::Interrupted& interrupted) {
        signal = interrupted.signal();
    } catch (...) {
    }
    // The lowest rank with a failure, negated, and the signal.
    std::array<int, 2> most{failure && signal == 0 ? -own_rank : -rank_count, signal};
    if (rank_count > 1) MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    const int lowest = -most[0];
    is_settled = lowest < rank_count || most[1] != 0;
    if (lowest == own_rank) std::rethrow_exception(failure);
    if (lowest < rank_count) throw ToldElsewhere();
    if (most[1] != 0) throw support::Interrupted(most[1]);
}

}  // namespace wend::ranks
