// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// A call needs no more stack than wend/execution.hpp promises, for threads with small stacks.
#include <gtest/gtest.h>

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "wend/explain.hpp"

namespace wend::test {
namespace {

void* call(void* work) {
    (*static_cast<const std::function<void()>*>(work))();
    return nullptr;
}

/// The bytes of a thread's stack that `work` writes.
std::size_t stack_used(const std::function<void()>& work) {
    constexpr std::size_t size = std::size_t{1} << 20, page = 4096;
    constexpr std::byte untouched{0xa5};
    const auto memory = std::make_unique<std::byte[]>(size + page);
    std::byte* const stack = memory.get() + page - reinterpret_cast<std::uintptr_t>(memory.get()) % page;
    std::fill_n(stack, size, untouched);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, size);
    pthread_t thread;
    EXPECT_EQ(pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&work)), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return static_cast<std::size_t>(
        stack + size - std::find_if(stack, stack + size, [&](std::byte b) { return b != untouched; }));
}

class Stack : public ::testing::TestWithParam<Isa> {};

/// The most that any program needs.
std::size_t most_stack_used(const Execution& execution, std::size_t promised) {
    const std::size_t nothing = stack_used([] {});
    std::size_t most = 0;
    for (const ProgramCase& test : program_cases()) {
        SCOPED_TRACE(test.name);
        Population population = test.population(test.agents(1500), 1, Values::faulty);
        // Whole tiles, and incomplete groups at both ends. Ids alone move the groups of programs that no
        // slice can run.
        const AgentView view =
            test.program.looks_at_others() ? population.view(3) : population.view().slice(3, 1490);
        const Ticks ticks{.dt = test.dt, .count = 9, .first_tick = 0};
        const auto keeps = [&](const std::function<Status()>& call) {
            const std::size_t used = stack_used([&] { EXPECT_TRUE(call().ok()); }) - nothing;
            most = std::max(most, used);
            EXPECT_LE(used, promised);
        };
        keeps([&] { return run(test.program, view, ticks, execution).status; });
        keeps([&] { return validate(test.program, view, ticks, execution).status; });
        keeps([&] { return run_views(test.program, std::span(&view, 1), ticks, execution).status; });
        const ViewSource source{
            1, [](void* one, std::size_t, Status&) { return *static_cast<const AgentView*>(one); },
            const_cast<AgentView*>(&view)};
        keeps([&] { return run_views(test.program, source, ticks, execution).status; });
        std::vector<float> workspace(workspace_size(test.program, source));
        const ViewOptions all{.see = See::all_views, .workspace = workspace};
        keeps([&] { return run_views(test.program, source, ticks, execution, all).status; });
        if (execution.scratch.of_this_thread != nullptr) continue;  // explain takes no Execution
        keeps([&] {
            static_cast<void>(explain(test.program, view, ticks, 0));
            return Status{};
        });
    }
    return most;
}

TEST_P(Stack, UseStaysWithinThePromise) {
    RecordProperty("bytes", std::to_string(most_stack_used(serial_on(GetParam()), stack_bytes)));
}

TEST_P(Stack, UseStaysWithinThePromiseWithScratch) {
    std::vector<std::byte> memory(scratch_bytes + 1);
    Execution execution = serial_on(GetParam());
    execution.scratch = {.of_this_thread = [](void* context) -> void* {
                             return static_cast<std::vector<std::byte>*>(context)->data() + 1;
                         },
                         .context = &memory};
    RecordProperty("bytes", std::to_string(most_stack_used(execution, stack_bytes_with_scratch)));
}

INSTANTIATE_TEST_SUITE_P(AllIsas, Stack, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test
