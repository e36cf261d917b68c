// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>

#include "tools/arguments.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"

namespace wend::command {

int main_isa(int argc, char** argv) {
    if (const std::optional<int> status = parse_isa_arguments(argc, argv)) return *status;

    fmt::print("{:<10} {:>5}  {:<5}  {}\n", "ISA", "lanes", "built", "runs");
    for (std::size_t i = 0; i < isa_count; ++i) {
        const auto isa = static_cast<Isa>(i);
        const bool built = is_built(isa);
        fmt::print("{:<10} {:>5}  {:<5}  {}\n", name(isa), lane_count(isa), built ? "yes" : "no",
                   !built              ? "-"
                   : is_supported(isa) ? "yes"
                                       : "no");
    }
    const Isa chosen = support::choose_isa("");
    const char* forced = std::getenv("WEND_ISA");
    fmt::print("\nruns: this CPU and operating system allow it\nchosen: {} ({})\n", name(chosen),
               forced != nullptr && *forced != '\0' ? "WEND_ISA asks for it"
                                                    : "the best that runs here; WEND_ISA is not set");
    return 0;
}

}  // namespace wend::command
