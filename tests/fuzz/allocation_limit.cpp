// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "fuzz/allocation_limit.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
thread_local std::size_t bytes_left = unlimited;

/// Null where the limit is exceeded. Exactly the requested size, so that AddressSanitizer guards the end.
void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes > bytes_left) return nullptr;
    if (bytes_left != unlimited) bytes_left -= bytes;
    void* memory = nullptr;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
    void* const memory = allocate(bytes, alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

constexpr std::size_t least_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

namespace wend::fuzz {
AllocationLimit::AllocationLimit(std::size_t bytes) noexcept { bytes_left = bytes; }
AllocationLimit::~AllocationLimit() { bytes_left = unlimited; }
}  // namespace wend::fuzz

// All forms: those that are not replaced are AddressSanitizer's, whose memory is not free's.
using std::align_val_t;
using std::nothrow_t;
using std::size_t;
void* operator new(size_t bytes) { return allocate_or_throw(bytes, least_alignment); }
void* operator new[](size_t bytes) { return allocate_or_throw(bytes, least_alignment); }
void* operator new(size_t bytes, const nothrow_t&) noexcept { return allocate(bytes, least_alignment); }
void* operator new[](size_t bytes, const nothrow_t&) noexcept { return allocate(bytes, least_alignment); }
void* operator new(size_t bytes, align_val_t alignment) {
    return allocate_or_throw(bytes, static_cast<size_t>(alignment));
}
void* operator new[](size_t bytes, align_val_t alignment) {
    return allocate_or_throw(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t, align_val_t) noexcept { std::free(memory); }
