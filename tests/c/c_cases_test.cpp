// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Every program case through the C interface: built from structs, its streams members of an array of structs.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "support/bit_compare.hpp"
#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "tests/c/c_stage.hpp"

namespace wend::test {
namespace {

constexpr std::size_t agents = 331;

/// The population as an array of structs, with a member that is no stream.
class Structs {
  public:
    explicit Structs(const Population& population) : population_(population) {
        for (const Stream stream : population.streams()) size_ += size_of(info(stream).element);
        bytes_.resize(size_ * population.size() / 4 + 1, 0xa5a5a5a5);
        workspace_.resize(largest_workspace(population.size()));
        std::size_t offset = 4;
        for (const Stream stream : population.streams()) {
            const std::size_t element = size_of(info(stream).element);
            for (std::size_t slot = 0; slot < population.size(); ++slot)
                std::memcpy(at(slot, offset), population.data(stream) + slot * element, element);
            columns_.push_back(WEND_STRIDED(name(stream).data(), at(0, offset), population.size(), size_,
                                            static_cast<wend_element>(info(stream).element)));
            offset += element;
        }
        view_.columns = columns_.data();
        view_.column_count = columns_.size();
        view_.workspace = workspace_.data();
        view_.workspace_count = workspace_.size();
    }
    Structs(const Structs&) = delete;
    Structs& operator=(const Structs&) = delete;

    [[nodiscard]] wend_view& view() { return view_; }

    /// The contents of the structs as arrays.
    [[nodiscard]] Population population() {
        Population held = population_;
        std::size_t offset = 4;
        for (const Stream stream : held.streams()) {
            for (std::size_t slot = 0; slot < held.size(); ++slot)
                held.set_bytes(stream, slot, at(slot, offset));
            offset += size_of(info(stream).element);
        }
        return held;
    }
    [[nodiscard]] bool margins_intact() {
        for (std::size_t slot = 0; slot < population_.size(); ++slot)
            if (std::memcmp(at(slot, 0), "\xa5\xa5\xa5\xa5", 4) != 0) return false;
        return true;
    }

  private:
    [[nodiscard]] unsigned char* at(std::size_t slot, std::size_t offset) {
        return reinterpret_cast<unsigned char*>(bytes_.data()) + slot * size_ + offset;
    }

    const Population& population_;
    std::size_t size_ = 4;
    std::vector<std::uint32_t> bytes_;
    std::vector<float> workspace_;
    std::vector<wend_column> columns_;
    wend_view view_ WEND_VIEW_INIT;
};

class CCases : public ::testing::TestWithParam<const ProgramCase*> {};

std::vector<const ProgramCase*> cases() {
    std::vector<const ProgramCase*> all;
    for (const ProgramCase& one : verify::program_cases())
        if (one.name.find("own_offsets") == std::string::npos) all.push_back(&one);
    return all;
}
INSTANTIATE_TEST_SUITE_P(All, CCases, ::testing::ValuesIn(cases()), [](const auto& tested) {
    return tested.param->name + '_' + std::to_string(tested.index);
});

TEST_P(CCases, GiveTheBitsOfCppInStructs) {
    const ProgramCase& tested = *GetParam();
    const CProgram program(tested.program);
    const Ticks ticks{.dt = tested.dt, .count = 5, .first_tick = 3, .seed = 17};
    const Population start = tested.population(agents, 21, Values::faulty, 0, true);
    wend_ticks given = WEND_TICKS_INIT;
    given.dt = ticks.dt;
    given.count = ticks.count;
    given.first_tick = *ticks.first_tick;
    given.seed = ticks.seed;
    for (std::uint32_t isa = 0; isa < wend_isa_count(); ++isa) {
        Population expected = start;
        const Isa same_isa = *find_isa(wend_isa_name(isa));
        const Result result = run(tested.program, expected.view(), ticks, serial_on(same_isa));
        Structs structs(start);
        wend_execution execution = WEND_EXECUTION_INIT;
        execution.isa = wend_isa_name(isa);
        execution.block = 64;
        wend_result got = WEND_RESULT_INIT;
        ASSERT_EQ(wend_run(program.get(), &structs.view(), &given, &execution, &got), WEND_OK) << got.message;
        EXPECT_EQ(got.faults, result.faults);
        EXPECT_EQ(got.first_fault, result.first_fault);
        EXPECT_TRUE(same_bits(expected, structs.population())) << wend_isa_name(isa);
        EXPECT_TRUE(structs.margins_intact());
        std::uint64_t hash = 0;
        ASSERT_EQ(wend_state_hash(program.get(), &structs.view(), &hash, nullptr), WEND_OK);
        EXPECT_EQ(hash, state_hash(tested.program, expected.view()));
        std::array<std::uint64_t, 2> halves{};
        ASSERT_EQ(wend_state_hashes(program.get(), &structs.view(), 0, 0x80000000, halves.data(), 2, nullptr),
                  WEND_OK);
        EXPECT_EQ(halves[0] + halves[1], hash);
    }
}

}  // namespace
}  // namespace wend::test
