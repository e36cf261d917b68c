// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
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
#include "wend/stream_uses.hpp"
#include "wend/streams.hpp"

namespace wend {

class Program;

namespace detail {
struct BoundColumns;
}

/// One bound stream: the caller's memory, at any address that is a multiple of 4 (of doubles too).
struct Column {
    void* data = nullptr;                    ///< the first element
    std::size_t count = 0;                   ///< elements
    ElementType element = ElementType::f32;  ///< type of the elements
    bool writable = false;                   ///< programs may write it
    std::size_t stride = 0;  ///< bytes from one element to the next, a multiple of 4; 0: they are contiguous

    /// Bytes from one element to the next.
    [[nodiscard]] constexpr std::size_t step() const noexcept {
        return stride == 0 ? size_of(element) : stride;
    }
    /// Whether elements are side by side.
    [[nodiscard]] constexpr bool contiguous() const noexcept { return step() == size_of(element); }
};

/// The active agents of a view; the others keep all their streams, and are not faults.
struct Selection {
    /// Form of a selection.
    enum class Kind : std::uint8_t {
        all,
        bytes,  ///< a byte an agent, not 0 for active ones
        bits,   ///< bit i % 64 of word i / 64 stands for agent i
        slots,  ///< a list of slots, each at most once
    };
    Kind kind = Kind::all;       ///< form of `data`
    const void* data = nullptr;  ///< none for `all`
    std::size_t count = 0;       ///< bytes, words or slots
};

/// A view over the caller's arrays: the memory of each stream. Owns nothing, copies nothing. It has room for
/// all streams, but only those that are bound are written and copied.
///
/// All bound streams that a program uses must have position_x's length. A written stream must share no memory
/// with another one; an input may be exactly the memory of a written stream (it is then read before it is
/// written, agent by agent), but must not overlap it in part. Agents without a bound id stream have the ids
/// first_id + slot.
///
/// Strided streams and selected agents are copied to the stack and back, 64 agents at a time
/// (bench/tried.md has the cost); nothing else about a call changes.
class AgentView {
  public:
    AgentView() noexcept {}
    /// Without streams; the agent in slot i has the id first_id + i.
    explicit AgentView(std::uint32_t first_id) noexcept : first_id_(first_id) {}
    AgentView(const AgentView& other) noexcept { take(other); }
    AgentView& operator=(const AgentView& other) noexcept {
        if (this != &other) take(other);
        return *this;
    }

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

    /// Binds a member of the structs in an array: `view.bind<Stream::position_x>(ships, &Ship::x)`.
    template <Stream S, std::ranges::borrowed_range Range, class Struct, class T>
    AgentView& bind(Range&& range, T Struct::*member) noexcept {
        const std::span span(range);
        using Element = typename decltype(span)::element_type;
        static_assert(std::is_same_v<std::remove_const_t<Element>, Struct>);
        constexpr bool writable = !std::is_const_v<Element> && !std::is_const_v<T>;
        auto* const first = span.empty() ? nullptr : &(span.front().*member);
        return bind_strided<S>(const_cast<std::conditional_t<writable, T, const T>*>(first), span.size(),
                               sizeof(Struct));
    }

    /// The same by a function that returns the member, for structs in structs:
    /// `view.bind<Stream::position_x>(ships, [](Ship& ship) -> float& { return ship.place.x; })`.
    template <Stream S, std::ranges::borrowed_range Range, class Projection>
    requires std::invocable<const Projection&, std::ranges::range_reference_t<Range>> AgentView& bind(
        Range&& range, const Projection& projection) noexcept {
        const std::span span(range);
        using Struct = typename decltype(span)::element_type;
        static_assert(std::is_lvalue_reference_v<std::invoke_result_t<const Projection&, Struct&>>,
                      "the function returns a reference into the struct");
        using T = std::remove_reference_t<std::invoke_result_t<const Projection&, Struct&>>;
        T* const first = span.empty() ? nullptr : &projection(span.front());
        return bind_strided<S>(first, span.size(), sizeof(Struct));
    }

