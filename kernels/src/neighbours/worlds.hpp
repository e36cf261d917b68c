// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "columns/elements.hpp"
#include "neighbours/grid.hpp"
#include "stage/contract.hpp"

namespace wend::detail {

/// The observed agents of small views, each of which sees itself, in the order of their slots: a world is one
/// entry of the table of cells. Agents at fault stay where they are, at NaN, which no agent sees.
class Worlds {
  public:
    static constexpr std::size_t most = 32;

    /// Bytes an agent.
    [[nodiscard]] static std::size_t bytes(const Sight& sight) {
        const auto floats = std::ranges::count_if(
            seen_floats, [&](const SeenFloat& one) { return has(sight.extras, one.stream); });
        return sizeof(float) *
               (2 + (sight.headings ? 2u : 0u) + (sight.velocities ? 2u : 0u) +
                (has(sight.extras, Stream::settled) ? 1u : 0u) + static_cast<std::size_t>(floats));
    }

    /// `memory`: for the copies of so many agents. `wrap`: the area of a world that wraps, otherwise null.
    void start(const Sight& sight, const Rectangle* wrap, std::byte* memory, std::size_t agents) {
        const auto part = [&]<class T>(T*& array) {
            array = reinterpret_cast<T*>(memory);
            memory += agents * sizeof(T);
        };
        part(x_);
        part(y_);
        if (sight.headings) {
            part(heading_x_);
            part(heading_y_);
        }
        if (sight.velocities) {
            part(velocity_x_);
            part(velocity_y_);
        }
        if (has(sight.extras, Stream::settled)) part(settled_);
        for (std::size_t i = 0; i < seen_floats.size(); ++i)
            if (has(sight.extras, seen_floats[i].stream)) part(floats_[i]);
        sorted_.x = x_;
        sorted_.y = y_;
        sorted_.velocity_x = velocity_x_;
        sorted_.velocity_y = velocity_y_;
        sorted_.first = first_;
        sorted_.map.row_stride = 1;
        if (wrap != nullptr) sorted_.wrap = {wrap->max_x - wrap->min_x, wrap->max_y - wrap->min_y};
    }

    /// The first agent of each world, and behind the last one.
    [[nodiscard]] std::uint32_t* first() { return first_; }
    [[nodiscard]] const SortedAgents& sorted() const { return sorted_; }

    /// Copies the tick's start of so many agents; `streams`: theirs, id among them.
    void copy(const ChunkFunctions& functions, const void* const* streams, std::size_t agents) {
        const auto stream = [&]<class T>(Stream which, const T*& elements) {
            elements = static_cast<const T*>(streams[static_cast<std::size_t>(which)]);
        };
        const float* motion[seen_streams.size()];
        for (std::size_t i = 0; i < seen_streams.size(); ++i) stream(seen_streams[i], motion[i]);
        stream(Stream::id, sorted_.key);
        stream(Stream::groups, sorted_.groups);
        // A copy, because groups of the tick write it one after the other.
        if (const void* const settled = streams[static_cast<std::size_t>(Stream::settled)];
            settled_ != nullptr && settled != nullptr) {
            std::memcpy(settled_, settled, agents * sizeof *settled_);
            sorted_.settled = settled_;
        }
        // A pass of separation and cohesion reads headings too and does not use them: any integers will do.
        const auto* const any = reinterpret_cast<const std::int32_t*>(sorted_.key);
        sorted_.heading_x = heading_x_ != nullptr ? heading_x_ : any;
        sorted_.heading_y = heading_y_ != nullptr ? heading_y_ : any;
        for (std::size_t first = 0; first < agents; first += chunk_size)
            copy_chunk(functions, motion, first, std::min(agents - first, chunk_size));
        for (std::size_t i = 0; i < seen_floats.size(); ++i)
            sorted_.*seen_floats[i].sorted =
                copy_extra(floats_[i], streams[static_cast<std::size_t>(seen_floats[i].stream)], agents);
    }

  private:
    void copy_chunk(const ChunkFunctions& functions, const float* const* motion, std::size_t first,
                    std::size_t agents) {
        Chunk chunk;
        const std::size_t bytes = agents * sizeof(float);
        float* const to[] = {chunk.x, chunk.y, chunk.velocity_x, chunk.velocity_y};
        for (std::size_t i = 0; i < seen_streams.size(); ++i) {
            std::memcpy(to[i], motion[i] + first, bytes);
            std::fill(to[i] + agents, to[i] + whole_steps(agents), 0.0f);
        }
        functions.read(chunk, agents);
        if (heading_x_ != nullptr) {
            alignas(64) std::int32_t x[chunk_size], y[chunk_size];
            functions.find_headings(chunk, agents, x, y);
            std::memcpy(heading_x_ + first, x, bytes);
            std::memcpy(heading_y_ + first, y, bytes);
        }
        for (std::size_t i = 0; i < agents; ++i)
            x_[first + i] = chunk.bad[i] != 0 ? std::numeric_limits<float>::quiet_NaN() : chunk.x[i];
        std::memcpy(y_ + first, chunk.y, bytes);
        if (velocity_x_ == nullptr) return;
        std::memcpy(velocity_x_ + first, chunk.velocity_x, bytes);
        std::memcpy(velocity_y_ + first, chunk.velocity_y, bytes);
    }

    /// Flushed; NaN: at fault. Null where the stream is not bound.
    static const float* copy_extra(float* to, const void* stream, std::size_t agents) {
        if (to == nullptr || stream == nullptr) return nullptr;
        const auto* const from = static_cast<const float*>(stream);
        for (std::size_t i = 0; i < agents; ++i)
            to[i] = std::fabs(from[i]) <= component_limit ? as_read(from[i])
                                                          : std::numeric_limits<float>::quiet_NaN();
        return to;
    }

    float* x_ = nullptr;
    float* y_ = nullptr;
    std::int32_t* heading_x_ = nullptr;
    std::int32_t* heading_y_ = nullptr;
    float* velocity_x_ = nullptr;
    float* velocity_y_ = nullptr;
    std::uint32_t* settled_ = nullptr;
    std::array<float*, seen_floats.size()> floats_{};
    SortedAgents sorted_{};
    std::uint32_t first_[most + 1];
};

}  // namespace wend::detail
