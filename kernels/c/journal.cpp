// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/journal.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

namespace {

/// The options, and the names in them.
struct Options {
    std::vector<std::string_view> names;
    JournalRingOptions ring{.calls = 0};  ///< without calls it is no ring

    explicit Options(const wend_journal_options* given) {
        if (given == nullptr) return;
        const c::Known<wend_journal_options> known(given);
        ring.calls = known->ring_calls;
        ring.bytes = known->ring_bytes;
        if (known->custom_stage_count != 0) c::require("custom_stages", known->custom_stages);
        for (std::size_t i = 0; i < known->custom_stage_count; ++i) {
            c::require("custom_stages", known->custom_stages[i]);
            names.emplace_back(known->custom_stages[i]);
        }
        ring.journal = {.hash_every = known->hash_every,
                        .flush_every = known->flush_every,
                        .most_agents = known->most_agents,
                        .declared_changes = c::read_flag("declared_changes", known->declared_changes),
                        .custom_stages = names};
    }

    [[nodiscard]] std::size_t memory_size(const Program& program, const AgentView& agents) const {
        return ring.calls == 0 ? JournalWriter::memory_size(program, agents, ring.journal)
                               : JournalRing::memory_size(program, agents, ring);
    }
};

bool give(void* context, std::span<const std::byte> block) {
    const auto& journal = *static_cast<const wend_journal*>(context);
    return journal.function(journal.context, block.data(), block.size()) != 0;
}

}  // namespace

size_t wend_journal_memory_size(const wend_program* program, const wend_view* view,
                                const wend_journal_options* options) noexcept {
    size_t size = 0;
    (void)c::answer(nullptr, [&]() -> Result {
        c::require("program", program);
        const Options chosen(options);
        size = chosen.memory_size(program->program, c::agents_for(program->program, view));
        return {};
    });
    return size;
}

wend_code wend_journal_create(const wend_program* program, const wend_view* view,
                              const wend_journal_options* options, wend_journal_function function,
                              void* context, void* memory, size_t bytes, wend_journal** journal,
                              wend_result* result) noexcept {
    if (journal != nullptr) *journal = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("journal", journal);
        if (bytes != 0) c::require("memory", memory);
        const Options chosen(options);
        const bool is_ring = chosen.ring.calls != 0;
        if (function == nullptr && !is_ring) c::refuse(WEND_NULL_FUNCTION, "function", {"function is NULL"});
        const AgentView agents = c::agents_for(program->program, view);
        auto made = std::make_unique<wend_journal>();
        made->function = function;
        made->context = context;
        std::span<std::byte> place(static_cast<std::byte*>(memory), bytes);
        if (memory == nullptr) {
            made->memory.resize(chosen.memory_size(program->program, agents));
            place = made->memory;
        }
        if (is_ring) {
            Expected<JournalRing> ring = JournalRing::start(program->program, agents, place, chosen.ring);
            if (!ring) return {.status = ring.status()};
            made->ring = std::make_unique<JournalRing>(std::move(*ring));
        } else {
            Expected<JournalWriter> writer = JournalWriter::start(
                program->program, agents, {give, made.get()}, place, chosen.ring.journal);
            if (!writer) return {.status = writer.status()};
            made->writer = std::make_unique<JournalWriter>(std::move(*writer));
        }
        *journal = made.release();
        return {};
    });
}

void wend_journal_destroy(wend_journal* journal) noexcept {
    if (journal == nullptr) return;
    journal->writer.reset();  // its end goes through the journal's function
    delete journal;
}

wend_code wend_journal_run(wend_journal* journal, const wend_program* program, const wend_view* view,
                           const wend_ticks* ticks, const wend_execution* execution,
                           wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("journal", journal);
        c::require("program", program);
        const auto run = [&](auto& recording) {
            return recording.run(program->program, c::agents_for(program->program, view), c::ticks_of(ticks),
                                 c::execution_of(execution));
        };
        return journal->ring ? run(*journal->ring) : run(*journal->writer);
    });
}

void wend_journal_changed(wend_journal* journal, uint32_t stream) noexcept {
    if (journal == nullptr || stream >= stream_count) return;
    const StreamSet streams = stream_set(static_cast<Stream>(stream));
    if (journal->ring)
        journal->ring->changed(streams);
    else
        journal->writer->changed(streams);
}
void wend_journal_flush(wend_journal* journal) noexcept {
    if (journal != nullptr && journal->writer) journal->writer->flush();
}
int32_t wend_journal_write(wend_journal* journal, wend_journal_function function, void* context) noexcept {
    if (journal == nullptr || !journal->ring || function == nullptr) return 0;
    wend_journal taker;
    taker.function = function;
    taker.context = context;
    return journal->ring->write({give, &taker}) ? 1 : 0;
}
int32_t wend_journal_works(const wend_journal* journal) noexcept {
    if (journal == nullptr) return 0;
    return (journal->ring ? journal->ring->calls() > 0 : journal->writer->works()) ? 1 : 0;
}
uint64_t wend_journal_written(const wend_journal* journal) noexcept {
    return journal == nullptr || journal->ring ? 0 : journal->writer->written();
}

