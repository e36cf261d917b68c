// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/scenario/overrides.hpp"

/// Arguments of the subcommands `run`, `verify`, `replay`, `paths`, `draw` and `isa`.
namespace wend::command {

/// How often a run saves its state before its end; neither: never.
struct SaveInterval {
    std::uint64_t ticks = 0;
    double seconds = 0;
};

struct RunArguments {
    std::string scenario;
    scenario::Overrides overrides;
    std::vector<std::string> sweep;  ///< KEY=FROM:TO:N each
    std::uint64_t seeds = 1;
    std::string isa;            ///< empty: the default
    std::uint32_t threads = 0;  ///< 0: all
    std::uint32_t grain = 0;
    std::uint32_t ticks_per_pass = 0;
    std::uint32_t block = 0;
    std::filesystem::path resume;
    std::filesystem::path save;
    SaveInterval save_every;
    std::filesystem::path out;
    std::uint64_t every = 0;  ///< ticks between samples; 0: the last tick only
    bool degrees = false;
    bool animate = false;
    bool hash = false;
    bool allow_faults = false;
    bool plan = false;
    bool verbose = false;
};

struct VerifyArguments {
    std::string scenario;
    std::filesystem::path against;
    scenario::Overrides overrides;
    bool mpi = false;
};

struct ReplayArguments {
    std::filesystem::path journal;
    std::filesystem::path other;  ///< that of a peer; empty: none
    std::string isa;
    std::uint32_t threads = 0;
    bool json = false;
    std::filesystem::path html;
};

struct PathsArguments {
    std::filesystem::path file;
    std::string projection = "geographic";
};

struct DrawArguments {
    std::uint64_t seed = 0;
    std::uint32_t id = 0;
    std::uint64_t number = 0;
    std::string purpose;
};

/// Parse the arguments of one subcommand each; argv[0] is its name. A value is the exit status to return
/// with: help was printed, or an error.
[[nodiscard]] std::optional<int> parse(RunArguments& arguments, int argc, char** argv);
[[nodiscard]] std::optional<int> parse(VerifyArguments& arguments, int argc, char** argv);
[[nodiscard]] std::optional<int> parse(ReplayArguments& arguments, int argc, char** argv);
[[nodiscard]] std::optional<int> parse(PathsArguments& arguments, int argc, char** argv);
[[nodiscard]] std::optional<int> parse(DrawArguments& arguments, int argc, char** argv);
/// `wend isa` has none but --help.
[[nodiscard]] std::optional<int> parse_isa_arguments(int argc, char** argv);

}  // namespace wend::command
