// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The counter and the decoder of processors other than x86-64: they say that they cannot.
#include <stdexcept>

#include "tools/count/instruction_cost.hpp"
#include "tools/count/step_counter.hpp"

namespace wend::count {

bool can_count() noexcept { return false; }

AddressCounts count_addresses(const std::function<void()>& body) {
    static_cast<void>(count_steps(body));  // throws
    return {};
}

std::string instruction_text(const void*) { return {}; }

Counts count_steps(const std::function<void()>&) {
    throw std::runtime_error("counts need an x86-64 processor: they are taken by its trap flag");
}

}  // namespace wend::count
