// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Which cases count as changed, between builds of a small library that lies as wend's own does.
#include "tools/perf/measure/case_code.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "bench/count/instruction_reference.hpp"
#include "support/scratch_folder.hpp"
#include "wend/stage.hpp"

namespace {

using wend::perf::LibraryCode;
using wend::perf::SameCode;

/// What differs between builds: constants in functions of the small library.
struct Parts {
    int driver = 1;         ///< called by wend::run
    int seek = 2;           ///< a stage
    int fused_seek = 3;     ///< the same, fused with the locomotion
    int wander = 4;         ///< another stage
    int locomotion = 5;     ///< in all programs with a force
    int other_isa = 6;      ///< in another table
    int unrelated = 7;      ///< not reached by wend::run
    int programs = 8;       ///< where the benchmark says which stages a case has
    int other_program = 9;  ///< beside it
    std::size_t kinds = wend::stage_kind_count;
};

class CaseCode : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!wend::bench::can_decode()) GTEST_SKIP() << "no decoder of this processor's instructions";
        if (!wend::is_supported(wend::Isa::avx2)) GTEST_SKIP() << "the registry has no cases of these sets";
    }

    [[nodiscard]] std::filesystem::path build(const Parts& parts) {
        const std::filesystem::path root = folder_ / fmt::format("{}", ++number_);
        const auto objects = root / "kernels" / "CMakeFiles";
        compile(objects / "wend.dir" / "run.cpp", fmt::format(R"(
            namespace wend {{
            enum class Isa : unsigned char {{}};
            namespace detail {{
            struct KernelTable {{ int (*functions[2 * {0} + 5])(int); }};
            template <Isa isa, class Table> struct OfIsa {{ static const Table table; }};
            static const KernelTable* const tables[] = {{&OfIsa<Isa(1), KernelTable>::table, &OfIsa<Isa(2), KernelTable>::table}};
            __attribute__((noinline)) static int drive(int x) {{ return x * 1001 + {1}; }}
            const KernelTable* find(int isa) {{ return tables[isa]; }}
            }}
            int run(int isa, int kind) {{ return detail::find(isa)->functions[kind](detail::drive(kind)); }}
            int unrelated(int x) {{ return x * 1003 + {2}; }}
            }})",
                                                              parts.kinds, parts.driver, parts.unrelated));
        compile_table(objects, "sse2", parts, 0);
        compile_table(objects, "avx2", parts, parts.other_isa);
        compile(root / "bench" / "CMakeFiles" / "wend_bench.dir" / "cases" / "programs.cpp",
                fmt::format(R"(
            namespace wend::bench {{
            struct Input {{ int program() const; int another() const; }};
            int Input::program() const {{ return {}; }}
            int Input::another() const {{ return {}; }}
            }})",
                            parts.programs, parts.other_program));
        return root;
    }

    [[nodiscard]] bool same(const Parts& parts, const std::string& kernel, const std::string& isa) {
        SameCode code(build({}), build(parts));
        return code.of_case(fmt::format("{}/{}/agents:8192/threads:1", kernel, isa));
    }

    wend::test::ScratchFolder folder_;

  private:
    void compile_table(const std::filesystem::path& objects, const std::string& isa, const Parts& parts,
                       int more) {
        std::string stages;
        std::string fused;
        for (std::size_t kind = 0; kind < parts.kinds; ++kind) {
            const bool is_seek = kind == wend::stage_kind<wend::Seek>;
            stages += is_seek                                      ? "seek,"
                      : kind == wend::stage_kind<wend::Wander>     ? "wander,"
                      : kind == wend::stage_kind<wend::Locomotion> ? "locomotion,"
                                                                   : "nullptr,";
            fused += is_seek ? "fused_seek," : "nullptr,";
        }
        compile(objects / ("wend_" + isa + ".dir") / "isa_table.cpp",
                fmt::format(R"(
            namespace wend {{
            enum class Isa : unsigned char {{}};
            }}
            namespace wend::detail {{
            struct KernelTable {{ int (*functions[2 * {0} + 5])(int); }};
            template <Isa isa, class Table> struct OfIsa {{ static const Table table; }};
            static int seek(int x) {{ return x * 1005 + {1}; }}
            static int fused_seek(int x) {{ return x * 1007 + {2}; }}
            static int wander(int x) {{ return x * 1009 + {3}; }}
            static int locomotion(int x) {{ return x * 1011 + {4}; }}
            template <> const KernelTable OfIsa<Isa({5}), KernelTable>::table = {{{{{6}{7}}}}};
            }})",
                            parts.kinds, parts.seek + 100 * more, parts.fused_seek, parts.wander,
                            parts.locomotion, isa == "sse2" ? 1 : 2, stages, fused));
    }

    static void compile(const std::filesystem::path& file, const std::string& source) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << source;
        const std::string name = file.string();
        EXPECT_EQ(
            std::system(
                fmt::format("'{}' -std=c++20 -O2 -fPIC -c '{}' -o '{}.o'", WEND_CXX, name, name).c_str()),
            0)
            << source;
    }

    int number_ = 0;
};

