// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wend/path.hpp"
#include "wend/streams.hpp"
#include "words/json.hpp"

/// A plane whose origin was moved to where its floats are needed: files keep their own coordinates.
namespace wend::files {

/// The coordinate of the origin that a stream's values lack; 0 where they are no place.
[[nodiscard]] double origin_of(Stream stream, Point origin) noexcept;

/// Moves the places in a scenario's `agents`, `stages` or `events`: areas, positions, targets, goals,
/// obstacles and points of paths.
/// A value of another form stays, and its reader refuses it.
void move_places(words::Json& json, Point origin);

}  // namespace wend::files
