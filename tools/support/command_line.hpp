// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "wend/isa.hpp"

/// Subcommands, their arguments and their exit status. options.hpp declares options.
namespace wend::support {

inline constexpr int exit_misuse = 2;  ///< misuse and bad input; 1 is "the check failed"

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

/// A text whose lines are broken at blanks where they are longer than the terminal, or than 80 columns; what
/// follows a break is indented by `indent` in lines that begin with a blank, or with a narrower first column.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent);

/// wrapped() where stdout is a terminal, otherwise the text itself.
[[nodiscard]] std::string for_terminal(std::string text, std::size_t indent = 0);

/// The exit status of `work`, or that of its exception, whose message it prints. Also flushes stdout.
[[nodiscard]] int guarded(const std::string& program, const std::function<int()>& work);

/// An invalid request; what() is the line to show.
class MisuseError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A file as an option, or a word for an argument, gave it; empty where it did not.
struct NamedFile {
    std::string_view option;
    std::filesystem::path file;
};

/// Throws MisuseError where two of a command's files are one, whatever their names.
void refuse_same_files(std::span<const NamedFile> files);

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

/// Whether a regular expression, which --filter gave, is found in a name. A + before a letter and behind a
/// letter or a group stands for itself, as in names of cases.
using NameFilter = std::function<bool(const std::string&)>;
/// Throws MisuseError.
[[nodiscard]] NameFilter name_filter(const std::string& text);

/// An instruction set by name, or the default one when the name is empty. Throws MisuseError, naming those
/// that run here.
[[nodiscard]] Isa choose_isa(const std::string& name);

/// "reference, sse2, ..."
[[nodiscard]] std::string supported_names();

}  // namespace wend::support
