// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/machine_code.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <set>
#include <span>
#include <string_view>

#include "bench/support/command_line.hpp"
#include "tools/files/input_file.hpp"
#include "tools/run/checksum.hpp"

namespace wend::perf {
namespace {

/// Reads a file that may not be an object after all: every offset in it is checked.
class Object {
  public:
    Object(const std::filesystem::path& file) : file_(file), bytes_(scenario::read_file(file)) {
        const auto header = at<Elf64_Ehdr>(0);
        if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
            header.e_type != ET_REL)
            fail();
        for (std::size_t i = 0; i < header.e_shnum; ++i)
            sections_.push_back(at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
        if (header.e_shstrndx >= sections_.size()) fail();
        names_ = sections_[header.e_shstrndx];
    }

    [[nodiscard]] std::string hash() const {
        scenario::Checksum sum;
        for (const Elf64_Shdr& section : sections_) {
            if (!is_code_or_data(section)) continue;
            add(sum, text_at(names_, section.sh_name));
            if (section.sh_type != SHT_NOBITS) add(sum, part(section.sh_offset, section.sh_size));
            sum.add_number(section.sh_size);
        }
        for (const Elf64_Shdr& section : sections_)
            if (section.sh_type == SHT_RELA && section.sh_info < sections_.size() &&
                is_code_or_data(sections_[section.sh_info]))
                add_relocations(sum, section);
        return fmt::format("{:016x}", sum.value());
    }

  private:
    [[nodiscard]] bool is_code_or_data(const Elf64_Shdr& section) const {
        const std::string_view name = text_at(names_, section.sh_name);
        return (section.sh_flags & SHF_ALLOC) != 0 && !name.starts_with(".eh_frame") &&
               !name.starts_with(".note");
    }

    void add_relocations(scenario::Checksum& sum, const Elf64_Shdr& relocations) const {
        const Elf64_Shdr& symbols = section_at(relocations.sh_link);
        const Elf64_Shdr& strings = section_at(symbols.sh_link);
        for (std::size_t offset = 0; offset + sizeof(Elf64_Rela) <= relocations.sh_size;
             offset += sizeof(Elf64_Rela)) {
            const auto relocation = at<Elf64_Rela>(relocations.sh_offset + offset);
            const auto symbol =
                at<Elf64_Sym>(symbols.sh_offset + ELF64_R_SYM(relocation.r_info) * sizeof(Elf64_Sym));
            sum.add_number(relocation.r_offset)
                .add_number(ELF64_R_TYPE(relocation.r_info))
                .add_number(relocation.r_addend);
            const bool is_section = ELF64_ST_TYPE(symbol.st_info) == STT_SECTION;
            add(sum, is_section ? text_at(names_, section_at(symbol.st_shndx).sh_name)
                                : text_at(strings, symbol.st_name));
        }
    }

    static void add(scenario::Checksum& sum, std::string_view text) {
        sum.add(std::as_bytes(std::span(text))).add_number(text.size());
    }

    [[nodiscard]] const Elf64_Shdr& section_at(std::size_t index) const {
        if (index >= sections_.size()) fail();
        return sections_[index];
    }

    [[nodiscard]] std::string_view text_at(const Elf64_Shdr& strings, std::size_t offset) const {
        const std::string_view all = part(strings.sh_offset, strings.sh_size);
        if (offset >= all.size()) fail();
        return all.substr(offset, all.find('\0', offset) - offset);
    }

    [[nodiscard]] std::string_view part(std::size_t offset, std::size_t size) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset) fail();
        return std::string_view(bytes_).substr(offset, size);
    }

    template <class T>
    [[nodiscard]] T at(std::size_t offset) const {
        T value;
        std::memcpy(&value, part(offset, sizeof(T)).data(), sizeof(T));
        return value;
    }

    [[noreturn]] void fail() const {
        throw command::MisuseError(fmt::format("{}: no object file", file_.string()));
    }

    std::filesystem::path file_;
    std::string bytes_;
    std::vector<Elf64_Shdr> sections_;
    Elf64_Shdr names_{};
};

/// The hashes of all objects under a folder, by their paths.
std::string folder_hash(const std::filesystem::path& folder) {
    std::set<std::filesystem::path> objects;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".o") objects.insert(entry.path());
    std::string all;
    for (const auto& object : objects)
        all += object.lexically_relative(folder).string() + " " + object_hash(object) + "\n";
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(all))));
}

}  // namespace

std::string object_hash(const std::filesystem::path& object) { return Object(object).hash(); }

std::map<std::string, std::string> library_code(const std::filesystem::path& build) {
    // CMake's own places for the objects of the targets wend, wend_sse2 ... (kernels/CMakeLists.txt).
    const std::filesystem::path targets = build / "kernels" / "CMakeFiles";
    std::map<std::string, std::string> code;
    if (!std::filesystem::is_directory(targets / "wend.dir")) return code;
    const std::string shared = folder_hash(targets / "wend.dir");
    for (const auto& entry : std::filesystem::directory_iterator(targets)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("wend_") || entry.path().extension() != ".dir") continue;
        code.emplace(name.substr(5, name.size() - 9), shared + folder_hash(entry.path()));
    }
    return code;
}

}  // namespace wend::perf
