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

/// p-values of observations under a hypothesis. All tests are two-sided: too good a fit is as suspicious as
/// too bad a one.
namespace wend::test {

/// Hypothesis: `sum` is the sum of squares of `degrees` independent standard normal values.
[[nodiscard]] double p_of_chi_squared(double sum, double degrees);

/// Hypothesis: `z` is a standard normal value.
[[nodiscard]] double p_of_normal(double z);

/// Hypothesis: all cells are equally probable (Pearson's test).
[[nodiscard]] double p_of_equal_shares(std::span<const std::uint32_t> counts);

/// Hypothesis: both samples, of one size n >= 458, have one distribution. Upper bound 2 exp(-n d^2), where d
/// is the largest difference of their empirical distributions; it also holds with ties (Wei and Dudley,
/// "Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities", 2012).
[[nodiscard]] double p_of_one_distribution(std::vector<double> a, std::vector<double> b);

/// Hypothesis: both samples, of some hundreds of values or more, have one mean (Welch's test).
[[nodiscard]] double p_of_one_mean(std::span<const double> a, std::span<const double> b);

/// Several p-values, judged together: by Bonferroni's inequality the probability that `judged()` is below x
/// is at most x, for any number of p-values and any dependence.
class PValues {
  public:
    void add(std::string_view name, double p);
    [[nodiscard]] double judged() const;
    /// The name and value of the smallest p-value, and their number.
    [[nodiscard]] std::string worst() const;

  private:
    std::size_t count_ = 0;
    double smallest_ = std::numeric_limits<double>::infinity();
    std::string name_;
};

/// The probability that a correct generator or kernel is rejected, per `PValues` in the tests. Seeds are
/// fixed, so that a test that passes once passes until the tested code changes.
inline constexpr double false_alarm = 1e-6;

}  // namespace wend::test
