// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wend::count {

/// The functions of this process by address: those of the executable and of each library, by the symbol
/// tables in their files.
class ProcessSymbols {
  public:
    ProcessSymbols();

    /// The name of the function at an address (function_name.hpp). Where the file has no symbol for it, as
    /// when it was stripped, the file's.
    [[nodiscard]] std::string name_of(std::uint64_t address);

  private:
    struct Function {
        std::uint64_t begin;
        std::uint64_t end;
        std::string name;  ///< empty until it is asked for
        std::string symbol;
    };
    struct Module {
        std::string file;
        std::uint64_t base;  ///< added to the addresses in the file
        std::uint64_t begin;
        std::uint64_t end;
        bool is_read = false;
        std::vector<Function> functions{};  ///< by their addresses in the file
    };
    static void read(Module& module);

    std::vector<Module> modules_;
};

}  // namespace wend::count
