// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "support/guarded_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <utility>

namespace wend::test {
namespace {

std::size_t page() noexcept {
    static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

}  // namespace

GuardedMemory::GuardedMemory(std::size_t bytes, Flush flush) {
    const std::size_t inner = (bytes + page() - 1) / page() * page();
    mapped_ = inner + 2 * page();
    void* const mapping = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(mapping);
    std::byte* const begin = mapping_ + page();
    if (inner != 0 && mprotect(begin, inner, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    data_ = flush == Flush::front ? begin : begin + inner - bytes;
}

GuardedMemory::~GuardedMemory() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

GuardedMemory::GuardedMemory(GuardedMemory&& other) noexcept
    : mapping_(std::exchange(other.mapping_, nullptr)), mapped_(other.mapped_), data_(other.data_) {}

void GuardedMemory::make_read_only() noexcept {
    const std::size_t inner = mapped_ - 2 * page();
    if (inner != 0) mprotect(mapping_ + page(), inner, PROT_READ);
}

}  // namespace wend::test
