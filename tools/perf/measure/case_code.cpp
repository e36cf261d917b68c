// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/case_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bench/cases/setup_cases.hpp"
#include "tools/perf/measure/machine_code.hpp"
#include "wend/isa.hpp"
#include "wend/stage.hpp"

namespace wend::perf {
namespace {

/// The symbol of an instruction set's table (kernels/src/isa_table.cpp and reference_table.cpp).
std::string table_symbol(std::string_view isa) {
    if (isa == name(Isa::reference)) return "_ZN4wend6detail15reference_tableE";
    const std::optional<Isa> known = parse_isa(isa);
    return fmt::format("_ZN4wend6detail5OfIsaILNS_3IsaE{}ENS0_11KernelTableEE5tableE",
                       known ? static_cast<int>(*known) : -1);
}

/// How the symbols of all overloads of wend::run begin.
constexpr const char* run_symbols = "_ZN4wend3runE";

/// A table has a function for each kind, one for each fused with the locomotion, and then those for all
/// stages with neighbours: their forces, and four for the sort into cells (KernelTable, ChunkFunctions).
constexpr std::size_t functions_of_a_kind = 2;
constexpr std::size_t first_neighbour_function = functions_of_a_kind * stage_kind_count;
constexpr std::size_t neighbour_functions = 5;

/// Which kinds see their neighbours.
constexpr auto sees_neighbours = []<std::size_t... k>(std::index_sequence<k...>) {
    return std::array{all_streams<std::variant_alternative_t<k, Stage>>().sees_neighbours...};
}
(std::make_index_sequence<stage_kind_count>());

PointerTables empty_tables() {
    PointerTables tables;
    for (std::size_t isa = 0; isa < isa_count; ++isa) tables[table_symbol(name(static_cast<Isa>(isa)))];
    return tables;
}

/// How the symbol of bench::Input::program begins, which says which stages a case has.
constexpr const char* program_symbol = "_ZNK4wend5bench5Input7programE";

std::string programs_hash(const std::filesystem::path& build) {
    const auto objects = objects_under(build / "bench");
    const auto found = std::ranges::find_if(objects, [](const std::filesystem::path& object) {
        return object.generic_string().ends_with("/cases/programs.cpp.o");
    });
    if (found == objects.end()) return {};
    try {
        const CodeGraph graph({*found});
        const std::vector<std::string> entries = graph.functions(program_symbol);
        if (!entries.empty()) return graph.hash(entries);
    } catch (const UnknownCode&) {  // compared as a whole
    }
    return object_hash(*found);
}

std::set<std::size_t> kinds_of(bench::Kernel kernel) {
    std::set<std::size_t> kinds;
    const Program program = bench::any_program(kernel);
    for (const Stage& stage : program.stages()) kinds.insert(stage.index());
    return kinds;
}

}  // namespace

LibraryCode::LibraryCode(const std::filesystem::path& build)
    : objects_(library_code(build)), programs_(programs_hash(build)) {
    std::vector<std::filesystem::path> files = objects_under(library_objects(build));
    for (const auto& [isa, hash] : objects_)
        for (const auto& object : objects_under(library_objects(build, isa))) files.push_back(object);
    try {
        graph_ = std::make_unique<CodeGraph>(files);
    } catch (const UnknownCode&) {  // another processor's
    }
}

std::string LibraryCode::hash(const std::vector<std::string>& entries, const PointerTables& tables) const {
    if (entries.empty()) return {};
    try {
        return graph_->hash(entries, tables);
    } catch (const UnknownCode&) {
        return {};
    }
}

std::string LibraryCode::run_hash(const std::string& isa, const std::set<std::size_t>& kinds) const {
    if (graph_ == nullptr) return {};
    const std::string table = table_symbol(isa);
    if (graph_->size(table) != (first_neighbour_function + neighbour_functions) * sizeof(void*)) return {};
    PointerTables tables = empty_tables();
    for (const std::size_t kind : kinds) {
        for (std::size_t i = 0; sees_neighbours[kind] && i < neighbour_functions; ++i)
            tables[table].insert(first_neighbour_function + i);
        for (std::size_t i = 0; i < functions_of_a_kind; ++i)
            tables[table].insert(i * stage_kind_count + kind);
    }
    return hash(graph_->functions(run_symbols), tables);
}

std::string LibraryCode::setup_hash() const {
    if (graph_ == nullptr) return {};
    std::vector<std::string> entries = graph_->functions("_ZN4wend");
    for (const std::string& member : graph_->functions("_ZNK4wend")) entries.push_back(member);
    return hash(entries, empty_tables());
}

SameCode::SameCode(const std::filesystem::path& base, const std::filesystem::path& head)
    : base_(base), head_(head) {}

bool SameCode::of_case(const std::string& name) {
    if (!base_.objects().empty() && base_.objects() == head_.objects()) return true;
    const auto& cases = cases_.cases();
    if (const auto found = std::ranges::find(cases, name, &bench::Case::name); found != cases.end())
        return of_run(*found);
    const auto setups = bench::setup_cases();
    return std::ranges::find(setups, name, &bench::SetupCase::name) != setups.end() && of_setup();
}

bool SameCode::of_setup() const {
    const std::string before = base_.setup_hash();
    return !before.empty() && before == head_.setup_hash();
}

bool SameCode::of_run(const bench::Case& which) {
    const auto base = base_.objects().find(which.isa);
    const auto head = head_.objects().find(which.isa);
    if (base != base_.objects().end() && head != head_.objects().end() && base->second == head->second)
        return true;
    if (base_.programs().empty() || base_.programs() != head_.programs()) return false;
    const auto [same, is_new] = known_.try_emplace({which.isa, kinds_of(which.kernel)});
    if (is_new) {
        const std::string before = base_.run_hash(which.isa, same->first.second);
        same->second = !before.empty() && before == head_.run_hash(which.isa, same->first.second);
    }
    return same->second;
}

}  // namespace wend::perf
