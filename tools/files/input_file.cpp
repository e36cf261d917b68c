// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "bench/support/file_error.hpp"

namespace wend::scenario {

std::string read_file(const std::filesystem::path& file) {
    // A folder can be opened but gives no bytes.
    if (std::filesystem::is_directory(file)) fail(file, "is a folder, not a file");
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail(file, fmt::format("cannot be read: {}", std::strerror(errno)));
    std::string bytes(std::istreambuf_iterator<char>(stream), {});
    if (stream.bad()) fail(file, fmt::format("cannot be read: {}", std::strerror(errno)));
    return bytes;
}

}  // namespace wend::scenario
