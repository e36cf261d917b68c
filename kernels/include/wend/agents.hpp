// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "wend/export.hpp"
#include "wend/status.hpp"
#include "wend/streams.hpp"

namespace wend {

/// One bound stream: anybody's memory, any alignment that its element allows (4 bytes, for a double too).
struct Column {
    void* data = nullptr;
    std::size_t count = 0;
    ElementType element = ElementType::f32;
    bool writable = false;
};

/// A view over the caller's arrays: which memory holds which stream. Owns nothing, copies nothing.
///
/// All bound streams that a program uses must have position_x's length. A written stream must share no memory
/// with another one; an input may be the very same memory as a written stream (it is then read before it is
/// written, agent by agent), but must not overlap it in part. Agents without a bound id stream have the ids
/// first_id + slot.
class AgentView {
  public:
    AgentView() = default;
    explicit AgentView(std::uint32_t first_id) : first_id_(first_id) {}

    /// Binds a contiguous range (std::span, std::vector, std::array, C array); const ranges bind read-only. A
    /// temporary that owns its elements does not compile, because the view would outlive them.
    template <Stream S, std::ranges::borrowed_range Range>
    AgentView& bind(Range&& range) noexcept {
        const std::span span(range);
        using T = typename decltype(span)::element_type;
        static_assert(std::is_same_v<std::remove_const_t<T>, element_t<S>>,
                      "this stream has another element type; see wend/streams.hpp");
        bind_column(S, {const_cast<std::remove_const_t<T>*>(span.data()), span.size(), info(S).element,
                        !std::is_const_v<T>});
        return *this;
    }

    /// Binds by enumerator or name at run time; refuses enumerators and names that are no stream, and foreign
    /// element types.
    WEND_API Status bind(Stream stream, Column column) noexcept;
    WEND_API Status bind(std::string_view stream_name, Column column) noexcept;

    /// What is bound; no memory where nothing is, or where the enumerator is out of range.
    [[nodiscard]] const Column& column(Stream stream) const noexcept {
        return is_stream(stream) ? columns_[static_cast<std::size_t>(stream)] : nothing;
    }
    /// Whether something is bound. An empty range is a stream of length 0, not an unbound one.
    [[nodiscard]] bool has(Stream stream) const noexcept {
        return is_stream(stream) && (bound_ >> static_cast<unsigned>(stream) & 1) != 0;
    }

    /// The bound memory as elements, for reading; empty when unbound.
    template <Stream S>
    [[nodiscard]] std::span<const element_t<S>> get() const noexcept {
        return {static_cast<const element_t<S>*>(column(S).data), column(S).count};
    }

    /// The same for writing; empty when unbound or bound to const memory.
    template <Stream S>
    [[nodiscard]] std::span<element_t<S>> get_writable() const noexcept {
        if (!column(S).writable) return {};
        return {static_cast<element_t<S>*>(column(S).data), column(S).count};
    }

    /// Number of agents: position_x's length.
    [[nodiscard]] std::size_t size() const noexcept { return column(Stream::position_x).count; }
    [[nodiscard]] std::uint32_t first_id() const noexcept { return first_id_; }

    /// The agents [begin, begin + count) as a view of their own; a program gives them the same bits as within
    /// the whole. Programs whose agents look at each other run on whole views only: target_agent and
    /// other_agent name slots of those, and on a slice they are refused (Code::needs_whole_view).
    [[nodiscard]] WEND_API AgentView slice(std::size_t begin, std::size_t count) const noexcept;

    /// Whether it is a slice that lacks some of the agents.
    [[nodiscard]] bool is_slice() const noexcept { return is_slice_; }

  private:
    void bind_column(Stream stream, const Column& column) noexcept {
        columns_[static_cast<std::size_t>(stream)] = column;
        bound_ |= std::uint64_t{1} << static_cast<unsigned>(stream);
    }

    static constexpr Column nothing{};
    std::array<Column, stream_count> columns_{};
    std::uint64_t bound_ = 0;  ///< bit i: stream i
    std::uint32_t first_id_ = 0;
    bool is_slice_ = false;
};

/// Owns the streams of a growing and shrinking population: 64-byte aligned arrays, stable ids.
///
/// Slots are dense: removing swaps the last agent in, so that a slot is a position in the arrays and an id is
/// an agent. Ids are never reused (they wrap after 2^32 spawns). Removing keeps target_agent and other_agent
/// right: they follow the agent that moved, and become -1 for an agent that is gone (O(n) when held). Spawned
/// agents have all streams 0, but direction 1, mass 1, target_agent and other_agent -1. Growing moves the
/// arrays, so take a new view afterwards. Throws std::bad_alloc when memory runs out, or a number of agents
/// does not fit an address; nothing is changed then.
///
/// A buffer that was moved from has no agents and no streams; it may be assigned to. What it is asked to
/// spawn is not spawned (an assertion in debug builds).
class WEND_API AgentBuffer {
  public:
    /// Holds the given streams, plus always `id`. Enumerators out of range are left out (an assertion in
    /// debug builds).
    explicit AgentBuffer(std::span<const Stream> streams);
    AgentBuffer(std::initializer_list<Stream> streams);
    ~AgentBuffer();
    AgentBuffer(AgentBuffer&&) noexcept;
    AgentBuffer& operator=(AgentBuffer&&) noexcept;

    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] std::size_t capacity() const noexcept;
    void reserve(std::size_t agents);

    /// Adds `count` agents behind the last; returns the slot of the first new one.
    std::size_t spawn(std::size_t count = 1);

    /// Removes the agent in `slot`; the last agent takes its place, with its id and all its streams. A slot
    /// that is not < size() removes nothing (an assertion in debug builds).
    void remove(std::size_t slot) noexcept;

    [[nodiscard]] bool has(Stream stream) const noexcept;
    template <Stream S>
    [[nodiscard]] std::span<element_t<S>> get() noexcept {
        return {static_cast<element_t<S>*>(data(S)), has(S) ? size() : 0};
    }

    /// All held streams, id included.
    [[nodiscard]] AgentView view() noexcept;

  private:
    [[nodiscard]] void* data(Stream stream) noexcept;
    void remap_targets(std::size_t removed, std::size_t last) noexcept;
    struct Storage;
    std::unique_ptr<Storage> storage_;
};

}  // namespace wend
