// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "columns/elements.hpp"
#include "neighbours/grid.hpp"
#include "program/plan.hpp"
#include "stage/capacities.hpp"
#include "tile/tally.hpp"
#include "wend/program.hpp"

/// The views of a call as one array that the call's workspace holds.
namespace wend::detail {

/// The properties of the views that decide what is copied.
class JoinedShape {
  public:
    explicit JoinedShape(const Plan& of) : plan(of) {}

    /// Takes in the next view, which passed its own checks.
    Status add(const AgentView& view, bool view_inputs_change = false) {
        const std::size_t index = views++;
        if (view.looks_elsewhere())
            return {.code = Code::bad_views,
                    .subject = "views with see = all_views name no others (look_at)",
                    .other = ": view ",
                    .index = index,
                    .sub_index = index};
        if (view.size() == 0) return {};
        if (view.size() > std::numeric_limits<std::uint32_t>::max() - agents)
            return {.code = Code::too_many_elements,
                    .subject = "position_x",
                    .value = static_cast<double>(agents + view.size())};
        const StreamSet theirs = optional_inputs_ & view.bound();
        if (agents == 0) optional_ = theirs;
        if (optional_ != theirs)
            return {.code = Code::bad_views,
                    .subject = "with see = all_views, all views with agents bind the same optional streams",
                    .other = ": view ",
                    .index = index,
                    .sub_index = first_};
        if (agents == 0) {
            first_ = index;
            first_id = next_id_ = view.first_id();
        }
        used |= plan.uses.required() | bound_inputs(plan, view) | bound_outputs(plan, view);
        counts_on_ &= view.first_id() == next_id_;
        next_id_ = view.first_id() + static_cast<std::uint32_t>(view.size());
        binds_ids_ |= view.has(Stream::id);
        selects |= view.selection().kind != Selection::Kind::all;
        inputs_change |= view_inputs_change;
        agents += view.size();
        return {};
    }

    [[nodiscard]] bool has_ids() const { return binds_ids_ || !counts_on_; }
    /// Whether ids are the ranges from first_id on, in an order in which they may overlap.
    [[nodiscard]] bool has_ranges() const { return !binds_ids_ && !counts_on_; }
    /// The streams of the array.
    [[nodiscard]] StreamSet streams() const { return used | (has_ids() ? stream_set(Stream::id) : 0); }

    /// The size in words of 4 bytes of the call's workspace.
    [[nodiscard]] std::size_t words() const {
        if (agents == 0) return 0;
        std::size_t sum = alignment - 1 + padded(views + 1) + (has_ranges() ? padded(2 * views) : 0) +
                          (selects ? padded((agents + 3) / 4) : 0);
        for_each_stream(streams(), [&](std::size_t, std::size_t size) { sum += padded(size / 4 * agents); });
        const auto extras = static_cast<std::size_t>(
            std::count_if(neighbour_extras.begin(), neighbour_extras.end(),
                          [&](Stream stream) { return has(streams() & plan.sight.extras, stream); }));
        return sum + workspace_words(plan.sight, plan.has_quarry, agents, true, has_ids(), extras);
    }

    static constexpr std::size_t alignment = 16;  ///< words
    /// Of an array of so many words. Arrays of any length start at different places modulo 4,096 bytes.
    [[nodiscard]] static constexpr std::size_t padded(std::size_t words) {
        return (words + alignment - 1) / alignment * alignment + alignment;
    }

    const Plan& plan;
    std::size_t views = 0, agents = 0;
    StreamSet used = 0;  ///< by any view
    std::uint32_t first_id = 0;
    bool selects = false;        ///< some view selects agents
    bool inputs_change = false;  ///< some view's do, as inputs_change says

  private:
    const StreamSet optional_inputs_ = (plan.uses.where_bound | stream_set(Stream::stages)) &
                                       ~plan.uses.output & ~plan.uses.required() & ~stream_set(Stream::id);
    StreamSet optional_ = 0;  ///< of them, those that all views bind
    std::size_t first_ = 0;   ///< view with agents
    std::uint32_t next_id_ = 0;
    bool counts_on_ = true;  ///< each view's first_id is one above the last id of the view before
    bool binds_ids_ = false;
};

/// The array, and the copies into it and back.
class JoinedViews {
  public:
    JoinedViews(const JoinedShape& shape, std::span<float> workspace) : shape_(shape), view_(shape.first_id) {
        float* const begin = workspace.data();
        const std::size_t above = reinterpret_cast<std::uintptr_t>(begin) / 4 % JoinedShape::alignment;
        float* words = begin + (JoinedShape::alignment - above) % JoinedShape::alignment;
        const auto part = [&](std::size_t size) {
            float* const here = words;
            words += JoinedShape::padded(size);
            return here;
        };
        first_slot_ = reinterpret_cast<std::uint32_t*>(part(shape.views + 1));
        if (shape.has_ranges()) ranges_ = reinterpret_cast<IdRange*>(part(2 * shape.views));
        if (shape.selects) selected_ = reinterpret_cast<std::uint8_t*>(part((shape.agents + 3) / 4));
        for_each_stream(shape.streams(), [&](std::size_t index, std::size_t size) {
            const auto stream = static_cast<Stream>(index);
            static_cast<void>(view_.bind(
                stream, Column{part(size / 4 * shape.agents), shape.agents, info(stream).element, true}));
        });
        const auto left = static_cast<std::size_t>(begin + workspace.size() - words);
        view_.workspace({words, left});
        if (shape.selects) view_.only({selected_, shape.agents});
    }

