// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/system.hpp"
#include "wend/status.hpp"
#include "words/file_error.hpp"
#include "words/nearest_word.hpp"
#include "words/printable.hpp"

namespace wend::support {
namespace {

void print_help(std::FILE* stream, const SubcommandTable& table) {
    std::size_t width = 0;
    for (const Subcommand& subcommand : table.subcommands) width = std::max(width, subcommand.name.size());
    fmt::print(stream, "{}\nUsage: {} SUBCOMMAND [ARGUMENTS]\n\n", wrapped(table.head, 0), table.command);
    for (const Subcommand& subcommand : table.subcommands)
        fmt::print(
            stream, "{}",
            wrapped(fmt::format("  {:<{}} {}\n", subcommand.name, width, subcommand.summary), width + 3));
    fmt::print(stream, "\n{}", wrapped(table.foot, 4));
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
    const std::size_t columns = std::min<std::size_t>(80, terminal_columns());
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t hanging = line.starts_with(' ') || line.find("  ") < indent ? indent : 0;
        while (line.size() > columns) {
            std::size_t at = line.rfind(' ', columns);
            // No break before the first word, nor within an option's names; a longer word sticks out.
            if (at == std::string::npos || line.find_last_not_of(' ', at) == std::string::npos ||
                at <= hanging)
                at = line.find(' ', std::max({columns, hanging + 1, line.find_first_not_of(' ')}));
            const std::size_t next = line.find_first_not_of(' ', at);
            if (next == std::string::npos) break;
            result += line.substr(0, line.find_last_not_of(' ', at) + 1) + '\n';
            line = std::string(hanging, ' ') + line.substr(next);
        }
        result += line + '\n';
    }
    return result;
}

std::string for_terminal(std::string text, std::size_t indent) {
    return is_terminal(stdout) ? wrapped(text, indent) : text;
}

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
        fmt::print(stderr, "{}: unknown subcommand \"{}\"{}\n\n", table.command, words::printable(word),
                   words::suggestion(word, names));
    }
    print_help(stderr, table);
    return exit_misuse;
}

void refuse_same_files(std::span<const NamedFile> files) {
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const NamedFile& other : files.subspan(i + 1))
            if (!files[i].file.empty() && !other.file.empty() && is_same_file(files[i].file, other.file))
                throw MisuseError(fmt::format("{} {} and {} {} are the same file", files[i].option,
                                              files[i].file.string(), other.option, other.file.string()));
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
    const std::optional<Isa> isa = find_isa(name);
    if (!isa) {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < isa_count; ++i) names.push_back(wend::name(static_cast<Isa>(i)));
        throw MisuseError(fmt::format("unknown ISA \"{}\"; supported here: {}{}", name, supported_names(),
                                      words::suggestion(name, names)));
    }
    if (!is_supported(*isa))
        throw MisuseError(fmt::format(
            "the ISA {} {}; supported here: {}", name,
            is_built(*isa) ? "is not allowed by this CPU or operating system" : "is not in this build",
            supported_names()));
    return *isa;
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
        show_progress("");
        return exit_interrupted(interrupted.signal());
    } catch (const words::FileError& error) {
        fmt::print(stderr, "{}\n", error.what());
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "{}: not enough memory\n", program);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program, words::printable(error.what()));
    }
    return exit_misuse;
}

}  // namespace wend::support
