// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <regex>
#include <utility>
#include <vector>

#include "words/nearest_word.hpp"
#include "words/printable.hpp"

namespace wend::support {
namespace {

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

/// The message about wrong arguments, the subcommand first. An unknown option comes before CLI11's own
/// message: a missing argument is most often its consequence.
std::string misuse_text(const CLI::App* whole, const CLI::Error& error) {
    const CLI::App* const app = parsed_command(whole);
    std::string what = error.what();
    const auto subcommands = app->get_subcommands([](const CLI::App*) { return true; });
    if (!subcommands.empty() && !app->remaining().empty() && !app->remaining().front().starts_with('-')) {
        std::vector<std::string> names;
        for (const CLI::App* subcommand : subcommands) names.push_back(subcommand->get_name());
        const std::string word = app->remaining().front();
        what = fmt::format("unknown subcommand \"{}\"{}", word,
                           words::suggestion(word, {names.begin(), names.end()}));
    } else if (const std::optional<std::string> unknown = unknown_option(*app)) {
        std::vector<std::string> names;
        for (const CLI::Option* option : app->get_options()) {
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
            for (const std::string& name : option->get_snames()) names.push_back("-" + name);
        }
        what = fmt::format("unknown option {}{}", *unknown,
                           words::suggestion(*unknown, {names.begin(), names.end()}));
    }
    const std::string name = app == whole ? app->get_name() : whole->get_name() + " " + app->get_name();
    return fmt::format("{0}: {1}\n`{0} --help` lists the arguments.\n", name, words::printable(what));
}

constexpr std::size_t name_columns = 26;

constexpr std::string_view one_of_words = "One of ";  ///< the group of options of which one can be given

/// Help as wide as a terminal, in which what options exclude stands behind their text.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() { column_width(name_columns); }
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        return wrapped(CLI::Formatter::make_help(app, std::move(name), mode), name_columns);
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        const std::string all = CLI::Formatter::make_option_opts(option);
        return all.substr(0, all.find(" Excludes:"));  // the last of them
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        std::vector<std::string> others;
        for (const CLI::Option* other : option->get_excludes())
            if (!option->get_group().starts_with(one_of_words) || other->get_group() != option->get_group())
                others.push_back(other->get_name());
        std::ranges::sort(others);
        const std::string text = CLI::Formatter::make_option_desc(option);
        return others.empty() ? text : fmt::format("{}; not with {}", text, fmt::join(others, ", "));
    }
};

/// No file has an empty name, and no option means "none" by one.
std::string refuse_empty(const std::string& name) { return name.empty() ? "the name is empty" : ""; }

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
    app.failure_message(misuse_text);
    std::vector<CLI::App*> commands = app.get_subcommands([](CLI::App*) { return true; });
    commands.push_back(&app);
    const auto formatter = std::make_shared<HelpFormatter>();
    for (CLI::App* const one : commands)
        one->formatter(formatter)->allow_windows_style_options(false);  // so that /folder/file is a file
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

NameFilter name_filter(const std::string& text) {
    // std::regex goes down a call for each, and 30,000 end a process.
    constexpr std::ptrdiff_t most_groups = 1'000;
    if (std::count(text.begin(), text.end(), '(') > most_groups)
        throw MisuseError(fmt::format("--filter has more than {} groups", most_groups));
    try {
        const std::string pattern =
            std::regex_replace(text, std::regex(R"((^|[^\\])([A-Za-z)])\+(?=[A-Za-z]))"), R"($1$2\+)");
        return [filter = std::regex(pattern)](const std::string& name) {
            return std::regex_search(name, filter);
        };
    } catch (const std::regex_error& error) {
        throw MisuseError(fmt::format("--filter {} is no regular expression: {}", text, error.what()));
    }
}

CLI::Option* add_real(CLI::App& app, const std::string& option, double& target, const std::string& help,
                      double low, double high) {
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

void one_of(std::initializer_list<CLI::Option*> options) {
    std::vector<std::string> names;
    for (const CLI::Option* one : options) names.push_back(one->get_name());
    const std::string group = fmt::format("{}{}", one_of_words, fmt::join(names, " | "));
    for (CLI::Option* const one : options) {
        one->group(group);
        for (CLI::Option* const other : options)
            if (other != one) one->excludes(other);
    }
}

}  // namespace wend::support
