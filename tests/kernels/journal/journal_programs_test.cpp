// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Journals of random programs whose agents enter, leave, are sorted, selected, changed and rolled back:
// recorded on one instruction set, and run again on the others.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "support/isas.hpp"
#include "support/program_cases.hpp"
#include "support/sort_crowd.hpp"
#include "tools/verify/drawn_stage.hpp"
#include "wend/journal.hpp"

namespace wend::test {
namespace {

using verify::Dice;

constexpr std::size_t most_agents = 300;

/// One to three forces that build together, and a locomotion.
Program drawn_program(Dice& dice, const PathSet& paths) {
    for (;;) {
        const auto mode = static_cast<PathMode>(dice.below(3));
        std::vector<Stage> stages;
        const std::size_t forces = 1 + dice.below(3);
        while (stages.size() < forces) {
            const std::size_t kind = dice.below(stage_kind_count);
            if (is_force_kind(kind) && kind != stage_kind<CustomForce>)
                stages.push_back(verify::drawn_stage(kind, dice, {paths, mode, case_area}));
        }
        Locomotion locomotion{
            .max_force = dice.between(1, 30), .max_speed = dice.between(1, 10), .mass = 1.0f};
        locomotion.composition = static_cast<Composition>(dice.below(2));
        locomotion.bounds = static_cast<Bounds>(dice.below(3));
        locomotion.area = case_area;
        stages.emplace_back(locomotion);
        if (Expected<Program> program = Program::build(std::move(stages))) return *program;
    }
}

/// Agents of a drawn program, and what a game does to them.
class Game {
  public:
    Game(Dice& dice, const PathSet& paths)
        : dice_(dice),
          program_(drawn_program(dice, paths)),
          values_(ProgramCase{.name = {},
                              .program = program_,
                              .streams = verify::streams_and_outputs_of(program_),
                              .paths = {&paths},
                              .dt = 0.1f}
                      .population(most_agents, dice.bits(), dice.coin() ? Values::ordinary : Values::faulty)),
          crowd_(program_) {
        spawn(1 + dice.below(most_agents / 2));
    }

    void change() {
        switch (dice_.below(8)) {
            case 0:
                if (crowd_.size() < most_agents) spawn(1 + dice_.below(most_agents - crowd_.size()));
                break;
            case 1:
                if (crowd_.size() > 1) crowd_.remove(dice_.below(crowd_.size()));
                snapshot_.clear();
                break;
            case 2:
                EXPECT_TRUE(sort_crowd(crowd_, 20).ok());
                snapshot_.clear();
                break;
            case 3:
                snapshot_.resize(crowd_.snapshot_bytes());
                EXPECT_TRUE(crowd_.save(snapshot_).ok());
                saved_tick_ = tick_;
                break;
            case 4:
                if (snapshot_.empty()) break;
                EXPECT_TRUE(crowd_.restore(snapshot_).ok());
                tick_ = saved_tick_;
                break;
            case 5: copy(dice_.below(crowd_.size())); break;
            default: break;
        }
    }

    Result call(JournalWriter& journal, Isa isa) {
        AgentView view = crowd_.view();
        active_.resize(crowd_.size());
        if (dice_.below(3) == 0) {
            for (std::uint8_t& one : active_) one = static_cast<std::uint8_t>(dice_.below(2));
            view.only(active_);
        }
        const auto count = 1 + static_cast<std::uint32_t>(dice_.below(3));
        const Ticks ticks{.dt = 0.1f, .count = count, .first_tick = tick_, .seed = 4};
        tick_ += count;
        return journal.run(program_, view, ticks, serial_on(isa));
    }

    [[nodiscard]] const Program& program() const { return program_; }
    [[nodiscard]] AgentView view() { return crowd_.view(); }

  private:
    void spawn(std::size_t count) {
        crowd_.make_workspace(program_);
        const std::size_t first = crowd_.spawn(count);
        for (std::size_t slot = first; slot < crowd_.size(); ++slot) copy(slot);
        snapshot_.clear();
    }
    /// Gives an agent all values of one of the population's.
    void copy(std::size_t slot) {
        const std::size_t from = dice_.below(values_.size());
        const AgentView view = crowd_.view();
        for (const Stream stream : values_.streams()) {
            if (!crowd_.has(stream) || stream == Stream::id) continue;
            const std::size_t size = size_of(info(stream).element);
            std::memcpy(static_cast<std::byte*>(const_cast<void*>(view.column(stream).data)) + slot * size,
                        values_.data(stream) + from * size, size);
        }
    }

    Dice& dice_;
    Program program_;
    Population values_;
    AgentBuffer crowd_;
    std::vector<std::byte> snapshot_;
    std::uint64_t tick_ = 0, saved_tick_ = 0;
    std::vector<std::uint8_t> active_;
};

bool append(void* context, std::span<const std::byte> block) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(context);
    bytes.insert(bytes.end(), block.begin(), block.end());
    return true;
}

/// The first call that differs; "" if none does.
std::string first_other_call(std::span<const std::byte> bytes, Isa isa, std::uint64_t calls) {
    std::string why;
    std::optional<JournalReader> reader = JournalReader::open(bytes, {}, why);
    if (!reader) return why;
    JournalCall call;
    std::uint64_t read = 0;
    for (; reader->next(call); ++read) {
        if (call.code != Code::ok) continue;
        const Result result = reader->run(serial_on(isa));
        if (!result.status) return message(result.status);
        if (result.faults != call.faults || state_hash(reader->program(), reader->agents()) != call.hash)
            return "call " + std::to_string(call.number);
    }
    if (read != calls || !reader->ended()) return "ends early " + std::string(reader->damage());
    return {};
}

TEST(JournalPrograms, RunAgainOnEveryInstructionSet) {
    const char* const wanted = std::getenv("WEND_JOURNAL_PROGRAMS");
    const std::uint64_t programs = wanted == nullptr ? 60 : std::stoull(wanted);
    const PathSet paths = make_short_paths(2, 3);
    std::uint64_t refused = 0;
    for (std::uint64_t seed = 0; seed < programs; ++seed) {
        Dice dice(seed);
        Game game(dice, paths);
        std::vector<std::byte> bytes;
        const JournalOptions options{.flush_every = 1 + static_cast<std::uint32_t>(dice.below(4)),
                                     .most_agents = most_agents};
        std::vector<std::byte> memory(JournalWriter::memory_size(game.program(), game.view(), options));
        constexpr std::uint64_t calls = 16;
        const std::span<const Isa> isas = supported_isas();
        {
            Expected<JournalWriter> journal =
                JournalWriter::start(game.program(), game.view(), {append, &bytes}, memory, options);
            ASSERT_TRUE(journal.ok()) << message(journal.status());
            for (std::uint64_t i = 0; i < calls; ++i) {
                game.change();
                if (!game.call(*journal, isas[dice.below(isas.size())]).status) ++refused;
            }
            ASSERT_TRUE(journal->works());
        }
        for (const Isa isa : isas)
            ASSERT_EQ(first_other_call(bytes, isa, calls), "")
                << "seed " << seed << ", " << name(isa) << ", recorded on all";
    }
    EXPECT_LT(refused, programs * 16 / 10) << "most calls are legal";
}

}  // namespace
}  // namespace wend::test
