// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/support/named_files.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "tools/support/command_line.hpp"
#include "tools/support/output_file.hpp"

namespace wend::support {

void refuse_same_files(std::span<const NamedFile> files) {
    for (std::size_t i = 0; i < files.size(); ++i)
        for (const NamedFile& other : files.subspan(i + 1))
            if (!files[i].file.empty() && !other.file.empty() && is_same_file(files[i].file, other.file))
                throw MisuseError(fmt::format("{} {} and {} {} are the same file", files[i].option,
                                              files[i].file.string(), other.option, other.file.string()));
}

}  // namespace wend::support
