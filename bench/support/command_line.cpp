// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/support/command_line.hpp"

#include <fmt/format.h>

#include <iostream>

#include "wend/status.hpp"

namespace wend::command {

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
    app.failure_message(misuse_text);
    try {
        app.parse(argc, argv);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        if (app.exit(error, std::cout, std::cerr) == 0) return 0;
        return exit_misuse;
    }
}

std::string supported_names() {
    std::string names;
    for (const Isa isa : supported_isas()) names += fmt::format("{}{}", names.empty() ? "" : ", ", name(isa));
    return names;
}

Isa choose_isa(const std::string& name) {
    if (name.empty()) {
        const Expected<Isa> chosen = default_isa();
        if (!chosen)
            throw MisuseError(
                fmt::format("{}; supported here: {}", message(chosen.status()), supported_names()));
        return *chosen;
    }
    const std::optional<Isa> isa = parse_isa(name);
    if (!isa)
        throw MisuseError(fmt::format("unknown ISA \"{}\"; supported here: {}", name, supported_names()));
    if (!is_supported(*isa))
        throw MisuseError(fmt::format(
            "the ISA {} {}; supported here: {}", name,
            is_built(*isa) ? "is not allowed by this CPU or operating system" : "is not in this build",
            supported_names()));
    return *isa;
}

}  // namespace wend::command
