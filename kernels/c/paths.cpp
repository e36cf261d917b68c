// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "c/answer.hpp"
#include "c/handles.hpp"
#include "c/structs.hpp"

using namespace wend;

static_assert(WEND_PATH_ONCE == static_cast<int>(PathMode::once) &&
              WEND_PATH_LOOP == static_cast<int>(PathMode::loop) &&
              WEND_PATH_PING_PONG == static_cast<int>(PathMode::ping_pong));
static_assert(words_of(PathMode{}).size() == 3, "a mode that wend.h lacks");

namespace {

bool has(const wend_paths* paths, size_t path) { return paths != nullptr && path < paths->set.size(); }

std::optional<PathMode> mode_of(wend_path_mode mode) {
    if (mode < WEND_PATH_ONCE || mode > WEND_PATH_PING_PONG) return std::nullopt;
    return static_cast<PathMode>(mode);
}

struct ReadPath {
    std::span<const Point> points;
    std::span<const float> offsets;
    bool closed;
};

ReadPath read_path(const wend_path& path) {
    if (path.offset_count != 0) c::require("offsets", path.offsets);
    return {c::points_of("points", path.points, path.point_count), std::span(path.offsets, path.offset_count),
            c::read_flag("closed", path.closed)};
}

PathPoolSize read_size(const wend_path_pool_size& size) {
    return {size.paths, size.points, size.longest, size.queued, size.undone};
}

}  // namespace

wend_code wend_paths_create(const wend_path* paths, size_t count, wend_paths** result_paths,
                            wend_result* result) noexcept {
    if (result_paths != nullptr) *result_paths = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("result_paths", result_paths);
        PathSetBuilder builder;
        c::for_each("paths", paths, count, [&](size_t, const wend_path& path) {
            const ReadPath read = read_path(path);
            builder.add(read.points, read.closed, read.offsets);
        });
        Expected<PathSet> set = builder.build();
        if (!set) return {.status = set.status()};
        *result_paths = new wend_paths{*set};
        return {};
    });
}

void wend_paths_destroy(wend_paths* paths) noexcept { delete paths; }

size_t wend_paths_count(const wend_paths* paths) noexcept { return paths == nullptr ? 0 : paths->set.size(); }

uint32_t wend_path_node_count(const wend_paths* paths, size_t path) noexcept {
    return has(paths, path) ? paths->set.node_count(path) : 0;
}
uint32_t wend_path_segment_count(const wend_paths* paths, size_t path, wend_path_mode mode) noexcept {
    const auto known = mode_of(mode);
    return known && has(paths, path) ? paths->set.segment_count(path, *known) : 0;
}
double wend_path_length(const wend_paths* paths, size_t path, wend_path_mode mode) noexcept {
    const auto known = mode_of(mode);
    return known && has(paths, path) ? paths->set.length(path, *known) : 0;
}
wend_point wend_path_node(const wend_paths* paths, size_t path, uint32_t node) noexcept {
    if (node >= wend_path_node_count(paths, path)) return {0, 0};
    const Point point = paths->set.node(path, node);
    return {point.x, point.y};
}

size_t wend_path_pool_memory_size(const wend_path_pool_size* size) noexcept {
    size_t bytes = 0;
    static_cast<void>(c::answer(nullptr, [&]() -> Result {
        bytes = PathPool::memory_size(read_size(*c::Known<wend_path_pool_size>(size)));
        return {};
    }));
    return bytes;
}

wend_code wend_path_pool_create(const wend_path_pool_size* size, void* memory, size_t bytes,
                                wend_path_pool** pool, wend_result* result) noexcept {
    if (pool != nullptr) *pool = nullptr;
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        const auto made =
            c::create_pool<PathPool>(read_size(*c::Known<wend_path_pool_size>(size)), memory, bytes);
        if (!made) return {.status = made.status()};
        *pool = new wend_path_pool{*made, {made->paths()}};
        return {};
    });
}

void wend_path_pool_destroy(wend_path_pool* pool) noexcept { delete pool; }

const wend_paths* wend_path_pool_paths(const wend_path_pool* pool) noexcept {
    return pool == nullptr ? nullptr : &pool->paths;
}

wend_code wend_path_pool_add(wend_path_pool* pool, const wend_path* path, uint32_t* number,
                             wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        c::require("number", number);
        const c::Known<wend_path> known(path);
        const ReadPath read = read_path(*known);
        const Expected<uint32_t> added = pool->pool.add(read.points, read.closed, read.offsets);
        if (added) *number = *added;
        return {.status = added.status()};
    });
}

wend_code wend_path_pool_replace(wend_path_pool* pool, uint32_t number, const wend_path* path,
                                 wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        const c::Known<wend_path> known(path);
        const ReadPath read = read_path(*known);
        return {.status = pool->pool.replace(number, read.points, read.closed, read.offsets)};
    });
}

wend_code wend_path_pool_replace_many(wend_path_pool* pool, const uint32_t* numbers, const uint32_t* ends,
                                      size_t count, const wend_point* points, size_t point_count,
                                      wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        if (count != 0) {
            c::require("numbers", numbers);
            c::require("ends", ends);
        }
        return {.status =
                    pool->pool.replace(std::span(numbers, count), c::points_of("points", points, point_count),
                                       std::span(ends, count))};
    });
}

wend_code wend_path_pool_release(wend_path_pool* pool, uint32_t number, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        return {.status = pool->pool.release(number)};
    });
}

wend_code wend_path_pool_queue(wend_path_pool* pool, uint32_t number, uint32_t generation,
                               const wend_path* path, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        const c::Known<wend_path> known(path);
        const ReadPath read = read_path(*known);
        return {.status = pool->pool.queue(number, generation, read.points, read.closed)};
    });
}

uint32_t wend_path_pool_apply_queued(wend_path_pool* pool, uint32_t* numbers, size_t count) noexcept {
    if (pool == nullptr) return 0;
    return pool->pool.apply_queued(std::span(numbers, numbers == nullptr ? 0 : count));
}

uint64_t wend_path_pool_mark(const wend_path_pool* pool) noexcept {
    return pool == nullptr ? 0 : pool->pool.mark();
}

wend_code wend_path_pool_restore(wend_path_pool* pool, uint64_t mark, wend_result* result) noexcept {
    return c::answer(result, [&]() -> Result {
        c::require("pool", pool);
        return {.status = pool->pool.restore(mark)};
    });
}

uint32_t wend_path_pool_generation(const wend_path_pool* pool, uint32_t number) noexcept {
    return pool == nullptr ? 0 : pool->pool.generation(number);
}
