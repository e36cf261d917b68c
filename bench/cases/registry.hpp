// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <vector>

#include "bench/cases/wend_cases.hpp"
#include "bench/loops/tutorial_loop.hpp"
#include "bench/rivals/rival.hpp"

/// All benchmark cases, wend's and its rivals'. The table of `wend bench`, the rows of Google Benchmark and
/// the tests derive from this list.
namespace wend::bench {

class Registry {
  public:
    Registry();

    /// wend's first.
    [[nodiscard]] const std::vector<Case>& cases() const noexcept { return cases_; }

    /// As WendCases::make_case.
    [[nodiscard]] Case make_case(KernelId kernel, Isa isa, std::size_t agents, unsigned threads,
                                 std::uint32_t ticks, Start start = Start::ordinary,
                                 Inputs inputs = Inputs::checked) const {
        return wend_.make_case(kernel, isa, agents, threads, ticks, start, inputs);
    }
    /// Of the tutorial's loop, or of a rival's loop for the kernel: beside calls of so many ticks.
    template <class Rival>
    [[nodiscard]] Case make_rival(KernelId kernel, const Rival& rival, std::size_t agents,
                                  Start start = Start::ordinary, std::uint32_t ticks = 1) const;

    /// Of all rivals that have a loop for the kernel and can run here.
    [[nodiscard]] std::vector<Case> rivals_of(KernelId kernel, std::size_t agents, std::uint32_t ticks,
                                              Start start = Start::ordinary) const;

    [[nodiscard]] std::shared_ptr<const Input> input(KernelId kernel, std::size_t agents) const {
        return wend_.inputs()->get(kernel, agents);
    }

  private:
    /// Motions of the reference, which rivals are checked against.
    using References = std::map<std::tuple<KernelId, std::size_t, Start>, Motion>;

    WendCases wend_;
    std::shared_ptr<References> references_ = std::make_shared<References>();
    std::vector<Case> cases_;
};

}  // namespace wend::bench
