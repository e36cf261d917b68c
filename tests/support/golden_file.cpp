// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/golden_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace wend::test {

GoldenHashes read_golden(const std::string& file) {
    std::ifstream stream(file);
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    if (!stream || !json.is_object() || !json.contains("bits_version") || !json.contains("hashes"))
        throw std::runtime_error(file + ": no golden hashes");
    GoldenHashes golden;
    golden.bits_version = json["bits_version"].get<std::uint32_t>();
    for (const auto& [name, text] : json["hashes"].items()) {
        const auto digits = text.get<std::string>();
        const char* const end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, golden.hashes[name], 16).ptr != end)
            throw std::runtime_error(file + ": " + name + ": no hash");
    }
    return golden;
}

void write_golden(const std::string& file, const GoldenHashes& golden) {
    nlohmann::json json{{"bits_version", golden.bits_version}};
    for (const auto& [name, hash] : golden.hashes) json["hashes"][name] = fmt::format("{:016x}", hash);
    std::ofstream stream(file);
    stream << json.dump(2) << '\n';
    if (!stream.flush()) throw std::runtime_error(file + ": cannot be written");
}

}  // namespace wend::test
