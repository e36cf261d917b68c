// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "columns/column_memory.hpp"
#include "columns/view_memory.hpp"
#include "neighbours/grid.hpp"
#include "program/plan.hpp"
#include "stage/capacities.hpp"

namespace wend::detail {
namespace {

Status about(Code code, Stream stream) { return {.code = code, .subject = name(stream).data()}; }

/// Names the first stage that needs the stream.
Status missing(const Plan& plan, Stream stream) {
    const StreamSet bit = stream_set(stream);
    Status status = about(Code::missing_stream, stream);
    if ((plan.uses.stream_or_value & bit) != 0) status.other = "value";
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
        if ((plan.planned[i].uses.required() & bit) != 0) return about_stage(status, plan.stages[i], i);
    return status;
}

/// From the first byte of a column's first element to the last of its last.
std::size_t extent(const Column& column) {
    return column.count == 0 ? 0 : (column.count - 1) * column.step() + size_of(column.element);
}

/// Whether two columns are members of the same structs: the same step, and disjoint places within it.
bool interleaved(const Column& a, const Column& b) {
    const std::size_t step = a.step();
    if (b.step() != step || step < size_of(a.element) + size_of(b.element)) return false;
    const auto ours = reinterpret_cast<std::uintptr_t>(a.data);
    const auto theirs = reinterpret_cast<std::uintptr_t>(b.data);
    const std::size_t ahead =
        theirs >= ours ? (theirs - ours) % step : (step - (ours - theirs) % step) % step;
    return ahead >= size_of(a.element) && ahead + size_of(b.element) <= step;
}

/// Written memory must not be shared with another stream, except that an input may be exactly the same array
/// as state or output.
Status check_overlap(const AgentView& agents, StreamSet used, StreamSet written) {
    for (const Stream a : (written & used)) {
        const Column& ours = agents.column(a);
        const auto begin = reinterpret_cast<std::uintptr_t>(ours.data);
        const std::uintptr_t end = begin + extent(ours);
        for (const Stream b : used & ~stream_set(a)) {
            const Column& theirs = agents.column(b);
            const auto other_begin = reinterpret_cast<std::uintptr_t>(theirs.data);
            const std::uintptr_t other_end = other_begin + extent(theirs);
            if (begin >= other_end || other_begin >= end) continue;
            const bool same = begin == other_begin && end == other_end && ours.step() == theirs.step();
            if (same && ((written | record_streams) & stream_set(b)) == 0 && !has(record_streams, a))
                continue;
            if (interleaved(ours, theirs)) continue;
            return {.code = Code::streams_overlap, .subject = name(a).data(), .other = name(b).data()};
        }
    }
    return {};
}

Status check_workspace_size(const Plan& plan, const AgentView& agents) {
    const std::size_t needed = workspace_words(plan, agents);
    if (agents.workspace().size() >= needed) return {};
    return {.code = Code::missing_workspace,
            .subject = "workspace",
            .value = static_cast<double>(agents.workspace().size()),
            .expected = static_cast<double>(needed)};
}

/// The streams of the observed agents beside position and velocity: ids, groups and body radii where that
/// view has them, heights where a stage reads them.
Status check_seen(const AgentView& agents, const Plan& plan) {
    const auto check = [&](Stream stream, const Column& column) -> Status {
        const bool needed = has(plan.uses.read & plan.sight.extras, stream) && agents.others()[0].count != 0;
        if (column.count == 0 && !needed) return {};
        if (Status s = check_memory(column, name(stream).data()); !s) return s;
        if (column.count != agents.others()[0].count)
            return {.code = Code::length_mismatch,
                    .subject = name(stream).data(),
                    .other = "position_x, of the agents that are looked at,",
                    .value = static_cast<double>(column.count),
                    .expected = static_cast<double>(agents.others()[0].count)};
        if (column.data == nullptr) return about(Code::missing_stream, stream);
        return {};
    };
    if (Status s = check(Stream::id, agents.others_ids()); !s) return s;
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i) {
        if (!has(plan.sight.extras, neighbour_extras[i])) continue;
        if (Status s = check(neighbour_extras[i], agents.others_extras()[i]); !s) return s;
    }
    return {};
}

/// Calls visit(column) for each column that a run reads of another view's agents.
template <class Visit>
void for_each_seen(const Plan& plan, const AgentView& agents, const Visit& visit) {
    for (const Column& column : agents.others()) visit(column);
    if (!plan.sight.neighbours) return;
    visit(agents.others_ids());
    for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
        if (has(plan.sight.extras, neighbour_extras[i])) visit(agents.others_extras()[i]);
}

/// Written memory, of a stream or the workspace, must not overlap columns of observed agents.
bool is_apart(const Plan& plan, const AgentView& agents, const Column& written) {
    bool apart = true;
    const auto begin = reinterpret_cast<std::uintptr_t>(written.data);
    for_each_seen(plan, agents, [&](const Column& seen) {
        const auto other = reinterpret_cast<std::uintptr_t>(seen.data);
        if (begin < other + extent(seen) && other < begin + extent(written) && !interleaved(written, seen))
            apart = false;
    });
    return apart;
}

/// The observed agents: another view's, or copies in the workspace.
Status check_others(const Plan& plan, const AgentView& agents, StreamSet written, bool needs_workspace) {
    if (!agents.looks_elsewhere()) {
        if (agents.is_slice() && !plan.has_quarry)
            return {.code = Code::needs_whole_view, .subject = "neighbours"};
        if (agents.is_slice()) {
            const StreamSet slots = plan.uses.read & set_of(slot_streams);
            const bool first = (slots & stream_set(Stream::target_agent)) != 0;
            return about(Code::needs_whole_view, first ? Stream::target_agent : slots.first());
        }
        return check_workspace_size(plan, agents);
    }
    if (plan.sight.neighbours) {
        if (needs_workspace)
            if (Status s = check_workspace_size(plan, agents); !s) return s;
        if (Status s = check_seen(agents, plan); !s) return s;
    }
    if (Status s = check_others_motion(agents); !s) return s;
    for (const Stream ours : written) {
        if (!is_apart(plan, agents, agents.column(ours)))
            return {.code = Code::streams_overlap,
                    .subject = name(ours).data(),
                    .other = "the agents that are looked at"};
    }
    return {};
}

/// Checks the workspace, which the run writes.
Status check_workspace(const Plan& plan, const AgentView& agents, StreamSet used) {
    const std::span<float> words = agents.workspace().first(workspace_words(plan, agents));
    const Column workspace{.data = words.data(), .count = words.size(), .element = ElementType::f32};
    if (agents.looks_elsewhere() && !is_apart(plan, agents, workspace))
        return {
            .code = Code::streams_overlap, .subject = "workspace", .other = "the agents that are looked at"};
    return check_apart(words, agents, used);
}

/// Streams that the program gives as values. Another stage may still read the stream.
StreamSet values_of(const Plan& plan) {
    return plan.uses.stream_or_value & plan.uses.given_as_value & ~plan.uses.read;
}

/// Whether a view has agents and no position_x, whose length is theirs.
bool lacks_length(const AgentView& agents) {
    if (agents.has(Stream::position_x)) return false;
    for (const Stream stream : agents.bound())
        if (agents.column(stream).count != 0) return true;
    return false;
}

/// Checks a stream that the program uses.
Status check_used(const Plan& plan, const AgentView& agents, Stream stream, bool written) {
    const std::size_t count = agents.size();
    const Column& column = agents.column(stream);
    if (!agents.has(stream) && count != 0) return missing(plan, stream);
    if (Status s = check_memory(column, name(stream).data()); !s) return s;
    if (column.count != count)
        return {.code = Code::length_mismatch,
                .subject = name(stream).data(),
                .other = "position_x",
                .value = static_cast<double>(column.count),
                .expected = static_cast<double>(count)};
    if (column.data == nullptr && count != 0) return missing(plan, stream);
    if (written && !column.writable && count != 0) return about(Code::read_only_stream, stream);
    return {};
}

template <class Memory>
bool is_plain_memory(const PlainStreams& streams, const Memory& memory) {
    constexpr std::size_t any_memory = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
    const std::size_t count = memory.size();
    if (streams.used == 0 || count == 0 || count > any_memory || memory.selects()) return false;
    // Pieces of one size, written ones first: a column of doubles has two.
    constexpr std::size_t at_once = 4;
    const std::uintptr_t size = count * sizeof(float);
    std::uintptr_t pieces[2 * stream_count + at_once];
    std::uintptr_t* end = pieces;
    std::uintptr_t unlike = 0;
    bool complete = true;
    // Inlined, so that all of these stay in registers: a tenth of a call with 64 agents that seek.
    const auto find = [&](StreamSet set, bool written) __attribute__((always_inline)) {
        for (const Stream one : set) {
            const auto stream = static_cast<std::size_t>(one);
            const auto begin = reinterpret_cast<std::uintptr_t>(memory.address(stream));
            unlike |= memory.unlike(stream, count) | begin % element_alignment;
            complete &= begin != 0 && (!written || memory.writable(stream));
            *end++ = begin;
            if (size_of(stream_infos[stream].element) == sizeof(double)) *end++ = begin + size;
        }
    };
    find(streams.written, true);
    const std::uintptr_t* const inputs = end;
    find(streams.used & ~streams.written, false);
    if (unlike != 0 || !complete) return false;
    // No written piece overlaps one behind it. Without branches or sorting, because the instructions of a
    // call must not depend on addresses (`wend perf count`). Four at once, for half of the instructions; the
    // last ones are compared with an address that no memory has.
    for (std::size_t i = 0; i < at_once; ++i) end[i] = ~(~std::uintptr_t{0} >> 1);
    std::size_t near = 0;
    for (const std::uintptr_t* piece = pieces; piece != inputs; ++piece) {
        const std::uintptr_t below = *piece - (size - 1);
        for (const std::uintptr_t* other = piece + 1; other < end; other += at_once)
#pragma GCC unroll 4
            for (std::size_t k = 0; k < at_once; ++k)
                near += static_cast<std::size_t>(other[k] - below < 2 * size - 1);
    }
    return near == 0;
}

}  // namespace

