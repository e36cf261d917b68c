// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "journal/blocks.hpp"
#include "journal/journal_columns.hpp"
#include "journal/stage_bytes.hpp"
#include "stage/contract.hpp"
#include "wend/journal.hpp"
#include "wend/version.hpp"

namespace wend {
namespace {

using detail::BlockReader;
using detail::group_size;
using detail::journal_column_count;

constexpr std::uint64_t most_agents = std::uint64_t{1} << 32;

}  // namespace

struct JournalReader::State {
    /// The elements of a column; of 8 bytes, so that doubles are aligned.
    struct Kept {
        bool there = false;
        std::size_t count = 0;
        std::vector<std::uint64_t> memory;

        [[nodiscard]] std::byte* elements() { return reinterpret_cast<std::byte*>(memory.data()); }
    };

    explicit State(std::span<const std::byte> journal) : in(journal) {}

    BlockReader in;
    std::vector<NamedStage> custom;
    std::vector<std::string> custom_names;
    bool without_code = false;
    std::vector<std::string> missing;  ///< custom stages
    Program program;
    std::array<Kept, journal_column_count> kept;
    std::uint32_t first_id = 0, others_first_id = 0;
    AgentView agents;
    std::vector<float> workspace;
    std::vector<std::uint64_t> selected;  ///< the elements of the call's selection
    Ticks ticks{};
    std::uint64_t calls = 0;
    bool ended = false;
    std::string damage;

    [[nodiscard]] static std::size_t size_of_column(std::size_t number) {
        return size_of(info(detail::stream_of(number)).element);
    }

    /// The column of a name; journal_column_count: none.
    [[nodiscard]] static std::size_t find_column(bool other, std::string_view name) {
        const std::size_t begin = other ? detail::first_other_column : 0;
        const std::size_t end = other ? journal_column_count : detail::first_other_column;
        for (std::size_t number = begin; number < end; ++number)
            if (wend::name(detail::stream_of(number)) == name) return number;
        return journal_column_count;
    }

    /// Whether all agents could be read anew.
    bool read_population() {
        for (Kept& one : kept) one.there = false;
        first_id = in.word<std::uint32_t>();
        others_first_id = in.word<std::uint32_t>();
        while (!in.failed()) {
            const auto other = in.word<std::uint8_t>();
            if (other == detail::end_of_list) break;
            const std::size_t number = find_column(other != 0, in.text());
            if (number == journal_column_count) return false;
            Kept& one = kept[number];
            const std::size_t size = size_of_column(number);
            one.count = in.count_of(size, most_agents);
            one.memory.resize((one.count * size + 7) / 8);
            in.elements(one.elements(), one.count, size);
            one.there = true;
        }
        if (in.failed()) return false;
        bind();
        return true;
    }

    void bind() {
        AgentView others(others_first_id);
        bool looks_elsewhere = false;
        agents = AgentView(first_id);
        for (std::size_t number = 0; number < journal_column_count; ++number) {
            Kept& one = kept[number];
            if (!one.there) continue;
            const Stream stream = detail::stream_of(number);
            const bool other = number >= detail::first_other_column;
            looks_elsewhere = looks_elsewhere || other;
            detail::BoundColumns::bind(other ? others : agents, stream,
                                       {one.elements(), one.count, info(stream).element, !other});
        }
        if (looks_elsewhere) agents.look_at(others);
        workspace.resize(workspace_size(program, agents));
        agents.workspace(workspace);
    }

