// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Exact counts: of single instructions, of loops with known cost, of wend's kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/cases/registry.hpp"
#include "kernels/src/simd/built_isas.hpp"
#include "support/counted_kernels.hpp"
#include "support/isas.hpp"
#include "tools/count/case_count.hpp"

namespace wend::test {

const CountedTable* counted_table(Isa isa) { return detail::BuiltIsas::find<CountedTable>(isa); }

namespace {

using count::count_fields;
using count::count_steps;
using count::Counts;

Counts operator-(const Counts& a, const Counts& b) {
    Counts difference;
    for (const count::CountField& field : count_fields)
        difference.*field.value = a.*field.value - b.*field.value;
    return difference;
}

std::string text_of(const Counts& counts) {
    std::string text;
    for (const count::CountField& field : count_fields)
        text += fmt::format("{} {}, ", field.name, counts.*field.value);
    return text;
}

/// The cost of n more iterations, so that the cost of entry and exit cancels.
template <class Body>
Counts cost_of_more(std::size_t n, const Body& body) {
    std::size_t size = n;
    const std::function<void()> run = [&] { body(size); };
    run();
    const Counts few = count_steps(run);
    size = 2 * n;
    return count_steps(run) - few;
}

class Stepping : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!count::can_count()) GTEST_SKIP() << "the trap flag does not trap here";
    }
};

TEST_F(Stepping, CountsEveryInstructionOnce) {
    const Counts more = cost_of_more(100, [](std::size_t n) {
        asm volatile("1: dec %0\n jnz 1b" : "+r"(n) : : "cc");
    });
    EXPECT_EQ(more.instructions, 200u);
    EXPECT_EQ(more.bytes_loaded + more.bytes_stored + more.operations, 0u);
}

TEST_F(Stepping, CountsTheSameEveryTime) {
    const auto body = [] { asm volatile("mov $50, %%ecx\n1: dec %%ecx\n jnz 1b" : : : "ecx", "cc"); };
    EXPECT_EQ(count_steps(body), count_steps(body));
}

TEST_F(Stepping, ARepeatedStringInstructionIsOneAndMovesItsBytes) {
    std::vector<char> from(1000, 'x');
    std::vector<char> to(1000);
    const auto move = [&](std::size_t n) {
        const char* source = from.data();
        char* target = to.data();
        asm volatile("rep movsb" : "+S"(source), "+D"(target), "+c"(n) : : "memory");
    };
    const Counts more = cost_of_more(400, move);
    EXPECT_EQ(more.instructions, 0u);
    EXPECT_EQ(more.bytes_loaded, 400u);
    EXPECT_EQ(more.bytes_stored, 400u);
    EXPECT_EQ(count_steps([&] { move(1); }).bytes_stored, count_steps([&] { move(0); }).bytes_stored + 1);
    EXPECT_EQ(to[799], 'x');
}

TEST_F(Stepping, CountsTheActiveLanesOfAnAvxMask) {
    if (!is_supported(Isa::avx2)) GTEST_SKIP() << "no AVX2 here";
    alignas(32) const std::array<int, 8> mask{-1, 0, 0, -1, -1, 0, -1, 0};
    std::array<float, 8> out{};
    const auto store = [&] {
        asm volatile("vmovdqa %1, %%ymm9\n vmaskmovps %%ymm8, %%ymm9, %0\n vzeroupper"
                     : "=m"(out)
                     : "m"(mask)
                     : "xmm8", "xmm9", "memory");
    };
    const auto nothing = [&] {
        asm volatile("vmovdqa %1, %%ymm9\n vzeroupper" : "=m"(out) : "m"(mask) : "xmm8", "xmm9", "memory");
    };
    EXPECT_EQ((count_steps(store) - count_steps(nothing)).bytes_stored, 16u);
}

