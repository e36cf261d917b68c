// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Compiled once per instruction set, with that set's flags and WEND_TABLE_ISA naming it. Everything but the
// one table is in anonymous namespaces: code compiled with these flags must never be handed to the rest of
// the program by the linker.
#if !defined(__OPTIMIZE__) || defined(__OPTIMIZE_SIZE__) || defined(__FAST_MATH__)
#error \
    "kernels are built neither at -O0 or -Os, nor with -ffast-math: kernels/cmake/isas.cmake and wend_options.cmake say why"
#endif

#include "driver/stage_call.hpp"
#include "simd/motion_pass.hpp"
#include "stages/approach/kernel.hpp"
#include "stages/path_follow/kernel.hpp"
#include "stages/pursue/kernel.hpp"
#include "stages/retarget_wander/kernel.hpp"
#include "stages/seek/kernel.hpp"
#include "stages/wander/kernel.hpp"
#include "stages/waypoint_advance/kernel.hpp"

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
using Seek = SeekKernel<A, StageKind::seek>;
template <class A>
using Flee = SeekKernel<A, StageKind::flee>;
template <class A>
using Arrive = SeekKernel<A, StageKind::arrive>;
template <class A>
using Pursue = PursueKernel<A, StageKind::pursue>;
template <class A>
using Evade = PursueKernel<A, StageKind::evade>;

/// In the order of StageKind.
template <class A>
constexpr KernelTable table{
    .stage = {force_stage<A, WanderKernel<A>>, force_stage<A, Seek<A>>, force_stage<A, Flee<A>>,
              force_stage<A, Arrive<A>>, force_stage<A, Pursue<A>>, force_stage<A, Evade<A>>,
              force_stage<A, RetargetWanderKernel<A>>, force_stage<A, PathFollowKernel<A>>,
              locomotion_stage<A>, waypoint_advance_stage<A>, approach_stage<A>},
    // Every force that stands alone before the locomotion. At 8,192 agents, against force and locomotion
    // stage by stage: flee, arrive, retarget wander 1.12 to 1.31 times as fast, pursue 1.16 to 1.19, pursue
    // of agents 1.09 to 1.15 (AVX2, AVX-512).
    .with_locomotion = {force_and_locomotion<A, WanderKernel<A>>, force_and_locomotion<A, Seek<A>>,
                        force_and_locomotion<A, Flee<A>>, force_and_locomotion<A, Arrive<A>>,
                        force_and_locomotion<A, Pursue<A>>, force_and_locomotion<A, Evade<A>>,
                        force_and_locomotion<A, RetargetWanderKernel<A>>,
                        force_and_locomotion<A, PathFollowKernel<A>>, nullptr, nullptr, nullptr},
};

}  // namespace

#define WEND_JOIN_NAMES(a, b) a##b
#define WEND_JOIN(a, b) WEND_JOIN_NAMES(a, b)
extern const KernelTable WEND_JOIN(kernel_table_, WEND_TABLE_ISA);
const KernelTable WEND_JOIN(kernel_table_, WEND_TABLE_ISA) = table<arch::WEND_TABLE_ISA>;

}  // namespace wend::detail
