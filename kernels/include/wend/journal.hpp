// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Journals of a program's calls, to run them again; wend.hpp does not include it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"
#include "wend/stage.hpp"
#include "wend/status.hpp"

namespace wend {

/// A function that takes a journal's blocks, one after the other, such as one that appends to a file. A block
/// is complete or absent: a journal ends with its last complete one.
struct JournalSink {
    /// Takes a block; returns whether it could. Called on the thread of the call; must not throw.
    bool (*write)(void* context, std::span<const std::byte> block) = nullptr;
    void* context = nullptr;  ///< first argument of `write`
};

/// Appends blocks to a file that is open in binary mode, and stays so until the journal has ended.
[[nodiscard]] inline JournalSink file_sink(std::FILE* file) noexcept {
    return {[](void* to, std::span<const std::byte> block) {
                auto* const open = static_cast<std::FILE*>(to);
                return std::fwrite(block.data(), block.size(), 1, open) == 1 && std::fflush(open) == 0;
            },
            file};
}

/// Choices of a journal.
struct JournalOptions {
    std::uint32_t hash_every = 1;   ///< calls; 0: none has a hash
    std::uint32_t flush_every = 1;  ///< calls: what a killed process may lose, and has in one block
    /// Of a later call; 0: as many as at the start. A journal ends before a call with more.
    std::size_t most_agents = 0;
    /// Before a call the caller names the streams that it changed (JournalWriter::changed), and only these
    /// are compared. A change that is not named is found by the next hash of a replay.
    bool declared_changes = false;
    /// The names of the program's custom stages, in their order: a replay asks for them.
    std::span<const std::string_view> custom_stages{};
};

/// Records the calls of one program on one view: `run` in place of wend::run. A journal holds the program
/// with its paths, obstacles and flow fields, the streams that it reads and writes, what the caller changed
/// from call to call, and a hash of the state after the calls. With it a replay gives the same bits on any
/// machine. What the caller changed is found by comparison: elements, agents that enter, leave or are sorted,
/// selection, parameters. Of pools the paths and obstacles that changed are written, of planners a field when
/// it is complete; velocities of the caller's (view_flow_field) are added up in each call.
///
/// An agent of seek takes 0.8 to 2.3 ns more, with a hash after each call 6 to 8, and with declared changes
/// and a hash each 60th call 0.1 to 0.2 (AVX2); one with 16 neighbours 1 % more. A call allocates nothing.
/// One thread at a time.
class WEND_API JournalWriter {
  public:
    /// Bytes of memory that `start` needs.
    [[nodiscard]] static std::size_t memory_size(const Program& program, const AgentView& agents,
                                                 const JournalOptions& options = {}) noexcept;

    /// Writes the program and the agents. The memory outlives the journal. Refuses what `run` would refuse of
    /// the view, memory that is too small (Code::missing_workspace) and names that do not fit the custom
    /// stages (Code::invalid_program).
    [[nodiscard]] static Expected<JournalWriter> start(const Program& program, const AgentView& agents,
                                                       const JournalSink& sink, std::span<std::byte> memory,
                                                       const JournalOptions& options = {});

    JournalWriter(JournalWriter&&) noexcept;
    JournalWriter& operator=(JournalWriter&&) noexcept;
    /// Ends the journal.
    ~JournalWriter();

    /// wend::run, recorded. The view may lie elsewhere than that of the start, and have other agents.
    [[nodiscard]] Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
                             const Execution& execution = {}) noexcept;

    /// Names streams that the caller changed since the last call, and will change before the next:
    /// `changed(view.bound())` after agents were sorted. Agents that enter or leave need no name.
    void changed(const StreamSet& streams) noexcept;

    /// Gives the calls of now to the sink.
    void flush() noexcept;

    /// Begins another journal, with the agents of now, for a sink that has changed its file since a flush;
    /// the old one has no end. Refuses what `start` would refuse of the view.
    Status start_again(const Program& program, const AgentView& agents) noexcept;

    /// Whether all calls are recorded: false after a block that the sink did not take, and after a call with
    /// other streams or more agents than there is memory for. The journal then ends before that call, and
    /// says why (JournalReader::damage).
    [[nodiscard]] bool works() const noexcept;
    /// Bytes that the sink took.
    [[nodiscard]] std::uint64_t written() const noexcept;

