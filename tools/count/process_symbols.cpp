// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/process_symbols.hpp"

#include <link.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tools/count/function_name.hpp"
#include "tools/support/elf_file.hpp"

namespace wend::count {

namespace {

constexpr const char* own_file = "/proc/self/exe";

/// A library's, or the executable's own.
std::string short_file_name(const std::string& file) {
    std::error_code unknown;
    std::filesystem::path path = file;
    if (file == own_file) path = std::filesystem::read_symlink(file, unknown);
    return path.filename().string();
}

}  // namespace

ProcessSymbols::ProcessSymbols() {
    const auto add = [](dl_phdr_info* info, std::size_t, void* modules) {
        const std::string file = info->dlpi_name;
        Module module{
            .file = file.empty() ? own_file : file, .base = info->dlpi_addr, .begin = ~0ull, .end = 0};
        for (std::size_t i = 0; i < info->dlpi_phnum; ++i) {
            const auto& part = info->dlpi_phdr[i];
            if (part.p_type != PT_LOAD) continue;
            module.begin = std::min<std::uint64_t>(module.begin, module.base + part.p_vaddr);
            module.end = std::max<std::uint64_t>(module.end, module.base + part.p_vaddr + part.p_memsz);
        }
        static_cast<std::vector<Module>*>(modules)->push_back(std::move(module));
        return 0;
    };
    dl_iterate_phdr(add, &modules_);
}

std::string ProcessSymbols::name_of(std::uint64_t address) {
    const auto module = std::ranges::find_if(
        modules_, [&](const Module& one) { return one.begin <= address && address < one.end; });
    if (module == modules_.end()) return "code without a file";
    if (!module->is_read) read(*module);
    const std::uint64_t place = address - module->base;
    auto& functions = module->functions;
    auto function = std::ranges::upper_bound(functions, place, {}, &Function::begin);
    if (function == functions.begin() || place >= (--function)->end) return short_file_name(module->file);
    if (function->name.empty()) function->name = function_name(function->symbol);
    return function->name;
}

void ProcessSymbols::read(Module& module) {
    module.is_read = true;
    std::ifstream stream(module.file, std::ios::binary);
    if (!stream) return;  // the system's own code (vdso) has no file
    try {
        const support::ElfFile file(std::string(std::istreambuf_iterator<char>(stream), {}));
        for (const Elf64_Shdr& table : file.sections()) {
            if (table.sh_type != SHT_SYMTAB) continue;
            for (const Elf64_Sym& symbol : file.entries<Elf64_Sym>(table))
                if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size != 0)
                    module.functions.push_back({symbol.st_value, symbol.st_value + symbol.st_size, "",
                                                std::string(file.name(table, symbol))});
        }
        std::ranges::sort(module.functions, {}, &Function::begin);
    } catch (const support::ElfError&) {
        module.functions.clear();
    }
}

}  // namespace wend::count
