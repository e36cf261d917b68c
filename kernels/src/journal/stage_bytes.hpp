// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "journal/blocks.hpp"
#include "wend/stage.hpp"

namespace wend::detail {

/// Writes all parameters of a stage by their names, sets of paths and obstacles and flow fields whole.
/// `custom`: the name of its function.
void write_stage(BlockWriter& to, const Stage& stage, std::string_view custom) noexcept;

/// Reads a stage; none, with the reason, where this wend lacks it, or the caller its function.
[[nodiscard]] std::optional<Stage> read_stage(BlockReader& from, std::span<const NamedStage> custom,
                                              std::string& message);

/// Whether the stages, of one kind, have the same parameters, and share their sets.
[[nodiscard]] bool same_parameters(const Stage& a, const Stage& b) noexcept;

/// Whether the stage has a set of a pool, or a flow field with velocities of the caller's.
[[nodiscard]] bool has_changing_set(const Stage& stage) noexcept;

[[nodiscard]] bool is_custom(const Stage& stage) noexcept;

/// The first parameter of two stages that differs, sets by their contents; empty: none. "kind": the stages
/// are of two kinds.
[[nodiscard]] std::string_view first_other_parameter(const Stage& a, const Stage& b);

}  // namespace wend::detail
