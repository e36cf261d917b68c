// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/measure/machine_code.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "support/scratch_folder.hpp"
#include "tools/support/command_line.hpp"

namespace {

using wend::perf::object_hash;

class MachineCode : public ::testing::Test {
  protected:
    /// The hash of a source's object, compiled in a new folder.
    [[nodiscard]] std::string hash_of(const std::string& source, const std::string& flags = "") const {
        static int number = 0;
        const std::string place = fmt::format("{}/{}", folder_.path().string(), ++number);
        std::filesystem::create_directory(place);
        folder_.write(fmt::format("{}/a.cpp", number), source);
        EXPECT_EQ(
            std::system(
                fmt::format("'{}' -O2 {} -c '{}/a.cpp' -o '{}/a.o'", WEND_CXX, flags, place, place).c_str()),
            0);
        return object_hash(place + "/a.o");
    }

    wend::test::ScratchFolder folder_;
};

TEST_F(MachineCode, CommentsNamesAndDebugInformationAreNotCode) {
    const std::string source = "extern int f(int); int g(int x) { return f(x + 1) * 3; }\n";
    const std::string hash = hash_of(source);
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(hash_of("// A comment.\n\n" + source), hash);
    EXPECT_EQ(hash_of(source, "-g"), hash);
    EXPECT_EQ(hash_of("extern int f(int); int g(int another) { return f(another + 1) * 3; }\n"), hash);
}

TEST_F(MachineCode, InstructionsOperandsAndConstantsAreCode) {
    const std::string source =
        "extern int f(int); extern float table; float g(float x) { return f(1) * x * 3.5f + table; }\n";
    const std::string hash = hash_of(source);
    EXPECT_NE(
        hash_of(
            "extern int f(int); extern float table; float g(float x) { return f(2) * x * 3.5f + table; }\n"),
        hash)
        << "an operand";
    EXPECT_NE(
        hash_of(
            "extern int f(int); extern float table; float g(float x) { return f(1) * x * 4.5f + table; }\n"),
        hash)
        << "a constant in memory";
    EXPECT_NE(
        hash_of(
            "extern int e(int); extern float table; float g(float x) { return e(1) * x * 3.5f + table; }\n"),
        hash)
        << "the called function";
    EXPECT_NE(
        hash_of(
            "extern int f(int); extern float other; float g(float x) { return f(1) * x * 3.5f + other; }\n"),
        hash)
        << "the read variable";
    EXPECT_NE(hash_of(source, "-O0"), hash);
}

TEST_F(MachineCode, AForeignFileIsRefused) {
    folder_.write("text.o",
                  "not an object, but long enough to hold the header of one: sixty-four bytes and more");
    EXPECT_THROW((void)object_hash(folder_ / "text.o"), wend::support::MisuseError);
    folder_.write("empty.o", "");
    EXPECT_THROW((void)object_hash(folder_ / "empty.o"), wend::support::MisuseError);
    // An object that is truncated anywhere.
    ASSERT_FALSE(hash_of("int g(int x) { return x * 3; }\n").empty());
    std::string object;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
        if (entry.path().filename() == "a.o")
            object = folder_.read(entry.path().lexically_relative(folder_.path()).string());
    ASSERT_GT(object.size(), 64u);
    for (std::size_t size = 0; size + 1 < object.size(); size += 13) {
        folder_.write("short.o", object.substr(0, size));
        EXPECT_THROW((void)object_hash(folder_ / "short.o"), wend::support::MisuseError) << size << " bytes";
    }
}

/// Two builds of a library with one object for all instruction sets and one for each of two.
class SameCode : public MachineCode {
  protected:
    void SetUp() override {
        for (const char* build : {"base", "head"})
            for (const auto& [target, source] : {std::pair("wend", "int run() { return 1; }"),
                                                 std::pair("wend_avx2", "int kernel() { return 2; }"),
                                                 std::pair("wend_sse2", "int kernel() { return 3; }")})
                put(build, target, source);
    }

    void put(const std::string& build, const std::string& target, const std::string& source) const {
        const std::filesystem::path folder =
            folder_ / build / "kernels/CMakeFiles" / (target + ".dir") / "src";
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "a.cpp") << source;
        ASSERT_EQ(
            std::system(fmt::format("'{0}' -c '{1}/a.cpp' -o '{1}/a.o'", WEND_CXX, folder.string()).c_str()),
            0);
    }

    [[nodiscard]] bool is_same(const char* name) const {
        return wend::perf::is_same_code(wend::perf::LibraryCode(folder_ / "base"),
                                        wend::perf::LibraryCode(folder_ / "head"), name);
    }
};

TEST_F(SameCode, IsThatOfTheInstructionSet) {
    put("head", "wend_avx2", "// A comment.\nint kernel() { return 2; }");
    for (const char* name : {"seek/avx2/agents:64", "seek/reference/agents:64", "first_call/any/agents:64"})
        EXPECT_TRUE(is_same(name)) << name;
    put("head", "wend_avx2", "int kernel() { return 4; }");
    EXPECT_FALSE(is_same("seek/avx2/agents:64"));
    EXPECT_FALSE(is_same("first_call/any/agents:64")) << "it may run any kernel";
    EXPECT_TRUE(is_same("seek/sse2/agents:64"));
    EXPECT_TRUE(is_same("seek/reference/agents:64"));
    put("head", "wend", "int run() { return 5; }");
    EXPECT_FALSE(is_same("seek/sse2/agents:64")) << "all instruction sets use that object";
}

TEST_F(SameCode, OfAFolderWithoutObjectsIsNotKnown) {
    std::filesystem::remove_all(folder_ / "base");
    std::filesystem::remove_all(folder_ / "head");
    EXPECT_FALSE(is_same("seek/avx2/agents:64"));
}

}  // namespace
