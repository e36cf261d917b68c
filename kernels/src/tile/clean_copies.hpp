// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "stage/capacities.hpp"
#include "stage/wrap_angle.hpp"

namespace wend::detail {

/// Inputs of a stage in a tile in which something was found: flushed, with 0 in place of faults.
struct CleanCopies {
    alignas(64) float stream[max_inputs][tile_size];

    /// Copies the float streams of the set, puts the copies in their places, and adds the agents at fault to
    /// `faults`, except those that the stage is done with. Streams of doubles are looked at where they are.
    void replace(StreamSet set, std::size_t groups, const Unfinished& from, std::uint64_t* faults,
                 const void** streams) {
        std::size_t copied = 0;
        const void* original[max_inputs];
        for_each_stream(set, [&](std::size_t index, std::size_t) {
            const void* const input = streams[index];
            if (input == nullptr) return;
            const ElementType element = stream_infos[index].element;
            if (element == ElementType::f64) {
                add_faults(groups, from, faults, [&](std::size_t i) {
                    double value;
                    std::memcpy(&value, static_cast<const std::byte*>(input) + i * sizeof value,
                                sizeof value);
                    return !(value <= 1e18 && value >= -1e18);
                });
            }
            if (element != ElementType::f32) return;
            // A target stream stands under two names where a stage takes another family of them.
            std::size_t same = 0;
            while (same < copied && original[same] != input) ++same;
            if (same < copied) {
                streams[index] = stream[same];
                return;
            }
            assert(copied < max_inputs);
            original[copied] = input;
            const auto* const values = static_cast<const float*>(input);
            float* const copy = stream[copied++];
            std::int32_t largest = 0;
            for (std::size_t i = 0; i < groups * group_size; ++i) {
                const std::int32_t magnitude = std::bit_cast<std::int32_t>(values[i]) & 0x7fffffff;
                const bool keeps = magnitude >= std::bit_cast<std::int32_t>(component_floor) &&
                                   magnitude <= std::bit_cast<std::int32_t>(component_limit);
                copy[i] = keeps ? values[i] : 0.0f;
                largest = magnitude > largest ? magnitude : largest;
            }
            if (largest > std::bit_cast<std::int32_t>(component_limit))
                add_faults(groups, from, faults, [&](std::size_t i) {
                    return !(values[i] <= component_limit && values[i] >= -component_limit);
                });
            if (has(angle_streams, static_cast<Stream>(index)))
                for (std::size_t i = 0; i < groups * group_size; ++i) copy[i] = wrap_angle(copy[i]);
            streams[index] = copy;
        });
    }

  private:
    template <class IsFault>
    static void add_faults(std::size_t groups, const Unfinished& from, std::uint64_t* faults,
                           const IsFault& is_fault) {
        for (std::size_t group = from.group; group < groups; ++group) {
            std::uint64_t found = 0;
            for (std::size_t i = 0; i < group_size; ++i)
                found |= std::uint64_t{is_fault(group * group_size + i)} << i;
            faults[group] |= group == from.group ? found & ~from.done : found;
        }
    }
};

}  // namespace wend::detail
