// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cases/case.hpp"
#include "bench/cases/input.hpp"

/// The cases that run wend. The comparisons of `wend perf` need no others, and the executable that they
/// measure is built without rivals.
namespace wend::bench {

/// The number of threads that `threads: all` means on this machine.
[[nodiscard]] unsigned all_threads() noexcept;

/// One thread; and all threads where there are several.
[[nodiscard]] std::vector<unsigned> thread_counts();

/// Between agents that fit an L2 and an L3: another point of the report's curves.
inline constexpr std::size_t curve_size = 65'536;

/// Kernels whose rivals over separate arrays are also measured beyond the caches, and their number of agents.
inline constexpr std::size_t million = 1'048'576;
inline constexpr std::array million_kernels{KernelId::seek, KernelId::path_follow, KernelId::waypoint_advance,
                                            KernelId::waypoint_advance_long};

/// With so few agents, work done once a call is half of the time of a single tick.
inline constexpr std::size_t few_agents = 64;

/// The numbers of agents at which a kernel is measured at several ticks a call, and its rivals are.
[[nodiscard]] std::vector<std::size_t> sizes_of(KernelId kernel);

class WendCases {
  public:
    WendCases();

    [[nodiscard]] const std::vector<Case>& cases() const noexcept { return cases_; }

    /// A case that runs wend, whether the list has it or not.
    [[nodiscard]] Case make_case(KernelId kernel, Isa isa, std::size_t agents, unsigned threads,
                                 std::uint32_t ticks, Start start = Start::ordinary,
                                 Inputs inputs = Inputs::checked, bool records = true) const;

    [[nodiscard]] const std::shared_ptr<InputStore>& inputs() const noexcept { return inputs_; }

  private:
    std::shared_ptr<InputStore> inputs_;
    std::vector<Case> cases_;
};

/// kernel/isa/agents:N/threads:N, then options that differ; `isa` may be a rival.
[[nodiscard]] std::string name_of(KernelId kernel, std::string_view isa, std::size_t agents, unsigned threads,
                                  std::uint32_t ticks, Start start = Start::ordinary);

/// Bytes an agent and tick: each stream of the kernel's program read once, and written once if it is written;
/// without records.
[[nodiscard]] double bytes_of(KernelId kernel);

}  // namespace wend::bench
