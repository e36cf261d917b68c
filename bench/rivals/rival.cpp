// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "bench/rivals/rival.hpp"

#include <iterator>

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

}  // namespace

std::vector<RivalLoop> loops_of(KernelId kernel) {
    std::vector<RivalLoop> found;
    for (const Rival& rival : all())
        for (const Loops* const loops : rival.loops)
            for (std::size_t i = 0; rival.can_run() && loops != nullptr && i < std::size(loops->of); ++i)
                if (const Loop& loop = loops->of[i];
                    loop.kernel == kernel && (loop.frame != nullptr || loop.grid != nullptr))
                    found.push_back({&rival, &loop});
    return found;
}

bool Rival::can_run() const noexcept { return vector_bits == 512 ? can_run_v4() : can_run_v3(); }

std::string plain_loop_compilers() {
    std::string text;
    for (const Rival& rival : all()) {
        // `how` begins with the compiler and its version.
        const std::string_view compiler = rival.how.substr(0, rival.how.find(' ', rival.how.find(' ') + 1));
        if (rival.made != Made::by_compiler || !rival.can_run() || text.find(compiler) != std::string::npos)
            continue;
        text += (text.empty() ? "" : " or ") + std::string(compiler);
    }
    return text;
}

std::string absent_text() {
    std::string text;
    for (std::size_t i = 0; i < absent().size(); ++i) {
        const auto& [name, why] = absent()[i];
        const bool is_last_of_reason = i + 1 == absent().size() || absent()[i + 1].why != why;
        text += (text.empty() ? "" : ", ") + std::string(name);
        if (is_last_of_reason) text += " (" + std::string(why) + ")";
    }
    return text;
}

}  // namespace wend::bench::rivals
