// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/database.hpp"

#include <fmt/format.h>

#include <cstring>

#include "words/file_error.hpp"

namespace wend::support {

namespace {

/// Long enough for another process's largest run on a slow disk.
constexpr int busy_milliseconds = 30'000;

std::string meaning(sqlite3* handle) {
    const int system = handle == nullptr ? 0 : sqlite3_system_errno(handle);
    const std::string reason = system == 0 ? std::string() : fmt::format(": {}", std::strerror(system));
    switch (sqlite3_errcode(handle) & 0xff) {
        case SQLITE_NOTADB: return "is no SQLite database";
        case SQLITE_CORRUPT: return fmt::format("is damaged: {}", sqlite3_errmsg(handle));
        case SQLITE_FULL: return "the disk is full; the file is as it was";
        case SQLITE_IOERR: return fmt::format("cannot be read or written{}; the file is as it was", reason);
        case SQLITE_READONLY: return "cannot be written: the file or its folder is read-only";
        case SQLITE_CANTOPEN: return fmt::format("cannot be opened{}", reason);
        case SQLITE_BUSY:
            return fmt::format("is being written by another process, for {} seconds now",
                               busy_milliseconds / 1000);
        default: return sqlite3_errmsg(handle);
    }
}

}  // namespace

// Read-only when the file is; otherwise a journal that a crash left could not be rolled back. An absolute
// name is never one with a special meaning for SQLite.
Database::Database(const std::filesystem::path& file, bool create)
    : Database(file, std::filesystem::absolute(file).c_str(),
               SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0)) {}

Database::Database(const std::filesystem::path& file, const char* name, int flags) : file_(file) {
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(name, &handle, flags, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, busy_milliseconds);
}

void Database::execute(const char* sql) {
    if (sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(const char* sql) {
    Statement statement(*this, sql);
    return statement.step() ? statement.integer(0) : 0;
}

void Database::fail() const { words::fail(file_, meaning(handle_.get())); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
    sqlite3_stmt* handle = nullptr;
    const int code =
        sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
    handle_.reset(handle);
    check(code);
}

bool Statement::step() {
    const int code = sqlite3_step(handle_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
    return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
    if (data == nullptr) return {};
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

void Statement::bind_one(int index, std::string_view value) {
    // A null pointer would bind NULL, not the empty text.
    const char* data = value.data() == nullptr ? "" : value.data();
    check(sqlite3_bind_text64(handle_.get(), index, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

Transaction::~Transaction() {
    if (open_)
        sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr,
                     nullptr);  // after some errors SQLite has done so
}

void Transaction::commit() {
    database_.execute("COMMIT");
    open_ = false;
}

}  // namespace wend::support
