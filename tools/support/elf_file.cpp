// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/elf_file.hpp"

#include <utility>

namespace wend::support {

ElfFile::ElfFile(std::string bytes) : bytes_(std::move(bytes)) {
    std::memcpy(&header_, part(0, sizeof header_).data(), sizeof header_);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64)
        throw ElfError("no ELF file of 64 bits");
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
        sections_.emplace_back();
        const std::size_t offset = header_.e_shoff + i * sizeof(Elf64_Shdr);
        std::memcpy(&sections_.back(), part(offset, sizeof(Elf64_Shdr)).data(), sizeof(Elf64_Shdr));
    }
    names_ = section(header_.e_shstrndx);
}

const Elf64_Shdr& ElfFile::section(std::size_t index) const {
    if (index >= sections_.size()) throw ElfError("a section that is not there");
    return sections_[index];
}

std::string_view ElfFile::name(const Elf64_Shdr& section) const { return text_at(names_, section.sh_name); }

std::string_view ElfFile::contents(const Elf64_Shdr& section) const {
    return section.sh_type == SHT_NOBITS ? std::string_view() : part(section.sh_offset, section.sh_size);
}

std::string_view ElfFile::name(const Elf64_Shdr& symbols, const Elf64_Sym& symbol) const {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_SECTION) return name(section(symbol.st_shndx));
    return text_at(section(symbols.sh_link), symbol.st_name);
}

std::string_view ElfFile::part(std::size_t offset, std::size_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) throw ElfError("cut off");
    return std::string_view(bytes_).substr(offset, size);
}

std::string_view ElfFile::text_at(const Elf64_Shdr& strings, std::size_t offset) const {
    const std::string_view all = contents(strings);
    if (offset >= all.size()) throw ElfError("a name that is not there");
    return all.substr(offset, all.find('\0', offset) - offset);
}

}  // namespace wend::support