Status check_others_motion(const AgentView& agents) {
    const std::array<Column, 4>& others = agents.others();
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (others[i].count != others[0].count)
            return {.code = Code::length_mismatch,
                    .subject = name(seen_streams[i]).data(),
                    .other = "position_x, of the agents that are looked at,",
                    .value = static_cast<double>(others[i].count),
                    .expected = static_cast<double>(others[0].count)};
        if (Status s = check_memory(others[i], name(seen_streams[i]).data()); !s) return s;
        if (others[i].data == nullptr && others[i].count != 0)
            return about(Code::missing_stream, seen_streams[i]);
    }
    return {};
}

Status check_apart(std::span<const float> workspace, const AgentView& agents, StreamSet used) {
    const auto begin = reinterpret_cast<std::uintptr_t>(workspace.data());
    const std::uintptr_t end = begin + workspace.size_bytes();
    for (const Stream stream : used) {
        const auto theirs = reinterpret_cast<std::uintptr_t>(agents.column(stream).data);
        if (begin < theirs + extent(agents.column(stream)) && theirs < end)
            return {.code = Code::streams_overlap, .subject = "workspace", .other = name(stream).data()};
    }
    return {};
}

bool inputs_change(const Plan& plan, const AgentView& agents) {
    const StreamSet used = streams_of_call(plan, agents.bound());
    for (const Stream written : plan.uses.stored() & used)
        for (const Stream other : used & ~stream_set(written))
            if (agents.column(other).data == agents.column(written).data) return true;
    return false;
}