    bool read_changes() {
        while (!in.failed()) {
            const std::size_t number = in.word<std::uint8_t>();
            if (number == detail::end_of_list) return true;
            if (number >= journal_column_count || !kept[number].there) return false;
            changed_ |= stream_set(detail::stream_of(number));
            Kept& one = kept[number];
            const std::size_t size = size_of_column(number);
            std::size_t group = 0;
            while (const std::uint64_t ahead = in.count()) {
                if (in.failed() || ahead > one.count / group_size + 1) return false;
                group += static_cast<std::size_t>(ahead);
                const std::size_t begin = (group - 1) * group_size;
                const auto differs = in.word<std::uint64_t>();
                if (begin >= one.count ||
                    (differs >> 1) >> (std::min(group_size, one.count - begin) - 1) != 0)
                    return false;
                for (std::uint64_t bits = differs; bits != 0; bits &= bits - 1) {
                    const std::size_t slot = begin + static_cast<std::size_t>(std::countr_zero(bits));
                    in.elements(one.elements() + slot * size, 1, size);
                }
            }
        }
        return false;
    }

    [[nodiscard]] detail::CustomStages stages_given() { return {custom, without_code ? &missing : nullptr}; }

    bool read_tuned() {
        while (!in.failed()) {
            const auto index = in.word<std::uint8_t>();
            if (index == detail::end_of_list) return true;
            const std::optional<Stage> stage =
                detail::read_stage(in, stages_given(), program.stages(), damage);
            if (!stage || !program.tune(index, *stage)) return false;
        }
        return false;
    }

    bool read_changed_sets() {
        other_sets_ = in.next_byte() != detail::end_of_list;
        if (!other_sets_) return in.word<std::uint8_t>() == detail::end_of_list;
        std::vector<Stage> stages(program.stages().begin(), program.stages().end());
        if (!detail::read_changed_sets(in, stages)) return false;
        for (std::size_t i = 0; i < stages.size(); ++i)
            if (!program.tune(i, stages[i])) return false;
        return true;
    }

    bool read_selection() {
        const auto kind = static_cast<Selection::Kind>(in.word<std::uint8_t>());
        const std::size_t size = kind == Selection::Kind::bytes ? 1 : kind == Selection::Kind::slots ? 4 : 8;
        const std::size_t count = in.count_of(size, most_agents);
        selected.resize((count * size + 7) / 8);
        in.elements(reinterpret_cast<std::byte*>(selected.data()), count, size);
        switch (kind) {
            case Selection::Kind::bytes:
                agents.only({reinterpret_cast<const std::uint8_t*>(selected.data()), count});
                return true;
            case Selection::Kind::bits: agents.only_bits({selected.data(), count}); return true;
            case Selection::Kind::slots:
                agents.only_slots({reinterpret_cast<const std::uint32_t*>(selected.data()), count});
                return true;
            case Selection::Kind::all: break;
        }
        return false;
    }

    /// Whether the record is a whole call, which `call` has then.
    bool read_call(JournalCall& call) {
        const auto parts = in.word<std::uint8_t>();
        ticks = {};
        ticks.dt = in.number();
        ticks.count = static_cast<std::uint32_t>(in.count());
        ticks.seed = in.word<std::uint64_t>();
        if ((parts & detail::has_first_tick) != 0) ticks.first_tick = in.word<std::uint64_t>();
        changed_ = 0;
        if ((parts & detail::has_tuned_stages) != 0 && !read_tuned()) return false;
        if (!read_changed_sets()) return false;
        const bool others = (parts & detail::has_population) != 0;
        if (!(others ? read_population() : read_changes())) return false;
        agents.all_agents();
        if ((parts & detail::has_selection) != 0 && !read_selection()) return false;
        call = {.number = calls++,
                .ticks = ticks,
                .hash = {},
                .code = static_cast<Code>(in.word<std::uint8_t>()),
                .faults = in.count(),
                .changed = changed_,
                .other_agents = others,
                .tuned = (parts & detail::has_tuned_stages) != 0,
                .other_sets = other_sets_};
        if ((parts & detail::has_hash) != 0) call.hash = in.word<std::uint64_t>();
        return !in.failed();
    }

