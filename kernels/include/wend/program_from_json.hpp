// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Programs from data. In a library of its own, wend::json, which wend.hpp does not include: it needs
// nlohmann-json where it is built.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wend/path.hpp"
#include "wend/program.hpp"

namespace wend {

/// A program, or the reason why the text is none.
struct ProgramFromJson {
    std::optional<Program> program;  ///< none where the text is refused
    /// NAME:LINE:COLUMN: MESSAGE for the syntax, NAME: /json/pointer: MESSAGE for a key or a value; empty
    /// where there is a program.
    std::string message;

    /// Whether there is a program.
    explicit operator bool() const noexcept { return program.has_value(); }
};

/// Builds a program from the words of scenario files (bench/scenarios/README.md): an array of stages, or an
/// object with the key "stages", such as a whole scenario. Of its other keys only the area in "agents" is
/// read. `paths` are for stages that need some; `name` stands in messages, such as the file's. Throws
/// std::bad_alloc alone.
[[nodiscard]] ProgramFromJson program_from_json(std::string_view text,
                                                const std::optional<PathSet>& paths = std::nullopt,
                                                std::string_view name = "program");

}  // namespace wend
