// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/measure.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/table.hpp"

/// `wend bench --implementations`: kernels by implementations.
namespace wend::report {

/// One implementation of a kernel. Of several builds of a rival, by one compiler or of one library, the
/// fastest.
struct Implementation {
    bench::Case what;                         ///< at 8,192 agents and one tick a call
    std::string problem{};                    ///< why it was not timed
    std::vector<std::optional<double>> ns{};  ///< an agent and tick, by compared_sizes
    std::optional<double> times_scalar{};     ///< as fast as the kernel with one lane
    std::optional<double> instructions{};     ///< an agent and tick; counted only where the trap flag traps
    std::optional<double> bytes{};            ///< loaded and stored by these
    bool is_best_plain_loop = false;
};

struct KernelImplementations {
    bench::KernelId kernel;
    std::vector<Implementation> all{};
};

/// The sizes that are compared: streams in an L1, in an L2, in an L3 and in memory.
inline constexpr std::array<std::size_t, 4> compared_sizes{1'024, bench::in_cache_size, bench::beyond_size,
                                                           bench::memory_size};

inline constexpr std::string_view implementation_note =
    "Nanoseconds an agent and tick at one tick a call, by one thread. x-scalar: times as fast as the kernel "
    "with one\n"
    "lane, at 8192 agents. instructions, bytes: executed, and loaded and stored by them, an agent and tick "
    "of 1024;\n"
    "empty where they were not counted. bits: the reference's, or positions within 1 cm of its after 64 "
    "ticks.\n"
    "Of several builds by one compiler the fastest. *: the best plain loop.";

/// Of the kernels with a case that the filter finds. `show` gets the progress, `done` each kernel.
[[nodiscard]] std::vector<KernelImplementations> measure_implementations(
    const bench::Registry& registry, const support::NameFilter& filter,
    const std::function<void(const std::string&)>& show,
    const std::function<void(const KernelImplementations&)>& done);

/// The rows of measured cases: of each kind of rival the fastest one and those with a problem, then wend's.
[[nodiscard]] std::vector<Implementation> pick_implementations(const bench::Group& group);

[[nodiscard]] support::Table implementation_table(const KernelImplementations& kernel);
/// All of them, for a spreadsheet.
[[nodiscard]] support::Table implementation_table(const std::vector<KernelImplementations>& kernels);

/// A page with the tables and the texts of the loops.
[[nodiscard]] std::string implementation_page(const std::vector<KernelImplementations>& kernels);

/// The texts of rivals' loops, each behind its file's name.
void add_loop_texts(support::HtmlPage& page);
/// A link to one of them, as HTML; the file's name alone where the page has not its text.
[[nodiscard]] std::string loop_link(const bench::Case& rival);

/// The file with the loop's text, from the repository's root.
[[nodiscard]] std::string text_file(const bench::Case& what);

}  // namespace wend::report