wend_code wend_journal_reader_create(const void* journal, size_t bytes, const wend_journal_stage* stages,
                                     size_t stage_count, wend_journal_reader** reader,
                                     wend_result* result) noexcept {
    if (reader != nullptr) *reader = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("reader", reader);
        if (bytes != 0) c::require("journal", journal);
        auto made = std::make_unique<wend_journal_reader>();
        std::vector<NamedStage> custom;
        c::for_each("stages", stages, stage_count, [&](std::size_t, const wend_journal_stage& stage) {
            c::require_zero("reserved", stage.reserved);
            c::require("name", stage.name);
            c::require("kind", stage.kind);
            c::require("custom", stage.custom);
            if (!c::is_custom(stage.kind))
                c::refuse(
                    WEND_BAD_ARGUMENT, "kind",
                    {"kind is \"", stage.kind, "\", must be \"custom_force\" or \"custom_locomotion\""});
            custom.push_back({stage.name, c::custom_stage(stage.kind, stage.custom, made->custom)});
        });
        std::string why;
        std::optional<JournalReader> opened =
            JournalReader::open({static_cast<const std::byte*>(journal), bytes}, custom, why);
        if (!opened) c::refuse(WEND_BAD_JOURNAL, "journal", {"journal ", why});
        made->reader = std::make_unique<JournalReader>(std::move(*opened));
        *reader = made.release();
        return {};
    });
}

void wend_journal_reader_destroy(wend_journal_reader* reader) noexcept { delete reader; }

int32_t wend_journal_reader_next(wend_journal_reader* reader, wend_journal_call* call) noexcept {
    int32_t found = 0;
    (void)c::answer(nullptr, [&]() -> Result {
        c::require("reader", reader);
        const std::uint32_t size = c::given_size(call);
        JournalCall next;
        const bool more = reader->reader->next(next);
        reader->damage = reader->reader->damage();
        if (!more) {
            if (reader->damage.empty() && !reader->reader->ended())
                reader->damage = "has no end: its writer was stopped";
            return {};
        }
        reader->changed = next.changed;
        const wend_journal_call known{.struct_size = size,
                                      .code = c::report(nullptr, {.status = {.code = next.code}}),
                                      .number = next.number,
                                      .first_tick = next.ticks.first_tick.value_or(WEND_NO_TICK),
                                      .seed = next.ticks.seed,
                                      .dt = next.ticks.dt,
                                      .count = next.ticks.count,
                                      .hash = next.hash.value_or(0),
                                      .faults = next.faults,
                                      .has_hash = next.hash ? 1u : 0u,
                                      .other_agents = next.other_agents ? 1u : 0u,
                                      .tuned = next.tuned ? 1u : 0u,
                                      .other_sets = next.other_sets ? 1u : 0u};
        std::memcpy(call, &known, std::min<std::size_t>(size, sizeof known));
        found = 1;
        return {};
    });
    return found;
}

wend_code wend_journal_reader_run(wend_journal_reader* reader, const wend_execution* execution,
                                  wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("reader", reader);
        return reader->reader->run(c::execution_of(execution));
    });
}

uint64_t wend_journal_reader_hash(const wend_journal_reader* reader) noexcept {
    return reader == nullptr ? 0 : state_hash(reader->reader->program(), reader->reader->agents());
}

const void* wend_journal_reader_stream(const wend_journal_reader* reader, uint32_t stream,
                                       size_t* count) noexcept {
    if (count != nullptr) *count = 0;
    if (reader == nullptr || count == nullptr || stream >= stream_count) return nullptr;
    const Column& column = reader->reader->agents().column(static_cast<Stream>(stream));
    *count = column.count;
    return column.data;
}

int32_t wend_journal_reader_changed(const wend_journal_reader* reader, uint32_t stream) noexcept {
    return reader != nullptr && stream < stream_count &&
                   (reader->changed & stream_set(static_cast<Stream>(stream))) != 0
               ? 1
               : 0;
}

const char* wend_journal_reader_damage(const wend_journal_reader* reader) noexcept {
    return reader == nullptr ? "" : reader->damage.c_str();
}