    /// Binds x and y at once, from structs that have both: the members x and y, or elements 0 and 1, of a
    /// vector type: `view.bind<Stream::position_x, Stream::position_y>(points)`.
    template <Stream X, Stream Y, std::ranges::borrowed_range Range>
    AgentView& bind(Range&& range) noexcept {
        using Struct = std::remove_reference_t<std::ranges::range_reference_t<Range>>;
        if constexpr (requires(Struct & one) { one.x, one.y; })
            return bind<X, Y>(
                range, [](Struct & one) -> auto& { return one.x; },
                [](Struct & one) -> auto& { return one.y; });
        else
            return bind<X, Y>(
                range, [](Struct & one) -> auto& { return one[0]; },
                [](Struct & one) -> auto& { return one[1]; });
    }
    /// The same by two members or functions, such as the plane of x and z:
    /// `view.bind<Stream::position_x, Stream::position_y>(points, &Vec3::x, &Vec3::z)`.
    template <Stream X, Stream Y, std::ranges::borrowed_range Range, class PlaceX, class PlaceY>
    AgentView& bind(Range&& range, const PlaceX& x, const PlaceY& y) noexcept {
        return bind<X>(range, x).template bind<Y>(range, y);
    }

    /// Binds elements that are `stride` bytes apart, the first at `first`, for structs in structs and
    /// interleaved buffers. The stride is a multiple of 4, and no smaller than an element.
    template <Stream S, class T>
    AgentView& bind_strided(T* first, std::size_t count, std::size_t stride) noexcept {
        static_assert(std::is_same_v<std::remove_const_t<T>, element_t<S>>,
                      "this stream has another element type; see wend/streams.hpp");
        bind_column(S, {const_cast<std::remove_const_t<T>*>(first), count, info(S).element,
                        !std::is_const_v<T>, stride});
        return *this;
    }
    /// The same for x and y at once.
    template <Stream X, Stream Y, class T>
    AgentView& bind_strided(T* first_x, T* first_y, std::size_t count, std::size_t stride) noexcept {
        return bind_strided<X>(first_x, count, stride).template bind_strided<Y>(first_y, count, stride);
    }

    /// Binds by enumerator or name at run time; refuses unknown enumerators and names, and other element
    /// types.
    WEND_API Status bind(Stream stream, Column column) noexcept;
    /// The same by name.
    WEND_API Status bind(std::string_view stream_name, Column column) noexcept;

    /// The bound memory; none if the stream is not bound, or the enumerator is out of range.
    [[nodiscard]] const Column& column(Stream stream) const noexcept {
        return has(stream) ? columns_[place_[static_cast<std::size_t>(stream)]] : nothing;
    }
    /// The streams that are bound.
    [[nodiscard]] const StreamSet& bound() const noexcept { return bound_; }
    /// Whether the stream is bound. An empty range is a stream of length 0, not an unbound one.
    [[nodiscard]] bool has(Stream stream) const noexcept {
        return is_stream(stream) && bound_.has(static_cast<std::size_t>(stream));
    }

    /// The bound memory as elements, for reading; empty if unbound or strided.
    template <Stream S>
    [[nodiscard]] std::span<const element_t<S>> get() const noexcept {
        if (!column(S).contiguous()) return {};
        return {static_cast<const element_t<S>*>(column(S).data), column(S).count};
    }

    /// The same for writing; empty if unbound, strided or bound to const memory.
    template <Stream S>
    [[nodiscard]] std::span<element_t<S>> get_writable() const noexcept {
        if (!column(S).writable || !column(S).contiguous()) return {};
        return {static_cast<element_t<S>*>(column(S).data), column(S).count};
    }

