// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace wend::support {

/// The bytes are no ELF file of 64 bits, or are cut off.
class ElfError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Sections, symbols and relocations of an ELF file: every offset in it is checked, and all functions throw
/// ElfError.
class ElfFile {
  public:
    explicit ElfFile(std::string bytes);

    [[nodiscard]] const Elf64_Ehdr& header() const noexcept { return header_; }
    [[nodiscard]] const std::vector<Elf64_Shdr>& sections() const noexcept { return sections_; }
    [[nodiscard]] const Elf64_Shdr& section(std::size_t index) const;
    [[nodiscard]] std::string_view name(const Elf64_Shdr& section) const;
    /// Empty for a section that takes no place in the file (.bss).
    [[nodiscard]] std::string_view contents(const Elf64_Shdr& section) const;

    /// Of a symbol in the table `symbols`. A section's own symbol has the section's name.
    [[nodiscard]] std::string_view name(const Elf64_Shdr& symbols, const Elf64_Sym& symbol) const;

    /// All entries of a symbol table or of a table of relocations.
    template <class Entry>
    [[nodiscard]] std::vector<Entry> entries(const Elf64_Shdr& table) const {
        std::vector<Entry> all;
        const std::string_view bytes = contents(table);
        for (std::size_t offset = 0; offset + sizeof(Entry) <= bytes.size(); offset += sizeof(Entry)) {
            all.emplace_back();
            std::memcpy(&all.back(), bytes.data() + offset, sizeof(Entry));
        }
        return all;
    }

  private:
    [[nodiscard]] std::string_view part(std::size_t offset, std::size_t size) const;
    [[nodiscard]] std::string_view text_at(const Elf64_Shdr& strings, std::size_t offset) const;

    std::string bytes_;
    Elf64_Ehdr header_{};
    std::vector<Elf64_Shdr> sections_;
    Elf64_Shdr names_{};
};

}  // namespace wend::support
