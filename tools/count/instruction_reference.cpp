// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/instruction_reference.hpp"

#include <Zydis/Zydis.h>

#include <array>

namespace wend::count {

bool can_decode() noexcept { return true; }

InstructionReference reference_of(std::span<const std::byte> code) noexcept {
    InstructionReference reference;
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisDecodedInstruction instruction;
    std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &instruction, operands.data())))
        return reference;
    reference.length = instruction.length;
    for (std::size_t i = 0; i < instruction.operand_count; ++i) {
        const ZydisDecodedOperand& operand = operands[i];
        if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative) {
            reference.field = instruction.raw.imm[0].offset;
            reference.field_size = instruction.raw.imm[0].size / 8u;
            reference.distance = operand.imm.value.s;
        }
        if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP) {
            reference.field = instruction.raw.disp.offset;
            reference.field_size = instruction.raw.disp.size / 8u;
            reference.distance = operand.mem.disp.value;
            // `bt` with a register reaches bits beyond its operand.
            const bool is_exact = operand.mem.type == ZYDIS_MEMOP_TYPE_MEM &&
                                  instruction.meta.category != ZYDIS_CATEGORY_BITBYTE;
            reference.accessed = is_exact ? operand.size / 8u : 0;
        }
    }
    return reference;
}

}  // namespace wend::count
