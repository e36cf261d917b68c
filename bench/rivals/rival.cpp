// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/rival.hpp"

#include <algorithm>
#include <iterator>

#include "bench/rivals/units.hpp"

namespace wend::bench::rivals {

namespace {

#if defined(__x86_64__)
/// The features of x86-64-v3 that AVX2 does not imply, and those that Highway's AVX2 target requires.
bool can_run_v3() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("aes") &&
           __builtin_cpu_supports("pclmul");
}

/// x86-64-v4.
bool can_run_v4() {
    return can_run_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#else
bool can_run_v3() { return false; }

bool can_run_v4() { return false; }
#endif

/// All units; those with path following over plain arrays twice.
std::vector<Rival> with_both_layouts() {
    std::vector<Rival> rivals;
    for (const Unit& unit : units)
        rivals.push_back({std::string(unit.name), unit.how, unit.vector_bits, unit.made, unit.arithmetic,
                          Nodes::records, unit.loops});
    for (const Unit& unit : units)
        if (unit.loops->follow_plain != nullptr)
            rivals.push_back({std::string(unit.name) + "_plain", unit.how, unit.vector_bits, unit.made,
                              unit.arithmetic, Nodes::plain, unit.loops});
    return rivals;
}

}  // namespace

Frame Rival::frame_of(Kernel kernel) const noexcept {
    if (nodes == Nodes::plain) return kernel == Kernel::path_follow ? loops->follow_plain : nullptr;
    const auto* const found = std::ranges::find_if(
        loops->of, [kernel](const Loop& loop) { return loop.frame != nullptr && loop.kernel == kernel; });
    return found == std::end(loops->of) ? nullptr : found->frame;
}

bool Rival::can_run() const noexcept { return vector_bits == 512 ? can_run_v4() : can_run_v3(); }

const std::vector<Rival>& all() {
    static const std::vector<Rival> rivals = with_both_layouts();
    return rivals;
}

std::span<const Absent> absent() noexcept { return absent_units; }

}  // namespace wend::bench::rivals
