// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "wend/status.hpp"
#include "wend/version.hpp"

namespace wend::detail {

/// A hash of streams' names, which outlive their numbers: FNV-1a.
class NamesHash {
  public:
    void add(std::string_view name) {
        for (const char letter : name) hash_ = (hash_ ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

/// The start of a snapshot; the columns follow in the order of the enumerators.
struct SnapshotHeader {
    char magic[8];
    std::uint64_t bits_version;
    std::uint64_t streams;  ///< the hash of their names
    std::uint64_t agents;
};

[[nodiscard]] inline Status bad_snapshot(const char* why) {
    return {.code = Code::bad_snapshot, .subject = why};
}

[[nodiscard]] inline SnapshotHeader snapshot_header(std::string_view magic, std::uint64_t streams,
                                                    std::uint64_t agents) {
    SnapshotHeader header{{}, bits_version, streams, agents};
    std::memcpy(header.magic, magic.data(), sizeof header.magic);
    return header;
}

/// The first bytes of the two kinds.
inline constexpr std::string_view state_magic = "wendsnap";
inline constexpr std::string_view buffer_magic = "wendbuff";

[[nodiscard]] constexpr std::uint64_t swap_bytes(std::uint64_t value) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i) swapped = swapped << 8 | (value >> 8 * i & 0xff);
    return swapped;
}

/// Reads the header of a snapshot of the kind and version of `expected`.
[[nodiscard]] inline Status read_header(std::span<const std::byte> snapshot, const SnapshotHeader& expected,
                                        SnapshotHeader& header) {
    if (snapshot.size() < sizeof header) return bad_snapshot("the bytes are no snapshot");
    std::memcpy(&header, snapshot.data(), sizeof header);
    const std::string_view kind(header.magic, sizeof header.magic);
    if (kind != std::string_view(expected.magic, sizeof expected.magic)) {
        if (kind == state_magic) return bad_snapshot("the snapshot is of a program's state, not of a buffer");
        if (kind == buffer_magic)
            return bad_snapshot("the snapshot is of a buffer, not of a program's state");
        return bad_snapshot("the bytes are no snapshot");
    }
    if (header.bits_version == swap_bytes(expected.bits_version))
        return bad_snapshot("the snapshot is of a machine with the other byte order");
    if (header.bits_version != expected.bits_version)
        return bad_snapshot("the snapshot is of another version of the bits");
    return {};
}

}  // namespace wend::detail
