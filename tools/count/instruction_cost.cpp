// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/count/instruction_cost.hpp"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace wend::count {

namespace {

constexpr std::size_t longest_instruction = 15;

struct Decoded {
    ZydisDecodedInstruction instruction;
    std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;
    std::string_view name;  ///< the mnemonic, in lower case

    [[nodiscard]] auto begin() const { return operands.begin(); }
    [[nodiscard]] auto end() const { return operands.begin() + instruction.operand_count; }
};

/// Floating-point operations per lane of a mnemonic.
struct Arithmetic {
    std::uint8_t operations = 0;
    bool divides = false;
    bool is_root = false;
    bool is_double = false;
    bool is_scalar = false;
};

bool is_any(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Derived from the name alone: "vfmadd231ps" is "fmadd231" of packed floats.
Arithmetic arithmetic_of(std::string_view name) {
    if (name.starts_with('v')) name.remove_prefix(1);
    if (name.size() < 4 || name.starts_with('p')) return {};  // pabsd and pcompressd work on integers
    const std::string_view suffix = name.substr(name.size() - 2);
    if (!is_any(suffix, {"ps", "pd", "ss", "sd"})) return {};
    const std::string_view verb = name.substr(0, name.size() - 2);
    Arithmetic arithmetic{.is_double = suffix[1] == 'd', .is_scalar = suffix[0] == 's'};
    arithmetic.divides = verb == "div";
    arithmetic.is_root = verb == "sqrt";
    if (is_any(verb, {"add", "sub", "mul", "div", "sqrt", "addsub", "hadd", "hsub"}))
        arithmetic.operations = 1;
    if (verb.starts_with("fmadd") || verb.starts_with("fmsub") || verb.starts_with("fnmadd") ||
        verb.starts_with("fnmsub"))
        arithmetic.operations = 2;
    return arithmetic;
}

unsigned vector_width(ZydisRegister which) {
    switch (ZydisRegisterGetClass(which)) {
        case ZYDIS_REGCLASS_XMM: return 128;
        case ZYDIS_REGCLASS_YMM: return 256;
        case ZYDIS_REGCLASS_ZMM: return 512;
        default: return 0;
    }
}

/// The width of the vector register that an operand is; 0 if it is none.
unsigned register_width(const ZydisDecodedOperand& operand) {
    return operand.type == ZYDIS_OPERAND_TYPE_REGISTER ? vector_width(operand.reg.value) : 0;
}

unsigned index_width(const ZydisDecodedOperand& operand) {
    return operand.type == ZYDIS_OPERAND_TYPE_MEMORY ? vector_width(operand.mem.index) : 0;
}

/// Lanes of a gather or scatter: its indices or its data, whichever are fewer.
std::uint8_t lanes_of_gather(const Decoded& decoded, const ZydisDecodedOperand& memory) {
    // v[p]gather, [v]pscatter, then the types of index and of data: "dps", "qd", ...
    const std::size_t types = decoded.name.find("er") + 2;
    const unsigned index_bits = decoded.name[types] == 'q' ? 64 : 32;
    const unsigned indices = index_width(memory) / index_bits;
    unsigned data = 0;
    for (const ZydisDecodedOperand& operand : decoded)
        if (const unsigned width = register_width(operand); width != 0)
            data = std::max(data, width / memory.element_size);
    return static_cast<std::uint8_t>(std::min(indices, data));
}

bool touches_no_memory(const ZydisDecodedInstruction& instruction) {
    return instruction.meta.category == ZYDIS_CATEGORY_PREFETCH ||
           instruction.meta.category == ZYDIS_CATEGORY_NOP ||
           instruction.meta.category == ZYDIS_CATEGORY_WIDENOP ||
           instruction.mnemonic == ZYDIS_MNEMONIC_CLFLUSH ||
           instruction.mnemonic == ZYDIS_MNEMONIC_CLFLUSHOPT;
}

bool is_read(const ZydisDecodedOperand& operand) {
    return (operand.actions & (ZYDIS_OPERAND_ACTION_READ | ZYDIS_OPERAND_ACTION_CONDREAD)) != 0;
}

bool is_written(const ZydisDecodedOperand& operand) {
    return (operand.actions & (ZYDIS_OPERAND_ACTION_WRITE | ZYDIS_OPERAND_ACTION_CONDWRITE)) != 0;
}

void find_mask(const Decoded& decoded, InstructionCost& cost) {
    const ZydisDecodedInstruction& instruction = decoded.instruction;
    constexpr ZyanU64 repeats = ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;
    if ((instruction.attributes & repeats) != 0) {
        cost.mask = Mask::iteration;
        return;
    }
    const ZydisRegister opmask = instruction.avx.mask.reg;
    if (instruction.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX && opmask > ZYDIS_REGISTER_K0 &&
        opmask <= ZYDIS_REGISTER_K7) {
        cost.mask = Mask::opmask;
        cost.mask_register = static_cast<std::uint8_t>(opmask - ZYDIS_REGISTER_K0);
        return;
    }
    // The mask is the second operand of a masked move, the third of a gather.
    const bool moves = decoded.name.starts_with("vmaskmov") || decoded.name.starts_with("vpmaskmov");
    if (!moves && instruction.meta.category != ZYDIS_CATEGORY_AVX2GATHER) return;
    const ZydisDecodedOperand& mask = decoded.operands[moves ? 1 : 2];
    cost.mask = Mask::vector;
    cost.mask_register = static_cast<std::uint8_t>(ZydisRegisterGetId(mask.reg.value));
}

/// Adds the memory that an operand names: all of it, or one element for each active lane.
void add_memory(const Decoded& decoded, const ZydisDecodedOperand& operand, InstructionCost& cost) {
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || touches_no_memory(decoded.instruction)) return;
    const bool gathers = operand.mem.type == ZYDIS_MEMOP_TYPE_VSIB;
    if (operand.mem.type != ZYDIS_MEMOP_TYPE_MEM && !gathers) return;
    const bool broadcasts = decoded.instruction.avx.broadcast.mode != ZYDIS_BROADCAST_MODE_INVALID;
    const bool by_unit = cost.mask != Mask::none && !broadcasts;
    Counts& counts = by_unit ? cost.unit : cost.always;
    const std::uint64_t bytes = (by_unit ? operand.element_size : operand.size) / 8u;
    if (is_read(operand)) counts.bytes_loaded += bytes;
    if (is_written(operand)) counts.bytes_stored += bytes;
    if (gathers)
        cost.units = lanes_of_gather(decoded, operand);
    else if (by_unit)
        cost.units = static_cast<std::uint8_t>(operand.element_count);
    cost.element_size = static_cast<std::uint8_t>(operand.element_size / 8u);
}

void add_arithmetic(const Decoded& decoded, const Arithmetic& arithmetic, InstructionCost& cost) {
    if (arithmetic.operations == 0) return;
    const auto lanes =
        static_cast<std::uint8_t>(arithmetic.is_scalar ? 1 : decoded.operands[0].element_count);
    Counts& counts = cost.mask == Mask::none ? cost.always : cost.unit;
    const std::uint64_t operations =
        static_cast<std::uint64_t>(arithmetic.operations) * (cost.mask == Mask::none ? lanes : 1);
    counts.operations = operations;
    if (arithmetic.is_double) counts.double_operations = operations;
    if (arithmetic.divides) counts.divisions = operations;
    if (arithmetic.is_root) counts.roots = operations;
    if (cost.mask != Mask::none) cost.units = lanes;
}

void add_width(const Decoded& decoded, const Arithmetic& arithmetic, InstructionCost& cost) {
    unsigned width = 0;
    bool has_memory = false;
    for (const ZydisDecodedOperand& operand : decoded) {
        width = std::max({width, register_width(operand), index_width(operand)});
        has_memory = has_memory || operand.type == ZYDIS_OPERAND_TYPE_MEMORY;
    }
    if (width == 0) return;
    const ZydisInstructionCategory category = decoded.instruction.meta.category;
    const bool broadcast = category == ZYDIS_CATEGORY_BROADCAST;
    const bool moves = category == ZYDIS_CATEGORY_DATAXFER || (broadcast && has_memory);
    if (!moves) cost.always.vector_arithmetic = 1;
    if (arithmetic.is_scalar && !broadcast)
        cost.always.scalar_float = 1;
    else if (width == 128)
        cost.always.vector_128 = 1;
    else if (width == 256)
        cost.always.vector_256 = 1;
    else
        cost.always.vector_512 = 1;
}

}  // namespace

