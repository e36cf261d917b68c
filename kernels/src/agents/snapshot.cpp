// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/snapshot.hpp"

#include <cstdint>
#include <cstring>

#include "agents/snapshot_header.hpp"
#include "agents/state_streams.hpp"
#include "columns/elements.hpp"

namespace wend {
namespace {

using detail::bad_snapshot;
using detail::SnapshotHeader;

SnapshotHeader header_of(const Program& program, const AgentView& agents) {
    detail::NamesHash state;
    for (const Stream stream : detail::state_streams(program)) state.add(name(stream));
    return detail::snapshot_header(detail::state_magic, state.value(), agents.size());
}

}  // namespace

std::size_t snapshot_bytes(const Program& program, const AgentView& agents) noexcept {
    std::size_t bytes = sizeof(SnapshotHeader);
    for (const Stream stream : detail::state_streams(program))
        bytes += agents.size() * size_of(info(stream).element);
    return bytes;
}

Status save(const Program& program, const AgentView& agents, std::span<std::byte> snapshot) noexcept {
    if (Status s = detail::check_state(program, agents, false); !s) return s;
    if (snapshot.size() < snapshot_bytes(program, agents))
        return bad_snapshot("the snapshot's memory is too small");
    const SnapshotHeader header = header_of(program, agents);
    std::byte* to = snapshot.data();
    std::memcpy(to, &header, sizeof header);
    to += sizeof header;
    for (const Stream stream : detail::state_streams(program)) {
        detail::copy_elements(to, agents.column(stream), 0, agents.size());
        to += agents.size() * size_of(info(stream).element);
    }
    return {};
}

Status restore(const Program& program, const AgentView& agents,
               std::span<const std::byte> snapshot) noexcept {
    if (Status s = detail::check_state(program, agents, true); !s) return s;
    SnapshotHeader header;
    const SnapshotHeader expected = header_of(program, agents);
    if (Status s = detail::read_header(snapshot, expected, header); !s) return s;
    if (header.streams != expected.streams)
        return bad_snapshot("the snapshot is of a program with other state");
    if (header.agents != expected.agents) return bad_snapshot("the snapshot is of another number of agents");
    if (snapshot.size() < snapshot_bytes(program, agents)) return bad_snapshot("the snapshot is cut off");
    const std::byte* from = snapshot.data() + sizeof header;
    for (const Stream stream : detail::state_streams(program)) {
        const Column& to = agents.column(stream);
        detail::restore_elements(to, from, agents.size());
        from += agents.size() * size_of(to.element);
    }
    return {};
}

}  // namespace wend
