// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <exception>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tools/ranks/ranks.hpp"
#include "tools/ranks/shared_agents.hpp"
#include "tools/scenario/state_dump.hpp"
#include "wend/mpi/population.hpp"
#include "words/file_error.hpp"

namespace wend::ranks {
namespace {

/// All programs of a scenario's run.
std::vector<Program> programs_of(const scenario::Scenario& scenario) {
    std::vector<Program> programs{scenario.program};
    for (const scenario::Event& event : scenario.events) programs.push_back(event.program);
    if (scenario.after_tick) programs.push_back(scenario.after_tick->program);
    return programs;
}

}  // namespace

struct SharedAgents::Shared {
    explicit Shared(scenario::Scenario& scenario)
        : programs(programs_of(scenario)), population(MPI_COMM_WORLD, std::move(scenario.agents), programs) {}

    std::vector<Program> programs;
    mpi::Population population;
    AgentBuffer collected{};

    /// Those of each rank's share at the start, or all on rank 0.
    AgentView collect(bool all_on_first) {
        std::vector<std::uint64_t> firsts(population.first_slots().begin(), population.first_slots().end());
        if (all_on_first) std::fill(firsts.begin() + 1, firsts.end(), population.size());
        collected = population.collect(firsts);
        if (all_on_first)
            for (const Program& program : programs)
                collected.make_workspace(program);  // pictures ask for forces
        return collected.view();
    }
};

SharedAgents::SharedAgents(scenario::Scenario& scenario) : scenario_(scenario) {
    if (count() == 1) return;
    shared_ = std::make_unique<Shared>(scenario);
}
SharedAgents::~SharedAgents() = default;

Result SharedAgents::advance(const scenario::ManyTicks& ticks, const Execution& execution) {
    if (!shared_) {
        const AgentView agents = whole();
        Result result = scenario::advance(scenario_.program, agents, ticks, execution);
        if (result.faults > 0) result.first_fault = agents.get<Stream::id>()[result.first_fault];
        return result;
    }
    mpi::Population& population = shared_->population;
    Result result = scenario::advance(
        scenario_.program, population.agents(), ticks, execution,
        [&](const Program& program, AgentView& agents, const Ticks& part, const Execution& how) {
            const Result of_part = population.run(program, part, how);
            agents = population.agents();  // others than before
            return of_part;
        });
    if (result.faults > 0) {
        const auto slot = std::ranges::find(population.slots(), result.first_fault);
        const auto at = static_cast<std::size_t>(slot - population.slots().begin());
        result.first_fault =
            sum(slot == population.slots().end() ? 0 : population.agents().get<Stream::id>()[at]);
    }
    return result;
}

std::uint64_t SharedAgents::state_hash() {
    return shared_ ? shared_->population.state_hash(scenario_.program)
                   : wend::state_hash(scenario_.program, whole());
}

AgentView SharedAgents::own() { return shared_ ? shared_->population.agents() : scenario_.agents.view(); }

AgentView SharedAgents::whole() { return shared_ ? shared_->collect(true) : scenario_.agents.view(); }

void SharedAgents::for_each_part(const std::function<void(const AgentView&)>& take) {
    if (!shared_) return take(whole());
    constexpr std::array streams{Stream::id,         Stream::position_x, Stream::position_y,
                                 Stream::position_z, Stream::velocity_x, Stream::velocity_y};
    const AgentView own = shared_->collect(false);
    std::vector<Stream> held;
    for (const Stream stream : streams)
        if (own.has(stream)) held.push_back(stream);
    std::uint64_t size = own.size();
    if (rank() != 0) {
        MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
        for (const Stream stream : held)  // all have 4 bytes
            MPI_Send(own.column(stream).data, static_cast<int>(size), MPI_UINT32_T, 0, 0, MPI_COMM_WORLD);
        return settle(nullptr);
    }
    std::exception_ptr failure;  // waits until all parts are here: their ranks wait for this one
    const auto try_take = [&](const AgentView& part) {
        try {
            if (!failure) take(part);
        } catch (...) {
            failure = std::current_exception();
        }
    };
    try_take(own);
    for (int of = 1; of < count(); ++of) {
        MPI_Recv(&size, 1, MPI_UINT64_T, of, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        AgentBuffer part{std::span<const Stream>(held)};
        part.spawn(size);
        const AgentView view = part.view();
        for (const Stream stream : held)
            MPI_Recv(view.column(stream).data, static_cast<int>(size), MPI_UINT32_T, of, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        try_take(view);
    }
    settle(failure);
}

void SharedAgents::save(support::OutputFile* output, std::uint64_t tick) {
    if (!shared_) return scenario::save_state(*output, scenario_, whole(), tick);
    const AgentView agents = shared_->collect(false);
    const scenario::DumpParts parts =
        scenario::parts_of_dump(scenario_, agents, scenario_.share.first_of(scenario_.all_agents), tick);
    const std::uint64_t all = sum(parts.sum);
    const std::filesystem::path file = that_of_first(output == nullptr ? "" : output->partial().string());
    together([&] {
        const auto text = [](std::span<const std::byte> bytes) {
            return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        };
        support::FilePart part(file);
        for (const scenario::DumpParts::Elements& one : parts.elements) part.write(one.at, text(one.bytes));
        if (rank() == 0) {
            const std::uint64_t checksum = all + scenario::sum_of_head(parts);
            part.write(0, parts.head);
            part.write(parts.end, text(std::as_bytes(std::span(&checksum, 1))));
        }
        part.finish();
    });
    together([&] {
        if (output != nullptr) output->commit();
    });
}

std::vector<std::uint32_t> SharedAgents::ranks_of_slots() {
    std::vector<std::uint32_t> ranks(scenario_.all_agents);
    if (!shared_) return ranks;
    for (const std::uint32_t slot : shared_->population.slots())
        ranks[slot] = static_cast<std::uint32_t>(rank());
    const bool is_first = rank() == 0;
    MPI_Reduce(is_first ? MPI_IN_PLACE : ranks.data(), ranks.data(), static_cast<int>(ranks.size()),
               MPI_UINT32_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!is_first) ranks.clear();
    return ranks;
}

std::string SharedAgents::report() {
    if (!shared_) return {};
    const mpi::Work& work = shared_->population.work();
    return all_texts(fmt::format(
        "rank {}: {} agents, {:.3f} s of CPU in calls and {:.3f} in exchanges, {} agents left, {} copies "
        "came, {} messages "
        "with {} bytes\n",
        rank(), shared_->population.slots().size(), work.compute_seconds, work.exchange_seconds,
        work.migrated_agents, work.halo_agents, work.messages, work.bytes));
}

}  // namespace wend::ranks
