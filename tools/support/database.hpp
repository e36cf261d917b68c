// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// SQLite's C API with owners: a connection, a prepared statement, a transaction. Errors are words::FileError
/// and name the file.
namespace wend::support {

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

}  // namespace wend::support