    /// Number of agents: position_x's length; 0 without it, which is legal if no other stream has elements.
    [[nodiscard]] std::size_t size() const noexcept { return column(Stream::position_x).count; }
    /// The id of slot 0, where no id stream is bound.
    [[nodiscard]] std::uint32_t first_id() const noexcept { return first_id_; }

    /// The agents [begin, begin + count) as a view; a program gives them the same bits as within the whole.
    /// Where agents look at each other, the slice must name the whole view (`look_at`), because target_agent
    /// names its slots; otherwise it is refused (Code::needs_whole_view). A selection is not copied.
    [[nodiscard]] WEND_API AgentView slice(std::size_t begin, std::size_t count) const noexcept;

    /// Whether this is a slice that lacks some of the agents.
    [[nodiscard]] bool is_slice() const noexcept { return is_slice_; }

    /// The agents that this view's agents look at: target_agent, other_agent and third_agent name slots of
    /// `others` (stages with quarry `agent`), and neighbours are found among them, by their ids and groups.
    /// The run only reads them. They must not be the memory that the call writes (`keep_start` makes a copy).
    /// Where agents see neighbours, a call sorts the others once a view and tick: for many views of one
    /// population see See::all_views.
    WEND_API AgentView& look_at(const AgentView& others) noexcept;
    /// Whether look_at named another view.
    [[nodiscard]] bool looks_elsewhere() const noexcept { return looks_elsewhere_; }
    /// Position x, y and velocity x, y of the agents that are looked at.
    [[nodiscard]] const std::array<Column, 4>& others() const noexcept { return observed().motion; }
    /// Their ids (no elements: `others_first_id` and up), and their streams among `neighbour_extras`.
    [[nodiscard]] const Column& others_ids() const noexcept { return observed().ids; }
    /// Their streams among `neighbour_extras`.
    [[nodiscard]] const std::array<Column, neighbour_extras.size()>& others_extras() const noexcept {
        return observed().extras;
    }
    /// The id of their slot 0, where they bind no ids.
    [[nodiscard]] std::uint32_t others_first_id() const noexcept { return observed().first_id; }

    /// Memory of the caller's for agents that look at others: `workspace_size(program, view)` floats, which
    /// hold the state of the tick's start during a call. 4 * size() if no agents see their neighbours.
    AgentView& workspace(std::span<float> floats) noexcept {
        workspace_ = floats.data() == nullptr ? std::span<float>() : floats;
        return *this;
    }
    /// The workspace; empty: none.
    [[nodiscard]] std::span<float> workspace() const noexcept { return workspace_; }

    /// Only agents whose byte is not 0 are active; a byte for each agent of the view.
    AgentView& only(std::span<const std::uint8_t> active) noexcept {
        selection_ = {Selection::Kind::bytes, active.data(), active.size()};
        return *this;
    }
    /// The same by bits: bit i % 64 of word i / 64 stands for agent i.
    AgentView& only_bits(std::span<const std::uint64_t> active) noexcept {
        selection_ = {Selection::Kind::bits, active.data(), active.size()};
        return *this;
    }
    /// Only the agents in these slots are active. The list has each slot at most once, in any order; a slot
    /// out of range is a fault.
    AgentView& only_slots(std::span<const std::uint32_t> slots) noexcept {
        selection_ = {Selection::Kind::slots, slots.data(), slots.size()};
        return *this;
    }
    /// Makes all agents active again.
    AgentView& all_agents() noexcept {
        selection_ = {};
        return *this;
    }
    /// The active agents.
    [[nodiscard]] const Selection& selection() const noexcept { return selection_; }

  private:
    friend struct detail::BoundColumns;
    /// The agents that are looked at.
    struct Observed {
        std::array<Column, 4> motion{};
        Column ids{};
        std::array<Column, neighbour_extras.size()> extras{};
        std::uint32_t first_id = 0;
    };

