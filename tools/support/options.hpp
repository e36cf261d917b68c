// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>

#include "tools/support/command_line.hpp"
#include "tools/support/utf8_path.hpp"

/// Declares and parses options by CLI11, which takes seconds to compile: for the files that define commands
/// alone.
namespace wend::support {

/// Parses the arguments. A value is the exit status to return with: help was printed, or an error.
[[nodiscard]] std::optional<int> parse(CLI::App& app, int argc, char** argv);

/// Declares an option or argument that is the name of a file.
template <class Path>
CLI::Option* add_file(CLI::App& app, const std::string& option, Path& target, const std::string& help) {
    const auto convert = [&target](const CLI::results_t& given) {
        target = utf8_path(given.at(0));
        return true;
    };
    return app.add_option(option, convert, help)->type_name("FILE");
}

/// Declares an option that is a whole number of type T, at least `low`. CLI11's own conversion takes -1 for
/// 2^64 - 1 and 010 for 8.
template <class T, class Target>
CLI::Option* add_number(CLI::App& app, const std::string& option, Target& target, const std::string& help,
                        T low = 0) {
    const auto convert = [&target, option, low](const CLI::results_t& given) {
        const std::optional<T> value = parse_number<T>(given.at(0));
        if (!value || *value < low)
            throw CLI::ValidationError(option, fmt::format("{} is not a whole number from {} to {}",
                                                           given.at(0), low, std::numeric_limits<T>::max()));
        target = *value;
        return true;
    };
    return app.add_option(option, convert, help)->type_name("N");
}

/// The same for numbers from `low` to `high`. CLI11's own ranges take nan.
CLI::Option* add_real(CLI::App& app, const std::string& option, double& target, const std::string& help,
                      double low, double high);

/// Lets only one of some options be given; in the help they stand together.
void one_of(std::initializer_list<CLI::Option*> options);

}  // namespace wend::support
