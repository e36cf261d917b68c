// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tools/scenario/fingerprint.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/output_file.hpp"

namespace wend::scenario {

/// One stream of all agents, as a view into the dump.
struct SavedStream {
    Stream stream{};
    std::span<const std::byte> bytes;
};

/// A scenario's state after some ticks, as a view over the bytes of the file. Numbers are little-endian:
///
///     offset       bytes  contents
///     0            8      `wenddump`
///     8            4      version of this format: 2
///     12           4      bits version
///     16           8      ticks that have run, which is the number of the next one
///     24           8      seed
///     32           8      number of agents n
///     40           8      fingerprint of the stages: the JSON text of `stages`, keys in alphabetical order, without
///                         blanks, then `area` as four floats if there is one
///     48           8      fingerprint of the paths: for each its number of nodes and whether it is closed (4 bytes
///                         each), then its nodes as pairs of doubles; 0 without paths
///     56           8      fingerprint of the agents before the first tick: the sum over all streams of the word sum
///                         of the elements, times the name's fingerprint, made odd
///     64           4      `dt`, a float
///     68           4      number of streams k
///     72           32 k   for each stream, in alphabetical order: its name, padded with zeros to 28 bytes, and its
///                         type in 4 (0 float, 1 double, 2 int32, 3 uint32)
///     72 + 32 k           the streams one after the other, n elements each
///     the last 8   8      word sum of all bytes before it
///
/// Fingerprints are XXH64 with seed 0. The word sum adds splitmix64's mix(w + (i + 1) 0x9e3779b97f4a7c15)
/// over all words w of 4 bytes, i = 0 and up, modulo 2^64, so that each rank sums its own part.
struct StateDump {
    std::uint64_t tick = 0;  ///< the number of ticks before the dump
    std::uint64_t seed = 0;
    std::uint64_t agents = 0;
    Fingerprint scenario;
    std::vector<SavedStream> streams;
};

/// A dump's bytes, of a part of the agents: ranks write theirs into one file.
struct DumpParts {
    /// Of one stream.
    struct Elements {
        std::uint64_t at = 0;  ///< in the file
        std::span<const std::byte> bytes;
    };

    std::string head;                ///< at the file's start, the same of all parts
    std::vector<Elements> elements;  ///< in the order of the file; views into the agents
    std::uint64_t end = 0;           ///< of all elements, where the checksum stands
    std::uint64_t sum = 0;           ///< of these elements
};

/// Those of the streams of agents from that slot on, after `tick` ticks.
[[nodiscard]] DumpParts parts_of_dump(const Scenario& scenario, const AgentView& agents,
                                      std::uint64_t first_slot, std::uint64_t tick);
/// To be added to the sums of all parts.
[[nodiscard]] std::uint64_t sum_of_head(const DumpParts& parts);

/// Writes a dump of all agents, and commits the file.
void save_state(support::OutputFile& output, const Scenario& scenario, const AgentView& agents,
                std::uint64_t tick);
/// Those of the scenario.
void save_state(const std::filesystem::path& file, Scenario& scenario, std::uint64_t tick);

/// The bytes of a file; no more than the first ones of a file that is no dump.
[[nodiscard]] std::string read_dump(const std::filesystem::path& file);

/// Reads a dump; errors call it `file`. Fails on foreign, truncated or damaged bytes, and on another version
/// of the format or of the bits.
[[nodiscard]] StateDump read_state(std::span<const std::byte> bytes, const std::filesystem::path& file);

/// A share of a dump that is too large for one process.
struct DumpShare {
    StateDump dump;  ///< its streams have the share's agents alone
    std::vector<std::string> elements;
    std::uint64_t sum = 0;       ///< of the share's bytes; the first one's has that of the head too
    std::uint64_t checksum = 0;  ///< of the whole
};
[[nodiscard]] DumpShare read_share(const std::filesystem::path& file, const Share& share);
/// Fails unless `sum`, that of all shares, is the checksum.
void require_sum(std::uint64_t sum, const DumpShare& part, const std::filesystem::path& file);

/// Fails unless the dump is of this scenario; the message says what differs.
void require_same_scenario(const StateDump& dump, Scenario& scenario, const std::filesystem::path& file);

/// Replaces the scenario's streams by those of the dump, which has the same share of the agents.
void restore_state(const StateDump& dump, Scenario& scenario);

}  // namespace wend::scenario
