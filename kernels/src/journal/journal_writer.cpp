// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
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

using detail::BlockWriter;
using detail::group_size;
using detail::journal_column_count;

constexpr std::size_t block_bytes = std::size_t{1} << 16;
constexpr std::size_t alignment = 64;

std::size_t padded(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

/// Elements for which a column needs memory.
std::size_t capacity_of(const Column& column, const JournalOptions& options) {
    return std::max(column.count, options.most_agents);
}

std::size_t custom_stages_of(const Program& program) {
    const std::span<const Stage> stages = program.stages();
    return static_cast<std::size_t>(std::count_if(stages.begin(), stages.end(), detail::is_custom));
}

/// Whether a view has every stream of the program, and whole ones.
Status check_streams(const Program& program, const AgentView& agents) {
    for (const StreamUse& use : program.streams())
        if (Status s = detail::check_column(agents, use.stream, use.use == Use::state); !s) return s;
    for (const Stream stream : detail::used_streams(program) & agents.bound())
        if (Status s = detail::check_column(agents, stream, false); !s) return s;
    return {};
}

}  // namespace

struct JournalWriter::State {
    /// A column as the last call left it.
    struct Kept {
        std::byte* elements = nullptr;  ///< null: the journal has no such column
        std::size_t capacity = 0;
        std::size_t count = 0;
        std::size_t size = 0;  ///< of an element
        bool stale = false;    ///< the last call changed it, and it was not copied
    };

    BlockWriter out;
    JournalOptions options;
    std::vector<std::string> custom;
    std::vector<Stage> stages;
    detail::KnownSets sets;
    StreamSet streams = 0;
    StreamSet state = 0;
    StreamSet declared = 0;  ///< changed before the next call
    std::array<Kept, journal_column_count> kept{};
    std::size_t columns = 0;  ///< of the last call
    std::uint32_t first_id = 0, others_first_id = 0;
    std::uint64_t calls = 0;

    /// Whether the next call's record has a hash.
    [[nodiscard]] bool hashes() const noexcept {
        return options.hash_every != 0 && calls % options.hash_every == 0;
    }

    /// The custom name of a stage, and "" for the others.
    [[nodiscard]] std::string_view name_of(std::size_t stage) const noexcept {
        std::size_t number = 0;
        for (std::size_t i = 0; i < stage; ++i) number += detail::is_custom(stages[i]) ? 1 : 0;
        return detail::is_custom(stages[stage]) ? std::string_view(custom[number]) : std::string_view();
    }

    /// Whether the program has stages of the kinds of the journal's.
    [[nodiscard]] bool same_kinds(const Program& program) const noexcept {
        const std::span<const Stage> now = program.stages();
        return std::equal(now.begin(), now.end(), stages.begin(), stages.end(),
                          [](const Stage& a, const Stage& b) { return a.index() == b.index(); });
    }

    /// Whether the agents are those of the last call, perhaps with other elements.
    [[nodiscard]] bool same_population(const AgentView& agents) const noexcept {
        std::size_t number_of_columns = 0;
        bool same = agents.first_id() == first_id && agents.others_first_id() == others_first_id;
        detail::for_each_column(agents, streams, [&](std::size_t number, const Column& column) {
            ++number_of_columns;
            const Kept& one = kept[number];
            same = same && one.elements != nullptr && one.count == column.count;
        });
        return same && number_of_columns == columns;
    }

    /// Whether there is memory for them.
    [[nodiscard]] bool holds(const AgentView& agents) const noexcept {
        bool enough = true;
        detail::for_each_column(agents, streams, [&](std::size_t number, const Column& column) {
            enough = enough && kept[number].elements != nullptr && column.count <= kept[number].capacity;
        });
        return enough;
    }

    /// All that a reader needs before the first call.
    void write_start(const Program& program, const AgentView& agents) {
        stages.assign(program.stages().begin(), program.stages().end());
        sets.clear();
        out.begin(static_cast<std::uint32_t>(state_hash(program, agents)));
        out.bytes(detail::journal_magic.data(), detail::journal_magic.size());
        out.word(detail::journal_format);
        out.word(static_cast<std::uint32_t>(bits_version));
        out.count(stages.size());
        for (std::size_t i = 0; i < stages.size(); ++i)
            detail::write_stage(out, i, stages[i], name_of(i), sets);
        write_population(agents);
        out.flush();
        calls = 0;
        declared = 0;
    }

