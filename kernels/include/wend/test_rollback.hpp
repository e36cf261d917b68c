// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// For tests of games with rollback; wend.hpp does not include it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "wend/agents.hpp"
#include "wend/export.hpp"
#include "wend/program.hpp"

namespace wend {

/// A game with the functions that test_rollback calls.
template <class Game>
concept RollbackGame = requires(Game& game, std::uint64_t frame, std::vector<std::byte>& snapshot,
                                std::span<const std::byte> saved) {
    game.advance(frame);                           // all that the game does in a frame, the calls of wend too
    game.save(snapshot);                           // what a rollback needs; the memory is used again
    game.restore(saved);                           // brings it back
    { game.agents() } -> std::same_as<AgentView>;  // those of now
};

/// How far a rollback test goes.
struct RollbackOptions {
    std::uint64_t frames = 600;  ///< that are tested
    std::uint64_t back = 8;      ///< frames that each frame goes back
};

/// The finding of a rollback test.
struct RollbackResult {
    /// The first frame that was another when it ran again: frame, agent, stream, both values with their bits,
    /// and where to look. Empty where there is none.
    std::string message;
    std::uint64_t frame = 0;  ///< its number

    /// Whether there is none.
    explicit operator bool() const noexcept { return message.empty(); }
};

namespace detail {

/// Whether a function of a game's succeeded: all do, but for those that return something false.
template <class Function>
bool succeeds(const Function& function) {
    if constexpr (requires { static_cast<bool>(function()); })
        return static_cast<bool>(function());
    else
        return function(), true;
}

}  // namespace detail

/// The frames to which test_rollback may go back; a game needs only that function.
class WEND_API RollbackFrames {
  public:
    /// None yet.
    RollbackFrames(const Program& program, const RollbackOptions& options);
    RollbackFrames(const RollbackFrames&) = delete;
    RollbackFrames& operator=(const RollbackFrames&) = delete;
    ~RollbackFrames();

    /// The memory for the snapshot of a frame's start.
    [[nodiscard]] std::vector<std::byte>& snapshot(std::uint64_t frame);
    /// The memory for a snapshot that is compared.
    [[nodiscard]] std::vector<std::byte>& snapshot_again();
    /// Keeps the agents of a frame's start.
    void keep(std::uint64_t frame, const AgentView& agents);
    /// Compares the agents after a restore with those of the frame's start.
    [[nodiscard]] RollbackResult compare_restored(std::uint64_t frame, const AgentView& agents);
    /// Compares the end of a frame that ran again, after a restore of frame `from`.
    [[nodiscard]] RollbackResult compare(std::uint64_t frame, std::uint64_t from, const AgentView& agents);

  private:
    struct Frames;
    std::unique_ptr<Frames> frames_;
};

/// Runs a game's frames 0, 1, ... and, in each, goes back some frames and runs these again, as netcode does:
/// all have to end as they did the first time. Finds state that a snapshot lacks, memory that is read before
/// it is written, and results that depend on an order which is not fixed (ggrs calls this SyncTest).
///
/// Compares, bit by bit and slot by slot, the number of agents, the inputs and the state of `program`, and
/// the bytes of the game's snapshots: bytes between members have to be 0. A function of the game that returns
/// false, or a Status with an error, ends the test.
template <RollbackGame Game>
[[nodiscard]] RollbackResult test_rollback(const Program& program, Game& game,
                                           const RollbackOptions& options = {}) {
    RollbackFrames frames(program, options);
    RollbackResult result;
    const auto works = [&](const char* what, std::uint64_t frame, const auto& function) {
        if (!detail::succeeds(function))
            result = {"frame " + std::to_string(frame) + ": " + what + " failed", frame};
        return result.message.empty();
    };
    const auto advances = [&](std::uint64_t frame) {
        return works("advance", frame, [&] { return game.advance(frame); });
    };
    const auto saves = [&](std::uint64_t frame, std::vector<std::byte>& to) {
        return works("save", frame, [&] { return game.save(to); });
    };
    for (std::uint64_t frame = 0; frame < options.frames; ++frame) {
        if (!saves(frame, frames.snapshot(frame))) return result;
        frames.keep(frame, game.agents());
        if (frame >= options.back && options.back != 0) {
            const std::uint64_t from = frame - options.back;
            const std::span<const std::byte> saved = frames.snapshot(from);
            if (!works("restore", from, [&] { return game.restore(saved); })) return result;
            result = frames.compare_restored(from, game.agents());
            for (std::uint64_t again = from; result && again < frame; ++again)
                if (advances(again) && saves(again, frames.snapshot_again()))
                    result = frames.compare(again, from, game.agents());
            if (!result) return result;
        }
        if (!advances(frame)) return result;
    }
    return result;
}

}  // namespace wend
