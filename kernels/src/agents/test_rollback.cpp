// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/test_rollback.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "agents/state_streams.hpp"
#include "columns/elements.hpp"
#include "wend/first_difference.hpp"

namespace wend {
namespace {

/// Copies of streams, which lie side by side.
class StreamCopies {
  public:
    void take(const AgentView& agents, StreamSet streams) {
        view_ = AgentView(agents.first_id());
        for (const Stream stream : streams) {
            const ElementType element = info(stream).element;
            std::vector<std::uint64_t>& memory = memory_[static_cast<std::size_t>(stream)];
            memory.resize((agents.size() * size_of(element) + 7) / 8);
            detail::copy_elements(memory.data(), agents.column(stream), 0, agents.size());
            detail::BoundColumns::bind(view_, stream, {memory.data(), agents.size(), element, false});
        }
    }
    [[nodiscard]] const AgentView& view() const { return view_; }

  private:
    AgentView view_;
    std::array<std::vector<std::uint64_t>, stream_count> memory_;
};

/// Of the start of a frame.
struct Frame {
    std::vector<std::byte> snapshot;
    StreamCopies agents;
};

std::string number(std::uint64_t value) { return std::to_string(value); }

/// Of streams that both views have.
std::optional<Difference> difference_in(StreamSet streams, const AgentView& kept, const AgentView& now) {
    const auto found = first_difference(streams & kept.bound() & now.bound(), kept, now);
    return found ? *found : std::nullopt;
}

}  // namespace

struct RollbackFrames::Frames {
    StreamSet state, inputs;
    std::vector<Frame> kept;  ///< a ring
    std::vector<std::byte> again;

    [[nodiscard]] Frame& start_of(std::uint64_t frame) { return kept[frame % kept.size()]; }
};

RollbackFrames::RollbackFrames(const Program& program, const RollbackOptions& options)
    : frames_(std::make_unique<Frames>()) {
    frames_->state = detail::state_streams(program);
    frames_->inputs = detail::used_streams(program) & ~frames_->state;
    frames_->kept.resize(options.back + 1);
}
RollbackFrames::~RollbackFrames() = default;

std::vector<std::byte>& RollbackFrames::snapshot(std::uint64_t frame) {
    return frames_->start_of(frame).snapshot;
}
std::vector<std::byte>& RollbackFrames::snapshot_again() { return frames_->again; }

void RollbackFrames::keep(std::uint64_t frame, const AgentView& agents) {
    frames_->start_of(frame).agents.take(agents, (frames_->state | frames_->inputs) & agents.bound());
}

RollbackResult RollbackFrames::compare_restored(std::uint64_t frame, const AgentView& agents) {
    const AgentView& kept = frames_->start_of(frame).agents.view();
    const std::string start = "frame " + number(frame) + ", restored from its snapshot: ";
    if (agents.size() != kept.size())
        return {start + number(agents.size()) + " agents, and " + number(kept.size()) +
                    " when it was saved; the snapshot lacks agents that enter or leave",
                frame};
    const auto found = difference_in(frames_->state | stream_set(Stream::id), kept, agents);
    if (!found) return {};
    return {start + difference_text(*found, "when it was saved", "now") + "; the snapshot lacks the stream",
            frame};
}

RollbackResult RollbackFrames::compare(std::uint64_t frame, std::uint64_t from, const AgentView& agents) {
    const Frame& start = frames_->start_of(frame + 1);
    const AgentView& kept = start.agents.view();
    const std::string again =
        "frame " + number(frame) + ", again after a restore of frame " + number(from) + ": ";
    constexpr const char* reasons =
        "from state that the snapshot lacks, from memory that nothing wrote, or in an order that is not "
        "fixed";
    if (agents.size() != kept.size())
        return {again + "ends with " + number(agents.size()) + " agents, and with " + number(kept.size()) +
                    " the first time; the game adds or removes them " + reasons,
                frame};
    if (const auto found = difference_in(frames_->inputs, kept, agents))
        return {again + difference_text(*found, "the first time", "now") + "; " +
                    std::string(name(found->stream)) + " is an input, which the game writes " + reasons,
                frame};
    if (const auto found = difference_in(frames_->state, kept, agents))
        return {
            again + difference_text(*found, "the first time", "now") +
                "; all inputs are the same at the frame's end, so the calls differ (ticks, seed, selection, "
                "parameters, paths, obstacles), an input was another during a call, or code of the game "
                "writes this stream " +
                reasons,
            frame};
    if (start.snapshot == frames_->again) return {};
    if (start.snapshot.size() != frames_->again.size())
        return {again + "the snapshot has " + number(frames_->again.size()) + " bytes, and had " +
                    number(start.snapshot.size()) + " the first time; wend's streams are the same",
                frame};
    const auto at =
        std::mismatch(start.snapshot.begin(), start.snapshot.end(), frames_->again.begin()).first -
        start.snapshot.begin();
    return {again + "byte " + std::to_string(at) + " of the snapshot's " + number(start.snapshot.size()) +
                " is another; wend's streams are the same, so it is of state of the game's own",
            frame};
}

}  // namespace wend
