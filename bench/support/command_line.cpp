// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/support/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <vector>

#include "bench/support/interruption.hpp"
#include "bench/support/progress.hpp"
#include "wend/status.hpp"
#include "words/file_error.hpp"
#include "words/nearest_word.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

void print_help(std::FILE* stream, const SubcommandTable& table) {
    std::size_t width = 0;
    for (const Subcommand& subcommand : table.subcommands) width = std::max(width, subcommand.name.size());
    fmt::print(stream, "{}\n\nUsage: {} SUBCOMMAND [ARGUMENTS]\n\n", table.head, table.command);
    for (const Subcommand& subcommand : table.subcommands)
        fmt::print(stream, "  {:<{}} {}\n", subcommand.name, width, subcommand.summary);
    fmt::print(stream, "\n{}", table.foot);
}

/// The subcommand that was parsed last, or the command itself.
const CLI::App* parsed_command(const CLI::App* app) {
    while (!app->get_subcommands().empty()) app = app->get_subcommands().back();
    return app;
}

/// The first argument that looks like an option and is none.
std::optional<std::string> unknown_option(const CLI::App& app) {
    for (const std::string& argument : app.remaining())
        if (argument.size() > 1 && argument.starts_with('-')) return argument.substr(0, argument.find('='));
    return std::nullopt;
}

/// What is wrong with the arguments, as MisuseError's are said: with the subcommand first. An unknown option
/// before what CLI11 says: that another argument is missing is most often its consequence.
std::string misuse_text(const CLI::App* whole, const CLI::Error& error) {
    const CLI::App* const app = parsed_command(whole);
    std::string what = error.what();
    const auto subcommands = app->get_subcommands([](const CLI::App*) { return true; });
    if (!subcommands.empty() && !app->remaining().empty() && !app->remaining().front().starts_with('-')) {
        std::vector<std::string> names;
        for (const CLI::App* subcommand : subcommands) names.push_back(subcommand->get_name());
        const std::string word = app->remaining().front();
        what =
            fmt::format("unknown subcommand \"{}\"{}", word, suggestion(word, {names.begin(), names.end()}));
    } else if (const std::optional<std::string> unknown = unknown_option(*app)) {
        std::vector<std::string> names;
        for (const CLI::Option* option : app->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
            for (const std::string& name : option->get_snames()) names.push_back("-" + name);
        }
        what =
            fmt::format("unknown option {}{}", *unknown, suggestion(*unknown, {names.begin(), names.end()}));
    }
    const std::string name = app == whole ? app->get_name() : whole->get_name() + " " + app->get_name();
    return fmt::format("{0}: {1}\n`{0} --help` lists the arguments.\n", name, printable(what));
}

/// No file has an empty name, and no option means "none" by one.
std::string refuse_empty(const std::string& name) { return name.empty() ? "the name is empty" : ""; }

}  // namespace

int run_subcommand(const SubcommandTable& table, int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "--help" || word == "-h" || word == "help") {
        print_help(stdout, table);
        return 0;
    }
    for (const Subcommand& subcommand : table.subcommands)
        if (subcommand.name == word) return subcommand.run(argc - 1, argv + 1);
    if (!word.empty()) {
        std::vector<std::string_view> names{"help"};
        for (const Subcommand& subcommand : table.subcommands) names.push_back(subcommand.name);
        fmt::print(stderr, "{}: unknown subcommand \"{}\"{}\n\n", table.command, printable(word),
                   suggestion(word, names));
    }
    print_help(stderr, table);
    return exit_misuse;
}

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
    app.failure_message(misuse_text);
    std::vector<CLI::App*> commands = app.get_subcommands([](CLI::App*) { return true; });
    commands.push_back(&app);
    for (CLI::App* const one : commands)
        for (CLI::Option* option : one->get_options([](const CLI::Option* any) {
                 return any->get_type_name().starts_with("FILE") ||
                        any->get_type_name().starts_with("FOLDER");
             }))
            option->check(refuse_empty, "");
    try {
        app.parse(argc, argv);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        if (app.exit(error, std::cout, std::cerr) == 0) return 0;
        return exit_misuse;
    }
}

int guarded(const std::string& program, const std::function<int()>& work) {
    try {
        const int status = work();
        // A buffer that cannot be written is lost, and the status must not say "done".
        if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
        const int error = errno;
        check_interruption();
        fmt::print(stderr, "{}: stdout cannot be written: {}\n", program, std::strerror(error));
    } catch (const Interrupted& interrupted) {
        bench::show_progress("");
        return exit_interrupted(interrupted.signal());
    } catch (const scenario::FileError& error) {
        fmt::print(stderr, "{}\n", error.what());
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "{}: not enough memory\n", program);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program, printable(error.what()));
    }
    return exit_misuse;
}

std::regex parse_filter(const std::string& text) {
    // std::regex goes down a call for each, and 30,000 end a process.
    constexpr std::ptrdiff_t most_groups = 1'000;
    if (std::count(text.begin(), text.end(), '(') > most_groups)
        throw MisuseError(fmt::format("--filter has more than {} groups", most_groups));
    try {
        return std::regex(text);
    } catch (const std::regex_error& error) {
        throw MisuseError(fmt::format("--filter {} is no regular expression: {}", text, error.what()));
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
    if (!isa) {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < isa_count; ++i) names.push_back(wend::name(static_cast<Isa>(i)));
        throw MisuseError(fmt::format("unknown ISA \"{}\"; supported here: {}{}", name, supported_names(),
                                      suggestion(name, names)));
    }
    if (!is_supported(*isa))
        throw MisuseError(fmt::format(
            "the ISA {} {}; supported here: {}", name,
            is_built(*isa) ? "is not allowed by this CPU or operating system" : "is not in this build",
            supported_names()));
    return *isa;
}

}  // namespace wend::command
