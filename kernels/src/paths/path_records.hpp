// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "paths/path_data.hpp"
#include "simd/lanes.hpp"
#include "stage/contract.hpp"

namespace wend::detail {
namespace {

/// The words in the lanes of `which`, 0 in the others. Nearly always there are no others, and asking for that
/// is cheaper than selecting: without the question a single tick of path following took 2.2 (AVX-512) and
/// 2.9 ns (AVX2).
template <class A>
[[nodiscard]] inline Words<A> keep_words(std::uint32_t which, const Words<A>& word) {
    return which == all_lanes<A> ? word : select(mask_of<A>(which), word, Words<A>(0));
}

/// Gathers two floats at pairs of them, or four.
template <class A, std::size_t count>
inline void gather_at(const float* base, const Words<A>& index, Floats<A> (&field)[count]) {
    alignas(64) std::uint32_t row[lanes<A>];
    write(row, index);
    if constexpr (count == 2)
        gather_pairs(base, row, field);
    else
        gather_rows(base, row, field);
}

/// Whether there are such streams, all of them bound.
template <StreamSet records>
[[nodiscard]] inline bool all_bound(const StageOutput& out) {
    return [&]<std::size_t... stream>(std::index_sequence<stream...>) {
        return records && ((!records.has(stream) || out.streams[stream] != nullptr) && ...);
    }
    (std::make_index_sequence<stream_count>{});
}

/// A tile's records (record_streams), and the keys of one kind of them in a set. Records of another set,
/// kind, path or place have another key, and are looked up again.
template <class A>
class PathRecords {
  public:
    PathRecords(const StageOutput& out, const PathData& data, RecordKind kind)
        : path_key(out.get<Stream::record_path>()),
          place_key(out.get<Stream::record_place>()),
          x(out.get<Stream::record_x>()),
          y(out.get<Stream::record_y>()),
          tangent_x(out.get<Stream::record_tangent_x>()),
          tangent_y(out.get<Stream::record_tangent_y>()),
          length(out.get<Stream::record_length>()),
          keys_(data.keys) {
        keys_.place |= static_cast<std::uint32_t>(kind) << 29;
    }

    /// 0 in the lanes whose record is that of this path and place. These have no bits outside the masks:
    /// otherwise they could lead into the keys of another set.
    /// `kind`: bits of the kind that differ from agent to agent.
    [[nodiscard]] Words<A> difference(std::size_t at, const Words<A>& path, const Words<A>& place,
                                      const Words<A>& kind = Words<A>(0)) const {
        const Words<A> outside = (path & Words<A>(~keys_.path_mask)) | (place & Words<A>(~keys_.place_mask));
        const Words<A> of_path = (load<A>(path_key + at) ^ path) ^ Words<A>(keys_.path);
        const Words<A> of_place = (load<A>(place_key + at) ^ place) ^ (kind ^ Words<A>(keys_.place));
        return (of_path | of_place) | outside;
    }

    [[nodiscard]] Words<A> key_of_path(const Words<A>& path) const { return path ^ Words<A>(keys_.path); }
    [[nodiscard]] Words<A> key_of_place(const Words<A>& place) const { return place ^ Words<A>(keys_.place); }
    void store_key(std::size_t at, std::uint32_t path, std::uint32_t place) const {
        path_key[at] = path ^ keys_.path;
        place_key[at] = place ^ keys_.place;
    }

    std::uint32_t *path_key, *place_key;
    float *x, *y, *tangent_x, *tangent_y, *length;

  private:
    RecordKeys keys_;
};

}  // namespace
}  // namespace wend::detail
