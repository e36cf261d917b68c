// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "agents/state_streams.hpp"
#include "call/dispatch.hpp"
#include "columns/elements.hpp"
#include "out_of_range.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::group_size;

/// Calls use(ids, hashes, count) for the agents of each group.
template <class Use>
void for_each_group(const Program& program, const AgentView& agents, const Use& use) {
    const detail::KernelTable* const chosen = detail::choose_table({});
    const detail::HashFunction add = (chosen != nullptr ? *chosen : detail::reference_table).hash;
    const StreamSet state = detail::state_streams(program);
    std::array<std::uint32_t, group_size> ids{};
    std::array<std::uint64_t, group_size> hashes{}, elements{};
    for (std::size_t slot = 0; slot < agents.size(); slot += group_size) {
        const std::size_t count = std::min(group_size, agents.size() - slot);
        for (std::size_t i = 0; i < count; ++i) ids[i] = detail::id_at(agents, slot + i);
        hashes.fill(0);
        add(hashes.data(), ids.data(), false);
        for (const Stream stream : state) {
            const Column& column = agents.column(stream);
            const void* from = detail::element_at(column, slot);
            if (!column.contiguous() || count < group_size) {
                detail::copy_elements(elements.data(), column, slot, count);
                from = elements.data();
            }
            add(hashes.data(), from, size_of(column.element) == sizeof(std::uint64_t));
        }
        use(ids.data(), hashes.data(), count);
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
    for_each_group(program, agents,
                   [&](const std::uint32_t*, const std::uint64_t* hashes, std::size_t count) {
                       sum = std::accumulate(hashes, hashes + count, sum);
                   });
    return sum;
}

Status state_hashes(const Program& program, const AgentView& agents, const IdBuckets& buckets,
                    std::span<std::uint64_t> hashes) noexcept {
    if (buckets.ids == 0) return detail::out_of_range("ids of a bucket", 0, 1, 0xffffffff);
    if (Status s = check_hashed(program, agents); !s) return s;
    std::ranges::fill(hashes, 0);
    if (program.empty() || hashes.empty()) return {};
    for_each_group(program, agents,
                   [&](const std::uint32_t* ids, const std::uint64_t* of, std::size_t count) {
                       for (std::size_t i = 0; i < count; ++i) {
                           if (ids[i] < buckets.first_id) continue;
                           const std::size_t bucket = (ids[i] - buckets.first_id) / buckets.ids;
                           if (bucket < hashes.size()) hashes[bucket] += of[i];
                       }
                   });
    return {};
}

}  // namespace wend