    void bind_column(Stream stream, const Column& column) noexcept {
        std::uint8_t& place = place_[static_cast<std::size_t>(stream)];
        if (!has(stream)) {
            place = count_++;
            bound_ |= stream_set(stream);
        }
        columns_[place] = column;
    }
    void take(const AgentView& other) noexcept {
        bound_ = other.bound_;
        count_ = other.count_;
        first_id_ = other.first_id_;
        is_slice_ = other.is_slice_;
        looks_elsewhere_ = other.looks_elsewhere_;
        workspace_ = other.workspace_;
        selection_ = other.selection_;
        place_ = other.place_;
        for (std::size_t i = 0; i < count_; ++i) columns_[i] = other.columns_[i];
        if (looks_elsewhere_) observed_ = other.observed_;
    }
    [[nodiscard]] const Observed& observed() const noexcept { return looks_elsewhere_ ? observed_ : none; }

    static constexpr Column nothing{};
    static const Observed none;
    StreamSet bound_ = 0;
    std::uint32_t first_id_ = 0;
    std::uint8_t count_ = 0;  ///< of bound streams
    bool is_slice_ = false;
    bool looks_elsewhere_ = false;
    std::span<float> workspace_{};
    Selection selection_{};
    std::array<std::uint8_t, stream_count> place_{};  ///< of each bound stream in columns_
    // Written as far as streams are bound: to clear 2 KB took as long as to advance 16 agents.
    union {
        Column columns_[stream_count];  ///< in the order in which streams were bound
    };
    union {
        Observed observed_;  ///< where the view looks elsewhere
    };
};
inline const AgentView::Observed AgentView::none{};

/// The size in floats of the workspace of `agents` for `program`: 0 if no agent looks at others, 4 an agent
/// if some look at single ones, and 10 to 20 if they see their neighbours: 9 each, 2 more for alignment, 1
/// each for ids and for each other stream that is read of neighbours, and one for each of one to two cells.
/// It depends on the sizes of the view and of the view that it looks at, and on the bound streams.
[[nodiscard]] WEND_API std::size_t workspace_size(const Program& program, const AgentView& agents) noexcept;

/// Floats that suffice for every program and a view of so many agents.
[[nodiscard]] constexpr std::size_t largest_workspace(std::size_t agents) noexcept {
    return 30 * agents + 18;
}

/// Copies positions, velocities and, where it is bound, `settled` into `workspace` (4 or 5 * size() floats)
/// and returns a view of the copies, for `look_at`: slices, or other views, then see the state at the time of
/// the copy. The other streams that stages read of neighbours are not copied. Returns an empty view if the
/// workspace is too small or a stream is missing.
[[nodiscard]] WEND_API AgentView keep_start(const AgentView& agents, std::span<float> workspace) noexcept;

/// Owns the streams of a growing and shrinking population, for one thread at a time: 64-byte aligned arrays,
/// stable ids.
///
/// Slots are dense: removing an agent moves the last one into its slot. A slot is a position in the arrays,
/// an id is an agent. A spawned agent gets the next id, one above the last spawned one's (they wrap after
/// 2^32 spawns): none is given out twice, unless ids are written or the next id is set. Removing updates
/// target_agent, other_agent and third_agent: they follow the agent that moved, and become -1 for the removed
/// agent (O(n) when held). A buffer that holds one of them, or was made for a program, has the workspace too.
/// Spawned agents have the initial values of their streams (StreamInfo), legal in every stage: 0, except
/// direction, mass and max_speed 1, stages, groups and seen_groups all bits, target_agent, other_agent and
/// third_agent -1. Growing moves the arrays: take a new view afterwards. Throws
/// std::bad_alloc, without a change, when memory or addresses run out.
///
/// A moved-from buffer has no agents and no streams; it may be assigned to, and spawns nothing (an assertion
/// in debug builds).
class WEND_API AgentBuffer {
  public:
    /// Without agents and streams.
    AgentBuffer() noexcept;
    /// Holds the given streams, plus always `id`. Enumerators out of range are left out (an assertion in
    /// debug builds).
    explicit AgentBuffer(std::span<const Stream> streams);
    /// The same for a list.
    AgentBuffer(std::initializer_list<Stream> streams);
    /// Holds the streams that the program needs, its records, and `extra`: such as outputs, or streams of
    /// another program.
    explicit AgentBuffer(const Program& program, std::initializer_list<Stream> extra = {});
    ~AgentBuffer();
    AgentBuffer(AgentBuffer&&) noexcept;
    AgentBuffer& operator=(AgentBuffer&&) noexcept;

