// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/history/history.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>

#include "tools/perf/history/schema.hpp"
#include "words/file_error.hpp"

namespace wend::perf {
namespace {

using words::fail;

constexpr const char* build_columns =
    "revision, parent, dirty, compiler, flags, layout_seed, executable_hash";
constexpr const char* machine_columns = "host, cpu, microcode, flags, cores, caches, hypervisor, kernel";
constexpr const char* run_columns = "key, kind, build_a, build_b, machine, started, parameters";

/// The id that a row with these unique values has, or gets.
template <class... Values>
std::int64_t id_of(Database& database, const std::string& table, const std::string& columns,
                   const std::string& unique, const Values&... values) {
    std::string marks = "?";
    for (std::size_t i = 1; i < sizeof...(values); ++i) marks += ", ?";
    // An update that changes nothing makes RETURNING say the id of a row that is there. Not of the id itself:
    // all rows that refer to it would be looked for.
    const std::string first = unique.substr(0, unique.find(','));
    Statement insert(
        database,
        fmt::format("INSERT INTO {0}({1}) VALUES ({2}) ON CONFLICT({3}) DO UPDATE SET {4} = {4} RETURNING id",
                    table, columns, marks, unique, first));
    const bool has_row = insert.bind(values...).step();
    const std::int64_t id = has_row ? insert.integer(0) : 0;
    insert.run();
    return id;
}

std::int64_t id_of(Database& database, const Build& build) {
    return id_of(database, "build", build_columns, build_columns, build.revision, build.parent, build.dirty,
                 build.compiler, build.flags, build.layout_seed, build.executable_hash);
}

std::int64_t id_of(Database& database, const Machine& machine) {
    return id_of(database, "machine", fmt::format("fingerprint, {}", machine_columns), "fingerprint",
                 fingerprint(machine), machine.host, machine.cpu, machine.microcode, machine.flags,
                 machine.cores, machine.caches, machine.hypervisor, machine.kernel);
}

Build build_of(Database& database, std::int64_t id) {
    Statement row(database, fmt::format("SELECT {} FROM build WHERE id = ?", build_columns));
    if (!row.bind(id).step()) return {};
    return {row.text(0), row.text(1), row.integer(2) != 0,
            row.text(3), row.text(4), static_cast<std::uint64_t>(row.integer(5)),
            row.text(6)};
}

Machine machine_of(Database& database, std::int64_t id) {
    Statement row(database, fmt::format("SELECT {} FROM machine WHERE id = ?", machine_columns));
    if (!row.bind(id).step()) return {};
    return {row.text(0), row.text(1), row.text(2), row.text(3), static_cast<std::uint32_t>(row.integer(4)),
            row.text(5), row.text(6), row.text(7)};
}

RunKind kind_of(const Database& database, const std::string& name) {
    const auto found = std::find(kind_names.begin(), kind_names.end(), name);
    if (found == kind_names.end())
        fail(database.file(), fmt::format("has a run of the unknown kind \"{}\"", name));
    return static_cast<RunKind>(found - kind_names.begin());
}

/// The statements that store a run, prepared once for many.
class Writer {
  public:
    explicit Writer(Database& database) : database_(database) {}

