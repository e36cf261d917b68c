// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tools/scenario/advance.hpp"
#include "tools/verify/difference.hpp"
#include "tools/verify/program_cases.hpp"

namespace wend::verify {

using scenario::Runner;

/// A failed check; what() is the message for the user.
class CheckFailed : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A subject's agents after some ticks from the start, and the result of the run.
struct Outcome {
    Population agents;
    Result result;
};
[[nodiscard]] Outcome outcome_of(const Subject& subject, std::uint64_t ticks, const Execution& execution,
                                 const Runner& runner);

/// Compares executions of one subject with the reference on one thread.
class Judge {
  public:
    Judge(const Subject& subject, const Runner& runner);

    /// Throws CheckFailed if the reference itself does not give the golden hash.
    void check_reference(std::uint64_t golden);

    /// Throws CheckFailed, naming the first agent, stream and tick that differ and both values.
    void check(const Execution& execution) const;

  private:
    [[nodiscard]] std::optional<Difference> difference_after(std::uint64_t ticks,
                                                             const Execution& execution) const;
    [[noreturn]] void explain(const Execution& execution) const;

    const Subject& subject_;
    const Runner& runner_;
    Outcome reference_;
};

/// "agent 7 (slot 2), stream velocity_x: EXPECTED 0x..., ACTUAL 0x...; 12 values differ"
[[nodiscard]] std::string text_of(const Difference& difference, const Population& agents,
                                  std::uint32_t first_id, std::string_view expected, std::string_view actual);

}  // namespace wend::verify
