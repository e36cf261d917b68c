// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// What a function reaches, of objects compiled here: changes that must be seen, and such that are none.
#include "tools/perf/measure/code_graph.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "bench/count/instruction_reference.hpp"
#include "bench/support/command_line.hpp"
#include "support/scratch_folder.hpp"

namespace {

using wend::perf::CodeGraph;
using wend::perf::PointerTables;

class CodeGraphTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!wend::bench::can_decode()) GTEST_SKIP() << "no decoder of this processor's instructions";
    }

    [[nodiscard]] std::filesystem::path compile(const std::string& source, const std::string& flags = "") {
        const std::string name = fmt::format("{}", ++number_);
        folder_.write(name + ".cpp", source);
        const std::string place = (folder_.path() / name).string();
        EXPECT_EQ(
            std::system(fmt::format("'{}' -O2 -fPIC {} -c '{}.cpp' -o '{}.o'", WEND_CXX, flags, place, place)
                            .c_str()),
            0)
            << source;
        return place + ".o";
    }

    /// Of the code that the C function `entry` reaches.
    [[nodiscard]] std::string hash_of(const std::string& source, const std::string& flags = "",
                                      const std::string& entry = "entry") {
        return CodeGraph({compile(source, flags)}).hash({entry});
    }

    wend::test::ScratchFolder folder_;
    int number_ = 0;
};

/// Two functions beside each other that share two callees, one of them two calls down.
std::string two_kernels(const std::string& entry, const std::string& other, const std::string& deep,
                        const std::string& between = "") {
    return fmt::format(R"(
        #define APART __attribute__((noinline)) static
        extern "C" int outside(int);
        APART int deep(int x) {{ return {2}; }}
        APART int middle(int x) {{ return deep(x + 1) * 5; }}
        {3}
        extern "C" int other(int x) {{ return {1}; }}
        extern "C" int entry(int x) {{ return {0}; }}
    )",
                       entry, other, deep, between);
}

TEST_F(CodeGraphTest, AnotherFunctionMayChangeGrowOrAppear) {
    const std::string entry = "middle(x) * 3 + outside(x)";
    const std::string hash = hash_of(two_kernels(entry, "middle(x) * 7", "outside(x) + 11"));
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(hash_of(two_kernels(entry, "middle(x) * 8", "outside(x) + 11")), hash);
    EXPECT_EQ(hash_of(two_kernels(entry, "middle(x) * outside(x * 1000003) + outside(outside(x) << 2)",
                                  "outside(x) + 11")),
              hash)
        << "longer";
    EXPECT_EQ(hash_of(two_kernels(entry, "middle(x) * 7", "outside(x) + 11",
                                  "extern \"C\" int added(int x) { return outside(x) * outside(x + 2); }")),
              hash)
        << "a function in between";
    EXPECT_EQ(hash_of("// A comment.\n" + two_kernels(entry, "middle(x) * 7", "outside(x) + 11"), "-g"),
              hash);
}

TEST_F(CodeGraphTest, AChangeAtAnyDepthIsSeen) {
    const std::string other = "middle(x) * 7";
    const std::string hash = hash_of(two_kernels("middle(x) * 3", other, "outside(x) + 11"));
    EXPECT_NE(hash_of(two_kernels("middle(x) * 4", other, "outside(x) + 11")), hash) << "itself";
    EXPECT_NE(hash_of(two_kernels("middle(x) * 3", other, "outside(x) + 12")), hash) << "two calls down";
    EXPECT_NE(hash_of(two_kernels("deep(x) * 3", other, "outside(x) + 11")), hash) << "another callee";
}

TEST_F(CodeGraphTest, TheOrderAndTheNamesOfFunctionsAreNotCode) {
    const auto source = [](const std::string& first, const std::string& second, const std::string& name) {
        return fmt::format(R"(
            extern "C" int outside(int);
            int {2}(int);
            int longer(int);
            {0}
            {1}
            extern "C" int entry(int x) {{ return {2}(x) * 3 + longer(x); }}
        )",
                           first, second, name);
    };
    const std::string one = "__attribute__((noinline)) int a(int x) { return outside(x + 1) * 5; }";
    const std::string renamed = "__attribute__((noinline)) int c(int x) { return outside(x + 1) * 5; }";
    const std::string two =
        "__attribute__((noinline)) int longer(int x) { return outside(x * 1000) * 5 + outside(x - 1); }";
    const std::string hash = hash_of(source(one, two, "a"));
    EXPECT_EQ(hash_of(source(two, one, "a")), hash);
    EXPECT_EQ(hash_of(source(renamed, two, "c")), hash);
    EXPECT_EQ(hash_of(source(one, two, "a"), "-ffunction-sections"),
              hash_of(source(two, one, "a"), "-ffunction-sections"));
}

