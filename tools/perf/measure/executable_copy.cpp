// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/executable_copy.hpp"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "bench/support/elf_file.hpp"
#include "bench/support/input_file.hpp"

namespace wend::perf {
namespace {

/// Whether it is an executable that does not look for libraries in its own folder.
bool stands_alone(const std::filesystem::path& executable) {
    try {
        const bench::ElfFile file(scenario::read_file(executable));
        for (const Elf64_Shdr& section : file.sections())
            if (section.sh_type == SHT_DYNAMIC &&
                file.contents(file.section(section.sh_link)).find("$ORIGIN") != std::string_view::npos)
                return false;
        return true;
    } catch (const std::runtime_error&) {  // no such file, or none of this kind
        return false;
    }
}

}  // namespace

ExecutableCopy::ExecutableCopy(const std::filesystem::path& executable) : path_(executable) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error || !stands_alone(executable)) return;
    std::string name = (folder / "wend_perf_XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) return;
    close(file);
    std::filesystem::copy_file(executable, name, std::filesystem::copy_options::overwrite_existing, error);
    if (error || access(name.c_str(), X_OK) != 0) {  // a full disk; a folder where nothing is executed
        unlink(name.c_str());
        return;
    }
    path_ = name;
    is_copy_ = true;
}

ExecutableCopy::~ExecutableCopy() {
    if (is_copy_) unlink(path_.c_str());
}

}  // namespace wend::perf