InstructionCost cost_of(const void* code) noexcept {
    InstructionCost cost;
    cost.always.instructions = 1;
    ZydisDecoder decoder;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    Decoded decoded;
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, longest_instruction, &decoded.instruction,
                                             decoded.operands.data())))
        return cost;
    cost.known = true;
    decoded.name = ZydisMnemonicGetString(decoded.instruction.mnemonic);
    const Arithmetic arithmetic = arithmetic_of(decoded.name);
    find_mask(decoded, cost);
    for (const ZydisDecodedOperand& operand : decoded) add_memory(decoded, operand, cost);
    add_arithmetic(decoded, arithmetic, cost);
    add_width(decoded, arithmetic, cost);
    return cost;
}

std::string instruction_text(const void* code) {
    ZydisDecoder decoder;
    ZydisFormatter formatter;
    Decoded decoded;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_INTEL);
    std::array<char, 128> text{};
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code, longest_instruction, &decoded.instruction,
                                             decoded.operands.data())) ||
        !ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &decoded.instruction,
                                                      decoded.operands.data(),
                                                      decoded.instruction.operand_count_visible, text.data(),
                                                      text.size(), ZYDIS_RUNTIME_ADDRESS_NONE, nullptr)))
        return "?";
    return text.data();
}

}  // namespace wend::count