TEST_F(CodeGraphTest, CalleesThatAreExchangedAreAChange) {
    const auto source = [](const std::string& a, const std::string& b) {
        return fmt::format(R"(
            extern "C" int outside(int);
            __attribute__((noinline)) static int one(int x) {{ return outside(x) + {0}; }}
            __attribute__((noinline)) static int two(int x) {{ return outside(x) + {1}; }}
            extern "C" int entry(int x) {{ return one(x) * 3 + two(x) * 5; }}
        )",
                           a, b);
    };
    EXPECT_NE(hash_of(source("7", "9")), hash_of(source("9", "7")));
}

TEST_F(CodeGraphTest, ConstantsInMemoryAreCodeOfThoseThatLoadThem) {
    const auto source = [](const std::string& mine, const std::string& its) {
        return fmt::format(R"(
            extern "C" float entry(float x) {{ return x * {0}f + 1.25f; }}
            extern "C" double other(double x, float y) {{ return x * {1} + y * {1}f; }}
        )",
                           mine, its);
    };
    const std::string hash = hash_of(source("3.5", "7.5"));
    EXPECT_NE(hash_of(source("4.5", "7.5")), hash);
    EXPECT_EQ(hash_of(source("3.5", "8.5")), hash);
    EXPECT_EQ(hash_of(source("3.5", "1.25")), hash) << "shared";
    EXPECT_EQ(hash_of(source("3.5", "7.5"), "", "other"), hash_of(source("4.5", "7.5"), "", "other"));
}

TEST_F(CodeGraphTest, ConstantsOfWholeVectorsAreCodeOfThoseThatLoadThem) {
    // Of 64 bytes: in .rodata, one behind the other and without symbols of their own.
    const auto source = [](int mine, int its) {
        return fmt::format(R"(
            typedef int Vector __attribute__((vector_size(64)));
            extern "C" void other(Vector* v) {{ *v += Vector{{{1}, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}}; }}
            extern "C" void entry(Vector* v) {{ *v += Vector{{{0}, 12, 13, 14, 15, 16, 17, 18, 1, 2, 3, 4, 5, 6, 7, 8}}; }}
        )",
                           mine, its);
    };
    for (const std::string flags : {"-mavx512f", "-mavx2", ""}) {
        const std::string hash = hash_of(source(11, 1), flags);
        EXPECT_NE(hash_of(source(12, 1), flags), hash) << flags;
        EXPECT_EQ(hash_of(source(11, 2), flags), hash) << flags;
    }
}

TEST_F(CodeGraphTest, TablesAndStringsAreCodeOfThoseThatRefer) {
    const auto source = [](const std::string& last, const std::string& text, const std::string& its) {
        return fmt::format(R"(
            extern "C" int outside(const char*);
            static const int table[] = {{1, 20, 300, 4000, {0}}};
            static int state = 5;
            extern "C" int entry(int i) {{ return outside("{1}") + table[i] + (state += i); }}
            extern "C" int other(int i) {{ return outside("{2}") + i; }}
        )",
                           last, text, its);
    };
    const std::string hash = hash_of(source("50000", "words", "other words"));
    EXPECT_NE(hash_of(source("50001", "words", "other words")), hash);
    EXPECT_NE(hash_of(source("50000", "wordz", "other words")), hash);
    EXPECT_EQ(hash_of(source("50000", "words", "others")), hash);
}

TEST_F(CodeGraphTest, JumpTablesAreCode) {
    const auto source = [](const std::string& order, const std::string& before, const std::string& cases) {
        return fmt::format(R"(
            extern "C" int outside(int);
            {4}
            extern "C" int entry(int x, int y) {{
                switch (x) {{
                    case {5}: return outside(y) + 1;
                    case {0}: return outside(y + 1) * 3;
                    case {1}: return outside(y * 5);
                    case {2}: return outside(y - 8) / 3;
                    case {3}: return outside(y ^ 5) + y;
                    case 14: return outside(y & 31) - y;
                    case 15: return y;
                    default: return 0;
                }}
            }}
        )",
                           order[0], order[1], order[2], order[3], before, cases);
    };
    const std::string other = R"(extern "C" int other(int x, int y) {
        switch (x) { case 1: return outside(y); case 2: return outside(y + 3); case 3: return outside(y * 7);
                     case 4: return outside(y / 3); case 5: return outside(9); case 6: return y; } return 1; })";
    const std::string hash = hash_of(source("1234", "", "13"));
    // The same arms in the same order, at other values: where tables are made, they alone differ.
    EXPECT_NE(hash_of(source("1243", "", "13")), hash);
    EXPECT_NE(hash_of(source("1234", "", "12")), hash);
    EXPECT_EQ(hash_of(source("1234", "extern \"C\" int added(int x) { return outside(x) * 9 + outside(1); }",
                             "13")),
              hash)
        << "a function before it";
    // Jump tables have no symbols, so that those of a section belong together.
    EXPECT_EQ(hash_of(source("1234", other, "13")),
              hash_of(source("1234", "int further(int x) { return x; }" + other, "13")));
}

