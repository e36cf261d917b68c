// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/machine_code.hpp"

#include <fmt/format.h>

#include <set>
#include <span>
#include <string_view>

#include "tools/perf/measure/case_name.hpp"
#include "tools/scenario/checksum.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/elf_file.hpp"
#include "tools/support/input_file.hpp"

namespace wend::perf {
namespace {

using support::ElfFile;

void add(scenario::Checksum& sum, std::string_view text) {
    sum.add(std::as_bytes(std::span(text))).add_number(text.size());
}

bool is_code_or_data(const ElfFile& file, const Elf64_Shdr& section) {
    const std::string_view name = file.name(section);
    return (section.sh_flags & SHF_ALLOC) != 0 && !name.starts_with(".eh_frame") &&
           !name.starts_with(".note");
}

void add_relocations(scenario::Checksum& sum, const ElfFile& file, const Elf64_Shdr& relocations) {
    const Elf64_Shdr& symbols = file.section(relocations.sh_link);
    const auto all = file.entries<Elf64_Sym>(symbols);
    for (const auto& relocation : file.entries<Elf64_Rela>(relocations)) {
        if (ELF64_R_SYM(relocation.r_info) >= all.size())
            throw support::ElfError("a relocation without its symbol");
        sum.add_number(relocation.r_offset)
            .add_number(ELF64_R_TYPE(relocation.r_info))
            .add_number(relocation.r_addend);
        add(sum, file.name(symbols, all[ELF64_R_SYM(relocation.r_info)]));
    }
}

/// The hashes of all objects under a folder, by their paths; empty if there are none.
std::string folder_hash(const std::filesystem::path& folder) {
    if (!std::filesystem::is_directory(folder)) return {};
    std::set<std::filesystem::path> objects;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".o") objects.insert(entry.path());
    std::string all;
    for (const auto& object : objects)
        all += object.lexically_relative(folder).string() + " " + object_hash(object) + "\n";
    return all.empty() ? all : fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(all))));
}

}  // namespace

std::string object_hash(const std::filesystem::path& object) {
    try {
        const ElfFile file(support::read_file(object));
        if (file.header().e_type != ET_REL) throw support::ElfError("no object file");
        scenario::Checksum sum;
        for (const Elf64_Shdr& section : file.sections()) {
            if (!is_code_or_data(file, section)) continue;
            add(sum, file.name(section));
            add(sum, file.contents(section));
            sum.add_number(section.sh_size);
        }
        for (const Elf64_Shdr& section : file.sections())
            if (section.sh_type == SHT_RELA && section.sh_info < file.sections().size() &&
                is_code_or_data(file, file.section(section.sh_info)))
                add_relocations(sum, file, section);
        return fmt::format("{:016x}", sum.value());
    } catch (const support::ElfError& error) {
        throw support::MisuseError(fmt::format("{}: {}", object.string(), error.what()));
    }
}

LibraryCode::LibraryCode(const std::filesystem::path& build) {
    // CMake's folders of the targets wend, wend_sse2 ... (kernels/CMakeLists.txt).
    const std::filesystem::path targets = build / "kernels" / "CMakeFiles";
    shared = folder_hash(targets / "wend.dir");
    if (shared.empty()) return;
    for (const auto& entry : std::filesystem::directory_iterator(targets)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("wend_") && entry.path().extension() == ".dir")
            of_isa.emplace(name.substr(5, name.size() - 9), folder_hash(entry.path()));
    }
}

bool is_same_code(const LibraryCode& base, const LibraryCode& head, std::string_view case_name) {
    if (base.shared.empty() || base.shared != head.shared) return false;
    const std::string isa(second_part_of(case_name));
    if (isa == name(Isa::reference)) return true;
    const auto in_base = base.of_isa.find(isa);
    const auto in_head = head.of_isa.find(isa);
    if (in_base == base.of_isa.end() || in_head == head.of_isa.end()) return base.of_isa == head.of_isa;
    return in_base->second == in_head->second;
}

}  // namespace wend::perf
