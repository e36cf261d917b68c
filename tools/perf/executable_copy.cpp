// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/executable_copy.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "bench/support/elf_file.hpp"

namespace wend::perf {
namespace {

/// Empty where it cannot be read.
std::string read_all(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether it is an executable that does not look for libraries in its own folder.
bool stands_alone(const std::string& image) {
    try {
        const bench::ElfFile file(image);
        for (const Elf64_Shdr& section : file.sections())
            if (section.sh_type == SHT_DYNAMIC &&
                file.contents(file.section(section.sh_link)).find("$ORIGIN") != std::string_view::npos)
                return false;
        return true;
    } catch (const bench::ElfError&) {
        return false;
    }
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = write(file, bytes.data(), bytes.size());
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

ExecutableCopy::ExecutableCopy(const std::filesystem::path& executable) : path_(executable) {
    const std::string image = read_all(executable);
    std::error_code no_folder;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(no_folder);
    if (no_folder || !stands_alone(image)) return;
    std::string name = (folder / "wend_perf_XXXXXX").string();
    const int file = mkostemp(name.data(), O_CLOEXEC);
    if (file < 0) return;
    const bool written = write_all(file, image) && fchmod(file, S_IRWXU) == 0;
    close(file);
    if (!written || access(name.c_str(), X_OK) != 0) {  // a full disk; a folder where nothing is executed
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