TEST_F(CodeGraphTest, WhatTheCompilerSplitsOffIsCode) {
    const auto source = [](const std::string& cold, const std::string& its) {
        return fmt::format(R"(
            extern "C" void fails(int) __attribute__((cold, noreturn));
            extern "C" int outside(int);
            struct Guard {{ int x; ~Guard() {{ outside(x * {0}); }} }};
            extern "C" int entry(int x) {{
                Guard guard{{x}};
                if (x < 0) {{ outside(x * 77); fails({0}); }}
                return outside(x) + 1;
            }}
            extern "C" int other(int x) {{
                if (x < 0) {{ outside(x * 78); fails({1}); }}
                return outside(x) + 2;
            }}
        )",
                           cold, its);
    };
    const std::string hash = hash_of(source("123", "9"));
    EXPECT_NE(hash_of(source("124", "9")), hash);
    EXPECT_EQ(hash_of(source("123", "10")), hash);
    const std::string landing =
        "struct Guard { int x; ~Guard(); }; extern \"C\" int outside(int);"
        "inline Guard::~Guard() { outside(x * MARK); }"
        "extern \"C\" void entry(int x) { Guard guard{x}; outside(x); }";
    EXPECT_NE(hash_of(landing, "-DMARK=3"), hash_of(landing, "-DMARK=4"));
}

TEST_F(CodeGraphTest, ClonesOfAFunctionAreCode) {
    const auto source = [](const std::string& body) {
        return fmt::format(R"(
            extern "C" int outside(int);
            struct Two {{ int a; int b; int unused; }};
            __attribute__((noinline)) static int clone(const Two& two, int constant) {{
                int sum = 0;
                for (int i = 0; i < constant; ++i) sum += outside(two.a * i) {0} two.b;
                return sum;
            }}
            extern "C" int other(int x) {{ return clone({{x, 2, 3}}, 9); }}
            extern "C" int entry(int x) {{ Two two{{x, x + 1, 3}}; return clone(two, 9); }}
        )",
                           body);
    };
    EXPECT_NE(hash_of(source("+"), "-O3"), hash_of(source("-"), "-O3"));
}

TEST_F(CodeGraphTest, WhatIsInlinedIntoOneAloneChangesThatOne) {
    const auto source = [](const std::string& factor) {
        return fmt::format(R"(
            extern "C" int outside(int);
            static inline int small(int x) {{ return outside(x) * {0}; }}
            extern "C" int other(int x) {{ return outside(x) * 3; }}
            extern "C" int entry(int x) {{ return small(x) + 1; }}
        )",
                           factor);
    };
    EXPECT_NE(hash_of(source("3")), hash_of(source("4")));
    EXPECT_EQ(hash_of(source("3"), "", "other"), hash_of(source("4"), "", "other"));
}

TEST_F(CodeGraphTest, OfAFunctionThatManyObjectsDefineAllCount) {
    const std::string shared = R"(extern "C" int outside(int);
        template <class T> __attribute__((noinline)) T weak(T x) { return outside(x) * FACTOR; })";
    const auto entry =
        compile(shared + "extern \"C\" int entry(int x) { return weak(x) + 1; }", "-DFACTOR=3");
    const auto same = compile(shared + "int another(int x) { return weak(x) + 2; }", "-DFACTOR=3");
    const auto changed = compile(shared + "int another(int x) { return weak(x) + 2; }", "-DFACTOR=4");
    EXPECT_NE(CodeGraph({entry, same}).hash({"entry"}), CodeGraph({entry, changed}).hash({"entry"}));
    // Functions of one name that their objects keep to themselves are several.
    const std::string local = R"(extern "C" int outside(int);
        __attribute__((noinline)) static int mine(int x) { return outside(x) * FACTOR; })";
    const auto first = compile(local + "extern \"C\" int entry(int x) { return mine(x) + 1; }", "-DFACTOR=3");
    const auto second = compile(local + "int other(int x) { return mine(x) + 2; }", "-DFACTOR=3");
    const auto third = compile(local + "int other(int x) { return mine(x) + 2; }", "-DFACTOR=4");
    EXPECT_EQ(CodeGraph({first, second}).hash({"entry"}), CodeGraph({first, third}).hash({"entry"}));
}

