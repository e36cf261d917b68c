// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <array>
#include <span>
#include <string>

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/refusal.hpp"
#include "c/structs.hpp"
#include "columns/column_memory.hpp"
#include "wend/assign_formation.hpp"
#include "wend/layout.hpp"
#include "wend/measure_progress.hpp"
#include "wend/sort_by_cell.hpp"
#include "wend/start_on_paths.hpp"
#include "wend/stream_uses.hpp"

using namespace wend;

static_assert(WEND_SELECT_ALL == static_cast<int>(Selection::Kind::all) &&
              WEND_SELECT_BYTES == static_cast<int>(Selection::Kind::bytes) &&
              WEND_SELECT_BITS == static_cast<int>(Selection::Kind::bits) &&
              WEND_SELECT_SLOTS == static_cast<int>(Selection::Kind::slots));

namespace {

/// Whether a stream has an element for each agent.
Status check_column(const AgentView& agents, Stream stream) {
    const Column& column = agents.column(stream);
    const char* const name = wend::name(stream).data();
    if (agents.size() != 0 && (!agents.has(stream) || (column.data == nullptr && column.count != 0)))
        return {.code = Code::missing_stream, .subject = name};
    if (column.count != agents.size())
        return {.code = Code::length_mismatch,
                .subject = name,
                .other = "position_x",
                .value = static_cast<double>(column.count),
                .expected = static_cast<double>(agents.size())};
    return {};
}

std::string element_name(wend_element element) {
    static constexpr const char* names[] = {"WEND_F32", "WEND_F64", "WEND_I32", "WEND_U32"};
    return element >= WEND_F32 && element <= WEND_U32 ? names[element] : std::to_string(element);
}

/// The stream of element `index` of an array of columns or places. `bound` holds the streams bound before.
Stream stream_of(const char* array, std::size_t index, std::uint32_t number, wend_element element,
                 StreamSet& bound) {
    if (number >= stream_count)
        c::refuse(WEND_UNKNOWN_STREAM, array,
                  {array, "[", std::to_string(index), "]: stream ",
                   number == WEND_NO_STREAM ? "WEND_NO_STREAM" : std::to_string(number),
                   " is none; wend_find_stream found no such name"});
    const auto stream = static_cast<Stream>(number);
    const char* const name = info(stream).name.data();
    const auto needed = static_cast<wend_element>(info(stream).element);
    if (element != needed)
        c::refuse(WEND_ELEMENT_TYPE_MISMATCH, name,
                  {name, ": element is ", element_name(element), ", must be ", element_name(needed)});
    if ((bound & stream_set(stream)) != 0) c::refuse(WEND_BAD_ARGUMENT, name, {name, " is bound twice"});
    bound |= stream_set(stream);
    return stream;
}

/// Binds a column of the caller's.
void bind(AgentView& agents, std::size_t index, const wend_column& column, StreamSet& bound) {
    const Stream stream = stream_of("columns", index, column.stream, column.element, bound);
    const char* const name = info(stream).name.data();
    const Column bindable{.data = column.data,
                          .count = column.count,
                          .element = static_cast<ElementType>(column.element),
                          .writable = !c::read_flag("read_only", column.read_only),
                          .stride = column.stride};
    // Checked here, because calls check only the streams of their program, and the state hash checks none.
    if (Status status = detail::check_memory(bindable, name); !status) throw status;
    if (Status status = agents.bind(stream, bindable); !status) throw status;
}

AgentView with_columns(const wend_view& view) {
    AgentView agents(view.first_id);
    StreamSet bound = 0;
    c::for_each("columns", view.columns, view.column_count,
                [&](std::size_t i, const wend_column& column) { bind(agents, i, column, bound); });
    return agents;
}

template <class Element>
std::span<const Element> selected(const wend_view& view) {
    return {static_cast<const Element*>(view.selected), view.selected_count};
}

std::span<float> workspace_of(float* workspace, std::size_t count) {
    if (count != 0) {
        c::require("workspace", workspace);
        c::require_aligned("workspace", workspace, sizeof(float));
    }
    return {workspace, count};
}

AgentView agents_of_known(const wend_view& view) {
    AgentView agents = with_columns(view);
    agents.workspace(workspace_of(view.workspace, view.workspace_count));
    if (view.others != nullptr) agents.look_at(with_columns(*c::Known<wend_view>(view.others)));
    static_cast<void>(c::read_flag("slice", view.slice));
    if (view.selected_count != 0 && view.selection != WEND_SELECT_ALL) {
        c::require("selected", view.selected);
        if (view.selection == WEND_SELECT_BITS)
            c::require_aligned("selected", view.selected, sizeof(std::uint64_t));
        if (view.selection == WEND_SELECT_SLOTS)
            c::require_aligned("selected", view.selected, sizeof(std::uint32_t));
    }
    switch (view.selection) {
        case WEND_SELECT_ALL: break;
        case WEND_SELECT_BYTES: agents.only(selected<std::uint8_t>(view)); break;
        case WEND_SELECT_BITS: agents.only_bits(selected<std::uint64_t>(view)); break;
        case WEND_SELECT_SLOTS: agents.only_slots(selected<std::uint32_t>(view)); break;
        default:
            c::refuse(WEND_BAD_ARGUMENT, "selection",
                      {"selection is ", std::to_string(view.selection), ", must be in [0, 3]"});
    }
    return agents;
}

void require_known(const char* argument, int value, int last) {
    if (value < 0 || value > last) c::refuse(WEND_BAD_ARGUMENT, argument, {argument, " is unknown"});
}

/// The first stream of the program that holds slots.
const char* slot_stream_of(const Program& program) {
    for (const StreamUse& use : program.streams())
        for (const Stream stream : slot_streams)
            if (use.stream == stream) return name(stream).data();
    return "neighbours";
}

}  // namespace

