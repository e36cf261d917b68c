// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Any program over any view: no access out of bounds, refusals before the first write, the bits of the
// reference on every instruction set. An invalid agent keeps its streams, counts a fault in every tick and
// does not affect others.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fuzz/program_input.hpp"
#include "fuzz/require.hpp"

namespace {

using namespace wend;
using namespace wend::fuzz;

bool same_result(const Result& a, const Result& b) {
    return a.status.code == b.status.code && a.faults == b.faults && a.first_fault == b.first_fault;
}

bool same_bits(const StreamMemory& a, const StreamMemory& b) {
    for (std::size_t slot = 0; slot < a.size(); ++slot)
        if (!a.same(b, slot)) return false;
    return true;
}

bool is_position(Stream stream) { return stream == Stream::position_x || stream == Stream::position_y; }

/// Whether a stage reads the stream: waypoint advance only writes the position.
bool is_read(const Program& program, const StreamUse& use) {
    if (std::holds_alternative<WaypointAdvance>(program.stages().front()) && is_position(use.stream))
        return false;
    return true;
}

template <class Float>
bool is_bad(const std::byte* bytes) {
    Float value;
    std::memcpy(&value, bytes, sizeof value);
    return !(std::abs(value) <= static_cast<Float>(1e18f));
}

/// Whether the agent is invalid by the public headers alone: a float that the program reads is NaN, infinite
/// or beyond 1e18. False for agents without a path, whose other values may be ignored, where stages act on
/// some agents only, and for a custom locomotion, which need not use its inputs.
bool certainly_bad(const Program& program, const StreamMemory& memory, std::size_t slot) {
    if (memory.has(Stream::stages) || std::holds_alternative<CustomLocomotion>(program.stages().back()))
        return false;
    std::int32_t path = 0;
    if (memory.has(Stream::path)) std::memcpy(&path, memory.at(Stream::path, slot), sizeof path);
    if (path == -1) return false;
    for (const StreamUse& use : program.streams()) {
        if (!is_read(program, use)) continue;
        const ElementType element = info(use.stream).element;
        if (element == ElementType::f32 && is_bad<float>(memory.at(use.stream, slot))) return true;
        if (element == ElementType::f64 && is_bad<double>(memory.at(use.stream, slot))) return true;
    }
    return false;
}

void check_refusal(const ProgramInput& input) {
    StreamMemory untouched = input.memory;
    const Result result = run(input.program, untouched.view(), input.ticks, input.execution);
    require(!result.status.ok(), "validate and run refuse the same");
    require(same_bits(input.memory, untouched), "a refusal comes before the first write");
}

/// Validate writes nothing.
void check_untouched(const ProgramInput& input, const StreamMemory& validated) {
    for (const StreamUse& use : input.program.streams())
        for (std::size_t slot = 0; slot < validated.size(); ++slot)
            require(std::memcmp(validated.at(use.stream, slot), input.memory.at(use.stream, slot),
                                size_of(info(use.stream).element)) == 0,
                    "validate writes no stream");
}

void check_bad_agents(const ProgramInput& input, const StreamMemory& after, const Result& result) {
    std::uint64_t bad = 0;
    for (std::size_t slot = 0; slot < after.size(); ++slot) {
        if (!certainly_bad(input.program, input.memory, slot)) continue;
        ++bad;
        for (const StreamUse& use : input.program.streams())
            require(std::memcmp(after.at(use.stream, slot), input.memory.at(use.stream, slot),
                                size_of(info(use.stream).element)) == 0,
                    "an invalid agent keeps its streams");
    }
    require(result.faults >= bad * input.ticks.count, "a fault for each invalid agent and tick");
}

/// Every agent alone reaches the same state as among others.
void check_each_alone(const ProgramInput& input, const StreamMemory& after, const Result& result) {
    StreamMemory alone = input.memory;
    const AgentView view = alone.view();
    std::uint64_t faults = 0;
    for (std::size_t slot = 0; slot < alone.size(); ++slot)
        faults += run(input.program, view.slice(slot, 1), input.ticks,
                      {.isa = input.execution.isa, .threading = Threading::serial})
                      .faults;
    require(faults == result.faults, "an agent faults alone as among others");
    require(same_bits(after, alone), "other agents change no bit");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::optional<ProgramInput> input = read_program_input(data, size);
    if (!input) return 0;
    const Execution reference{.isa = Isa::reference, .threading = Threading::serial};

    StreamMemory validated = input->memory;
    const Result first = validate(input->program, validated.view(), input->ticks, input->execution);
    if (!first.status.ok()) {
        check_refusal(*input);
        return 0;
    }

    check_untouched(*input, validated);

    StreamMemory expected = input->memory;
    const Result expected_result = run(input->program, expected.view(), input->ticks, reference);
    StreamMemory actual = input->memory;
    const Result result = run(input->program, actual.view(), input->ticks, input->execution);
    require(result.status.ok(), "run accepts what validate accepts");
    require(same_result(expected_result, result), "every instruction set counts the same faults");
    require(same_bits(expected, actual), "every instruction set has the reference's bits");
    require(state_hash(input->program, expected.view()) == state_hash(input->program, actual.view()),
            "equal hashes");
    require(input->ticks.count == 0 || first.faults <= result.faults,
            "validate sees the first tick's faults");
    check_bad_agents(*input, actual, result);
    if (input->memory.size() <= 24 && !input->program.looks_at_others())
        check_each_alone(*input, actual, result);
    return 0;
}
