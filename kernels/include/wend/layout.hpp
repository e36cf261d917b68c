// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "wend/agents.hpp"
#include "wend/clock.hpp"
#include "wend/execution.hpp"
#include "wend/export.hpp"
#include "wend/status.hpp"
#include "wend/streams.hpp"

namespace wend {

class Program;
class Layout;

/// The agents of one chunk: the addresses of its arrays, in the order of the layout's numbers, and a count. A
/// chunk of seek's six streams takes 128 bytes with its addresses. It owns nothing: layout and addresses must
/// outlive it.
struct ChunkView {
    const Layout* layout = nullptr;  ///< the chunk's layout
    void* const* arrays = nullptr;   ///< as many addresses as the layout has arrays
    std::size_t count = 0;           ///< agents
    std::uint32_t first_id = 0;      ///< agents without an id stream have the ids first_id + slot
    Selection selection{};           ///< the active agents; all at first
    std::span<float> workspace{};    ///< as AgentView::workspace

    /// The same as an AgentView, for all functions that take one.
    [[nodiscard]] WEND_API AgentView view() const noexcept;
};

/// The part that all chunks of one kind share, bound once: of each stream the array that has it, its place
/// there, and the distance of its elements. A view of a chunk (ChunkView) then consists of addresses:
///
///     Layout layout;  // chunks of the components Place{x, y, z} and Velocity{x, y}, and an array of targets
///     layout.bind<Stream::position_x>(0, &Place::x).bind<Stream::position_y>(0, &Place::z);
///     layout.bind<Stream::velocity_x>(1, &Velocity::x).bind<Stream::velocity_y>(1, &Velocity::y);
///     layout.bind<Stream::target_x>(2).bind<Stream::target_y>(2, capacity * sizeof(float));
///     void* const arrays[] = {places, velocities, targets};
///     const ChunkView chunk{.layout = &layout, .arrays = arrays, .count = agents};
///     run_chunks(program, std::span(&chunk, 1), ticks);
///
/// A call makes the checks of bound views, and gives the same bits.
class WEND_API Layout {
  public:
    /// The place of a stream's elements.
    struct Place {
        std::uint32_t array = 0;  ///< number of the array among a chunk's addresses
        std::size_t offset = 0;   ///< bytes from its address to the first agent's element
        std::size_t stride = 0;   ///< bytes from one element to the next, a multiple of 4; 0: contiguous
        ElementType element = ElementType::f32;  ///< type of the elements
        bool writable = true;                    ///< programs may write them
    };

    /// Elements side by side, the first `offset` bytes behind the array's address.
    template <Stream S>
    Layout& bind(std::uint32_t array, std::size_t offset = 0, std::size_t stride = 0) noexcept {
        return set(S, {array, offset, stride, info(S).element, true});
    }
    /// A member of the array's structs. Const members are bound read-only.
    template <Stream S, class Struct, class T>
    Layout& bind(std::uint32_t array, T Struct::*member) noexcept {
        static_assert(std::is_same_v<std::remove_const_t<T>, element_t<S>>,
                      "this stream has another element type; see wend/streams.hpp");
        static_assert(std::is_standard_layout_v<Struct>);
        alignas(Struct) const std::byte memory[sizeof(Struct)] = {};
        const auto* const one = reinterpret_cast<const Struct*>(memory);
        const auto offset = reinterpret_cast<const std::byte*>(&(one->*member)) - memory;
        return set(S, {array, static_cast<std::size_t>(offset), sizeof(Struct), info(S).element,
                       !std::is_const_v<T>});
    }
    /// A pair of streams, from two members of the array's structs:
    /// `layout.bind<Stream::position_x, Stream::position_y>(0, &Place::x, &Place::z)`.
    template <Stream X, Stream Y, class Struct, class T, class U>
    Layout& bind(std::uint32_t array, T Struct::*x, U Struct::*y) noexcept {
        return bind<X>(array, x).template bind<Y>(array, y);
    }

    /// Binds at run time; refuses unknown enumerators, and other element types.
    Status bind(Stream stream, const Place& place) noexcept;

    /// The streams that are bound.
    [[nodiscard]] const StreamSet& bound() const noexcept { return bound_; }

    /// The place of a stream; the first of array 0 if the stream is not bound.
    [[nodiscard]] const Place& place(Stream stream) const noexcept {
        return places_[is_stream(stream) ? static_cast<std::size_t>(stream) : 0];
    }

  private:
    Layout& set(Stream stream, const Place& place) noexcept;

    StreamSet bound_ = 0;
    std::array<Place, stream_count> places_{};
};

/// `run_views` for chunks: one parallel loop over all of them, each chunk on one thread. `first_fault_view`
/// is the chunk of the first fault, or of the status.
[[nodiscard]] WEND_API Result run_chunks(const Program& program, std::span<const ChunkView> chunks,
                                         const Ticks& ticks, const Execution& execution = {}) noexcept;

}  // namespace wend
