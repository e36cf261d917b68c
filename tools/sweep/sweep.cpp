// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/scenario/checksum.hpp"
#include "tools/scenario/measurement_line.hpp"
#include "tools/support/command_line.hpp"
#include "wend/version.hpp"
#include "words/fields.hpp"

namespace wend::sweep {
namespace {

using scenario::Scenario;
using support::MisuseError;

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Of all that determines a run's result.
std::uint64_t fingerprint_of(const Scenario& loaded) {
    scenario::Checksum sum;
    const scenario::Fingerprint& parts = loaded.fingerprint;
    sum.add_number(bits_version).add_number(parts.dt).add_number(loaded.ticks);
    sum.add_number(parts.stages).add_number(parts.paths).add_number(parts.agents);
    if (const auto& line = loaded.measurement_line)
        for (const double place : {line->from.x, line->from.y, line->to.x, line->to.y}) sum.add_number(place);
    return sum.value();
}

std::vector<Column> columns_of(const Grid& grid, const Measured& measured) {
    std::vector<Column> columns;
    for (const Axis& axis : grid.axes) columns.push_back({axis.key, Kind::number});
    const std::vector<Column> of_runs{
        {"seed", Kind::count}, {"scenario", Kind::hash}, {"faults", Kind::count}};
    columns.insert(columns.end(), of_runs.begin(), of_runs.end());
    if (measured.speed) columns.push_back({"mean_speed", Kind::number});
    if (measured.passages) {
        columns.push_back({"passed", Kind::count});
        for (const char* const name : {"first_passage", "last_passage", "flow"})
            columns.push_back({name, Kind::number});
    }
    columns.push_back({"hash", Kind::hash});
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (columns[i].name == columns[k].name)
                throw MisuseError(fmt::format("--sweep {}: the table has a column of that name already{}",
                                              columns[i].name,
                                              columns[i].name == "seed" ? "; --seeds N runs N of them" : ""));
    return columns;
}

double mean_speed(const AgentView& agents) {
    const auto x = agents.get<Stream::velocity_x>();
    const auto y = agents.get<Stream::velocity_y>();
    double sum = 0;
    for (std::size_t slot = 0; slot < agents.size(); ++slot)
        sum += std::hypot(static_cast<double>(x[slot]), static_cast<double>(y[slot]));
    return sum / static_cast<double>(agents.size());
}

}  // namespace

std::mutex& files_mutex() {
    static std::mutex mutex;
    return mutex;
}

template <class Work>
auto Sweep::named(std::uint64_t run, const Work& work) const {
    try {
        return work();
    } catch (const std::runtime_error& error) {  // MisuseError, FileError
        const std::vector<double> values = grid_.values(run);
        std::string where;
        for (std::size_t i = 0; i < values.size(); ++i)
            where += fmt::format("{}{}={}", i == 0 ? "" : ", ", grid_.axes[i].key, values[i]);
        throw MisuseError(fmt::format("{}, seed {}: {}", where, grid_.seed(run), error.what()));
    }
}

Sweep::Sweep(const std::filesystem::path& file, const scenario::Overrides& overrides, Grid grid,
             const Execution& execution)
    : file_(file),
      json_(std::make_shared<const words::Json>(files::read_json(file))),
      overrides_(overrides),
      grid_(std::move(grid)),
      runs_(grid_.size()),
      execution_(execution) {
    overrides_.share = {};
    execution_.threading = Threading::serial;
    for (const Axis& axis : grid_.axes)
        if (axis.key == "ticks" && overrides.ticks)
            throw MisuseError("--sweep ticks: --ticks gives the same number to all runs");
    const Scenario first = load(0, overrides.seed);
    grid_.first_seed = first.seed;
    if (grid_.seeds - 1 > std::numeric_limits<std::uint64_t>::max() - grid_.first_seed)
        throw MisuseError(fmt::format("--seeds {}: there are no seeds beyond 2^64 - 1", grid_.seeds));
    notes_ = first.notes;
    measured_ = {.speed = first.agents.has(Stream::velocity_x),
                 .passages = first.measurement_line.has_value()};
    columns_ = columns_of(grid_, measured_);
}

void Sweep::reuse(std::vector<Row> rows) {
    earlier_rows_ = std::move(rows);
    std::ranges::sort(earlier_rows_);
}

std::size_t Sweep::column(const std::string& name) const {
    const auto found = std::ranges::find(columns_, name, &Column::name);
    return static_cast<std::size_t>(found - columns_.begin());
}

Scenario Sweep::load(std::uint64_t run, std::optional<std::uint64_t> seed) const {
    scenario::Overrides overrides = overrides_;
    overrides.seed = seed;
    words::Json json = with_values(*json_, file_, grid_.axes, grid_.values(run));
    const bool reads_files = overrides.paths || json.contains("paths") ||
                             (json.contains("agents") && json["agents"].contains("file"));
    std::unique_lock lock(files_mutex(), std::defer_lock);
    if (reads_files) lock.lock();
    return named(run, [&] { return scenario::load_scenario(std::move(json), file_, overrides); });
}

std::optional<RunResult> Sweep::make(std::uint64_t run, const std::atomic<bool>& stop) const {
    Scenario loaded = load(run, grid_.seed(run));
    Row row;
    for (const double value : grid_.values(run)) row.push_back(bits(value));
    row.push_back(grid_.seed(run));
    row.push_back(fingerprint_of(loaded));
    const auto found = std::ranges::lower_bound(earlier_rows_, row);
    if (found != earlier_rows_.end() && std::equal(row.begin(), row.end(), found->begin()))
        return RunResult{*found, true};
    row = named(run, [&] { return run_ticks(loaded, std::move(row), stop); });
    if (stop) return std::nullopt;
    return RunResult{std::move(row), false};
}

Row Sweep::run_ticks(Scenario& loaded, Row row, const std::atomic<bool>& stop) const {
    const AgentView agents = loaded.agents.view();
    std::optional<scenario::Passages> passages;
    if (measured_.passages) passages.emplace(loaded.measurement_line.value(), agents);
    std::uint64_t faults = 0;
    double speed = 0;
    const auto dt = static_cast<double>(loaded.dt);
    for (std::uint64_t tick = 0; tick < loaded.ticks && !stop; ++tick) {
        const Result result =
            scenario::advance(loaded.program, agents, loaded.ticks_from(tick, 1), execution_);
        if (!result.status) throw MisuseError(message(result.status));
        faults += result.faults;
        if (measured_.speed) speed += mean_speed(agents);
        if (passages) passages->sample(agents, static_cast<double>(tick + 1) * dt, dt);
    }
    row.push_back(faults);
    if (measured_.speed) row.push_back(bits(speed / static_cast<double>(loaded.ticks)));
    if (passages) {
        row.push_back(passages->count());
        for (const double value : {passages->first(), passages->last(), passages->flow()})
            row.push_back(bits(value));
    }
    row.push_back(state_hash(loaded.program, agents));
    return row;
}

}  // namespace wend::sweep