TEST_F(CodeGraphTest, WhatIsReachedThroughDataAndVirtualFunctionsIsCode) {
    const auto source = [](const std::string& virtual_body, const std::string& pointed) {
        return fmt::format(R"(
            extern "C" int outside(int);
            struct Base {{ virtual int f(int x) {{ return x; }} }};
            struct Derived : Base {{ int f(int x) override {{ return outside(x) + {0}; }} }};
            static int pointed(int x) {{ return outside(x) * {1}; }}
            int (*pointer)(int) = pointed;
            extern "C" int use(Base&);
            extern "C" int entry(int x) {{ Derived d; return use(d) + pointer(x); }}
        )",
                           virtual_body, pointed);
    };
    const std::string hash = hash_of(source("3", "5"));
    EXPECT_NE(hash_of(source("4", "5")), hash);
    EXPECT_NE(hash_of(source("3", "6")), hash);
}

TEST_F(CodeGraphTest, WhatRunsBeforeMainIsCode) {
    const auto source = [](int value) {
        return fmt::format(R"(
            extern "C" int outside(int);
            static int (*chosen)(int) = nullptr;
            static int one(int x) {{ return outside(x) + {0}; }}
            static struct Choice {{ Choice() {{ if (outside(1)) chosen = one; }} }} choice;
            extern "C" int entry(int x) {{ return chosen == nullptr ? 0 : chosen(x); }}
        )",
                           value);
    };
    EXPECT_NE(hash_of(source(3)), hash_of(source(4)));
}

TEST_F(CodeGraphTest, OfATableOnlyTheSlotsThatCountAreFollowed) {
    const auto graph = [&](int a, int b) {
        return CodeGraph({compile(fmt::format(R"(
            extern "C" int outside(int);
            static int a(int x) {{ return outside(x) + {}; }}
            static int b(int x) {{ return outside(x) * {}; }}
            extern "C" {{ extern int (*const table[3])(int); }}
            int (*const table[3])(int) = {{a, nullptr, b}};
        )",
                                              a, b)),
                          compile(R"(extern "C" { extern int (*const table[3])(int);
            int entry(int i, int x) { return table[i](x); } })")});
    };
    const CodeGraph one = graph(3, 5);
    const CodeGraph other = graph(3, 6);
    EXPECT_EQ(one.size("table"), 24u);
    EXPECT_EQ(one.size("no such table"), 0u);
    EXPECT_NE(one.hash({"entry"}), other.hash({"entry"}));
    EXPECT_EQ(one.hash({"entry"}, {{"table", {0}}}), other.hash({"entry"}, {{"table", {0}}}));
    EXPECT_NE(one.hash({"entry"}, {{"table", {0, 2}}}), other.hash({"entry"}, {{"table", {0, 2}}}));
    EXPECT_NE(one.hash({"entry"}, {{"table", {2}}}), other.hash({"entry"}, {{"table", {2}}}));
    EXPECT_EQ(one.hash({"entry"}, {{"table", {}}}), other.hash({"entry"}, {{"table", {}}}));
}

TEST_F(CodeGraphTest, WhatIsNotUnderstoodIsSaid) {
    EXPECT_THROW((void)hash_of("int f(int x) { return x; }"), wend::perf::UnknownCode) << "no such function";
    EXPECT_THROW((void)hash_of(R"(asm(".text\nunsized:\n .byte 0x90\n ret\n");
                                  extern "C" void unsized();
                                  extern "C" void entry() { asm volatile("call unsized"); })"),
                 wend::perf::UnknownCode)
        << "code without a function";
    EXPECT_THROW((void)hash_of(R"(extern "C" void entry() { asm volatile(".byte 0x06, 0x06, 0x06"); })"),
                 wend::perf::UnknownCode)
        << "bytes that are no instructions";
    folder_.write("text.o", "no object");
    EXPECT_THROW((void)CodeGraph({folder_ / "text.o"}), wend::command::MisuseError);
}

TEST_F(CodeGraphTest, FunctionsAreFoundByTheStartOfTheirNames) {
    const CodeGraph graph({compile("namespace a { void run(int) {} void run(char) {} void runs() {} }")});
    EXPECT_EQ(graph.functions("_ZN1a3runE"), (std::vector<std::string>{"_ZN1a3runEc", "_ZN1a3runEi"}));
}

}  // namespace