namespace {

/// Whether the workspace of a view that sees itself, and whose streams are plain, is as a call needs it.
bool is_workspace_plain(const Plan& plan, StreamSet used, const AgentView& agents) {
    if (agents.looks_elsewhere() || agents.is_slice()) return false;
    const auto extras = (plan.sight.extras & set_of(neighbour_extras) & agents.bound()).size();
    const std::size_t words =
        workspace_words(plan.sight, plan.has_quarry, agents.size(), true, agents.has(Stream::id), extras);
    return agents.workspace().size() >= words && check_apart(agents.workspace().first(words), agents, used);
}

}  // namespace

PlainStreams plain_streams(const Plan& plan, const StreamSet& bound, const Ticks& ticks, bool joined) {
    constexpr auto longest =
        std::bit_cast<std::uint32_t>(not_negative.high);  // bits of floats from 0 up ascend
    const StreamSet used = streams_of_call(plan, bound);
    if (plan.stages.empty() || std::bit_cast<std::uint32_t>(ticks.dt) > longest ||
        (plan.draws && !ticks.first_tick) || values_of(plan) & bound || used & ~bound)
        return {};
    return {.used = used,
            .written = plan.uses.stored() & used,
            .sees = plan.sight.others && !joined ? &plan : nullptr};
}

bool is_plain(const PlainStreams& streams, const AgentView& agents) {
    return is_plain_memory(streams, ViewMemory(agents)) &&
           (streams.sees == nullptr || is_workspace_plain(*streams.sees, streams.used, agents));
}

bool is_plain(const PlainStreams& streams, const ChunkView& chunk) {
    return streams.sees == nullptr && is_plain_memory(streams, ChunkMemory(chunk));
}

Status check_call(const Plan& plan, const AgentView& agents, const Ticks& ticks, StreamSet writes,
                  SightChecks sight) {
    if (plan.stages.empty()) return {.code = Code::invalid_program, .subject = "the program is empty"};
    if (Status s = check_range("dt", ticks.dt, not_negative); !s) return s;
    if (plan.draws && !ticks.first_tick) return {.code = Code::missing_tick, .subject = "tick"};
    if (const StreamSet twice = values_of(plan) & agents.bound(); twice != 0)
        return about(Code::given_twice, twice.first());
    const StreamSet used = streams_of_call(plan, agents.bound());
    if (has(used, Stream::position_x) && lacks_length(agents)) return missing(plan, Stream::position_x);
    const StreamSet written = plan.uses.stored() & used & writes;
    for (const Stream stream : used) {
        if (Status s = check_used(plan, agents, stream, has(written, stream)); !s) return s;
    }
    if (Status s = check_selection(agents); !s) return s;
    if (Status s = check_overlap(agents, used, written); !s) return s;
    if (!plan.sight.others || sight == SightChecks::none) return {};
    const bool needs_workspace = sight == SightChecks::all;
    if (Status s = check_others(plan, agents, written, needs_workspace); !s) return s;
    const bool writes_workspace = plan.sight.neighbours || !agents.looks_elsewhere();
    return writes_workspace && needs_workspace ? check_workspace(plan, agents, used) : Status{};
}

}  // namespace wend::detail
