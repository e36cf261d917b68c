// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columns/elements.hpp"
#include "tile/custom_call.hpp"
#include "tile/faults.hpp"
#include "tile/forces.hpp"
#include "tile/group_copy.hpp"

namespace wend::detail {

/// Calls the caller's functions: custom forces, and a custom locomotion. They see the agents of a tile
/// without its padding.
class CustomStages {
  public:
    /// Returns whether the function added to the force of any agent, which begins as 0.
    bool run(const CustomForce& stage, const StageInput& in, const StageOutput& out, const GroupSlots& slots,
             TileFaults& faults, float* force_x, float* force_y) {
        const std::size_t agents = in.groups * group_size;
        clear_vectors(force_x, force_y, agents);
        if (faults.all_skipped(in.groups)) return false;
        const bool given =
            stage.function(stage.context, custom_call(stage, in, out, slots, faults, force_x, force_y));
        if (!given) clear_vectors(force_x, force_y, agents);  // it may have added to some
        check_written(stage.writes, out, slots, faults);
        return given;
    }

    void run(const CustomLocomotion& stage, const StageInput& in, const StageOutput& out,
             const GroupSlots& slots, TileFaults& faults, float* force_x, float* force_y) {
        if (faults.all_skipped(in.groups)) return;
        // No stage computed those of agents at fault: the function gets 0, not memory's old contents.
        for (std::size_t group = 0; group < in.groups; ++group)
            for (std::uint64_t left = faults.skipped[group]; left != 0; left &= left - 1) {
                const std::size_t i = group * group_size + static_cast<std::size_t>(std::countr_zero(left));
                force_x[i] = force_y[i] = 0;
            }
        stage.function(stage.context, custom_call(stage, in, out, slots, faults, force_x, force_y));
        check_written(stage.writes, out, slots, faults);
    }

  private:
    template <class S>
    [[nodiscard]] CustomCall custom_call(const S& stage, const StageInput& in, const StageOutput& out,
                                         const GroupSlots& slots, TileFaults& faults, float* force_x,
                                         float* force_y) {
        const std::size_t front = slots.padding_front;
        const StreamSet streams = stage.reads | stage.writes;
        if (streams_ != streams) {
            streams_ = streams;
            std::memset(in_, 0, sizeof in_);
            std::memset(out_, 0, sizeof out_);
        }
        for_each_stream(streams, [&](std::size_t stream, std::size_t size) {
            if (!is_stream(static_cast<Stream>(stream))) return;  // never: GCC 12 warns without it
            const bool written = stage.writes.has(stream);
            in_[stream] = static_cast<const std::byte*>(in.streams[stream]) + front * size;
            out_[stream] = written ? static_cast<std::byte*>(out.streams[stream]) + front * size : nullptr;
        });
        const auto* const ids = in.get<Stream::id>();
        CustomCall call;
        call.count = slots.count;
        call.dt = in.ticks.dt;
        call.tick = in.ticks.first;
        call.seed = in.ticks.seed;
        call.force_x = force_x + front;
        call.force_y = force_y + front;
        return CustomCallAccess::with(call, {.in = in_,
                                             .out = out_,
                                             .slots = slots.list,
                                             .first_slot = slots.first,
                                             .ids = ids == nullptr ? nullptr : ids + front,
                                             .first_id = in.first_id + static_cast<std::uint32_t>(front),
                                             .first_in_group = front,
                                             .faults = faults.skipped});
    }

    /// Floats that the function wrote become as any stage stores them, or are faults.
    static void check_written(StreamSet writes, const StageOutput& out, const GroupSlots& slots,
                              TileFaults& faults) {
        for_each_stream(writes, [&](std::size_t stream, std::size_t) {
            if (stream_infos[stream].element != ElementType::f32) return;
            auto* const values = static_cast<float*>(out.streams[stream]);
            for (std::size_t i = slots.padding_front; i < slots.padding_front + slots.count; ++i) {
                values[i] = as_read(values[i]);  // NaN stays
                const bool legal = values[i] <= component_limit && values[i] >= -component_limit;
                if (!legal) faults.skipped[i / group_size] |= std::uint64_t{1} << (i % group_size);
            }
        });
    }

    /// The streams set in in_ and out_, whose other elements are null. Both are uninitialised at first.
    StreamSet streams_ = ~StreamSet{0};
    const void* in_[stream_count];
    void* out_[stream_count];
};

}  // namespace wend::detail