TEST_F(Stepping, CountsTheActiveLanesOfAnAvx2Gather) {
    if (!is_supported(Isa::avx2)) GTEST_SKIP() << "no AVX2 here";
    alignas(32) const std::array<int, 8> mask{-1, 0, 0, -1, -1, 0, -1, -1};
    const std::array<float, 8> from{};
    const auto body = [&](bool gathers) {
        asm volatile(
            "vmovdqa %0, %%ymm9\n vpxor %%ymm8, %%ymm8, %%ymm8\n test %2, %2\n jz 1f\n"
            "vgatherdps %%ymm9, (%1,%%ymm8,4), %%ymm10\n1: vzeroupper"
            :
            : "m"(mask), "r"(from.data()), "r"(static_cast<int>(gathers))
            : "xmm8", "xmm9", "xmm10", "cc", "memory");
    };
    const Counts gather = count_steps([&] { body(true); }) - count_steps([&] { body(false); });
    EXPECT_EQ(gather.instructions, 1u);
    EXPECT_EQ(gather.bytes_loaded, 20u);
}

TEST_F(Stepping, CountsTheActiveLanesOfAnAvx512Mask) {
    if (!is_supported(Isa::avx512)) GTEST_SKIP() << "no AVX-512 here";
    std::array<float, 16> memory{};
    const auto body = [&](unsigned mask) {
        asm volatile(
            "kmovw %1, %%k3\n vmovups %0, %%zmm16%{%%k3%}%{z%}\n vaddps %%zmm16, %%zmm16, %%zmm16%{%%k3%}\n"
            "vdivps %%zmm16, %%zmm16, %%zmm16%{%%k3%}\n vmovups %%zmm16, %0%{%%k3%}"
            : "+m"(memory)
            : "r"(mask)
            : "memory");
    };
    const auto at = [&](unsigned mask) { return count_steps([&] { body(mask); }); };
    const Counts five = at(0x8421 | 0x100) - at(0);
    EXPECT_EQ(five.instructions, 0u);
    EXPECT_EQ(five.bytes_loaded, 20u);
    EXPECT_EQ(five.bytes_stored, 20u);
    EXPECT_EQ(five.operations, 10u);
    EXPECT_EQ(five.divisions, 5u);
    EXPECT_EQ((at(0xffff) - at(0)).operations, 32u);
}

TEST_F(Stepping, RethrowsWhatItsBodyThrows) {
    EXPECT_THROW((void)count_steps([] { throw std::domain_error("thrown"); }), std::domain_error);
    EXPECT_GT(count_steps([] {}).instructions, 0u);
}

