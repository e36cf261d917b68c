// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "columns/large_memory.hpp"

#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace wend::detail {

void advise_large_pages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    constexpr std::size_t page = std::size_t{2} << 20;
    void* begin = memory;
    if (bytes < 2 * page || std::align(page, page, begin, bytes) == nullptr) return;
    static_cast<void>(madvise(begin, bytes / page * page, MADV_HUGEPAGE));  // without it all works as well
#endif
}

}  // namespace wend::detail
