// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/machine_code.hpp"

#include <fmt/format.h>

#include <set>
#include <span>
#include <string_view>

#include "bench/support/command_line.hpp"
#include "bench/support/elf_file.hpp"
#include "bench/support/input_file.hpp"
#include "tools/run/checksum.hpp"

namespace wend::perf {
namespace {

using bench::ElfFile;

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
            throw bench::ElfError("a relocation without its symbol");
        sum.add_number(relocation.r_offset)
            .add_number(ELF64_R_TYPE(relocation.r_info))
            .add_number(relocation.r_addend);
        add(sum, file.name(symbols, all[ELF64_R_SYM(relocation.r_info)]));
    }
}

/// The hashes of all objects under a folder, by their paths.
std::string folder_hash(const std::filesystem::path& folder) {
    std::string all;
    for (const auto& object : objects_under(folder))
        all += object.lexically_relative(folder).string() + " " + object_hash(object) + "\n";
    return fmt::format("{:016x}", scenario::checksum(std::as_bytes(std::span(all))));
}

}  // namespace

std::vector<std::filesystem::path> objects_under(const std::filesystem::path& folder) {
    std::set<std::filesystem::path> objects;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".o") objects.insert(entry.path());
    return {objects.begin(), objects.end()};
}

std::string object_hash(const std::filesystem::path& object) {
    try {
        const ElfFile file(scenario::read_file(object));
        if (file.header().e_type != ET_REL) throw bench::ElfError("no object file");
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
    } catch (const bench::ElfError& error) {
        throw command::MisuseError(fmt::format("{}: {}", object.string(), error.what()));
    }
}

std::filesystem::path library_objects(const std::filesystem::path& build, const std::string& isa) {
    return build / "kernels" / "CMakeFiles" / (isa.empty() ? "wend.dir" : fmt::format("wend_{}.dir", isa));
}

std::map<std::string, std::string> library_code(const std::filesystem::path& build) {
    const std::filesystem::path shared_objects = library_objects(build);
    std::map<std::string, std::string> code;
    if (!std::filesystem::is_directory(shared_objects)) return code;
    const std::string shared = folder_hash(shared_objects);
    for (const auto& entry : std::filesystem::directory_iterator(shared_objects.parent_path())) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("wend_") || entry.path().extension() != ".dir") continue;
        code.emplace(name.substr(5, name.size() - 9), shared + folder_hash(entry.path()));
    }
    return code;
}

}  // namespace wend::perf