    /// The run is sorted, and without a problem.
    void store(const StoredRun& run, const std::string& key) {
        Statement known(database_, "SELECT 1 FROM run WHERE key = ?");
        if (known.bind(key).step()) return;
        const std::int64_t a = id_of(database_, run.a);
        const std::int64_t machine = id_of(database_, run.machine);
        Statement insert(database_,
                         "INSERT INTO run(key, kind, build_a, machine, started, load, tool, seed, "
                         "parameters) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        insert
            .bind(key, kind_names[static_cast<std::size_t>(run.kind)], a, machine, run.started, run.load,
                  run.tool, run.seed, run.parameters)
            .run();
        const std::int64_t id = database_.last_id();
        if (run.b)
            Statement(database_, "UPDATE run SET build_b = ? WHERE id = ?")
                .bind(id_of(database_, *run.b), id)
                .run();
        for (const BenchResult& result : run.results) store(result, id);
    }

  private:
    void store(const BenchResult& result, std::int64_t run) {
        const std::int64_t bench = id_of(database_, "bench", "name", "name", result.name);
        result_.bind(run, bench).run();
        for (const Sample& s : result.samples)
            sample_
                .bind(run, bench, static_cast<int>(s.side), s.pair, s.round, s.position, s.iterations,
                      s.nanoseconds)
                .run();
        for (const Counter& c : result.counters)
            counter_.bind(run, bench, static_cast<int>(c.side), c.round, c.name, c.value, c.unit).run();
        for (const Note& n : result.notes) note_.bind(run, bench, n.kind, n.text).run();
        if (const auto& v = result.verdict)
            verdict_
                .bind(run, bench, v->ratio, v->low, v->high, v->p, v->p_adjusted, v->least_effect, v->state,
                      v->pairs, v->confirmed_by)
                .run();
    }

    Database& database_;
    Statement result_{database_, "INSERT INTO result VALUES (?, ?)"};
    Statement sample_{database_, "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
    Statement counter_{database_, "INSERT INTO counter VALUES (?, ?, ?, ?, ?, ?, ?)"};
    Statement note_{database_, "INSERT INTO note VALUES (?, ?, ?, ?)"};
    Statement verdict_{database_, "INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
};

/// The statements that read a benchmark's part of a run.
class Loader {
  public:
    explicit Loader(Database& database) : database_(database) {}

    BenchResult load(std::int64_t run, std::int64_t bench, std::string name) {
        BenchResult result{.name = std::move(name)};
        for (sample_.bind(run, bench); sample_.step();)
            result.samples.push_back({side(sample_), small(sample_, 1), small(sample_, 2), small(sample_, 3),
                                      static_cast<std::uint64_t>(sample_.integer(4)), sample_.real(5)});
        for (counter_.bind(run, bench); counter_.step();)
            result.counters.push_back(
                {side(counter_), small(counter_, 1), counter_.text(2), counter_.real(3), counter_.text(4)});
        for (note_.bind(run, bench); note_.step();) result.notes.push_back({note_.text(0), note_.text(1)});
        if (verdict_.bind(run, bench).step())
            result.verdict = Verdict{verdict_.real(0), verdict_.real(1),   verdict_.real(2),
                                     verdict_.real(3), verdict_.real(4),   verdict_.real(5),
                                     verdict_.text(6), small(verdict_, 7), verdict_.text(8)};
        return result;
    }

  private:
    static Side side(const Statement& row) { return static_cast<Side>(row.integer(0)); }
    static std::uint32_t small(const Statement& row, int column) {
        return static_cast<std::uint32_t>(row.integer(column));
    }

    Database& database_;
    Statement sample_{database_,
                      "SELECT side, pair, round, position, iterations, ns FROM sample WHERE run = ? AND "
                      "bench = ? ORDER BY 1, 2, 3, 4"};
    Statement counter_{
        database_,
        "SELECT side, round, name, value, unit FROM counter WHERE run = ? AND bench = ? ORDER BY 1, 2, 3"};
    Statement note_{database_, "SELECT kind, text FROM note WHERE run = ? AND bench = ? ORDER BY 1, 2"};
    Statement verdict_{database_,
                       "SELECT ratio, low, high, p, p_adjusted, least_effect, state, pairs, confirmed_by "
                       "FROM verdict WHERE run = ? AND bench = ?"};
};

}  // namespace

History::History(const std::filesystem::path& file, Access access, bool makes_folder)
    : file_(file), makes_folder_(makes_folder) {
    std::error_code ignored;
    if (file.empty()) fail("\"\"", "is no name of a history");
    is_made_ = std::filesystem::exists(file, ignored);
    if (access == Access::read && !is_made_)
        fail(file, "there is no such history; `wend perf record` makes one");
    if (std::filesystem::is_directory(file, ignored)) fail(file, "is a folder, not a file");
    if (access == Access::read) {
        database_ = std::make_unique<Database>(file, false);
        const std::int64_t version = version_of(*database_, schema_steps);
        if (version == 0) fail(file, "is an empty file");
        if (version < static_cast<std::int64_t>(schema_steps.size())) {
            if (database_->read_only())
                fail(file,
                     "is an older history, and read-only: a writable copy of it can be brought up to date");
            bring_up_to_date(*database_, schema_steps);
        }
    } else if (is_made_) {
        open_for_writing();
    } else {
        std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
        while (makes_folder && !std::filesystem::exists(folder, ignored) && folder.has_relative_path())
            folder = folder.parent_path();
        if (::access(folder.c_str(), W_OK | X_OK) != 0)
            fail(file, fmt::format("cannot be made: {}", std::strerror(errno)));
        open_in_memory();
    }
}

History History::in_memory() {
    History history;
    history.file_ = "a history in memory";
    history.open_in_memory();
    return history;
}

void History::open_in_memory() {
    database_ = std::make_unique<Database>(Database::in_memory(file_));
    bring_up_to_date(*database_, schema_steps);
    database_->execute("PRAGMA foreign_keys = ON");
}

void History::open_for_writing() {
    if (makes_folder_ && file_.has_parent_path())
        if (std::error_code error; std::filesystem::create_directories(file_.parent_path(), error), error)
            fail(file_, fmt::format("cannot be made: {}", error.message()));
    database_ = std::make_unique<Database>(file_, true);
    // EXTRA: a stored run survives a power cut too.
    database_->execute("PRAGMA synchronous = EXTRA");
    if (database_->read_only()) fail(file_, "cannot be written: the file is read-only");
    bring_up_to_date(*database_, schema_steps);
    database_->execute("PRAGMA foreign_keys = ON");
    is_made_ = true;
}

History::~History() = default;
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;

std::string History::add(const StoredRun& run) {
    StoredRun sorted = run;
    sort_run(sorted);
    if (const std::string found = problem(sorted); !found.empty())
        fail(file_, fmt::format("a run was not stored: {}", found));
    if (!is_made_) open_for_writing();
    std::string key = key_of(sorted);
    Transaction transaction(*database_);
    Writer(*database_).store(sorted, key);
    transaction.commit();
    return key;
}

bool History::contains(std::string_view key) const {
    Statement known(*database_, "SELECT 1 FROM run WHERE key = ?");
    return known.bind(key).step();
}

StoredRun History::load(std::string_view key) const {
    Statement row(*database_,
                  "SELECT id, kind, build_a, build_b, machine, started, load, tool, seed, parameters "
                  "FROM run WHERE key = ?");
    if (!row.bind(key).step()) fail(file_, fmt::format("has no run {}", key));
    StoredRun run{.kind = kind_of(*database_, row.text(1)),
                  .a = build_of(*database_, row.integer(2)),
                  .machine = machine_of(*database_, row.integer(4)),
                  .started = row.text(5),
                  .load = row.real(6),
                  .tool = row.text(7),
                  .seed = static_cast<std::uint64_t>(row.integer(8)),
                  .parameters = row.text(9)};
    if (!row.is_null(3)) run.b = build_of(*database_, row.integer(3));
    Statement names(
        *database_,
        "SELECT bench, name FROM result JOIN bench ON bench.id = bench WHERE run = ? ORDER BY name");
    Loader loader(*database_);
    for (names.bind(row.integer(0)); names.step();)
        run.results.push_back(loader.load(row.integer(0), names.integer(0), names.text(1)));
    return run;
}

std::vector<RunSummary> History::runs() const {
    std::vector<RunSummary> runs;
    Statement row(
        *database_,
        fmt::format(
            "SELECT {}, (SELECT count(*) FROM result WHERE run = run.id) FROM run ORDER BY started, key",
            run_columns));
    while (row.step()) {
        RunSummary& one = runs.emplace_back(RunSummary{
            row.text(0), kind_of(*database_, row.text(1)), row.text(5), build_of(*database_, row.integer(2)),
            std::nullopt, machine_of(*database_, row.integer(4)), row.text(6),
            static_cast<std::size_t>(row.integer(7))});
        if (!row.is_null(3)) one.b = build_of(*database_, row.integer(3));
        if (is_part(one.kind, one.a)) runs.pop_back();
    }
    return runs;
}

std::string History::find(std::string_view words) const {
    const std::vector<RunSummary> all = runs();
    if (words == "latest" || words.starts_with("latest~")) {
        std::size_t back = 0;
        const std::string_view number =
            words.substr(std::min(words.size(), std::string_view("latest~").size()));
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), back);
        const bool is_number =
            words == "latest" || (error == std::errc() && end == number.data() + number.size());
        if (!is_number || back >= all.size())
            fail(file_, fmt::format("has {} runs, and no {}", all.size(), words));
        return all[all.size() - 1 - back].key;
    }
    const RunSummary* found = nullptr;
    for (const RunSummary& run : all) {
        if (words.empty() || !run.key.starts_with(words)) continue;
        if (found != nullptr) fail(file_, fmt::format("has several runs whose keys start with {}", words));
        found = &run;
    }
    if (found == nullptr)
        fail(file_, fmt::format("has no run {}; `wend perf list` shows those that it has", words));
    return found->key;
}

std::optional<StoredRun> History::latest(RunKind kind, const Machine& machine) const {
    const std::vector<RunSummary> all = runs();
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const RunSummary& run) {
        return run.kind == kind && run.machine == machine;
    });
    return found == all.rend() ? std::nullopt : std::optional(load(found->key));
}

}  // namespace wend::perf
