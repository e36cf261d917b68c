// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "agents/state_streams.hpp"
#include "call/dispatch.hpp"
#include "columns/elements.hpp"
#include "out_of_range.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::group_size;

/// Calls use(their ids, of any alignment, hashes, count) for the agents of each group.
template <class Use>
void for_each_group(const Program& program, const AgentView& agents, const Use& use) {
    const detail::KernelTable* const chosen = detail::choose_table({});
    const detail::HashFunction add = (chosen != nullptr ? *chosen : detail::reference_table).hash;
    const StreamSet state = detail::state_streams(program);
    std::array<std::uint32_t, group_size> numbers{};
    std::array<std::uint64_t, group_size> hashes{}, elements{}, id_elements{};
    for (std::size_t slot = 0; slot < agents.size(); slot += group_size) {
        const std::size_t count = std::min(group_size, agents.size() - slot);
        const auto elements_of = [&](const Column& column, void* copies) -> const void* {
            if (column.contiguous() && count == group_size) return detail::element_at(column, slot);
            detail::copy_elements(copies, column, slot, count);
            return copies;
        };
        const void* ids = numbers.data();
        if (agents.has(Stream::id))
            ids = elements_of(agents.column(Stream::id), id_elements.data());
        else
            std::iota(numbers.begin(), numbers.end(), agents.first_id() + static_cast<std::uint32_t>(slot));
        hashes.fill(0);
        add(hashes.data(), ids, false);
        for (const Stream stream : state) {
            const Column& column = agents.column(stream);
            add(hashes.data(), elements_of(column, elements.data()),
                size_of(column.element) == sizeof(std::uint64_t));
        }
        use(ids, hashes.data(), count);
    }
}

Status check_hashed(const Program& program, const AgentView& agents) {
    if (agents.has(Stream::id))
        if (Status s = detail::check_column(agents, Stream::id, false); !s) return s;
    return detail::check_state(program, agents, false);
}

}  // namespace

std::uint64_t state_hash(const Program& program, const AgentView& agents) noexcept {
    if (program.empty() || !check_hashed(program, agents)) return 0;
    std::uint64_t sum = 0;
    for_each_group(program, agents, [&](const void*, const std::uint64_t* hashes, std::size_t count) {
        sum += std::reduce(hashes, hashes + count);
    });
    return sum;
}

Status state_hashes(const Program& program, const AgentView& agents, const IdBuckets& buckets,
                    std::span<std::uint64_t> hashes) noexcept {
    if (buckets.ids == 0) return detail::out_of_range("ids of a bucket", 0, 1, 0xffffffff);
    if (Status s = check_hashed(program, agents); !s) return s;
    std::ranges::fill(hashes, 0);
    if (program.empty() || hashes.empty()) return {};
    for_each_group(program, agents, [&](const void* ids, const std::uint64_t* of, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t id = 0;
            std::memcpy(&id, static_cast<const std::byte*>(ids) + i * sizeof id, sizeof id);
            if (id < buckets.first_id) continue;
            const std::size_t bucket = (id - buckets.first_id) / buckets.ids;
            if (bucket < hashes.size()) hashes[bucket] += of[i];
        }
    });
    return {};
}

}  // namespace wend
