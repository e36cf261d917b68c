// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/report/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "bench/loops/streams_run.hpp"
#include "bench/loops/wend_run.hpp"

namespace wend::report {

using bench::Case;
using bench::in_cache_size;
using bench::KernelId;
using bench::Row;

namespace {

constexpr std::array kernels{KernelId::wander, KernelId::seek, KernelId::path_follow,
                             KernelId::waypoint_advance, KernelId::approach};
constexpr std::array<std::size_t, 7> sizes{1'024,      in_cache_size, 65'536, 524'288, bench::memory_size,
                                           16'777'216, 67'108'864};

/// A call; the library makes one pass of all of them.
constexpr std::array<std::uint32_t, 3> tick_counts{1, 8, 32};

constexpr bench::Effort effort{.min_rounds = 9, .max_rounds = 15, .seconds = 1, .slice_seconds = 2e-3};
constexpr bench::Effort memory_effort{.min_rounds = 5, .max_rounds = 9, .seconds = 3, .slice_seconds = 2e-3};
constexpr bench::Effort huge_effort{.min_rounds = 3, .max_rounds = 3, .seconds = 0, .slice_seconds = 2e-3};

/// Ends of the range and places between: where an index that overflows would show.
constexpr std::size_t sample_size = 4'096;
constexpr std::size_t samples = 16;

const bench::Effort& effort_for(std::size_t agents) {
    return agents < bench::memory_size ? effort : agents == bench::memory_size ? memory_effort : huge_effort;
}

std::optional<double> available_bytes() {
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);)
        if (double kilobytes = 0; std::sscanf(line.c_str(), "MemAvailable: %lf kB", &kilobytes) == 1)
            return kilobytes * 1024;
    return std::nullopt;
}

/// Streams twice, the run's and the initial state's, and a vector that grows.
double needed_bytes(const Case& which) { return 3 * which.bytes * static_cast<double>(which.agents); }

/// Parts of the view: all of it, or samples.
std::vector<AgentView> parts_of(const AgentView& agents) {
    if (agents.size() <= sample_size * samples) return {agents};
    std::vector<AgentView> parts;
    for (std::size_t i = 0; i < samples; ++i)
        parts.push_back(agents.slice((agents.size() - sample_size) / (samples - 1) * i, sample_size));
    return parts;
}

std::uint64_t hash_of(const bench::WendRun& state) {
    std::uint64_t hash = 0;
    for (const AgentView& part : parts_of(state.view())) hash += state_hash(state.program(), part);
    return hash;
}

/// An agent's future depends on no other agent, so that the reference may run on parts.
std::uint64_t expected_hash(bench::WendRun& state) {
    state.reset();
    const Ticks ticks{.dt = bench::dt, .count = bench::hash_ticks, .first_tick = 0, .seed = bench::seed};
    for (const AgentView& part : parts_of(state.view()))
        if (const Result result = wend::run(state.program(), part, ticks, {.isa = Isa::reference});
            !result.status)
            throw std::runtime_error(message(result.status));
    return hash_of(state);
}

Case streams_case(const Case& one_tick) {
    Case which = one_tick;
    which.name = fmt::format("{}/streams/agents:{}/threads:{}{}", bench::info(which.kernel).name,
                             which.agents, which.threads, bench::info(which.kernel).suffix);
    which.isa = "streams";
    which.wend_isa = std::nullopt;
    which.side = bench::Side::other;
    which.operations = 0;
    return which;
}

/// The rows of a kernel and number of agents, nothing in them yet.
std::vector<Row> make_rows(const bench::Registry& registry, KernelId kernel, std::size_t agents,
                           const support::NameFilter& filter) {
    std::vector<Row> rows;
    const auto add = [&](Case which) {
        if (filter(which.name)) rows.push_back({.what = std::move(which)});
    };
    for (const unsigned threads : bench::thread_counts()) {
        const auto make_case = [&](std::uint32_t ticks) {
            return registry.make_case(kernel, supported_isas().back(), agents, threads, ticks);
        };
        for (const std::uint32_t ticks : tick_counts) add(make_case(ticks));
        add(streams_case(make_case(1)));
    }
    return rows;
}

/// Fills in the rows' runs, all on one state, and checks them.
void prepare(std::vector<Row>& rows, const std::shared_ptr<const bench::Input>& input) {
    const Isa isa = supported_isas().back();
    const auto state = std::make_shared<bench::WendRun>(input, bench::make_calls(isa, 1, 1));
    const std::uint64_t expected = expected_hash(*state);
    for (Row& row : rows) {
        Case& what = row.what;
        if (what.is_rival()) {
            what.make = [state, isa, threads = what.threads] {
                return bench::make_streams_run(state, isa, threads);
            };
            continue;
        }
        const bench::Calls calls = bench::make_calls(isa, what.threads, what.ticks);
        what.make = [state, calls] { return bench::make_wend_run(state, calls); };
        if (what.agents > bench::memory_size && what.ticks != 8) continue;
        state->reset(calls);
        state->run(bench::hash_ticks / what.ticks);
        if (hash_of(*state) != expected)
            row.problem = fmt::format("the state after {} ticks is not the reference's", bench::hash_ticks);
        else
            row.hash = state->hash();
    }
}

