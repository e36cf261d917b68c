// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bench/support/argument_values.hpp"

/// Arguments of the command `wend` and its subcommands.
namespace wend::command {

/// A word behind a command, and the function that it calls with what follows: argv[0] is the word.
struct Subcommand {
    std::string_view name;
    std::string_view summary;
    int (*run)(int argc, char** argv);
};

/// A command that is a table of subcommands.
struct SubcommandTable {
    std::string_view command;  ///< as the user types it
    std::string_view head;     ///< of its help
    std::string_view foot;
    std::span<const Subcommand> subcommands;
};

/// Calls the subcommand that argv[1] names, prints the help, or says that there is no such subcommand.
/// Returns the exit status.
[[nodiscard]] int run_subcommand(const SubcommandTable& table, int argc, char** argv);

/// Parses the arguments. A value is the exit status to return with: help was printed, or an error.
[[nodiscard]] std::optional<int> parse(CLI::App& app, int argc, char** argv);

/// The exit status of `work`, or that of its exception, whose message it prints. Also flushes stdout.
[[nodiscard]] int guarded(const std::string& program, const std::function<int()>& work);

/// A whole number, decimal or 0x...; none for anything else.
template <class T>
[[nodiscard]] std::optional<T> parse_number(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
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

/// Declares an option that is a number from `low` to `high`. CLI11's own ranges take nan.
inline CLI::Option* add_real(CLI::App& app, const std::string& option, double& target,
                             const std::string& help, double low, double high) {
    const auto convert = [&target, option, low, high](const CLI::results_t& given) {
        const std::string& text = given.at(0);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high))
            throw CLI::ValidationError(option,
                                       fmt::format("{} is not a number from {} to {}", text, low, high));
        target = value;
        return true;
    };
    return app.add_option(option, convert, help)->type_name("NUMBER");
}

}  // namespace wend::command
