// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/json_file.hpp"

#include "tools/files/input_file.hpp"

namespace wend::scenario {

Json read_json(const std::filesystem::path& file) {
    return parse_json(read_file(file, most_json_bytes), file);
}

}  // namespace wend::scenario
