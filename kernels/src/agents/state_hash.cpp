// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <cstdint>

#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "program/plan.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014).
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

}  // namespace

std::uint64_t state_hash(const Program& program, const AgentView& agents) noexcept {
    const std::size_t count = program.empty() ? 0 : agents.size();
    const auto holds_all = [&](const Column& column) {
        return column.count == count && detail::fits_memory(column) && (column.data != nullptr || count == 0);
    };
    for (const StreamUse& use : program.streams())
        if (use.use == Use::state && !holds_all(agents.column(use.stream))) return 0;
    const Column& ids = agents.column(Stream::id);
    if (agents.has(Stream::id) && !holds_all(ids)) return 0;
    std::uint64_t sum = 0;
    for (std::size_t slot = 0; slot < count; ++slot) {
        const std::uint32_t id = detail::id_at(agents, slot);
        std::uint64_t h = mix(id + 0x9e3779b97f4a7c15u);
        for (const StreamUse& use : program.streams())
            if (use.use == Use::state)
                h = mix((h ^ detail::bits_at(agents.column(use.stream), slot)) + 0x9e3779b97f4a7c15u);
        sum += h;
    }
    return sum;
}

}  // namespace wend
