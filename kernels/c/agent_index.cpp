// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/agent_index.hpp"

#include "c/answer.hpp"
#include "c/calls.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

static_assert(sizeof(wend_found_agent) == sizeof(FoundAgent) &&
              offsetof(wend_found_agent, distance) == offsetof(FoundAgent, distance));
static_assert(sizeof(wend_contact) == sizeof(Contact) &&
              offsetof(wend_contact, second) == offsetof(Contact, second));

namespace {

/// The caller's array in place, of C's struct or the library's.
template <class T, class Given>
std::span<T> array_of(const char* argument, Given* array, size_t count) {
    if (count != 0) {
        c::require(argument, array);
        c::require_aligned(argument, array, alignof(T));
    }
    return {reinterpret_cast<T*>(array), count};
}

std::span<const int32_t> ignored_of(const int32_t* ignored, size_t count) {
    return array_of<const int32_t>("ignored", ignored, ignored == nullptr ? 0 : count);
}

QueryPoints points_of(const wend_query_points* given) {
    const c::Known<wend_query_points> known(given);
    return {.x = array_of<const float>("x", known->x, known->count),
            .y = array_of<const float>("y", known->y, known->count),
            .ignored = ignored_of(known->ignored, known->count),
            .seen_groups = known->seen_groups};
}

QueryRays rays_of(const wend_query_rays* given) {
    const c::Known<wend_query_rays> known(given);
    c::require_zero("reserved", known->reserved);
    return {.from_x = array_of<const float>("from_x", known->from_x, known->count),
            .from_y = array_of<const float>("from_y", known->from_y, known->count),
            .to_x = array_of<const float>("to_x", known->to_x, known->count),
            .to_y = array_of<const float>("to_y", known->to_y, known->count),
            .radius = known->radius,
            .ignored = ignored_of(known->ignored, known->count),
            .seen_groups = known->seen_groups};
}

IndexOptions options_of(const wend_index_options* given) {
    if (given == nullptr) return {};
    const c::Known<wend_index_options> known(given);
    c::require_zero("reserved", known->reserved);
    IndexOptions options{.body_radius = known->body_radius};
    if (c::read_flag("wraps", known->wraps)) options.wrap = c::read_area(known->area);
    return options;
}

}  // namespace

size_t wend_agent_index_memory_size(size_t agents) noexcept { return AgentIndex::memory_size(agents); }

wend_code wend_agent_index_create(size_t agents, void* memory, size_t bytes, wend_agent_index** index,
                                  wend_result* result) noexcept {
    if (index != nullptr) *index = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        const auto made = c::create_pool<AgentIndex>(agents, memory, bytes);
        if (!made) return {.status = made.status()};
        *index = new wend_agent_index{*made};
        return {};
    });
}

void wend_agent_index_destroy(wend_agent_index* index) noexcept { delete index; }

wend_code wend_agent_index_build(wend_agent_index* index, const wend_view* view,
                                 const wend_index_options* options, size_t* left_out,
                                 wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        const Expected<size_t> built = index->index.build(c::agents_of(view), options_of(options));
        if (built && left_out != nullptr) *left_out = *built;
        return {.status = built.status()};
    });
}

size_t wend_agent_index_view_size(const wend_agent_index* index) noexcept {
    return index == nullptr ? 0 : index->index.view_size();
}

wend_code wend_agent_index_nearest(const wend_agent_index* index, const wend_query_points* points, size_t k,
                                   wend_found_agent* found, size_t found_count,
                                   const wend_execution* execution, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        const auto rows = array_of<FoundAgent>("found", found, found_count);
        const Execution how = c::execution_of(execution);
        return {.status = points == nullptr ? index->index.nearest(k, rows, how)
                                            : index->index.nearest(points_of(points), k, rows, how)};
    });
}

wend_code wend_agent_index_within(const wend_agent_index* index, const wend_query_points* points,
                                  float radius, uint64_t* offsets, size_t offset_count,
                                  wend_found_agent* found, size_t capacity, size_t* count,
                                  const wend_execution* execution, wend_result* result) noexcept {
    if (count != nullptr) *count = 0;
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        c::require("count", count);
        const auto ends = array_of<uint64_t>("offsets", offsets, offset_count);
        const auto room = array_of<FoundAgent>("found", found, capacity);
        const Execution how = c::execution_of(execution);
        const Expected<size_t> all = points == nullptr
                                         ? index->index.within(radius, ends, room, how)
                                         : index->index.within(points_of(points), radius, ends, room, how);
        if (all) *count = *all;
        return {.status = all.status()};
    });
}

wend_code wend_agent_index_cast(const wend_agent_index* index, const wend_query_rays* rays, size_t k,
                                wend_found_agent* found, size_t found_count, const wend_execution* execution,
                                wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        return {.status =
                    index->index.cast(rays_of(rays), k, array_of<FoundAgent>("found", found, found_count),
                                      c::execution_of(execution))};
    });
}

wend_code wend_agent_index_contacts(const wend_agent_index* index, wend_contact* pairs, size_t capacity,
                                    size_t* count, wend_result* result) noexcept {
    if (count != nullptr) *count = 0;
    return c::answer(result, [&]() -> Result {
        c::require("index", index);
        c::require("count", count);
        *count = index->index.contacts(array_of<Contact>("pairs", pairs, capacity));
        return {};
    });
}