    void write_population(const AgentView& agents) noexcept {
        first_id = agents.first_id();
        others_first_id = agents.others_first_id();
        out.word(first_id);
        out.word(others_first_id);
        columns = 0;
        detail::for_each_column(agents, streams, [&](std::size_t number, const Column& column) {
            Kept& one = kept[number];
            one.count = column.count;
            one.stale = false;
            ++columns;
            detail::copy_elements(one.elements, column, 0, column.count);
            out.word(static_cast<std::uint8_t>(number < detail::first_other_column ? 0 : 1));
            out.text(name(detail::stream_of(number)));
            out.count(column.count);
            out.elements(one.elements, column.count, one.size);
        });
        out.word(detail::end_of_list);
    }

    /// The elements that differ from those of the last call: of each column that has some its number, and of
    /// each group with some the groups before it, a bit an element, and the elements.
    void write_changes(const AgentView& agents) noexcept {
        detail::for_each_column(agents, streams, [&](std::size_t number, const Column& column) {
            if (options.declared_changes &&
                !declared.has(static_cast<std::size_t>(detail::stream_of(number))))
                return;
            Kept& one = kept[number];
            const bool all = std::exchange(one.stale, false);
            bool found = false;
            std::size_t next_group = 0;
            alignas(64) std::byte gathered[group_size * 8];
            for (std::size_t slot = 0; slot < column.count; slot += group_size) {
                const std::size_t count = std::min(group_size, column.count - slot);
                const std::byte* now = detail::element_at(column, slot);
                if (!column.contiguous()) {
                    detail::copy_elements(gathered, column, slot, count);
                    now = gathered;
                }
                std::byte* const before = one.elements + slot * one.size;
                if (!all && std::memcmp(now, before, count * one.size) == 0) continue;
                if (!found) out.word(static_cast<std::uint8_t>(number));
                found = true;
                out.count(slot / group_size - next_group + 1);
                next_group = slot / group_size + 1;
                std::uint64_t differs = 0;
                for (std::size_t i = 0; i < count; ++i)
                    if (all || std::memcmp(now + i * one.size, before + i * one.size, one.size) != 0)
                        differs |= std::uint64_t{1} << i;
                out.word(differs);
                for (std::size_t i = 0; i < count; ++i)
                    if ((differs >> i & 1) != 0) out.elements(now + i * one.size, 1, one.size);
                std::memcpy(before, now, count * one.size);
            }
            if (found) out.count(0);
        });
        out.word(detail::end_of_list);
    }

    void write_tuned(std::span<const Stage> now) noexcept {
        for (std::size_t i = 0; i < stages.size(); ++i) {
            if (detail::same_parameters(stages[i], now[i])) continue;
            out.word(static_cast<std::uint8_t>(i));
            detail::write_stage(out, i, now[i], name_of(i), sets);
            stages[i] = now[i];
        }
        out.word(detail::end_of_list);
    }
    [[nodiscard]] bool is_tuned(std::span<const Stage> now) const noexcept {
        for (std::size_t i = 0; i < stages.size(); ++i)
            if (!detail::same_parameters(stages[i], now[i])) return true;
        return false;
    }

    void write_selection(const Selection& selection) noexcept {
        out.word(static_cast<std::uint8_t>(selection.kind));
        out.count(selection.count);
        const std::size_t size = selection.kind == Selection::Kind::bytes   ? 1
                                 : selection.kind == Selection::Kind::slots ? 4
                                                                            : 8;
        out.elements(static_cast<const std::byte*>(selection.data), selection.count, size);
    }

    /// The record of a call until it runs.
    void write_call(const Program& program, const AgentView& agents, const Ticks& ticks) noexcept {
        const bool same = same_population(agents);
        const Selection& selection = agents.selection();
        const bool selects =
            selection.kind != Selection::Kind::all && (selection.data != nullptr || selection.count == 0);
        std::uint8_t parts = 0;
        if (ticks.first_tick) parts |= detail::has_first_tick;
        if (!same) parts |= detail::has_population;
        if (is_tuned(program.stages())) parts |= detail::has_tuned_stages;
        if (selects) parts |= detail::has_selection;
        if (hashes()) parts |= detail::has_hash;
        out.word(static_cast<std::uint8_t>(detail::RecordKind::call));
        out.word(parts);
        out.number(ticks.dt);
        out.count(ticks.count);
        out.word(ticks.seed);
        if (ticks.first_tick) out.word(*ticks.first_tick);
        if ((parts & detail::has_tuned_stages) != 0) write_tuned(program.stages());
        detail::write_changed_sets(out, stages, sets);
        if (same)
            write_changes(agents);
        else
            write_population(agents);
        declared = 0;
        if (selects) write_selection(selection);
    }

    /// Ends the journal before a call that it cannot hold.
    void stop(std::string_view why) noexcept {
        out.word(static_cast<std::uint8_t>(detail::RecordKind::stopped));
        out.text(why);
        out.stop();
    }

