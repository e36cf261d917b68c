// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, with that set's flags and WEND_TABLE_ISA naming it. Everything but the one table is in anonymous
// namespaces: code compiled with these flags must never be handed to the rest of the program by the linker.
#include "motion_pass.hpp"
#include "seek_kernel.hpp"
#include "stage_call.hpp"
#include "wander_kernel.hpp"
#include "waypoint_advance_kernel.hpp"

namespace wend::detail {
namespace {

namespace arch {
#if defined(__x86_64__)
using sse2 = xsimd::sse2;
using sse4_2 = xsimd::sse4_2;
using avx2 = xsimd::avx2;
using avx512 = xsimd::avx512bw;  // avx512f alone does not compile in 8.1.0
#else
using neon64 = xsimd::neon64;
#endif
}  // namespace arch

template <class A>
constexpr KernelTable table{
    .stage = {force_stage<A, WanderKernel<A>>, force_stage<A, SeekKernel<A>>, locomotion_stage<A>,
              waypoint_advance_stage<A>},
    .with_locomotion = {force_and_locomotion<A, WanderKernel<A>>, force_and_locomotion<A, SeekKernel<A>>, nullptr,
                        nullptr},
};

}  // namespace

#define WEND_JOIN_NAMES(a, b) a##b
#define WEND_JOIN(a, b) WEND_JOIN_NAMES(a, b)
extern const KernelTable WEND_JOIN(kernel_table_, WEND_TABLE_ISA);
const KernelTable WEND_JOIN(kernel_table_, WEND_TABLE_ISA) = table<arch::WEND_TABLE_ISA>;

}  // namespace wend::detail