    StreamSet changed_ = 0;
    bool other_sets_ = false;
};

JournalReader::JournalReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JournalReader::JournalReader(JournalReader&&) noexcept = default;
JournalReader& JournalReader::operator=(JournalReader&&) noexcept = default;
JournalReader::~JournalReader() = default;

std::optional<JournalReader> JournalReader::open(std::span<const std::byte> journal,
                                                 std::span<const NamedStage> custom, std::string& message,
                                                 bool without_code) {
    auto state = std::make_unique<State>(journal);
    state->without_code = without_code;
    BlockReader& in = state->in;
    std::string magic(detail::journal_magic.size(), ' ');
    in.bytes(magic.data(), magic.size());
    if (in.failed() || magic != detail::journal_magic) {
        message = in.damage().empty() || journal.size() < detail::block_header_bytes
                      ? "is no journal of wend"
                      : std::string(in.damage());
        return std::nullopt;
    }
    const auto format = in.word<std::uint32_t>();
    const auto bits = in.word<std::uint32_t>();
    if (!in.failed() && format != detail::journal_format) {
        message = "has format version " + std::to_string(format) + "; this wend reads version " +
                  std::to_string(detail::journal_format);
        return std::nullopt;
    }
    if (!in.failed() && bits != bits_version) {
        message =
            "has bits version " + std::to_string(bits) + ", this wend has " + std::to_string(bits_version);
        return std::nullopt;
    }
    // The names outlive the caller's array: parameters are read again where they are tuned.
    for (const NamedStage& one : custom) state->custom_names.emplace_back(one.name);
    for (std::size_t i = 0; i < custom.size(); ++i)
        state->custom.push_back({state->custom_names[i], custom[i].stage});
    std::vector<Stage> stages;
    const std::size_t count = in.count_of(2, 255);
    for (std::size_t i = 0; i < count && !in.failed(); ++i) {
        const std::optional<Stage> stage = detail::read_stage(in, state->stages_given(), stages, message);
        if (!stage) {
            if (message.empty()) message = "is damaged in its program";
            return std::nullopt;
        }
        stages.push_back(*stage);
    }
    const Expected<Program> program = Program::build(std::move(stages));
    if (!program || in.failed()) {
        message = in.failed() ? "ends before its first call"
                              : "has a program that is refused: " + wend::message(program.status());
        return std::nullopt;
    }
    state->program = *program;
    if (!state->read_population()) {
        message = in.damage().empty() ? "ends before its first call" : std::string(in.damage());
        return std::nullopt;
    }
    return JournalReader(std::move(state));
}

bool JournalReader::next(JournalCall& call) {
    State& state = *state_;
    if (state.ended || !state.damage.empty()) return false;
    if (!state.in.more()) {
        state.damage = state.in.damage();
        return false;
    }
    const auto kind = static_cast<detail::RecordKind>(state.in.word<std::uint8_t>());
    if (kind == detail::RecordKind::end) {
        state.ended = true;
        return false;
    }
    if (kind == detail::RecordKind::stopped) {
        state.damage = "ends before a call that its writer could not hold: " + state.in.text();
        return false;
    }
    if (kind == detail::RecordKind::call && state.read_call(call)) return true;
    if (state.damage.empty())
        state.damage = !state.in.damage().empty() ? std::string(state.in.damage())
                       : state.in.failed()        ? "ends within a call"
                                                  : "has a call that no writer made";
    return false;
}

Result JournalReader::run(const Execution& execution) noexcept {
    if (!state_->missing.empty())
        return {.status = {.code = Code::null_function, .subject = "a custom stage of the journal"}};
    return wend::run(state_->program, state_->agents, state_->ticks, execution);
}

const Program& JournalReader::program() const noexcept { return state_->program; }
const AgentView& JournalReader::agents() const noexcept { return state_->agents; }
std::span<const std::string> JournalReader::missing_stages() const noexcept { return state_->missing; }
bool JournalReader::ended() const noexcept { return state_->ended; }
std::string_view JournalReader::damage() const noexcept { return state_->damage; }

}  // namespace wend