namespace wend::c {

AgentView agents_of(const wend_view* view) { return agents_of_known(*Known<wend_view>(view)); }

AgentView agents_for(const Program& program, const wend_view& view) {
    AgentView agents = agents_of_known(view);
    if (view.slice == 1 && view.others == nullptr && program.looks_at_others())
        throw Status{.code = Code::needs_whole_view, .subject = slot_stream_of(program)};
    return agents;
}
AgentView agents_for(const Program& program, const wend_view* view) {
    return agents_for(program, *Known<wend_view>(view));
}

Layout layout_of(const wend_layout* given) {
    const Known<wend_layout> known(given);
    Layout layout;
    StreamSet bound = 0;
    for_each("places", known->places, known->place_count, [&](std::size_t i, const wend_place& place) {
        const Stream stream = stream_of("places", i, place.stream, place.element, bound);
        if (place.array >= known->array_count)
            refuse(WEND_BAD_ARGUMENT, "array",
                   {"places[", std::to_string(i), "]: array is ", std::to_string(place.array),
                    ", must be in [0, ", std::to_string(known->array_count), ")"});
        require_zero("reserved", place.reserved);
        const bool writable = !read_flag("read_only", place.read_only);
        const Status status = layout.bind(stream, {place.array, place.offset, place.stride,
                                                   static_cast<ElementType>(place.element), writable});
        if (!status) throw status;
    });
    return layout;
}

ChunkView chunk_of(const Layout& layout, const wend_chunk& chunk) {
    if (chunk.count != 0) require("arrays", chunk.arrays);
    return {.layout = &layout,
            .arrays = chunk.arrays,
            .count = chunk.count,
            .first_id = chunk.first_id,
            .workspace = workspace_of(chunk.workspace, chunk.workspace_count)};
}

}  // namespace wend::c

wend_code wend_workspace_size(const wend_program* program, const wend_view* view, size_t* floats,
                              wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("program", program);
        c::require("floats", floats);
        *floats = workspace_size(program->program, c::agents_of(view));
        return {};
    });
}

