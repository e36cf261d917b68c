// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// SQLite's C API with owners (a connection, a prepared statement, a transaction), and the tables of a
/// history. Errors are words::FileError and name the file.
namespace wend::perf {

class Database {
  public:
    /// `create`: a file that is not there is made.
    Database(const std::filesystem::path& file, bool create);
    /// One in memory, gone with the object; errors name the file that it stands for.
    [[nodiscard]] static Database in_memory(const std::filesystem::path& stands_for) {
        return {stands_for, ":memory:", SQLITE_OPEN_READWRITE};
    }

    void execute(const char* sql);
    [[nodiscard]] std::int64_t number(const char* sql);  ///< of the first column of the first row

    [[nodiscard]] bool read_only() const { return sqlite3_db_readonly(handle_.get(), "main") == 1; }
    [[nodiscard]] std::int64_t last_id() const { return sqlite3_last_insert_rowid(handle_.get()); }
    [[nodiscard]] sqlite3* handle() const noexcept { return handle_.get(); }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

    /// Throws the meaning of the last call's error.
    [[noreturn]] void fail() const;

  private:
    Database(const std::filesystem::path& file, const char* name, int flags);

    struct Close {
        void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    };
    std::filesystem::path file_;
    std::unique_ptr<sqlite3, Close> handle_;
};

class Statement {
  public:
    Statement(Database& database, std::string_view sql);

    /// Fills the parameters from the left, and starts anew.
    template <class... Values>
    Statement& bind(const Values&... values) {
        sqlite3_reset(handle_.get());
        int index = 0;
        (bind_one(++index, values), ...);
        return *this;
    }

    /// Whether there is another row.
    [[nodiscard]] bool step();
    /// For statements without rows.
    void run() {
        while (step()) {
        }
    }

    [[nodiscard]] std::int64_t integer(int column) const {
        return sqlite3_column_int64(handle_.get(), column);
    }
    [[nodiscard]] double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] bool is_null(int column) const {
        return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
    }

  private:
    struct Finalize {
        void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
    };

    /// Unsigned 64-bit numbers are stored by their bits.
    template <std::integral T>
    void bind_one(int index, T value) {
        check(sqlite3_bind_int64(handle_.get(), index, static_cast<sqlite3_int64>(value)));
    }
    void bind_one(int index, double value) { check(sqlite3_bind_double(handle_.get(), index, value)); }
    void bind_one(int index, std::string_view value);
    void bind_one(int index, const std::string& value) { bind_one(index, std::string_view(value)); }
    void bind_one(int index, std::nullptr_t) { check(sqlite3_bind_null(handle_.get(), index)); }
    void check(int code) const {
        if (code != SQLITE_OK) database_.fail();
    }

    Database& database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// Undone unless commit() is called. Locks the file for writing at once, so that no other process writes
/// between a read and the write that replaces it.
class Transaction {
  public:
    explicit Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

  private:
    Database& database_;
    bool open_ = true;
};

inline constexpr int application_id = 0x77656e64;  // "wend"

/// `user_version` counts the steps that a file has been through. New tables are another step at the end,
/// which converts those before it; no step is ever edited.
inline constexpr std::array schema_steps{
    R"(
CREATE TABLE machine(
    id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL, cpu TEXT NOT NULL, microcode TEXT NOT NULL, flags TEXT NOT NULL, cores INTEGER NOT NULL,
    caches TEXT NOT NULL, hypervisor TEXT NOT NULL, kernel TEXT NOT NULL) STRICT;
CREATE TABLE build(
    id INTEGER PRIMARY KEY,
    revision TEXT NOT NULL, parent TEXT NOT NULL, dirty INTEGER NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL,
    layout_seed INTEGER NOT NULL, executable_hash TEXT NOT NULL,
    UNIQUE(revision, parent, dirty, compiler, flags, layout_seed, executable_hash)) STRICT;
CREATE TABLE bench(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE run(
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
    build_a INTEGER NOT NULL REFERENCES build, build_b INTEGER REFERENCES build, machine INTEGER NOT NULL REFERENCES machine,
    started TEXT NOT NULL, load REAL NOT NULL, tool TEXT NOT NULL, seed INTEGER NOT NULL, parameters TEXT NOT NULL) STRICT;
CREATE TABLE result(run INTEGER NOT NULL REFERENCES run, bench INTEGER NOT NULL REFERENCES bench, PRIMARY KEY(run, bench)) STRICT, WITHOUT ROWID;
CREATE TABLE sample(
    run INTEGER NOT NULL, bench INTEGER NOT NULL, side INTEGER NOT NULL, pair INTEGER NOT NULL, round INTEGER NOT NULL, position INTEGER NOT NULL,
    iterations INTEGER NOT NULL, ns REAL NOT NULL,
    PRIMARY KEY(run, bench, side, pair, round, position), FOREIGN KEY(run, bench) REFERENCES result) STRICT, WITHOUT ROWID;
CREATE TABLE counter(
    run INTEGER NOT NULL, bench INTEGER NOT NULL, side INTEGER NOT NULL, round INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL,
    unit TEXT NOT NULL, PRIMARY KEY(run, bench, side, round, name), FOREIGN KEY(run, bench) REFERENCES result) STRICT, WITHOUT ROWID;
CREATE TABLE code(
    run INTEGER NOT NULL, bench INTEGER NOT NULL, side INTEGER NOT NULL, hash TEXT NOT NULL, instructions INTEGER NOT NULL,
    flop INTEGER NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY(run, bench, side), FOREIGN KEY(run, bench) REFERENCES result) STRICT, WITHOUT ROWID;
CREATE TABLE note(
    run INTEGER NOT NULL, bench INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY(run, bench, kind, text), FOREIGN KEY(run, bench) REFERENCES result) STRICT, WITHOUT ROWID;
CREATE TABLE verdict(
    run INTEGER NOT NULL, bench INTEGER NOT NULL, ratio REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL, p REAL NOT NULL,
    p_adjusted REAL NOT NULL, least_effect REAL NOT NULL, state TEXT NOT NULL, pairs INTEGER NOT NULL, confirmed_by TEXT NOT NULL,
    PRIMARY KEY(run, bench), FOREIGN KEY(run, bench) REFERENCES result) STRICT, WITHOUT ROWID;
CREATE TABLE change_point(
    bench TEXT NOT NULL, reference TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, statistic REAL NOT NULL, p REAL NOT NULL,
    confirmed_by TEXT NOT NULL, PRIMARY KEY(bench, reference, before, after, confirmed_by)) STRICT, WITHOUT ROWID;
)",
    R"(
ALTER TABLE run ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0;
)",
    R"(
ALTER TABLE run DROP COLUMN pruned;
DROP TABLE code;
DROP TABLE change_point;
UPDATE run SET kind = 'times' WHERE kind NOT IN ('ab', 'gate', 'calibrate');
UPDATE run SET kind = 'compare' WHERE kind = 'ab';
)"};

/// How many of the steps a file has been through; fails for a file that is no history, and for one that has
/// been through more.
[[nodiscard]] std::int64_t version_of(Database& database, std::span<const char* const> steps);

/// Takes a file through the steps that it lacks, all of them or none. A step may recreate tables: references
/// are checked at the end.
void bring_up_to_date(Database& database, std::span<const char* const> steps);

}  // namespace wend::perf
