// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Windows aligns the stack to 16 bytes. Clang places vectors of AVX on it at multiples of 32, GCC does not:
// https://gcc.gnu.org/bugzilla/show_bug.cgi?id=54412
#include <immintrin.h>

#include <cstdint>
#include <cstdio>

namespace {

[[gnu::noinline]] bool is_aligned(__m256 passed_in_memory) {
    const void* at = &passed_in_memory;
    asm volatile("" : "+r"(at) : : "memory");  // otherwise the compiler answers without looking
    return reinterpret_cast<std::uintptr_t>(at) % sizeof passed_in_memory == 0;
}

/// With frames of several sizes.
template <int bytes>
[[gnu::noinline]] int misaligned_below(float x) {
    volatile char frame[bytes];
    frame[0] = 0;
    return (is_aligned(_mm256_set1_ps(x)) ? 0 : 1) + frame[0];
}

}  // namespace

int main() {
    const int misaligned = misaligned_below<8>(1) + misaligned_below<16>(1) + misaligned_below<24>(1) +
                           misaligned_below<32>(1) + misaligned_below<40>(1) + misaligned_below<48>(1);
    std::printf("%d of 6 vectors are misaligned\n", misaligned);
    return misaligned == 0 ? 0 : 1;
}
