// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/golden_hashes.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tools/verify/golden_text.hpp"

namespace wend::verify {
namespace {

std::map<std::string, std::uint64_t> parse_hashes(const nlohmann::json& json, const std::string& name) {
    std::map<std::string, std::uint64_t> hashes;
    for (const auto& [key, text] : json.items()) {
        const auto digits = text.is_string() ? text.get<std::string>() : "";
        const char* const end = digits.data() + digits.size();
        if (digits.size() != 16 || std::from_chars(digits.data(), end, hashes[key], 16).ptr != end)
            throw std::runtime_error(name + ": " + key + ": no hash");
    }
    return hashes;
}

}  // namespace

GoldenHashes parse_golden(std::string_view text, const std::string& name) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("bits_version") || !json.contains("hashes") ||
        !json.contains("scenarios"))
        throw std::runtime_error(name + ": no golden hashes");
    return {json["bits_version"].get<std::uint32_t>(), parse_hashes(json["hashes"], name),
            parse_hashes(json["scenarios"], name)};
}

GoldenHashes committed_golden() { return parse_golden(golden_text, "golden_hashes.json"); }

}  // namespace wend::verify
