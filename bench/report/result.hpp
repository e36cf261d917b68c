// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/roofline/roofline_view.hpp"

namespace wend::bench {

/// What a benchmark's name says (bench/README.md).
struct CaseName {
    std::string kernel;  ///< short: without +locomotion, with paths and shape
    std::string isa;     ///< the name of an instruction set or of a rival
    std::size_t agents = 0;
    unsigned threads = 0;
    std::string start{};  ///< "/start:rest"; empty for ordinary agents
    bool trusted = false;
};

/// Empty for another program's name.
[[nodiscard]] std::optional<CaseName> parse_case_name(std::string_view name);

enum class Maker : std::uint8_t { wend, rival, streams };

/// A case of a stored result.
struct ResultRow {
    std::string name;
    CaseName what;
    Maker maker = Maker::wend;
    std::uint32_t ticks = 1;  ///< a call
    double bytes = 0;         ///< an agent and tick
    std::string hash;         ///< empty for rivals
    std::string problem;      ///< why it was not timed
    /// One value a round: nanoseconds an agent and tick, and how many times as fast as others in that round;
    /// the latter are empty where there was nothing to compare with.
    std::vector<double> nanoseconds, x_reference, x_tutorial, x_rival, x_ieee_rival;

    [[nodiscard]] bool is_timed() const { return !nanoseconds.empty(); }
    [[nodiscard]] double median_nanoseconds() const;
    /// wend's own, timed, of ordinary agents whose inputs are checked.
    [[nodiscard]] bool is_plain() const;
};

/// Rows that were measured in turns.
struct ResultGroup {
    std::vector<ResultRow> rows;
};

struct ResultCache {
    std::uint32_t level;
    std::string kind;  ///< Data, Instruction or Unified
    std::uint64_t bytes;
    std::uint64_t sharing;
};

/// What `wend bench --out` has stored. All that its pages say comes from here, so that they describe the
/// machine that measured.
struct Result {
    std::filesystem::path file;
    std::vector<std::pair<std::string, std::string>> context;  ///< its texts, by name
    std::vector<ResultCache> caches;
    std::vector<std::string> isas;  ///< the reference first, the best one last
    std::vector<ResultGroup> groups;
    std::optional<RooflineView> roofline;

    [[nodiscard]] std::string_view context_of(std::string_view key) const;  ///< empty where it has none
    /// Processor, caches, threads, compiler, revision, date.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> setting() const;
    [[nodiscard]] std::string_view best_isa() const;  ///< the last one that was timed; empty without any
    [[nodiscard]] std::size_t isa_index(std::string_view isa) const;
    [[nodiscard]] std::size_t wrong_rows() const;
};

/// Reads the JSON of `wend bench --out`; `file` is its name in errors, which are FileErrors that name line or
/// key.
[[nodiscard]] Result read_result(std::string_view text, const std::filesystem::path& file);

/// How many times `row` is as fast as `base`, by round; both are of one group.
[[nodiscard]] std::vector<double> ratios_of(const ResultRow& row, const ResultRow& base);

}  // namespace wend::bench