/// With an in-cache population beside a larger one.
ScaleStep measure_step(const bench::Registry& registry, std::vector<Row> rows,
                       const std::function<void(std::size_t)>& on_round) {
    ScaleStep step;
    step.group.rows = std::move(rows);
    const Case first = step.group.rows.front().what;
    prepare(step.group.rows, registry.input(first.kernel, first.agents));
    if (first.agents > in_cache_size) {
        std::vector<Row> twins =
            make_rows(registry, first.kernel, in_cache_size, [](const std::string&) { return true; });
        prepare(twins, registry.input(first.kernel, in_cache_size));
        std::move(twins.begin(), twins.end(), std::back_inserter(step.group.rows));
    }
    for (const Row& row : step.group.rows)
        if (!row.problem.empty()) {
            step.problem +=
                fmt::format("{}{}: {}", step.problem.empty() ? "" : "\n", row.what.name, row.problem);
            step.wrong = true;
        }
    bench::measure(step.group, effort_for(first.agents), on_round);
    return step;
}

const Row* find(const bench::Group& group, std::size_t agents, unsigned threads, std::uint32_t ticks,
                bool streams) {
    for (const Row& row : group.rows)
        if (row.what.agents == agents && row.what.threads == threads && row.what.ticks == ticks &&
            row.what.is_rival() == streams && !row.slices.empty())
            return &row;
    return nullptr;
}

std::string nanoseconds_text(const Row* row) {
    return row == nullptr ? "-" : fmt::format("{:.3f}", row->median_nanoseconds());
}

/// The speed of `row` in that of `base`, were it done by as many threads as `row` is without a loss.
std::string share_text(const Row* row, const Row* base) {
    if (row == nullptr || base == nullptr) return "-";
    const double more_threads = static_cast<double>(row->what.threads) / base->what.threads;
    return fmt::format("{:.0f} %", 100 * bench::speed_up(*row, *base) / more_threads);
}

/// The speed of a single tick as a share of its bound: the streams alone, or its cost in the caches,
/// whichever is higher.
std::string limit_text(const Row* row, const Row* in_cache, const Row* streams) {
    if (row == nullptr || in_cache == nullptr || streams == nullptr) return "-";
    const bool memory_binds =
        streams->median_nanoseconds() * row->what.threads > in_cache->median_nanoseconds();
    return share_text(row, memory_binds ? streams : in_cache) + (memory_binds ? " (memory)" : "");
}

}  // namespace

void measure_scale(const bench::Registry& registry, const support::NameFilter& filter,
                   const std::function<void(ScaleStep)>& on_step,
                   const std::function<void(const std::string&)>& show) {
    for (const KernelId kernel : kernels)
        for (const std::size_t agents : sizes) {
            std::vector<Row> rows = make_rows(registry, kernel, agents, filter);
            if (rows.empty()) continue;
            const std::string place = fmt::format("{}, {} agents", bench::info(kernel).name, agents);
            const double needed = needed_bytes(rows.front().what);
            if (const std::optional<double> available = available_bytes(); available && needed > *available) {
                on_step({.group = {},
                         .problem = fmt::format("{}: left out, needs {:.1f} GB of memory, {:.1f} GB are free",
                                                place, 1e-9 * needed, 1e-9 * *available)});
                continue;
            }
            show(place + ": checking");
            on_step(measure_step(registry, std::move(rows), [&](std::size_t round) {
                show(fmt::format("{}: round {}", place, round));
            }));
        }
}

std::string scale_head() {
    std::string head = fmt::format("{:<24} {:>9} {:>7}  ", "kernel", "agents", "threads");
    for (const std::uint32_t ticks : tick_counts)
        head += fmt::format(" {:>8}", fmt::format("{} tick{}", ticks, ticks == 1 ? "" : "s"));
    head += fmt::format(" {:>8} {:>15}", "streams", "of the limit");
    for (const std::uint32_t ticks : tick_counts)
        head += fmt::format(" {:>8}", fmt::format("kept {}", ticks));
    return head + "\n";
}

std::string scale_lines(const ScaleStep& step) {
    if (step.group.rows.empty()) return {};
    const Case& what = step.group.rows.front().what;
    std::string text;
    for (const unsigned threads : bench::thread_counts()) {
        text += fmt::format("{:<24} {:>9} {:>7}  ", bench::info(what.kernel).name, what.agents, threads);
        const auto row = [&](std::uint32_t ticks) {
            return find(step.group, what.agents, threads, ticks, false);
        };
        const auto in_cache = [&](std::uint32_t ticks) {
            return find(step.group, in_cache_size, 1, ticks, false);
        };
        for (const std::uint32_t ticks : tick_counts)
            text += fmt::format(" {:>8}", nanoseconds_text(row(ticks)));
        const Row* const streams = find(step.group, what.agents, threads, 1, true);
        text +=
            fmt::format(" {:>8} {:>15}", nanoseconds_text(streams), limit_text(row(1), in_cache(1), streams));
        for (const std::uint32_t ticks : tick_counts)
            text += fmt::format(" {:>8}", share_text(row(ticks), in_cache(ticks)));
        text += "\n";
    }
    return text;
}

}  // namespace wend::report
