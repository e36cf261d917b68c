// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "journal/blocks.hpp"
#include "journal/journal_columns.hpp"
#include "wend/journal.hpp"

namespace wend {
namespace {

using detail::block_header_bytes;

/// A journal in memory, block behind block.
struct Half {
    std::span<std::byte> memory;
    std::size_t used = 0;
    std::size_t start = 0;  ///< bytes of the program and the agents
    std::uint64_t calls = 0;

    [[nodiscard]] std::span<std::byte> start_blocks() const { return memory.first(start); }
    [[nodiscard]] std::span<std::byte> call_blocks() const { return memory.subspan(start, used - start); }
};

}  // namespace

struct JournalRing::State {
    JournalRingOptions options;
    std::array<Half, 2> halves;
    std::size_t now = 0;  ///< the half that is written
    bool joined = false;  ///< the other half has the calls before its start
    std::optional<JournalWriter> writer;

    static bool append(void* context, std::span<const std::byte> block) {
        State& state = *static_cast<State*>(context);
        Half& half = state.halves[state.now];
        if (block.size() > half.memory.size() - half.used) return false;
        std::memcpy(half.memory.data() + half.used, block.data(), block.size());
        half.used += block.size();
        return true;
    }

    void end_start() {
        Half& half = halves[now];
        half.start = half.used;
        half.calls = 0;
    }

    /// Goes on in the other half, with the agents of now.
    void turn(const Program& program, const AgentView& agents) noexcept {
        joined = writer->works();
        now = 1 - now;
        halves[now].used = 0;
        if (!writer->start_again(program, agents) || !writer->works()) {
            joined = false;
            halves[now].used = 0;
        }
        end_start();
    }

    /// Gives blocks to a sink, with names and numbers of the journal that they are to be in.
    static bool give(const JournalSink& sink, std::span<std::byte> blocks, std::uint32_t journal,
                     std::uint32_t& sequence) noexcept {
        while (!blocks.empty()) {
            const auto size = detail::load_word<std::uint32_t>(blocks.data() + 8);
            const std::span block = blocks.first(block_header_bytes + size);
            std::array<std::byte, block_header_bytes> header;
            std::copy_n(block.data(), block_header_bytes, header.data());
            detail::write_header(block.data(), block.subspan(block_header_bytes), journal, sequence++);
            const bool taken = sink.write(sink.context, block);
            std::copy_n(header.data(), block_header_bytes, block.data());
            if (!taken) return false;
            blocks = blocks.subspan(block.size());
        }
        return true;
    }

    bool write(const JournalSink& sink) noexcept {
        const Half& last = halves[now];
        const Half& first = joined ? halves[1 - now] : last;
        if (last.used == 0) return false;
        const auto journal = detail::load_word<std::uint32_t>(first.memory.data() + 12);
        std::uint32_t sequence = 0;
        if (!give(sink, first.start_blocks(), journal, sequence)) return false;
        if (joined && !give(sink, first.call_blocks(), journal, sequence)) return false;
        if (!give(sink, last.call_blocks(), journal, sequence)) return false;
        std::array<std::byte, block_header_bytes + 1> end;
        end[block_header_bytes] = static_cast<std::byte>(detail::RecordKind::end);
        detail::write_header(end.data(), std::span(end).subspan(block_header_bytes), journal, sequence);
        return sink.write(sink.context, end);
    }
};

JournalRing::JournalRing(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
JournalRing::JournalRing(JournalRing&&) noexcept = default;
JournalRing& JournalRing::operator=(JournalRing&&) noexcept = default;
JournalRing::~JournalRing() = default;

std::size_t JournalRing::memory_size(const Program& program, const AgentView& agents,
                                     const JournalRingOptions& options) noexcept {
    return JournalWriter::memory_size(program, agents, options.journal) + 2 * options.bytes;
}

Expected<JournalRing> JournalRing::start(const Program& program, const AgentView& agents,
                                         std::span<std::byte> memory, const JournalRingOptions& options) {
    const auto too_small = [](std::size_t value, std::uint64_t expected) {
        return Status{.code = Code::missing_workspace,
                      .subject = "memory",
                      .value = static_cast<double>(value),
                      .expected = static_cast<double>(expected)};
    };
    const std::size_t needed = memory_size(program, agents, options);
    if (memory.size() < needed) return too_small(memory.size(), needed);
    auto state = std::make_unique<State>();
    state->options = options;
    state->options.journal.flush_every = 1;
    state->halves[0].memory = memory.first(options.bytes);
    state->halves[1].memory = memory.subspan(options.bytes, options.bytes);
    Expected<JournalWriter> writer =
        JournalWriter::start(program, agents, {State::append, state.get()}, memory.subspan(2 * options.bytes),
                             state->options.journal);
    if (!writer) return writer.status();
    if (!writer->works()) return too_small(options.bytes, writer->written() + 1);
    state->options.journal.custom_stages = {};
    state->writer.emplace(std::move(*writer));
    state->end_start();
    return JournalRing(std::move(state));
}

Result JournalRing::run(const Program& program, const AgentView& agents, const Ticks& ticks,
                        const Execution& execution) noexcept {
    State& state = *state_;
    const Result result = state.writer->run(program, agents, ticks, execution);
    // At once, before the caller changes anything: the next call then goes on in both halves.
    if (!state.writer->works() || ++state.halves[state.now].calls >= state.options.calls)
        state.turn(program, agents);
    return result;
}

void JournalRing::changed(const StreamSet& streams) noexcept { state_->writer->changed(streams); }
bool JournalRing::write(const JournalSink& sink) noexcept { return state_->write(sink); }
std::uint64_t JournalRing::calls() const noexcept {
    const State& state = *state_;
    return state.halves[state.now].calls + (state.joined ? state.halves[1 - state.now].calls : 0);
}

}  // namespace wend
