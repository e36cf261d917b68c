// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/function_growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "tools/perf/measure/worker_process.hpp"

namespace wend::perf {
namespace {

/// A part of the call's instructions: checks of a call take some more or less as its memory lies.
constexpr double noise = 0.002;

std::int64_t more_instructions(const FunctionGrowth& one) {
    return static_cast<std::int64_t>(one.now.instructions) -
           static_cast<std::int64_t>(one.before.instructions);
}

/// What divisions and roots cost is not in the number of instructions.
std::string describe_divisions(const FunctionGrowth& one) {
    const std::uint64_t before = one.before.divisions + one.before.roots;
    const std::uint64_t now = one.now.divisions + one.now.roots;
    return before == now ? "" : fmt::format("; divided, rooted {} -> {}", before, now);
}

}  // namespace

std::vector<FunctionGrowth> compare_functions(const bench::FunctionCounts& before,
                                              const bench::FunctionCounts& now) {
    std::vector<FunctionGrowth> growth;
    for (const auto& [name, counts] : now) {
        const auto old = before.find(name);
        growth.push_back({name, old == before.end() ? bench::Counts{} : old->second, counts});
    }
    for (const auto& [name, counts] : before)
        if (!now.contains(name)) growth.push_back({name, counts, {}});
    double whole = 0;
    for (const auto& [name, counts] : before) whole += static_cast<double>(counts.instructions);
    std::erase_if(growth, [&](const FunctionGrowth& one) {
        return std::abs(static_cast<double>(more_instructions(one))) <= whole * noise &&
               one.before.divisions == one.now.divisions && one.before.roots == one.now.roots;
    });
    std::ranges::stable_sort(growth, std::ranges::greater{}, more_instructions);
    return growth;
}

std::string describe(const std::vector<FunctionGrowth>& growth, std::size_t lines) {
    if (growth.empty()) return "    every function executes what it did\n";
    std::vector<FunctionGrowth> shown = growth;
    const std::size_t room = lines - 1;  // beside the head
    if (shown.size() > room) {
        std::ranges::stable_sort(shown, std::ranges::greater{},
                                 [](const FunctionGrowth& one) { return std::abs(more_instructions(one)); });
        shown.resize(room - 1);
        std::ranges::stable_sort(shown, std::ranges::greater{}, more_instructions);
    }
    std::string text =
        fmt::format("    {:>10} {:>10} {:>10}  instructions of a function itself\n", "before", "now", "more");
    for (const FunctionGrowth& one : shown)
        text += fmt::format("    {:>10} {:>10} {:>+10}  {}{}\n", one.before.instructions,
                            one.now.instructions, more_instructions(one), one.name, describe_divisions(one));
    if (shown.size() < growth.size())
        text += fmt::format("    and {} functions that changed less\n", growth.size() - shown.size());
    return text;
}

std::vector<FunctionGrowth> function_growth(const std::filesystem::path& base,
                                            const std::filesystem::path& head, const std::string& name,
                                            std::size_t agents) {
    const auto functions_of = [&](const std::filesystem::path& executable) {
        WorkerProcess worker(executable, 0);
        worker.open(name, agents, 0);
        return worker.functions();
    };
    return compare_functions(functions_of(base), functions_of(head));
}

}  // namespace wend::perf