TEST_F(CaseCode, ACaseChangesWithTheStagesOfItsProgramAlone) {
    Parts seek;
    seek.seek = 20;
    EXPECT_FALSE(same(seek, "seek+locomotion", "sse2"));
    EXPECT_FALSE(same(seek, "weighted+locomotion", "sse2")) << "wander and seek";
    EXPECT_TRUE(same(seek, "wander+locomotion", "sse2"));
    EXPECT_TRUE(same(seek, "approach", "sse2"));
    Parts fused;
    fused.fused_seek = 20;
    EXPECT_FALSE(same(fused, "seek+locomotion", "sse2"));
    EXPECT_TRUE(same(fused, "wander+locomotion", "sse2"));
    Parts locomotion;
    locomotion.locomotion = 20;
    EXPECT_FALSE(same(locomotion, "seek+locomotion", "sse2"));
    EXPECT_FALSE(same(locomotion, "wander+locomotion", "sse2"));
    EXPECT_TRUE(same(locomotion, "approach", "sse2")) << "a stage alone";
}

TEST_F(CaseCode, TheDriverBelongsToAllAndAnInstructionSetToItself) {
    Parts driver;
    driver.driver = 20;
    EXPECT_FALSE(same(driver, "approach", "sse2"));
    EXPECT_FALSE(same(driver, "seek+locomotion", "avx2"));
    Parts isa;
    isa.other_isa = 20;
    EXPECT_TRUE(same(isa, "seek+locomotion", "sse2"));
    EXPECT_FALSE(same(isa, "seek+locomotion", "avx2"));
    Parts unrelated;
    unrelated.unrelated = 20;
    EXPECT_TRUE(same(unrelated, "seek+locomotion", "sse2"));
}

TEST_F(CaseCode, WhatAdvancesNoAgentsHasNoKernels) {
    Parts seek;
    seek.seek = 20;
    SameCode code(build({}), build(seek));
    EXPECT_TRUE(code.of_case("program_build/any/forces:2"));
    EXPECT_FALSE(code.of_case("first_call/any/agents:64"));
    Parts unrelated;
    unrelated.unrelated = 20;
    SameCode other(build({}), build(unrelated));
    EXPECT_FALSE(other.of_case("program_build/any/forces:2"));
}

TEST_F(CaseCode, InDoubtACaseHasChanged) {
    Parts unrelated;
    unrelated.unrelated = 20;
    SameCode code(build({}), build(unrelated));
    EXPECT_TRUE(code.of_case("approach/sse2/agents:8192/threads:1"));
    EXPECT_FALSE(code.of_case("first_call/any/agents:64"));
    EXPECT_FALSE(code.of_case("some other case/sse2"));
    EXPECT_FALSE(code.of_case("approach/tutorial_O2/agents:8192/threads:1"));
    SameCode itself(build({}), build({}));
    EXPECT_TRUE(itself.of_case("some other case/sse2"));

    Parts programs = unrelated;
    programs.programs = 20;
    EXPECT_FALSE(same(programs, "approach", "sse2")) << "which stages it has is not known";
    programs = unrelated;
    programs.other_program = 20;
    EXPECT_TRUE(same(programs, "approach", "sse2"));
    Parts kinds = unrelated;
    kinds.kinds = wend::stage_kind_count + 1;
    EXPECT_FALSE(same(kinds, "approach", "sse2")) << "a table of another size";
    SameCode nowhere(folder_ / "not_there", folder_ / "not_there");
    EXPECT_FALSE(nowhere.of_case("approach/sse2/agents:8192/threads:1"));
    EXPECT_FALSE(nowhere.of_case("some other case/sse2"));
    const std::filesystem::path unnamed = build({});
    std::filesystem::remove_all(unnamed / "bench");
    SameCode unknown(build(unrelated), unnamed);
    EXPECT_FALSE(unknown.of_case("approach/sse2/agents:8192/threads:1"));
}

/// Functions and kinds of wend's own build are found: otherwise every change would be one of all cases.
TEST_F(CaseCode, TheBuildOfThisTestIsUnderstood) {
    const LibraryCode code(WEND_BUILD);
    EXPECT_FALSE(code.programs().empty());
    const std::string seek =
        code.run_hash("sse2", {wend::stage_kind<wend::Seek>, wend::stage_kind<wend::Locomotion>});
    EXPECT_EQ(seek.size(), 16u);
    EXPECT_EQ(code.run_hash("sse2", {wend::stage_kind<wend::Seek>, wend::stage_kind<wend::Locomotion>}),
              seek);
    EXPECT_NE(code.run_hash("sse2", {wend::stage_kind<wend::Flee>, wend::stage_kind<wend::Locomotion>}),
              seek);
    EXPECT_NE(code.run_hash("avx2", {wend::stage_kind<wend::Seek>, wend::stage_kind<wend::Locomotion>}),
              seek);
    EXPECT_EQ(code.run_hash("reference", {wend::stage_kind<wend::Seek>}).size(), 16u);
    EXPECT_EQ(code.setup_hash().size(), 16u);
    EXPECT_EQ(code.run_hash("no such set", {wend::stage_kind<wend::Seek>}), "");
}

}  // namespace
