// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/files/csv_number.hpp"

namespace wend::files {
namespace {

/// Whether a number is written as one of magnitude below 1.
bool is_small(std::string_view number) {
    const std::size_t exponent = number.find_first_of("eE");
    if (exponent != std::string_view::npos) return number.substr(exponent + 1).starts_with('-');
    return number.find_first_not_of("-0") == number.find('.');
}

}  // namespace

std::string_view why_no_number(std::string_view field) {
    if (field.starts_with('+')) return "; numbers have no plus sign";
    if (field.find(',') != std::string_view::npos) return "; decimals follow a point";
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error == std::errc::invalid_argument || end != field.data() + field.size()) return "";
    // A double that is refused is beyond the range of floats.
    const bool below = error == std::errc() ? value != 0 && std::abs(value) < 1 : is_small(field);
    return below ? "; it is too close to 0" : "";
}

}  // namespace wend::files