TEST_F(Stepping, RestoresTheTrapHandler) {
    struct sigaction before {};
    struct sigaction after {};
    ASSERT_EQ(sigaction(SIGTRAP, nullptr, &before), 0);
    (void)count_steps([] {});
    ASSERT_EQ(sigaction(SIGTRAP, nullptr, &after), 0);
    EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST_F(Stepping, ACaseWithThreadsIsRefused) {
    const bench::Registry registry;
    EXPECT_THROW((void)count::count(registry.make_case(bench::KernelId::seek, Isa::sse2, 64, 2, 1)),
                 std::invalid_argument);
}

class CountedLoops : public ::testing::TestWithParam<Isa> {
  protected:
    void SetUp() override {
        if (!count::can_count()) GTEST_SKIP() << "the trap flag does not trap here";
        if (counted_table(GetParam()) == nullptr) GTEST_SKIP() << "no loops of this instruction set";
    }
};

TEST_P(CountedLoops, HaveTheCostOfTheirFormulas) {
    constexpr std::size_t floats = 128;
    const CountedTable& table = *counted_table(GetParam());
    const std::vector<float> a(2 * floats, 2);
    const std::vector<float> b(2 * floats, 3);
    std::vector<float> out(2 * floats);
    for (const CountedRow& row : table.rows) {
        SCOPED_TRACE(row.name);
        const auto run = [&](std::size_t n) { row.run(a.data(), b.data(), out.data(), n); };
        const Counts more = cost_of_more(floats, run);
        EXPECT_EQ(more.operations, row.operations * floats);
        EXPECT_EQ(more.double_operations, row.double_operations * floats);
        EXPECT_EQ(more.divisions, row.divisions * floats);
        EXPECT_EQ(more.roots, row.roots * floats);
        EXPECT_EQ(more.bytes_loaded, row.bytes_loaded * floats);
        EXPECT_EQ(more.bytes_stored, row.bytes_stored * floats);
        EXPECT_EQ(more.vector_arithmetic, row.vector_arithmetic * floats / table.lanes);
        EXPECT_EQ(more.scalar_float, 0u);
        const std::uint64_t Counts::*const own = table.lanes == 16  ? &Counts::vector_512
                                                 : table.lanes == 8 ? &Counts::vector_256
                                                                    : &Counts::vector_128;
        EXPECT_EQ(more.vector_128 + more.vector_256 + more.vector_512, more.*own);
        EXPECT_GE(more.*own, floats / table.lanes);
        EXPECT_EQ(more, cost_of_more(floats, run));
    }
}

/// Costs of one tick over the first of many identical agents: neither branches nor memory depend on the
/// number.
class FirstAgents {
  public:
    FirstAgents(bench::KernelId kernel, std::size_t most)
        : input_{.kernel = kernel, .agents = most},
          program_(input_.program()),
          agents_(bench::streams_of(program_)) {
        agents_.spawn(most);
        bench::make_population(input_).copy_to(agents_.view());
        for (const Stream stream : bench::streams_of(program_)) {
            const Column column = agents_.view().column(stream);
            EXPECT_EQ(column.element, ElementType::f32);
            std::fill_n(static_cast<float*>(column.data), most, *static_cast<const float*>(column.data));
            EXPECT_TRUE(view_.bind(stream, column));
        }
    }

    [[nodiscard]] Counts cost_of(std::size_t agents, Isa isa) const {
        const AgentView view = view_.slice(0, agents);
        const Ticks tick{.dt = bench::dt, .count = 1, .first_tick = 0};
        EXPECT_TRUE(run(program_, view, tick, serial_on(isa)).status);
        return count_steps([&] { (void)run(program_, view, tick, serial_on(isa)); });
    }

  private:
    bench::Input input_;
    Program program_;
    AgentBuffer agents_;
    AgentView view_;
};

/// The cost is that of the call plus that of each block of agents.
TEST_P(CountedLoops, SeekIsAffineInTheNumberOfAgents) {
    constexpr std::size_t block = 512;
    const FirstAgents agents(bench::KernelId::seek, 3 * block);
    const Counts one = agents.cost_of(block, GetParam());
    const Counts two = agents.cost_of(2 * block, GetParam());
    const Counts three = agents.cost_of(3 * block, GetParam());
    EXPECT_EQ((two - one).instructions, (three - two).instructions) << text_of(two - one) << "\n"
                                                                    << text_of(three - two);
    EXPECT_EQ((two - one).bytes_loaded, (three - two).bytes_loaded);
    EXPECT_EQ((two - one).bytes_stored, (three - two).bytes_stored);
    EXPECT_GT((two - one).operations, 20 * block);
    EXPECT_EQ((two - one).roots, (three - two).roots);
    EXPECT_GE((two - one).roots, block);
}

/// A case of the benchmarks: with draws, and a small constant part.
TEST_F(Stepping, ACaseCostsTheSameEveryTime) {
    const bench::Registry registry;
    const bench::Case which = registry.make_case(bench::KernelId::wander, supported_isas().back(), 256, 1, 2);
    const Counts once = count::count(which);
    EXPECT_EQ(once.operations, count::count(which).operations);
    EXPECT_EQ(once.roots, count::count(which).roots);
    EXPECT_GE(once.operations, 2 * 256 * 37u);  // wander's force alone
}

INSTANTIATE_TEST_SUITE_P(EachIsa, CountedLoops, each_isa(), isa_name);

}  // namespace
}  // namespace wend::test
