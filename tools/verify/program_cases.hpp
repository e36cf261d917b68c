// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/scenario/after_tick.hpp"
#include "tools/scenario/event.hpp"
#include "tools/verify/hard_agents.hpp"

namespace wend::verify {

/// One program of every kind, with what its population needs. The name is a key of the golden hashes: it
/// never changes meaning.
struct ProgramCase {
    std::string name;
    Program program;
    std::vector<Stream>
        streams;  ///< those that the program needs; those it may write besides, where a case binds them
    PathsInUse paths;
    float dt;

    /// A filled population with the case's streams and `id` where asked for.
    [[nodiscard]] Population population(std::size_t size, std::uint64_t seed, Values values,
                                        std::size_t offset = 0, bool with_ids = false) const;

    /// So many agents, or 200 where each sees its neighbours: the reference goes through all pairs.
    [[nodiscard]] std::size_t agents(std::size_t wanted) const;
};

/// GoogleTest's name for a parameter that points to a case.
void PrintTo(const ProgramCase* program_case, std::ostream* out);

/// Forces (wander in both frames, with reference_dt, with the largest change; seek; sums) x bounds x limits
/// as values or streams; the later forces by themselves, summed with weights and prioritised; waypoint
/// advance in every mode with the speed as a value (ordinary, negative, huge, too small to count) or a
/// stream, eased and offset; approach with its options.
[[nodiscard]] const std::vector<ProgramCase>& program_cases();
[[nodiscard]] const ProgramCase& program_case(std::string_view name);

/// The subject of a golden hash: a program, its initial agents and the number of ticks.
struct Subject {
    std::string name;
    Program program;
    Population start;
    std::uint32_t first_id = 0;
    float dt = 0;
    std::uint64_t seed = 0;
    std::uint64_t ticks = 0;
    std::vector<scenario::Event> events{};
    std::optional<scenario::AfterTick> after_tick{};
};

/// 64 ticks of 1,000 agents, some of them with invalid values.
[[nodiscard]] Subject golden_subject(const ProgramCase& program_case);

/// The rectangle of the cases with bounds.
inline constexpr Rectangle case_area{-256, -128, 256, 300};

/// The streams that `program` needs, and its ordinary outputs.
[[nodiscard]] std::vector<Stream> streams_and_outputs_of(const Program& program);

}  // namespace wend::verify