wend_code wend_keep_start(const wend_view* view, float* workspace, size_t workspace_count,
                          wend_column* columns, wend_view* start, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        constexpr std::array all{Stream::position_x, Stream::position_y, Stream::velocity_x,
                                 Stream::velocity_y, Stream::settled};
        const AgentView agents = c::agents_of(view);
        const auto kept = std::span(all).first(agents.has(Stream::settled) ? 5 : 4);
        const std::uint32_t column_size = c::given_size(columns);
        const std::uint32_t view_size = c::given_size(start);
        for (const Stream stream : kept)
            if (Status status = check_column(agents, stream); !status) return {.status = status};
        const std::size_t needed = kept.size() * agents.size();
        if (workspace == nullptr || workspace_count < needed)
            return {.status = {.code = Code::missing_workspace,
                               .subject = "workspace",
                               .value = static_cast<double>(workspace == nullptr ? 0 : workspace_count),
                               .expected = static_cast<double>(needed)}};
        c::require_aligned("workspace", workspace, sizeof(float));
        const AgentView copies = keep_start(agents, {workspace, workspace_count});
        auto* to = reinterpret_cast<unsigned char*>(columns);
        for (const Stream stream : kept) {
            const Column& copy = copies.column(stream);
            wend_column column WEND_COLUMN_INIT;
            column.struct_size = column_size;
            column.stream = static_cast<std::uint32_t>(stream);
            column.data = copy.data;
            column.count = copy.count;
            column.read_only = 1;
            std::memcpy(to, &column, std::min<std::size_t>(column_size, sizeof column));
            to += column_size;
        }
        wend_view described WEND_VIEW_INIT;
        described.struct_size = view_size;
        described.first_id = agents.first_id();
        described.columns = columns;
        described.column_count = kept.size();
        std::memcpy(start, &described, std::min<std::size_t>(view_size, sizeof described));
        return {};
    });
}

wend_code wend_start_on_paths(const wend_view* view, const wend_paths* paths, wend_path_mode mode,
                              wend_path_start start, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("paths", paths);
        require_known("mode", mode, WEND_PATH_PING_PONG);
        require_known("start", start, WEND_PATH_START_NODE);
        return {.status = start_on_paths(c::agents_of(view), paths->set, static_cast<PathMode>(mode),
                                         static_cast<PathStart>(start))};
    });
}

wend_code wend_measure_progress(const wend_view* view, const wend_paths* paths, wend_path_mode mode,
                                wend_path_place place, const wend_progress_rule* rule, float dt,
                                wend_progress_counts* counts, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("paths", paths);
        require_known("mode", mode, WEND_PATH_PING_PONG);
        require_known("place", place, WEND_PATH_PLACE_PORTAL);
        const c::Known<wend_progress_rule> known(rule);
        const std::uint32_t size = counts == nullptr ? 0 : c::given_size(counts);
        const Expected<ProgressCounts> measured = measure_progress(
            c::agents_of(view), paths->set, static_cast<PathMode>(mode), static_cast<PathPlace>(place),
            {.max_deviation = known->max_deviation,
             .stuck_radius = known->stuck_radius,
             .stuck_after = known->stuck_after},
            dt);
        if (!measured) return {.status = measured.status()};
        const wend_progress_counts all{size, 0, measured->with_path, measured->off_path, measured->stuck};
        if (counts != nullptr) std::memcpy(counts, &all, std::min<std::size_t>(size, sizeof all));
        return {};
    });
}

wend_code wend_sort_by_cell(const wend_view* view, float edge, uint32_t* order,
                            wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        const AgentView agents = c::agents_of(view);
        if (order != nullptr) c::require_aligned("order", order, sizeof *order);
        const std::size_t ordered = order == nullptr ? 0 : agents.size();
        return {.status = sort_by_cell(agents, edge, {order, ordered})};
    });
}

wend_code wend_assign_formation(const wend_view* view, int32_t leader, const wend_point* offsets,
                                size_t offset_count, int32_t* numbers, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        const AgentView agents = c::agents_of(view);
        if (numbers != nullptr) c::require_aligned("numbers", numbers, sizeof *numbers);
        const std::size_t numbered = numbers == nullptr ? 0 : agents.size();
        return {.status = assign_formation(agents, leader, c::points_of("offsets", offsets, offset_count),
                                           {numbers, numbered})};
    });
}
