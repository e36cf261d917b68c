// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// kernels/skeleton/kernel.hpp, compiled once per instruction set, which WEND_TABLE_ISA names, as
// kernels/src/isa_table.cpp compiles the kernels of the list.
#include "kernel_list.hpp"
#include "kernels/skeleton/kernel.hpp"
#include "simd/motion_pass.hpp"

namespace wend::detail {
namespace {

namespace arch {
#if defined(__x86_64__)
using sse2 = xsimd::sse2;
using sse4_2 = xsimd::sse4_2;
using avx2 = xsimd::avx2;
using avx512 = xsimd::avx512bw;
#else
using neon64 = xsimd::neon64;
#endif
}  // namespace arch

}  // namespace

#define WEND_JOIN_NAMES(a, b) a##b
#define WEND_JOIN(a, b) WEND_JOIN_NAMES(a, b)
extern const StageFunction WEND_JOIN(skeleton_, WEND_TABLE_ISA);
const StageFunction WEND_JOIN(skeleton_, WEND_TABLE_ISA) =
    force_stage<arch::WEND_TABLE_ISA, Kernel<arch::WEND_TABLE_ISA, Skeleton>>;

}  // namespace wend::detail