    /// Number of agents.
    [[nodiscard]] std::size_t size() const noexcept;
    /// Agents for which there is room.
    [[nodiscard]] std::size_t capacity() const noexcept;
    /// Makes room for so many agents.
    void reserve(std::size_t agents);

    /// Makes the workspace for the program, and keeps it large enough as the buffer grows.
    void make_workspace(const Program& program);

    /// Adds `count` agents behind the last; returns the slot of the first new one.
    std::size_t spawn(std::size_t count = 1);

    /// The id of the next agent that is spawned. After ids of your own, as from a file, set it above them:
    /// otherwise it may be given out again.
    [[nodiscard]] std::uint32_t next_id() const noexcept;
    /// Sets the id of the next agent that is spawned.
    void set_next_id(std::uint32_t id) noexcept;

    /// Removes the agent in `slot`; the last agent takes its place, with its id and all its streams. A slot
    /// that is not < size() removes nothing (an assertion in debug builds).
    void remove(std::size_t slot) noexcept;

    /// Declares that target_agent, other_agent and third_agent name slots of another view
    /// (AgentView::look_at): removing an agent then leaves them unchanged.
    void look_elsewhere(bool elsewhere = true) noexcept;

    /// The slot of the agent with that id; size() if there is none. O(1), but for the first call and the
    /// first one after ids may have been written (get<Stream::id>(), sort_by_cell, restore). It does not see
    /// ids that are written later through an older span: call get again.
    [[nodiscard]] std::size_t slot_of(std::uint32_t id) const noexcept;

    /// The size in bytes of a snapshot of the buffer.
    [[nodiscard]] std::size_t snapshot_bytes() const noexcept;
    /// Copies all agents, all their streams but records, and the next id into the caller's memory, to return
    /// to an earlier tick whatever has been spawned and removed since. Error: Code::bad_snapshot (too little
    /// memory).
    [[nodiscard]] Status save(std::span<std::byte> snapshot) const noexcept;
    /// Brings the saved agents back, and no others. Refuses (Code::bad_snapshot), without a change, a
    /// snapshot of another bits version, or of a buffer with other streams. Throws std::bad_alloc as `spawn`.
    [[nodiscard]] Status restore(std::span<const std::byte> snapshot);

    /// Whether the buffer holds the stream.
    [[nodiscard]] bool has(Stream stream) const noexcept;
    /// The stream's elements, for writing; empty if it is not held.
    template <Stream S>
    [[nodiscard]] std::span<element_t<S>> get() noexcept {
        if constexpr (S == Stream::id) expect_other_ids();
        return {static_cast<element_t<S>*>(data(S)), has(S) ? size() : 0};
    }
    /// The same for reading.
    template <Stream S>
    [[nodiscard]] std::span<const element_t<S>> get() const noexcept {
        return {static_cast<const element_t<S>*>(data(S)), has(S) ? size() : 0};
    }

    /// All held streams, id included, which is read-only.
    [[nodiscard]] AgentView view() noexcept;

  private:
    [[nodiscard]] void* data(Stream stream) const noexcept;
    void expect_other_ids() noexcept;
    void remap_targets(std::size_t removed, std::size_t last) noexcept;
    struct Storage;
    std::unique_ptr<Storage> storage_;
};

}  // namespace wend