  private:
    struct State;
    explicit JournalWriter(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

/// Choices of a ring.
struct JournalRingOptions {
    std::uint64_t calls = 600;                  ///< the last ones that it keeps
    std::size_t bytes = std::size_t{16} << 20;  ///< for so many calls and their start
    JournalOptions journal{};                   ///< with flush_every 1
};

/// Keeps the last calls of a program in memory, and writes them when they are asked for: when a checksum of
/// two machines differs. It has `calls` to twice as many of them, fewer where `bytes` do not hold them.
/// Otherwise a JournalWriter.
class WEND_API JournalRing {
  public:
    /// Bytes of memory that `start` needs: those of a writer, and `bytes` twice.
    [[nodiscard]] static std::size_t memory_size(const Program& program, const AgentView& agents,
                                                 const JournalRingOptions& options = {}) noexcept;
    /// As JournalWriter::start. Code::missing_workspace, too, where `bytes` do not hold the program and
    /// agents.
    [[nodiscard]] static Expected<JournalRing> start(const Program& program, const AgentView& agents,
                                                     std::span<std::byte> memory,
                                                     const JournalRingOptions& options = {});

    JournalRing(JournalRing&&) noexcept;
    JournalRing& operator=(JournalRing&&) noexcept;
    ~JournalRing();

    /// wend::run, recorded.
    [[nodiscard]] Result run(const Program& program, const AgentView& agents, const Ticks& ticks,
                             const Execution& execution = {}) noexcept;
    /// As JournalWriter::changed.
    void changed(const StreamSet& streams) noexcept;

    /// Gives the kept calls to a sink as a journal that has ended; returns whether it took all.
    [[nodiscard]] bool write(const JournalSink& sink) noexcept;
    /// The calls that `write` would write.
    [[nodiscard]] std::uint64_t calls() const noexcept;

  private:
    struct State;
    explicit JournalRing(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

/// A call of a journal.
struct JournalCall {
    std::uint64_t number = 0;           ///< from 0 on
    Ticks ticks{};                      ///< its ticks
    std::optional<std::uint64_t> hash;  ///< of the state after it
    Code code = Code::ok;               ///< of its status: a call that was refused changed nothing
    std::uint64_t faults = 0;           ///< agents that it skipped
    StreamSet changed = 0;              ///< streams that the caller changed before it
    bool other_agents = false;          ///< agents entered or left before it
    bool tuned = false;                 ///< the caller changed parameters before it
    bool other_sets = false;            ///< the caller changed paths, obstacles or fields before it
};

/// A custom stage for a replay, by the name that the journal has for it; its parameters are the journal's.
struct NamedStage {
    std::string_view name;  ///< as in JournalOptions
    Stage stage;            ///< a CustomForce or CustomLocomotion
};

/// Reads a journal, and has the program and the agents at the start of each call.
class WEND_API JournalReader {
  public:
    /// The bytes outlive the reader. None, with the reason in `message`, for foreign bytes, another format or
    /// bits version, damage before the first call, and custom stages that are missing, unless `without_code`:
    /// no call can run then, but what the caller did before each can be read. Throws std::bad_alloc.
    [[nodiscard]] static std::optional<JournalReader> open(std::span<const std::byte> journal,
                                                           std::span<const NamedStage> custom,
                                                           std::string& message, bool without_code = false);
    JournalReader(JournalReader&&) noexcept;
    JournalReader& operator=(JournalReader&&) noexcept;
    ~JournalReader();

    /// Goes to the next call, whose agents and program are those that the call found; false at the end. Each
    /// call has to `run` before the next one, but for refused ones. Throws std::bad_alloc.
    [[nodiscard]] bool next(JournalCall& call);
    /// Runs the call.
    [[nodiscard]] Result run(const Execution& execution = {}) noexcept;

    /// The program, with the parameters of the call.
    [[nodiscard]] const Program& program() const noexcept;
    /// The agents: copies of the reader's own, into which a snapshot of the caller's may be restored.
    [[nodiscard]] const AgentView& agents() const noexcept;

    /// The custom stages whose code is not there.
    [[nodiscard]] std::span<const std::string> missing_stages() const noexcept;

    /// Whether its writer ended the journal, known when `next` has found no more call.
    [[nodiscard]] bool ended() const noexcept;
    /// The reason why a journal ends before its bytes do, "is cut off within a block"; empty without one.
    [[nodiscard]] std::string_view damage() const noexcept;

  private:
    struct State;
    explicit JournalReader(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

/// The first parameter in which two programs differ, sets by their contents: "stage 0 (seek), weight"; empty
/// where they are the same. Functions of custom stages are not compared.
[[nodiscard]] WEND_API std::string first_other_parameter(const Program& a, const Program& b);

}  // namespace wend
