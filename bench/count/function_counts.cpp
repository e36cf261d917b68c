// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/count/function_counts.hpp"

#include "bench/count/process_symbols.hpp"
#include "bench/count/step_counter.hpp"

namespace wend::bench {

FunctionCounts count_functions(const std::function<void()>& body) {
    const AddressCounts addresses = count_addresses(body);
    ProcessSymbols symbols;
    FunctionCounts functions;
    for (const auto& [address, counts] : addresses) functions[symbols.name_of(address)] += counts;
    return functions;
}

}  // namespace wend::bench
