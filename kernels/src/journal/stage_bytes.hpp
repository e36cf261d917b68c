// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "journal/blocks.hpp"
#include "journal/set_bytes.hpp"
#include "wend/stage.hpp"

namespace wend::detail {

/// Ends a list of numbers of stages or columns.
inline constexpr std::uint8_t end_of_list = 255;

/// Writes all parameters of the program's stage of that number by their names. A set that the reader has is
/// written by its place; `sets` has this one afterwards. `custom`: the name of the stage's function.
void write_stage(BlockWriter& to, std::size_t number, const Stage& stage, std::string_view custom,
                 KnownSets& sets);

/// The custom stages for a reader. `missing`, where given, gets the names of others, which the journal then
/// has without their code.
struct CustomStages {
    std::span<const NamedStage> given;
    std::vector<std::string>* missing = nullptr;
};

/// Reads a stage; none, with the reason, where this wend lacks it, or the caller its function. `known`: the
/// program's stages until now.
[[nodiscard]] std::optional<Stage> read_stage(BlockReader& from, const CustomStages& custom,
                                              std::span<const Stage> known, std::string& message);

/// Writes what changed of the sets of the stages since the reader has them.
void write_changed_sets(BlockWriter& to, std::span<const Stage> stages, KnownSets& sets) noexcept;
/// Whether the bytes are such changes, which the stages have then.
[[nodiscard]] bool read_changed_sets(BlockReader& from, std::span<Stage> stages);

/// Whether the stages, of one kind, have the same parameters, and share their sets.
[[nodiscard]] bool same_parameters(const Stage& a, const Stage& b) noexcept;

[[nodiscard]] bool is_custom(const Stage& stage) noexcept;

/// The first parameter of two stages that differs, sets by their contents; empty: none. "kind": the stages
/// are of two kinds.
[[nodiscard]] std::string_view first_other_parameter(const Stage& a, const Stage& b);

}  // namespace wend::detail
