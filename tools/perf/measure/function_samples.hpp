// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Where the time of a call goes, as Linux's `perf` samples it: what is slower without more instructions.
namespace wend::perf {

/// Samples by function.
using FunctionSamples = std::map<std::string, std::size_t>;

/// What `perf report --sort sym -F sample,sym` prints.
[[nodiscard]] FunctionSamples read_samples(std::string_view report);

struct SampledCall {
    double nanoseconds = 0;  ///< a call
    FunctionSamples samples{};
};

struct FunctionTime {
    std::string name;
    double before = 0;  ///< nanoseconds of a call
    double now = 0;
};

/// The functions whose time differs by more than three standard errors, the greatest growth first.
[[nodiscard]] std::vector<FunctionTime> compare_times(const SampledCall& before, const SampledCall& now);

/// Lines as those of function_growth.hpp.
[[nodiscard]] std::string describe_sampled(const std::vector<FunctionTime>& times);

/// A second of a case in each of two builds' workers. None where there is no `perf`, or where it may not
/// sample. Throws command::MisuseError when a worker fails.
[[nodiscard]] std::optional<std::vector<FunctionTime>> sampled_times(const std::filesystem::path& base,
                                                                     const std::filesystem::path& head,
                                                                     const std::string& name);

}  // namespace wend::perf