    [[nodiscard]] const AgentView& view() const { return view_; }

    /// Numbers the slots of the next view.
    void number(std::size_t index, const AgentView& view) {
        if (index == 0) first_slot_[0] = 0;
        first_slot_[index + 1] = first_slot_[index] + static_cast<std::uint32_t>(view.size());
        if (ranges_ != nullptr) ranges_[index] = {view.first_id(), static_cast<std::uint32_t>(index)};
    }

    /// Refuses views of which agents have the same ids, when all are numbered.
    [[nodiscard]] Status check_ids() const {
        if (ranges_ == nullptr) return {};
        const auto agents_of = [&](const IdRange& range) {
            return first_slot_[range.view + 1] - first_slot_[range.view];
        };
        IdRange* const end = std::remove_if(ranges_, ranges_ + shape_.views,
                                            [&](const IdRange& range) { return agents_of(range) == 0; });
        std::sort(ranges_, end, [](const IdRange& a, const IdRange& b) { return a.first < b.first; });
        for (IdRange* range = ranges_; range != end; ++range) {
            const IdRange& next = range + 1 == end ? *ranges_ : range[1];
            // The last range may go on at id 0. One range alone is its own next one.
            if (&next == range || agents_of(*range) <= next.first - range->first) continue;
            return {.code = Code::bad_views,
                    .subject = "with see = all_views, ids are unique over the views (first_id)",
                    .other = ": view ",
                    .index = std::max(range->view, next.view),
                    .sub_index = std::min(range->view, next.view)};
        }
        return {};
    }

    /// Copies a view's agents into the array. A list's slots that are out of range are faults in each of so
    /// many ticks.
    void gather(std::size_t index, const AgentView& view, std::uint32_t ticks, Tally& tally) {
        const std::size_t first = first_slot_[index];
        const std::size_t count = view.size();
        for_each_stream(shape_.streams(), [&](std::size_t stream, std::size_t size) {
            std::byte* const to = element_at(view_.column(static_cast<Stream>(stream)), first);
            if (view.has(static_cast<Stream>(stream)))
                copy_elements(to, view.column(static_cast<Stream>(stream)), 0, count);
            else if (static_cast<Stream>(stream) == Stream::id)
                for (std::size_t i = 0; i < count; ++i) {
                    const std::uint32_t id = view.first_id() + static_cast<std::uint32_t>(i);
                    std::memcpy(to + i * size, &id, size);
                }
            else
                std::memset(to, 0, count * size);  // an output
        });
        if (selected_ != nullptr) select(index, view, ticks, tally);
    }

    /// Copies the written streams back.
    void scatter(std::size_t index, const AgentView& view) const {
        const StreamSet kept =
            (shape_.plan.uses.written | shape_.plan.uses.output) & shape_.used & view.bound();
        for_each_stream(kept, [&](std::size_t stream, std::size_t) {
            restore_elements(view.column(static_cast<Stream>(stream)),
                             element_at(view_.column(static_cast<Stream>(stream)), first_slot_[index]),
                             view.size());
        });
    }

    /// The agent of a slot as tallies count it: the index of its view in the upper half, and its slot there.
    [[nodiscard]] std::uint64_t place_of(std::uint64_t slot) const {
        const std::uint32_t* const next =
            std::upper_bound(first_slot_, first_slot_ + shape_.views + 1, slot,
                             [](std::uint64_t value, std::uint32_t first) { return value < first; });
        const auto index = static_cast<std::uint64_t>(next - first_slot_ - 1);
        return index << 32 | (slot - first_slot_[index]);
    }

  private:
    struct IdRange {
        std::uint32_t first, view;
    };

    void select(std::size_t index, const AgentView& view, std::uint32_t ticks, Tally& tally) {
        const Selection& selection = view.selection();
        std::uint8_t* const to = selected_ + first_slot_[index];
        if (selection.kind != Selection::Kind::slots) {
            for (std::size_t slot = 0; slot < view.size(); ++slot) to[slot] = takes_part(selection, slot);
            return;
        }
        std::memset(to, 0, view.size());
        const auto* const slots = static_cast<const std::uint32_t*>(selection.data);
        for (std::size_t i = 0; i < selection.count; ++i)
            if (slots[i] < view.size())
                to[slots[i]] = 1;
            else
                tally.add(ticks, std::uint64_t{index} << 32 | slots[i]);
    }

    const JoinedShape& shape_;
    AgentView view_;
    std::uint32_t* first_slot_ = nullptr;  ///< of each view, and behind the last one
    IdRange* ranges_ = nullptr;            ///< null: ids cannot be told apart by ranges, or need not
    std::uint8_t* selected_ = nullptr;     ///< null: all agents
};

}  // namespace wend::detail
