// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "tools/support/database.hpp"

/// The tables of a history.
namespace wend::perf {

using support::Database;
using support::Statement;
using support::Transaction;

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
