// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/function_counts.hpp"

#include <link.h>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tools/count/function_name.hpp"
#include "tools/count/instruction_cost.hpp"
#include "tools/count/step_counter.hpp"
#include "tools/support/elf_file.hpp"

namespace wend::count {
namespace {

constexpr const char* own_file = "/proc/self/exe";

/// A library's, or the executable's own.
std::filesystem::path file_of(const std::string& module) {
    std::error_code unknown;
    return module == own_file ? std::filesystem::read_symlink(module, unknown)
                              : std::filesystem::path(module);
}

/// The functions of this process by address: those of the executable and of each library, by the symbol
/// tables in their files.
class ProcessSymbols {
  public:
    ProcessSymbols();

    /// The name of the function at an address (function_name.hpp). Where the file has no symbol for it, as
    /// when it was stripped, the file's.
    [[nodiscard]] std::string name_of(std::uint64_t address);

    /// The function of `addresses` that executes the most.
    [[nodiscard]] BusyFunction busiest(const AddressCounts& addresses);

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
    [[nodiscard]] Module* module_of(std::uint64_t address);
    /// Null where the file has no symbol.
    [[nodiscard]] static Function* function_at(Module& module, std::uint64_t address);

    std::vector<Module> modules_;
};

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

ProcessSymbols::Module* ProcessSymbols::module_of(std::uint64_t address) {
    const auto module = std::ranges::find_if(
        modules_, [&](const Module& one) { return one.begin <= address && address < one.end; });
    return module == modules_.end() ? nullptr : &*module;
}

ProcessSymbols::Function* ProcessSymbols::function_at(Module& module, std::uint64_t address) {
    if (!module.is_read) read(module);
    const std::uint64_t place = address - module.base;
    auto function = std::ranges::upper_bound(module.functions, place, {}, &Function::begin);
    return function == module.functions.begin() || place >= (--function)->end ? nullptr : &*function;
}

std::string ProcessSymbols::name_of(std::uint64_t address) {
    Module* const module = module_of(address);
    if (module == nullptr) return "code without a file";
    Function* const function = function_at(*module, address);
    if (function == nullptr) return file_of(module->file).filename().string();
    if (function->name.empty()) function->name = function_name(function->symbol);
    return function->name;
}

BusyFunction ProcessSymbols::busiest(const AddressCounts& addresses) {
    std::map<std::pair<const Module*, const Function*>, std::uint64_t> sums;
    for (const auto& [address, counts] : addresses)
        if (Module* const module = module_of(address))
            if (const Function* const function = function_at(*module, address))
                sums[{module, function}] += counts.instructions;
    if (sums.empty()) return {};
    const auto [module, function] =
        std::ranges::max_element(sums, {}, [](const auto& one) { return one.second; })->first;
    const auto begin = addresses.lower_bound(module->base + function->begin);
    const auto end = addresses.lower_bound(module->base + function->end);
    BusyFunction busy{file_of(module->file).string(), function->begin, function->end, {}};
    for (auto one = begin; one != end; ++one)
        busy.instructions.push_back({one->first - module->base, one->second.instructions,
                                     instruction_text(reinterpret_cast<const void*>(one->first))});
    return busy;
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

}  // namespace

FunctionCounts count_functions(const std::function<void()>& body, BusyFunction* busy) {
    const AddressCounts addresses = count_addresses(body);
    ProcessSymbols symbols;
    FunctionCounts functions;
    for (const auto& [address, counts] : addresses) functions[symbols.name_of(address)] += counts;
    if (busy != nullptr) *busy = symbols.busiest(addresses);
    return functions;
}

}  // namespace wend::count
