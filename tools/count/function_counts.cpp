// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/function_counts.hpp"

#include "tools/count/process_symbols.hpp"
#include "tools/count/step_counter.hpp"

namespace wend::count {

FunctionCounts count_functions(const std::function<void()>& body) {
    const AddressCounts addresses = count_addresses(body);
    ProcessSymbols symbols;
    FunctionCounts functions;
    for (const auto& [address, counts] : addresses) functions[symbols.name_of(address)] += counts;
    return functions;
}

}  // namespace wend::count