    /// The rest of it.
    void write_result(const Program& program, const AgentView& agents, const Result& result) noexcept {
        out.word(static_cast<std::uint8_t>(result.status.code));
        out.count(result.faults);
        if (hashes()) out.word(state_hash(program, agents));
        ++calls;
        if (options.flush_every != 0 && calls % options.flush_every == 0) out.flush();
        if (!result.status) return;
        for (const Stream stream : state) {
            Kept& one = kept[static_cast<std::size_t>(stream)];
            one.stale = options.declared_changes;
            if (one.stale) continue;
            detail::copy_elements(one.elements, agents.column(stream), 0, one.count);
        }
    }
};

JournalWriter::JournalWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JournalWriter::JournalWriter(JournalWriter&&) noexcept = default;
JournalWriter& JournalWriter::operator=(JournalWriter&&) noexcept = default;

JournalWriter::~JournalWriter() {
    if (!works()) return;
    state_->out.word(static_cast<std::uint8_t>(detail::RecordKind::end));
    state_->out.flush();
}

std::size_t JournalWriter::memory_size(const Program& program, const AgentView& agents,
                                       const JournalOptions& options) noexcept {
    std::size_t bytes = block_bytes + alignment;
    detail::for_each_column(agents, detail::used_streams(program), [&](std::size_t, const Column& column) {
        bytes += padded(capacity_of(column, options) * size_of(column.element));
    });
    return bytes;
}

Expected<JournalWriter> JournalWriter::start(const Program& program, const AgentView& agents,
                                             const JournalSink& sink, std::span<std::byte> memory,
                                             const JournalOptions& options) {
    if (program.empty()) return Status{.code = Code::invalid_program, .subject = "a program needs a stage"};
    if (sink.write == nullptr) return Status{.code = Code::null_function, .subject = "write"};
    if (Status s = check_streams(program, agents); !s) return s;
    if (options.custom_stages.size() != custom_stages_of(program))
        return Status{.code = Code::invalid_program,
                      .subject = "each custom stage needs a name in JournalOptions::custom_stages"};
    const std::size_t needed = memory_size(program, agents, options);
    if (memory.size() < needed)
        return Status{.code = Code::missing_workspace,
                      .subject = "memory",
                      .value = static_cast<double>(memory.size()),
                      .expected = static_cast<double>(needed)};

    auto state = std::make_unique<State>();
    state->options = options;
    state->options.custom_stages = {};
    state->custom.assign(options.custom_stages.begin(), options.custom_stages.end());
    state->streams = detail::used_streams(program);
    state->state = detail::state_streams(program);
    const std::size_t above = reinterpret_cast<std::uintptr_t>(memory.data()) % alignment;
    std::span<std::byte> rest = memory.subspan(above == 0 ? 0 : alignment - above);
    detail::for_each_column(agents, state->streams, [&](std::size_t number, const Column& column) {
        State::Kept& one = state->kept[number];
        one.capacity = capacity_of(column, options);
        one.size = size_of(column.element);
        one.elements = rest.data();
        rest = rest.subspan(padded(one.capacity * one.size));
    });
    state->out = BlockWriter(sink, rest.first(block_bytes));
    state->write_start(program, agents);
    return JournalWriter(std::move(state));
}

Result JournalWriter::run(const Program& program, const AgentView& agents, const Ticks& ticks,
                          const Execution& execution) noexcept {
    if (works()) {
        const std::string_view why =
            !state_->same_kinds(program)           ? "the program has other stages"
            : !check_streams(program, agents).ok() ? "a stream is missing or not whole"
            : !state_->holds(agents)
                ? "there are more agents than JournalOptions::most_agents, or other streams"
                : "";
        if (!why.empty()) state_->stop(why);
    }
    if (!works()) return wend::run(program, agents, ticks, execution);
    state_->write_call(program, agents, ticks);
    const Result result = wend::run(program, agents, ticks, execution);
    state_->write_result(program, agents, result);
    return result;
}

void JournalWriter::changed(const StreamSet& streams) noexcept {
    if (works()) state_->declared |= streams;
}
Status JournalWriter::start_again(const Program& program, const AgentView& agents) noexcept {
    if (state_ == nullptr || !state_->same_kinds(program))
        return {.code = Code::invalid_program, .subject = "a journal has one program"};
    if (Status s = check_streams(program, agents); !s) return s;
    if (!state_->holds(agents)) return {.code = Code::missing_workspace, .subject = "memory"};
    state_->write_start(program, agents);
    return {};
}
void JournalWriter::flush() noexcept {
    if (works()) state_->out.flush();
}
bool JournalWriter::works() const noexcept { return state_ != nullptr && state_->out.works(); }
std::uint64_t JournalWriter::written() const noexcept {
    return state_ == nullptr ? 0 : state_->out.written();
}

}  // namespace wend
