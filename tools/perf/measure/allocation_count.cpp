// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Replaces the global operator new of the executable that it is linked into.
#include "tools/perf/measure/allocation_count.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

std::uint64_t total = 0;
std::uint64_t held = 0;
std::uint64_t most = 0;

// malloc_usable_size and not the requested size, which operator delete may not be told. A block's size
// depends on its request alone.
void* count(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    const std::uint64_t size = malloc_usable_size(block);
    total += size;
    held += size;
    most = std::max(most, held);
    return block;
}

void release(void* block) noexcept {
    if (block != nullptr) held -= malloc_usable_size(block);
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return count(std::malloc(std::max<std::size_t>(size, 1))); }
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    void* block = nullptr;
    const auto aligned = std::max(static_cast<std::size_t>(alignment), sizeof(void*));
    if (posix_memalign(&block, aligned, std::max<std::size_t>(size, 1)) != 0) block = nullptr;
    return count(block);
}
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }

namespace wend::perf {

Allocations count_allocations(const std::function<void()>& function) {
    const std::uint64_t before = total;
    const std::uint64_t start = held;
    most = held;
    function();
    return {.bytes = total - before, .peak = most - start};
}

}  // namespace wend::perf
