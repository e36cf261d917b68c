// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/golden_file.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace wend::test {

GoldenHashes read_golden(const std::string& file) {
    std::ifstream stream(file);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    return verify::parse_golden(text, file);
}

void write_golden(const std::string& file, const GoldenHashes& golden) {
    nlohmann::json json{{"bits_version", golden.bits_version},
                        {"hashes", nlohmann::json::object()},
                        {"scenarios", nlohmann::json::object()}};
    for (const auto& [name, hash] : golden.hashes) json["hashes"][name] = fmt::format("{:016x}", hash);
    for (const auto& [name, hash] : golden.scenarios) json["scenarios"][name] = fmt::format("{:016x}", hash);
    std::ofstream stream(file);
    stream << json.dump(2) << '\n';
    if (!stream.flush()) throw std::runtime_error(file + ": cannot be written");
}

bool regenerating_golden() {
    const char* const wish = std::getenv("WEND_REGENERATE_GOLDEN");
    return wish != nullptr && std::string_view(wish) == "1";
}

}  // namespace wend::test
