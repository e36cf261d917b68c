// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/implementations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "bench/cases/setting.hpp"
#include "tools/count/case_count.hpp"
#include "tools/count/step_counter.hpp"
#include "tools/report/report_files.hpp"
#include "tools/report/report_tables.hpp"
#include "tools/support/svg_canvas.hpp"

namespace wend::report {

using bench::Case;
using bench::Group;
using bench::KernelId;
using bench::Row;
using support::Cell;
using support::ColumnKind;
using support::Table;

namespace {

constexpr ColumnKind number = ColumnKind::number;

constexpr bench::Effort effort{.min_rounds = 9, .max_rounds = 15, .seconds = 1, .slice_seconds = 1e-3};
constexpr bench::Effort memory_effort{.min_rounds = 5, .max_rounds = 5, .seconds = 0, .slice_seconds = 1e-3};

/// As many agents that the overhead of a call is some per cent.
constexpr std::size_t counted_agents = 1'024;

struct Compared {
    KernelId kernel;
    std::string_view text;  ///< the kernel's own
};
constexpr std::array compared{
    Compared{KernelId::seek, "kernels/src/stages/seek/kernel.hpp"},
    Compared{KernelId::wander, "kernels/src/stages/wander/kernel.hpp"},
    Compared{KernelId::arrive, "kernels/src/stages/seek/kernel.hpp"},
    Compared{KernelId::path_follow, "kernels/src/stages/path_follow/kernel.hpp"},
    Compared{KernelId::waypoint_advance, "kernels/src/stages/waypoint_advance/kernel.hpp"},
    Compared{KernelId::flock, "kernels/src/stages/flocking/kernel.hpp"},
};

struct LoopText {
    std::string_view begin;  ///< of rivals' names
    std::string_view file, text;
    std::vector<KernelId> kernels{};  ///< empty: all that an earlier one of the same names does not have
};
const std::array<LoopText, 6>& loop_texts() {
    static const std::array<LoopText, 6> all{{
        {"tutorial", "bench/loops/tutorial_loop.cpp", tutorial_loop_cpp},
        {"soa",
         "bench/rivals/grid_loop.cpp",
         grid_loop_cpp,
         {KernelId::flock, KernelId::flock_of_8, KernelId::flock_of_32}},
        {"soa", "bench/rivals/obstacle_loop.cpp", obstacle_loop_cpp, {KernelId::avoid_obstacles}},
        {"soa", "bench/rivals/soa_loop.cpp", soa_loop_cpp},
        {"eigen", "bench/rivals/eigen_loop.cpp", eigen_loop_cpp},
        {"highway", "bench/rivals/highway_loop.cpp", highway_loop_cpp},
    }};
    return all;
}

/// "tutorial", "soa_gcc_scalar", "soa_gcc", "eigen_clang": builds of which one row is enough.
std::string_view kind_of(std::string_view rival) {
    constexpr std::string_view scalar = "_scalar";
    const std::size_t first = rival.find('_');
    if (rival.starts_with("tutorial")) return rival.substr(0, first);
    const std::size_t second = std::min(rival.find('_', first + 1), rival.size());
    return rival.substr(0, second + (rival.substr(second).starts_with(scalar) ? scalar.size() : 0));
}

std::string label_of(const Implementation& one) {
    const std::string& name = one.what.isa;
    return (name.starts_with("tutorial") ? fmt::format("textbook ({})", name) : name) +
           (one.is_best_plain_loop ? " *" : "");
}

Cell bits_of(const Implementation& one) {
    if (!one.problem.empty()) return {one.what.is_rival() ? "WRONG" : "DIFFER", "wrong"};
    return {one.what.is_rival() ? "1 cm" : "same"};
}

std::string text_of(const std::optional<double>& value, int digits) {
    return value ? fmt::format("{:.{}f}", *value, digits) : "";
}

bool is_found(const Group& group, const support::NameFilter& filter) {
    return std::ranges::any_of(group.rows, [&](const Row& row) { return filter(row.what.name); });
}

/// All implementations of a kernel at one tick, the reference left out.
Group all_of(const bench::Registry& registry, KernelId kernel, std::size_t agents) {
    Group group;
    for (Case& rival : registry.rivals_of(kernel, agents, 1))
        group.rows.push_back({.what = std::move(rival)});
    for (const Isa isa : supported_isas())
        if (isa != Isa::reference)
            group.rows.push_back({.what = registry.make_case(kernel, isa, agents, 1, 1)});
    return group;
}

void count(const bench::Registry& registry, Implementation& one) {
    Group group = all_of(registry, one.what.kernel, counted_agents);
    const auto row = std::ranges::find(group.rows, one.what.isa, [](const Row& any) { return any.what.isa; });
    const count::Counts counts = count::count(row->what);
    const auto each = [](std::uint64_t value) { return static_cast<double>(value) / counted_agents; };
    one.instructions = each(counts.instructions);
    one.bytes = each(counts.bytes_loaded + counts.bytes_stored);
}

/// Times the picked implementations at another size; the states were compared before.
void measure_size(const bench::Registry& registry, KernelImplementations& kernel, std::size_t size) {
    Group group = all_of(registry, kernel.kernel, compared_sizes[size]);
    std::erase_if(group.rows, [&](const Row& row) {
        return std::ranges::none_of(kernel.all, [&](const Implementation& one) {
            return one.problem.empty() && one.what.isa == row.what.isa;
        });
    });
    bench::measure(group, compared_sizes[size] < bench::memory_size ? effort : memory_effort,
                   [](std::size_t) {});
    for (const Row& row : group.rows)
        std::ranges::find(kernel.all, row.what.isa, [](const Implementation& one) {
            return one.what.isa;
        })->ns[size] = row.median_nanoseconds();
}

std::vector<support::Column> columns() {
    std::vector<support::Column> all{{"implementation"}};
    for (const std::size_t agents : compared_sizes) all.push_back({fmt::format("{} agents", agents), number});
    all.insert(all.end(),
               {{"x-scalar", number}, {"instructions", number}, {"bytes", number}, {"bits"}, {"text"}});
    return all;
}

std::vector<Cell> cells_of(const Implementation& one) {
    std::vector<Cell> cells{{label_of(one)}};
    for (const std::optional<double>& ns : one.ns) cells.push_back({text_of(ns, 2)});
    cells.insert(cells.end(), {{text_of(one.times_scalar, 2)},
                               {text_of(one.instructions, 1)},
                               {text_of(one.bytes, 0)},
                               bits_of(one),
                               {text_file(one.what)}});
    return cells;
}

}  // namespace

std::string text_file(const Case& what) {
    if (!what.is_rival())
        return std::string(std::ranges::find(compared, what.kernel, &Compared::kernel)->text);
    for (const LoopText& one : loop_texts())
        if (what.isa.starts_with(one.begin) &&
            (one.kernels.empty() || std::ranges::count(one.kernels, what.kernel) != 0))
            return std::string(one.file);
    return fmt::format("bench/rivals/own/{}.cpp", what.isa.substr(0, what.isa.find('_')));
}

std::vector<Implementation> pick_implementations(const Group& group) {
    std::map<std::string_view, const Row*> fastest;
    const Row* scalar = nullptr;
    const Row* widest = nullptr;
    for (const Row& row : group.rows) {
        if (!row.is_timed()) continue;
        if (!row.what.is_rival()) widest = &row;
        if (row.what.wend_isa == Isa::scalar) scalar = &row;
        const Row*& best = fastest[row.what.is_rival() ? kind_of(row.what.isa) : row.what.isa];
        if (best == nullptr || row.median_nanoseconds() < best->median_nanoseconds()) best = &row;
    }
    std::vector<Implementation> picked;
    for (const Row& row : group.rows) {
        const bool is_fastest =
            std::ranges::any_of(fastest, [&](const auto& one) { return one.second == &row; });
        if (!is_fastest && row.problem.empty()) continue;
        Implementation& one = picked.emplace_back();
        one.what = row.what;
        one.problem = row.problem;
        one.ns.resize(compared_sizes.size());
        if (!is_fastest) continue;
        one.ns[1] = row.median_nanoseconds();
        if (scalar != nullptr) one.times_scalar = bench::speed_up(row, *scalar).middle;
        one.is_best_plain_loop = widest != nullptr && group.rival(*widest) == &row;
    }
    return picked;
}

std::vector<KernelImplementations> measure_implementations(
    const bench::Registry& registry, const support::NameFilter& filter,
    const std::function<void(const std::string&)>& show,
    const std::function<void(const KernelImplementations&)>& done) {
    std::vector<KernelImplementations> kernels;
    bench::Checker checker(registry);
    for (const auto& [kernel, text] : compared) {
        Group group = all_of(registry, kernel, bench::in_cache_size);
        if (!is_found(group, filter)) continue;
        const std::string name = short_name(group.rows.front().what);
        show(name + ": checking");
        checker.check(group);
        bench::measure(group, effort,
                       [&](std::size_t round) { show(fmt::format("{}: round {}", name, round)); });
        kernels.push_back({kernel, pick_implementations(group)});
        KernelImplementations& one = kernels.back();
        // A flock's reference takes minutes at other sizes, and its instructions are too many to trap.
        const bool is_only_here = bench::info(kernel).all_pairs;
        for (std::size_t size = 0; size < compared_sizes.size() && !is_only_here; ++size) {
            if (compared_sizes[size] == bench::in_cache_size) continue;
            show(fmt::format("{}: {} agents", name, compared_sizes[size]));
            measure_size(registry, one, size);
        }
        for (Implementation& each : one.all) {
            if (!each.problem.empty() || !count::can_count() || is_only_here) continue;
            show(fmt::format("{}: counting {}", name, each.what.isa));
            count(registry, each);
        }
        show("");
        done(one);
    }
    return kernels;
}

Table implementation_table(const KernelImplementations& kernel) {
    Table table{.title = short_name(kernel.all.front().what), .columns = columns()};
    for (const Implementation& one : kernel.all) table.rows.push_back(cells_of(one));
    return table;
}

Table implementation_table(const std::vector<KernelImplementations>& kernels) {
    Table table{.title = "Kernels by implementations", .columns = columns()};
    table.columns.insert(table.columns.begin(), {"kernel"});
    for (const KernelImplementations& kernel : kernels)
        for (const Implementation& one : kernel.all) {
            table.rows.push_back(cells_of(one));
            table.rows.back().insert(table.rows.back().begin(), {short_name(one.what)});
        }
    return table;
}

std::string implementation_page(const std::vector<KernelImplementations>& kernels) {
    using support::escaped;
    support::HtmlPage page("wend: kernels by implementations", report_css);
    page.add("<h1>Kernels by implementations</h1><p class=soft>");
    for (const auto& [what, how] : bench::short_setting())
        page.add("{}: {}<br>", escaped(what), escaped(how));
    page.add("</p>\n");
    page.add("<p class=lead>{}</p>\n", escaped(implementation_note));
    for (const KernelImplementations& kernel : kernels) add_table(page, implementation_table(kernel));
    add_loop_texts(page);
    return page.take();
}

std::string loop_link(const Case& rival) {
    const std::string file = text_file(rival);
    const bool is_here =
        std::ranges::any_of(loop_texts(), [&](const LoopText& one) { return one.file == file; });
    return is_here ? fmt::format("<a href='#{0}'>{0}</a>", file) : support::escaped(file);
}

void add_loop_texts(support::HtmlPage& page) {
    page.add("<h2>The texts of the loops</h2>");
    for (const LoopText& one : loop_texts())
        page.add("<details id='{0}'><summary>{0}</summary><pre>{1}</pre></details>\n", one.file,
                 support::escaped(one.text));
}

}  // namespace wend::report
