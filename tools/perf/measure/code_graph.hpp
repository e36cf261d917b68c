// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace wend::perf {

/// Something in the objects that this file does not know well enough to say what is reached through it.
class UnknownCode : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Tables of pointers by the names of their symbols, with the slots whose code counts. Nothing else is
/// reached through them.
using PointerTables = std::map<std::string, std::set<std::size_t>>;

/// The functions and data of object files for x86-64, and which refers to which.
///
/// A function is its bytes, without the distances to what is outside of it. A reference is where it leads:
/// the function, the bytes that an instruction loads or stores, or the data whose address is taken. Of data
/// without a symbol of its own that is the whole section. Neither the order of functions nor their names
/// matter, but for those of functions and data that the objects do not hold.
///
/// What only exceptions (.gcc_except_table) and debuggers read is left out.
class CodeGraph {
  public:
    /// Throws command::MisuseError where a file is no object, UnknownCode where it is one of another
    /// processor.
    explicit CodeGraph(const std::vector<std::filesystem::path>& objects);
    ~CodeGraph();

    /// Names of defined global functions that start so, in order.
    [[nodiscard]] std::vector<std::string> functions(const std::string& prefix) const;
    /// The size in bytes of a defined global symbol; 0 where there is none, or where there are several.
    [[nodiscard]] std::size_t size(const std::string& symbol) const;

    /// XXH64 of the functions `entries` and of all that they reach. Throws UnknownCode.
    [[nodiscard]] std::string hash(const std::vector<std::string>& entries,
                                   const PointerTables& tables = {}) const;

  private:
    class Objects;
    std::unique_ptr<Objects> objects_;
};

}  // namespace wend::perf
