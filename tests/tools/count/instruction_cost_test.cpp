// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// The counts of one instruction, for each kind of instruction.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tools/count/instruction_cost.hpp"

namespace wend::test {
namespace {

using count::Counts;
using count::InstructionCost;
using count::Mask;

struct Row {
    std::string_view assembly;  ///< the disassembly of `bytes`
    std::vector<unsigned char> bytes;
    Counts always;
    Counts unit{};
    Mask mask = Mask::none;
    unsigned units = 0;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.assembly; }

const std::vector<Row> rows{
    {"ret", {0xc3}, {.instructions = 1, .bytes_loaded = 8}},
    {"push rax", {0x50}, {.instructions = 1, .bytes_stored = 8}},
    {"call rax", {0xff, 0xd0}, {.instructions = 1, .bytes_stored = 8}},
    {"lea rax, [rbx+rcx]", {0x48, 0x8d, 0x04, 0x0b}, {.instructions = 1}},
    {"nop word [rax+rax]", {0x66, 0x0f, 0x1f, 0x04, 0x00}, {.instructions = 1}},
    {"prefetcht0 [rax]", {0x0f, 0x18, 0x08}, {.instructions = 1}},
    {"add [rax], ecx", {0x01, 0x08}, {.instructions = 1, .bytes_loaded = 4, .bytes_stored = 4}},
    {"cmove rax, [rbx]", {0x48, 0x0f, 0x44, 0x03}, {.instructions = 1, .bytes_loaded = 8}},
    {"stmxcsr [rax]", {0x0f, 0xae, 0x18}, {.instructions = 1, .bytes_stored = 4}},
    {"addss xmm0, [rax]",
     {0xf3, 0x0f, 0x58, 0x00},
     {.instructions = 1, .operations = 1, .bytes_loaded = 4, .vector_arithmetic = 1, .scalar_float = 1}},
    {"haddps xmm0, xmm1",
     {0xf2, 0x0f, 0x7c, 0xc1},
     {.instructions = 1, .operations = 4, .vector_arithmetic = 1, .vector_128 = 1}},
    {"sqrtpd xmm0, xmm1",
     {0x66, 0x0f, 0x51, 0xc1},
     {.instructions = 1,
      .operations = 2,
      .double_operations = 2,
      .roots = 2,
      .vector_arithmetic = 1,
      .vector_128 = 1}},
    {"movhps xmm0, [rax]", {0x0f, 0x16, 0x00}, {.instructions = 1, .bytes_loaded = 8, .vector_128 = 1}},
    {"pinsrd xmm0, [rax], 1",
     {0x66, 0x0f, 0x3a, 0x22, 0x00, 0x01},
     {.instructions = 1, .bytes_loaded = 4, .vector_arithmetic = 1, .vector_128 = 1}},
    {"vfmadd231ps ymm0, ymm1, [rax]",
     {0xc4, 0xe2, 0x75, 0xb8, 0x00},
     {.instructions = 1, .operations = 16, .bytes_loaded = 32, .vector_arithmetic = 1, .vector_256 = 1}},
    {"vinsertf128 ymm0, ymm1, [rax], 1",
     {0xc4, 0xe3, 0x75, 0x18, 0x00, 0x01},
     {.instructions = 1, .bytes_loaded = 16, .vector_arithmetic = 1, .vector_256 = 1}},
    {"vaddps zmm0, zmm1, [rax]",
     {0x62, 0xf1, 0x74, 0x48, 0x58, 0x00},
     {.instructions = 1, .operations = 16, .bytes_loaded = 64, .vector_arithmetic = 1, .vector_512 = 1}},
    {"vaddps zmm0, zmm1, zmm2, {rn-sae}",
     {0x62, 0xf1, 0x74, 0x18, 0x58, 0xc2},
     {.instructions = 1, .operations = 16, .vector_arithmetic = 1, .vector_512 = 1}},
    {"vdivps zmm0, zmm1, zmm2",
     {0x62, 0xf1, 0x74, 0x48, 0x5e, 0xc2},
     {.instructions = 1, .operations = 16, .divisions = 16, .vector_arithmetic = 1, .vector_512 = 1}},
    {"vbroadcastss zmm0, [rax]",
     {0x62, 0xf2, 0x7d, 0x48, 0x18, 0x00},
     {.instructions = 1, .bytes_loaded = 4, .vector_512 = 1}},
    {"vmovntps [rax], zmm0",
     {0x62, 0xf1, 0x7c, 0x48, 0x2b, 0x00},
     {.instructions = 1, .bytes_stored = 64, .vector_512 = 1}},
    {"vcmpltps k1, zmm0, [rax]",
     {0x62, 0xf1, 0x7c, 0x48, 0xc2, 0x08, 0x01},
     {.instructions = 1, .bytes_loaded = 64, .vector_arithmetic = 1, .vector_512 = 1}},
    // Masked: the cost of each active lane.
    {"vmovups zmm0{k1}{z}, [rax]",
     {0x62, 0xf1, 0x7c, 0xc9, 0x10, 0x00},
     {.instructions = 1, .vector_512 = 1},
     {.bytes_loaded = 4},
     Mask::opmask,
     16},
    {"vmovups [rax]{k1}, ymm0",
     {0x62, 0xf1, 0x7c, 0x29, 0x11, 0x00},
     {.instructions = 1, .vector_256 = 1},
     {.bytes_stored = 4},
     Mask::opmask,
     8},
    {"vaddps zmm0{k2}, zmm1, [rax]{1to16}",
     {0x62, 0xf1, 0x74, 0x5a, 0x58, 0x00},
     {.instructions = 1, .bytes_loaded = 4, .vector_arithmetic = 1, .vector_512 = 1},
     {.operations = 1},
     Mask::opmask,
     16},
    {"vmulsd xmm0{k1}, xmm1, [rax]",
     {0x62, 0xf1, 0xf7, 0x09, 0x59, 0x00},
     {.instructions = 1, .vector_arithmetic = 1, .scalar_float = 1},
     {.operations = 1, .double_operations = 1, .bytes_loaded = 8},
     Mask::opmask,
     1},
    {"vcvtps2pd zmm0{k1}, [rax]",
     {0x62, 0xf1, 0x7c, 0x49, 0x5a, 0x00},
     {.instructions = 1, .vector_arithmetic = 1, .vector_512 = 1},
     {.bytes_loaded = 4},
     Mask::opmask,
     8},
    {"vpcompressd [rax]{k1}, zmm0",
     {0x62, 0xf2, 0x7d, 0x49, 0x8b, 0x00},
     {.instructions = 1, .vector_arithmetic = 1, .vector_512 = 1},
     {.bytes_stored = 4},
     Mask::opmask,
     16},
    {"vpscatterdd [rax+zmm2*4]{k1}, zmm1",
     {0x62, 0xf2, 0x7d, 0x49, 0xa0, 0x0c, 0x90},
     {.instructions = 1, .vector_arithmetic = 1, .vector_512 = 1},
     {.bytes_stored = 4},
     Mask::opmask,
     16},
    {"vgatherdps zmm1{k1}, [rax+zmm2*4]",
     {0x62, 0xf2, 0x7d, 0x49, 0x92, 0x0c, 0x90},
     {.instructions = 1, .vector_arithmetic = 1, .vector_512 = 1},
     {.bytes_loaded = 4},
     Mask::opmask,
     16},
    {"vgatherdps ymm1, [rax+ymm2*4], ymm3",
     {0xc4, 0xe2, 0x65, 0x92, 0x0c, 0x90},
     {.instructions = 1, .vector_arithmetic = 1, .vector_256 = 1},
     {.bytes_loaded = 4},
     Mask::vector,
     8},
    {"vgatherqps xmm1, [rax+ymm2*4], xmm3",
     {0xc4, 0xe2, 0x65, 0x93, 0x0c, 0x90},
     {.instructions = 1, .vector_arithmetic = 1, .vector_256 = 1},
     {.bytes_loaded = 4},
     Mask::vector,
     4},
    {"vmaskmovps ymm0, ymm1, [rax]",
     {0xc4, 0xe2, 0x75, 0x2c, 0x00},
     {.instructions = 1, .vector_arithmetic = 1, .vector_256 = 1},
     {.bytes_loaded = 4},
     Mask::vector,
     8},
    {"rep movsb",
     {0xf3, 0xa4},
     {.instructions = 1},
     {.bytes_loaded = 1, .bytes_stored = 1},
     Mask::iteration,
     1},
    {"rep stosq", {0xf3, 0x48, 0xab}, {.instructions = 1}, {.bytes_stored = 8}, Mask::iteration, 1},
};

class InstructionCosts : public ::testing::TestWithParam<Row> {};

TEST_P(InstructionCosts, MatchTheManual) {
    std::array<unsigned char, 16> code;
    code.fill(0x90);
    std::copy(GetParam().bytes.begin(), GetParam().bytes.end(), code.begin());
    const InstructionCost cost = count::cost_of(code.data());
    ASSERT_TRUE(cost.known);
    for (const count::CountField& field : count::count_fields) {
        EXPECT_EQ(cost.always.*field.value, GetParam().always.*field.value) << field.name;
        EXPECT_EQ(cost.unit.*field.value, GetParam().unit.*field.value) << field.name << " of a lane";
    }
    EXPECT_EQ(static_cast<int>(cost.mask), static_cast<int>(GetParam().mask));
    if (cost.mask == Mask::opmask || cost.mask == Mask::vector) {
        EXPECT_EQ(cost.units, GetParam().units);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, InstructionCosts, ::testing::ValuesIn(rows));

TEST(InstructionCost, MasksAreReadFromTheirRegisters) {
    const std::array<unsigned char, 16> opmask{0x62, 0xf1, 0x74, 0x5a, 0x58, 0x00};
    EXPECT_EQ(count::cost_of(opmask.data()).mask_register, 2);
    const std::array<unsigned char, 16> gather{0xc4, 0xe2, 0x65, 0x92, 0x0c, 0x90};
    EXPECT_EQ(count::cost_of(gather.data()).mask_register, 3);
    const std::array<unsigned char, 16> move{0xc4, 0xe2, 0x75, 0x2e, 0x00};
    EXPECT_EQ(count::cost_of(move.data()).mask_register, 1);
}

TEST(InstructionCost, InvalidBytesAreUnknown) {
    const std::array<unsigned char, 16> nonsense{0x06};  // push es, invalid in 64-bit mode
    EXPECT_FALSE(count::cost_of(nonsense.data()).known);
}

}  // namespace
}  // namespace wend::test
