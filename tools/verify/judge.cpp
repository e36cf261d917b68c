// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/verify/judge.hpp"

#include <fmt/format.h>

#include "tools/verify/ways.hpp"

namespace wend::verify {
namespace {

constexpr Execution reference_alone{.isa = Isa::reference, .threading = Threading::serial};

}  // namespace

Outcome outcome_of(const Subject& subject, std::uint64_t ticks, const Execution& execution,
                   const Runner& runner) {
    Outcome outcome{subject.start, {}};
    outcome.result = scenario::advance(subject.program, outcome.agents.view(subject.first_id),
                                       {.dt = subject.dt,
                                        .count = ticks,
                                        .first_tick = 0,
                                        .seed = subject.seed,
                                        .events = subject.events,
                                        .after_tick = subject.after_tick ? &*subject.after_tick : nullptr},
                                       execution, runner);
    if (!outcome.result.status)
        throw CheckFailed(fmt::format("{} on {} ({}) is refused: {}", subject.name, name(*execution.isa),
                                      text_of(execution), message(outcome.result.status)));
    return outcome;
}

std::string text_of(const Difference& difference, const Population& agents, std::uint32_t first_id,
                    std::string_view expected, std::string_view actual) {
    const std::uint32_t id = agents.has(Stream::id) ? agents.get<Stream::id>(difference.slot)
                                                    : first_id + static_cast<std::uint32_t>(difference.slot);
    return fmt::format("agent {} (slot {}), stream {}: {} {}, {} {}; {}", id, difference.slot,
                       name(difference.stream), expected, difference.expected, actual, difference.actual,
                       difference.values == 1 ? "no other value differs"
                                              : fmt::format("{} values differ", difference.values));
}

Judge::Judge(const Subject& subject, const Runner& runner)
    : subject_(subject),
      runner_(runner),
      reference_(outcome_of(subject, subject.ticks, reference_alone, runner)) {}

void Judge::check_reference(std::uint64_t golden) {
    const std::uint64_t hash = state_hash(subject_.program, reference_.agents.view(subject_.first_id));
    if (hash == golden) return;
    throw CheckFailed(fmt::format(
        "{}: the reference itself does not give the committed hash: {:016x} after {} ticks, not {:016x}",
        subject_.name, hash, subject_.ticks, golden));
}

void Judge::check(const Execution& execution) const {
    const Outcome outcome = outcome_of(subject_, subject_.ticks, execution, runner_);
    // All streams, including outputs; if they are equal, so are the hashes.
    if (first_difference(reference_.agents, outcome.agents)) explain(execution);
    const Result& expected = reference_.result;
    const Result& actual = outcome.result;
    if (expected.faults != actual.faults ||
        (expected.faults > 0 && expected.first_fault != actual.first_fault))
        throw CheckFailed(fmt::format(
            "{} on {} ({}) counts {} faults, the first in slot {}; the reference {}, the first in slot {}",
            subject_.name, name(*execution.isa), text_of(execution), actual.faults, actual.first_fault,
            expected.faults, expected.first_fault));
    if (expected.capped != actual.capped)
        throw CheckFailed(fmt::format("{} on {} ({}) has {} agents beyond max_neighbours; the reference {}",
                                      subject_.name, name(*execution.isa), text_of(execution), actual.capped,
                                      expected.capped));
}

std::optional<Difference> Judge::difference_after(std::uint64_t ticks, const Execution& execution) const {
    return first_difference(outcome_of(subject_, ticks, reference_alone, runner_).agents,
                            outcome_of(subject_, ticks, execution, runner_).agents);
}

void Judge::explain(const Execution& execution) const {
    const std::string what =
        fmt::format("{} on {} ({})", subject_.name, name(*execution.isa), text_of(execution));
    std::uint64_t same = 0;
    std::uint64_t tick = subject_.ticks;
    std::optional<Difference> difference = difference_after(tick, execution);
    if (!difference)
        throw CheckFailed(
            fmt::format("{} differed from the reference after {} ticks, but not when run again", what, tick));
    // Bisection, each time from the start: a difference may need several ticks in one call.
    while (tick - same > 1) {
        const std::uint64_t middle = same + (tick - same) / 2;
        if (std::optional<Difference> earlier = difference_after(middle, execution)) {
            tick = middle;
            difference = std::move(earlier);
        } else {
            same = middle;
        }
    }
    throw CheckFailed(
        fmt::format("{} differs from the reference, first at tick {}:\n  {}", what, tick,
                    text_of(*difference, subject_.start, subject_.first_id, "reference",
                            *execution.isa == Isa::reference ? "this run" : name(*execution.isa))));
}

}  // namespace wend::verify
