// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/options.hpp"

#include <fmt/format.h>

#include "bench/support/command_line.hpp"
#include "tools/perf/history/history_place.hpp"

namespace wend::perf {

void add_history(CLI::App& app, std::string& database, const std::string& use) {
    app.add_option("--db", database, fmt::format("{} ({})", use, default_history_words))->type_name("FILE");
}

CLI::Option* add_filter(CLI::App& app, std::string& filter) {
    return app
        .add_option("--filter", filter,
                    "only cases whose name matches; otherwise the suite (tools/perf/README.md)")
        ->type_name("REGEX");
}

void add_command_name(CLI::App& app, std::string& name, CLI::Option* command) {
    app.add_option("--name", name, "what the command's case is called (the head's command)")
        ->type_name("TEXT")
        ->needs(command);
}

void add_seed(CLI::App& app, std::uint64_t& seed) {
    command::add_number<std::uint64_t>(app, "--seed", seed,
                                       "of the order of slices, and of where memory begins");
}

CLI::Option* add_tau(CLI::App& app, double& percent, const std::string& remark) {
    return command::add_real(
               app, "--tau", percent,
               "slow-downs up to so many per cent do not matter (1; with --google or --command 5)" + remark,
               0.1, 100)
        ->type_name("PERCENT");
}

void add_trend_options(CLI::App& app, double& percent, std::string& machine, std::string& database) {
    app.add_option("--machine", machine, "by its fingerprint (that of the most builds)")->type_name("HEX");
    command::add_real(app, "--tau", percent, "changes up to so many per cent do not matter (1)", 0, 100)
        ->type_name("PERCENT");
    add_history(app, database);
}

}  // namespace wend::perf
