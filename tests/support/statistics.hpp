// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How probable what was seen is under a hypothesis. Every p-value here is that of a two-sided test: too good
/// a fit is as suspicious as too bad a one.
namespace wend::test {

/// That `sum` is the square sum of `degrees` independent standard normal values.
[[nodiscard]] double p_of_chi_squared(double sum, double degrees);

/// That `z` is a standard normal value.
[[nodiscard]] double p_of_normal(double z);

/// That every cell was equally probable: Pearson's statistic.
[[nodiscard]] double p_of_equal_shares(std::span<const std::uint32_t> counts);

/// That both samples, of the same size from 458 on, are of one continuous distribution: an upper bound, from
/// the greatest difference d of their empirical distributions, 2 exp(-n d^2) (Kolmogorov and Smirnov's test;
/// Wei and Dudley, "Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities", 2012, prove the bound for every n >=
/// 458). With ties the bound holds too.
[[nodiscard]] double p_of_one_distribution(std::vector<double> a, std::vector<double> b);

/// That both samples have one mean, from some hundreds of values on (Welch's test).
[[nodiscard]] double p_of_one_mean(std::span<const double> a, std::span<const double> b);

/// Several p-values judged together: by Bonferroni's inequality the chance that `judged()` is below x is at
/// most x, however many there are and however they depend on each other.
class PValues {
  public:
    void add(std::string_view name, double p);
    [[nodiscard]] double judged() const;
    /// The name of the smallest, with its value and the number of them.
    [[nodiscard]] std::string worst() const;

  private:
    std::size_t count_ = 0;
    double smallest_ = std::numeric_limits<double>::infinity();
    std::string name_;
};

/// The chance that a judgement is wrong about a right generator or kernel, for each `PValues` in the tests.
/// Seeds are fixed, so that a test that has once passed goes on passing until what it tests has changed.
inline constexpr double false_alarm = 1e-6;

}  // namespace wend::test
