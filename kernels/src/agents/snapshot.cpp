// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/snapshot.hpp"

#include <cstdint>
#include <cstring>

#include "columns/column_memory.hpp"
#include "columns/elements.hpp"
#include "program/plan.hpp"
#include "wend/version.hpp"

namespace wend {
namespace {

/// The header; the columns follow in the order of the enumerators.
struct Header {
    char magic[8];
    std::uint64_t bits_version;
    std::uint64_t state;  ///< a hash of the streams' names, which outlive their numbers
    std::uint64_t agents;
};

constexpr char magic[8] = {'w', 'e', 'n', 'd', 's', 'n', 'a', 'p'};

std::uint64_t hash_of_state(const Program& program) {
    std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
    for (const StreamUse& use : program.streams())
        if (use.use == Use::state)
            for (const char letter : name(use.stream))
                hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return hash;
}

Header header_of(const Program& program, const AgentView& agents) {
    Header header{{}, bits_version, hash_of_state(program), agents.size()};
    std::memcpy(header.magic, magic, sizeof magic);
    return header;
}

/// Whether the view holds the program's state.
Status check_state(const Program& program, const AgentView& agents, bool written) {
    for (const StreamUse& use : program.streams())
        if (use.use == Use::state)
            if (Status s = detail::check_column(agents, use.stream, written); !s) return s;
    return {};
}

Status bad(const char* why) { return {.code = Code::bad_snapshot, .subject = why}; }

}  // namespace

std::size_t snapshot_bytes(const Program& program, const AgentView& agents) noexcept {
    std::size_t bytes = sizeof(Header);
    for (const StreamUse& use : program.streams())
        if (use.use == Use::state) bytes += agents.size() * size_of(info(use.stream).element);
    return bytes;
}

Status save(const Program& program, const AgentView& agents, std::span<std::byte> snapshot) noexcept {
    if (Status s = check_state(program, agents, false); !s) return s;
    if (snapshot.size() < snapshot_bytes(program, agents)) return bad("the snapshot's memory is too small");
    const Header header = header_of(program, agents);
    std::byte* to = snapshot.data();
    std::memcpy(to, &header, sizeof header);
    to += sizeof header;
    for (const StreamUse& use : program.streams()) {
        if (use.use != Use::state) continue;
        detail::copy_elements(to, agents.column(use.stream), 0, agents.size());
        to += agents.size() * size_of(info(use.stream).element);
    }
    return {};
}

Status restore(const Program& program, const AgentView& agents,
               std::span<const std::byte> snapshot) noexcept {
    if (Status s = check_state(program, agents, true); !s) return s;
    Header header;
    if (snapshot.size() < sizeof header) return bad("the bytes are no snapshot");
    std::memcpy(&header, snapshot.data(), sizeof header);
    const Header expected = header_of(program, agents);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0) return bad("the bytes are no snapshot");
    if (header.bits_version != expected.bits_version)
        return bad("the snapshot is of another version of the bits");
    if (header.state != expected.state) return bad("the snapshot is of a program with other state");
    if (header.agents != expected.agents) return bad("the snapshot is of another number of agents");
    if (snapshot.size() < snapshot_bytes(program, agents)) return bad("the snapshot is cut off");
    const std::byte* from = snapshot.data() + sizeof header;
    for (const StreamUse& use : program.streams()) {
        if (use.use != Use::state) continue;
        const Column& to = agents.column(use.stream);
        detail::restore_elements(to, from, agents.size());
        from += agents.size() * size_of(to.element);
    }
    return {};
}

}  // namespace wend
