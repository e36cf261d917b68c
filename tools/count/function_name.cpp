// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/function_name.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <regex>

namespace wend::count {

namespace {

std::string demangle(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 ? name.get() : symbol;
}

/// Where the bracket opens that closes at `close`; npos where it does not.
std::size_t opening(const std::string& name, std::size_t close) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (name[i] == ')') ++depth;
        if (name[i] == '(' && --depth == 0) return i;
    }
    return std::string::npos;
}

void drop_parameters(std::string& name) {
    const std::size_t close = name.find_last_of(')');
    if (close == std::string::npos || name.find_first_of(">}", close) != std::string::npos) return;
    const std::size_t open = opening(name, close);
    if (open != std::string::npos && open != 0) name.erase(open);
}

/// A template's name begins with its return type: all up to the last space outside of brackets.
void drop_return_type(std::string& name) {
    if (name.find("operator") != std::string::npos) return;  // "operator bool", "operator<"
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (std::string_view("<({").find(name[i]) != std::string_view::npos) ++depth;
        if (std::string_view(">)}").find(name[i]) != std::string_view::npos) --depth;
        if (name[i] == ' ' && depth == 0) begin = i + 1;
    }
    name.erase(0, begin);
}

}  // namespace

std::string function_name(std::string_view symbol) {
    // Clones: .constprop.0, .isra.0, .part.0, .cold.
    std::string name = demangle(std::string(symbol.substr(0, symbol.find('.', 1))));
    const auto replace = [&](const char* pattern, const char* by) {
        name = std::regex_replace(name, std::regex(pattern), by);
    };
    replace(R"(\(anonymous namespace\)::)", "");
    replace(R"(\[abi:\w+\])", "");
    replace(R"(<xsimd::\w+>)", "");
    replace(R"(xsimd::\w+, )", "");
    replace(R"(, xsimd::\w+(?=[,>]))", "");
    drop_parameters(name);
    drop_return_type(name);
    replace(R"(\b(wend|detail|bench|xsimd)::)", "");
    replace(R"(\([\w: ]+\)(?=-?\d))", "");  // enumerators: (Reading)0
    return name;
}

}  // namespace wend::count
