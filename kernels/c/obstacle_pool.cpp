// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "wend/obstacle_pool.hpp"

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

namespace {

ObstaclePoolSize read_size(const wend_obstacle_pool_size* given) {
    const c::Known<wend_obstacle_pool_size> known(given);
    return {.area = c::read_area(known->area),
            .cell_size = c::rounded(known->cell_size),
            .horizon = c::rounded(known->horizon),
            .obstacles = known->obstacles,
            .entries = known->entries,
            .undone = known->undone};
}

}  // namespace

size_t wend_obstacle_pool_memory_size(const wend_obstacle_pool_size* size) noexcept {
    size_t bytes = 0;
    static_cast<void>(c::answer(nullptr, [&]() -> Result {
        bytes = ObstaclePool::memory_size(read_size(size));
        return {};
    }));
    return bytes;
}

wend_code wend_obstacle_pool_create(const wend_obstacle_pool_size* size, void* memory, size_t bytes,
                                    wend_obstacle_pool** pool, wend_result* result) noexcept {
    if (pool != nullptr) *pool = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        const auto made = c::create_pool<ObstaclePool>(read_size(size), memory, bytes);
        if (!made) return {.status = made.status()};
        *pool = new wend_obstacle_pool{*made};
        return {};
    });
}

void wend_obstacle_pool_destroy(wend_obstacle_pool* pool) noexcept { delete pool; }

wend_code wend_obstacle_pool_add(wend_obstacle_pool* pool, const wend_obstacle* obstacle, uint32_t* number,
                                 wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        c::require("number", number);
        const Expected<uint32_t> added = pool->pool.add(c::read_obstacle(obstacle));
        if (added) *number = *added;
        return {.status = added.status()};
    });
}

wend_code wend_obstacle_pool_move(wend_obstacle_pool* pool, uint32_t number, const wend_obstacle* obstacle,
                                  wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        return {.status = pool->pool.move(number, c::read_obstacle(obstacle))};
    });
}

wend_code wend_obstacle_pool_remove(wend_obstacle_pool* pool, uint32_t number, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        return {.status = pool->pool.remove(number)};
    });
}

uint64_t wend_obstacle_pool_mark(const wend_obstacle_pool* pool) noexcept {
    return pool == nullptr ? 0 : pool->pool.mark();
}

wend_code wend_obstacle_pool_restore(wend_obstacle_pool* pool, uint64_t mark, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        return {.status = pool->pool.restore(mark)};
    });
}

uint32_t wend_obstacle_pool_generation(const wend_obstacle_pool* pool, uint32_t number) noexcept {
    return pool == nullptr ? 0 : pool->pool.generation(number);
}
