// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A build without MPI: one process.
#include <fmt/format.h>

#include <cstdlib>

#include "tools/ranks/ranks.hpp"
#include "tools/ranks/shared_agents.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/support/command_line.hpp"

namespace wend::ranks {

bool is_built() noexcept { return false; }
int rank() noexcept { return 0; }
int count() noexcept { return 1; }

int run(const std::string&, const std::function<int()>& work) {
    for (const char* const variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
        if (const char* const size = std::getenv(variable); size != nullptr && std::atoi(size) > 1)
            throw support::MisuseError(
                fmt::format("started as one of {} processes, and this build has no MPI: each would run all "
                            "agents; build with "
                            "-DWEND_MPI=ON",
                            size));
    return work();
}

std::uint64_t that_of_first(std::uint64_t number) { return number; }
std::string that_of_first(const std::string& text) { return text; }
std::string all_texts(const std::string& text) { return text; }
std::uint64_t sum(std::uint64_t number) { return number; }
std::uint64_t largest(std::uint64_t number) { return number; }
void settle(const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
}

struct SharedAgents::Shared {};

SharedAgents::SharedAgents(scenario::Scenario& scenario) : scenario_(scenario) {}
SharedAgents::~SharedAgents() = default;

Result SharedAgents::advance(const scenario::ManyTicks& ticks, const Execution& execution) {
    const AgentView agents = whole();
    Result result = scenario::advance(scenario_.program, agents, ticks, execution);
    if (result.faults > 0) result.first_fault = agents.get<Stream::id>()[result.first_fault];
    return result;
}
std::uint64_t SharedAgents::state_hash() { return wend::state_hash(scenario_.program, whole()); }
AgentView SharedAgents::own() { return scenario_.agents.view(); }
AgentView SharedAgents::whole() { return scenario_.agents.view(); }
void SharedAgents::for_each_part(const std::function<void(const AgentView&)>& take) { take(whole()); }
void SharedAgents::save(support::OutputFile* output, std::uint64_t tick) {
    scenario::save_state(*output, scenario_, whole(), tick);
}
std::vector<std::uint32_t> SharedAgents::ranks_of_slots() {
    return std::vector<std::uint32_t>(scenario_.all_agents);
}
std::string SharedAgents::report() { return {}; }

}  // namespace wend::ranks
