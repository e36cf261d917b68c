// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/exact_numbers.hpp"

#include <fmt/format.h>
#include <link.h>

#include "bench/cases/setup_cases.hpp"
#include "tools/count/case_count.hpp"
#include "tools/perf/measure/allocation_count.hpp"

namespace wend::perf {
namespace {

/// One instruction set: stepping takes some 10 microseconds an instruction, a call some 4,000 of them.
bench::Case small_call(const bench::WendCases& cases, std::size_t kernel) {
    return cases.make_case(static_cast<bench::KernelId>(kernel), supported_isas().back(), 64, 1, 1);
}

/// Instructions: another compiler's schedule moves some. Memory: malloc's addition to a block depends on its
/// neighbours. Code: a new kernel is no regression, a template that is instantiated twice may be one.
constexpr double instruction_limit = 0.005;
constexpr double memory_limit = 0.01;
constexpr double code_limit = 0.05;

/// Bytes of this executable's own segments, shared libraries left out.
double loaded_bytes() {
    double bytes = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* sum) {
            for (int i = 0; i < object->dlpi_phnum; ++i)
                if (object->dlpi_phdr[i].p_type == PT_LOAD)
                    *static_cast<double*>(sum) += static_cast<double>(object->dlpi_phdr[i].p_memsz);
            return 1;  // the first object is the executable
        },
        &bytes);
    return bytes;
}

void add_instructions(const bench::WendCases& cases, std::vector<ExactNumber>& numbers) {
    for (std::size_t k = 0; k < bench::kernel_count(); ++k) {
        const bench::Case which = small_call(cases, k);
        numbers.push_back({.name = "instructions/" + which.name,
                           .unit = "instructions",
                           .value = static_cast<double>(count::count(which).instructions),
                           .limit = instruction_limit});
    }
}

void add_memory(const bench::WendCases& cases, std::vector<ExactNumber>& numbers) {
    for (std::size_t k = 0; k < bench::kernel_count(); ++k) {
        const bench::Case which = small_call(cases, k);
        const bench::Run run = which.make();
        run.run(1);
        numbers.push_back({.name = "allocated/" + which.name,
                           .unit = "bytes",
                           .value = static_cast<double>(count_allocations([&run] { run.run(1); }).bytes)});
    }
    for (const bench::SetupCase& which : bench::setup_cases()) {
        const bench::Run run = which.make();
        run.run(1);
        const Allocations taken = count_allocations([&run] { run.run(1); });
        numbers.push_back({.name = "allocated/" + which.name,
                           .unit = "bytes",
                           .value = static_cast<double>(taken.bytes),
                           .limit = memory_limit});
        numbers.push_back({.name = "peak/" + which.name,
                           .unit = "bytes",
                           .value = static_cast<double>(taken.peak),
                           .limit = memory_limit});
    }
}

}  // namespace

std::vector<ExactNumber> exact_numbers(const bench::WendCases& cases) {
    std::vector<ExactNumber> numbers;
    if (count::can_count()) add_instructions(cases, numbers);
    add_memory(cases, numbers);
    numbers.push_back(
        {.name = "loaded/executable", .unit = "bytes", .value = loaded_bytes(), .limit = code_limit});
    return numbers;
}

}  // namespace wend::perf
