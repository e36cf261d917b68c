// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/perf/verdict/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <regex>
#include <set>
#include <utility>

#include "bench/cases/input.hpp"
#include "tools/perf/commands.hpp"
#include "tools/perf/measure/case_name.hpp"
#include "tools/perf/measure/measuring.hpp"
#include "tools/perf/measure/this_machine.hpp"
#include "tools/perf/measure/worker_process.hpp"
#include "tools/perf/report/comparison_report.hpp"
#include "tools/perf/verdict/look_progress.hpp"
#include "tools/perf/verdict/pooled.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/progress.hpp"

namespace wend::perf {
namespace {

/// The cases that an executable has, sorted.
struct CaseNames {
    std::vector<std::string> all;
    std::vector<std::string> wanted;  ///< those that the filter matches, or the suite

    CaseNames(const ComparisonPlan& plan, const std::filesystem::path& executable) {
        if (plan.google) {
            wanted = all = google_names(executable);
        } else {
            WorkerProcess worker(executable, 0);
            all = worker.list();
            wanted = plan.filter.empty() ? worker.suite() : all;
        }
        if (!plan.filter.empty()) {
            const support::NameFilter filter = support::name_filter(plan.filter);
            std::erase_if(wanted, [&](const std::string& name) { return !filter(name); });
        }
        for (std::vector<std::string>* names : {&all, &wanted}) {
            std::sort(names->begin(), names->end());
            // Google Benchmark lets two functions have one name.
            names->erase(std::unique(names->begin(), names->end()), names->end());
        }
    }
};

std::vector<std::string> in_both(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::string> names;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(names));
    return names;
}

std::vector<std::string> in_first_alone(const std::vector<std::string>& a,
                                        const std::vector<std::string>& b) {
    std::vector<std::string> names;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(names));
    return names;
}

/// The exact numbers that both builds have, and the names that one lacks. Counted concurrently: they have no
/// noise, and take seconds.
void compare_exact(const ComparisonPlan& plan, Comparison& comparison) {
    const auto exact_of = [](const std::filesystem::path& executable) {
        return WorkerProcess(executable, 0).exact();
    };
    std::future<std::vector<ExactNumber>> of_base =
        std::async(std::launch::async, exact_of, std::cref(plan.base));
    const std::vector<ExactNumber> head = exact_of(plan.head);
    const std::vector<ExactNumber> base = of_base.get();
    if (base.empty() || head.empty()) return;
    const auto in = [](const std::vector<ExactNumber>& numbers, const ExactNumber& wanted) {
        return std::find_if(numbers.begin(), numbers.end(),
                            [&](const ExactNumber& one) { return one.name == wanted.name; });
    };
    for (const ExactNumber& number : head)
        if (const auto before = in(base, number); before != base.end())
            comparison.exact.push_back({number.name, number.unit, number.limit, before->value, number.value});
        else
            comparison.only_head.push_back(number.name);
    for (const ExactNumber& number : base)
        if (in(head, number) == head.end()) comparison.only_base.push_back(number.name);
}

/// Executables of Google Benchmark do not name their build.
Build build_of(const ComparisonPlan& plan, const std::filesystem::path& executable) {
    if (!plan.google) return WorkerProcess(executable, 0).about();
    Build build;
    build.executable_hash = file_hash(executable);
    return build;
}

std::unique_ptr<Measuring> measuring_of(const ComparisonPlan& plan, const std::vector<std::string>& names) {
    if (plan.google) return measure_google(plan.base, plan.head, names, plan.seed);
    std::vector<PairedCase> cases;
    for (const std::string& name : names) cases.push_back({.name = name});
    return measure_workers(plan.base, plan.head, std::move(cases), plan.seed);
}

/// Moves cases that could not be measured out of the results.
void take_out(const std::map<std::size_t, std::string>& failures, Comparison& comparison) {
    for (auto failure = failures.rbegin(); failure != failures.rend(); ++failure) {
        const auto at = static_cast<std::ptrdiff_t>(failure->first);
        comparison.failed.emplace(comparison.names[failure->first], failure->second);
        comparison.names.erase(comparison.names.begin() + at);
        comparison.evidence.erase(comparison.evidence.begin() + at);
        comparison.samples.erase(comparison.samples.begin() + at);
    }
    if (comparison.names.empty() && !comparison.failed.empty())
        throw support::MisuseError(fmt::format("no case could be measured; {}: {}",
                                               comparison.failed.begin()->first,
                                               comparison.failed.begin()->second));
}

/// A case that is called regressed is printed at once: the rest may take minutes.
void measure_and_decide(const ComparisonPlan& plan, Comparison& comparison) {
    const std::unique_ptr<Measuring> measuring = measuring_of(plan, comparison.names);
    std::vector<Evidence>& evidence = comparison.evidence;
    LookProgress progress(evidence, plan.rule);
    const auto start = std::chrono::steady_clock::now();
    const auto show = [&] {
        progress.advance();
        support::show_progress(
            progress.text(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
    };
    std::set<std::size_t> printed;
    const auto print_suspects = [&] {
        for (std::size_t i = 0; i < evidence.size(); ++i) {
            if (evidence[i].state != State::regressed || !printed.insert(i).second) continue;
            support::show_progress("");
            fmt::print("{}", case_line(plan.found, comparison.names[i], evidence[i], nullptr));
            std::fflush(stdout);
        }
    };
    decide(
        evidence,
        [&](std::span<const std::size_t> cases, std::size_t pairs) {
            print_suspects();
            progress.begin_look(evidence, cases.size(), pairs, printed.size());
            const auto values = measuring->measure(cases, pairs, show);
            for (std::size_t i = 0; i < cases.size(); ++i) {
                Evidence& one = evidence[cases[i]];
                one.pairs.insert(one.pairs.end(), values[i].begin(), values[i].end());
                one.crowded = measuring->crowded_pairs(cases[i]);
                if (!measuring->failures().contains(cases[i])) continue;
                one.pairs.clear();
                one.most_pairs = 0;
            }
        },
        plan.rule);
    print_suspects();
    support::show_progress("");
    for (std::size_t i = 0; i < comparison.names.size(); ++i)
        comparison.samples.push_back(measuring->samples(i));
    take_out(measuring->failures(), comparison);
    comparison.disturbed = static_cast<double>(measuring->disturbed_rounds()) /
                           static_cast<double>(std::max<std::size_t>(1, measuring->rounds()));
}

Evidence planned_evidence(const ComparisonPlan& plan, const std::string& name) {
    Evidence one = plan.google ? Evidence{.tau = plan.tau} : evidence_of(name, plan.tau);
    if (const std::optional<double> own = plan.own_tau ? plan.own_tau(name) : std::nullopt) one.tau = *own;
    if (const auto floor = plan.floors.find(name); floor != plan.floors.end())
        one.tau = std::max(one.tau, floor->second);
    return one;
}

/// The message names a few cases from all over the list.
std::string nothing_matches(const std::string& filter, const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    const std::size_t count = std::min(names.size(), most);
    std::vector<std::string> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(names[i * names.size() / count]);
    if (filter.empty()) return "the executables have no case in common";
    return fmt::format("no case that both executables have matches {}{}{}", filter,
                       some.empty() ? "" : "; they have ", fmt::join(some, ", "));
}

/// The cases to measure, none of them measured yet.
Comparison planned(const ComparisonPlan& plan) {
    const CaseNames base(plan, plan.base);
    const CaseNames head(plan, plan.head);
    Comparison comparison;
    comparison.started = utc_now();
    comparison.load = load_average();
    // A case outside of the head's suite is not gone, and the base may have a case outside of its suite.
    comparison.names = in_both(base.all, head.wanted);
    comparison.only_base = in_first_alone(base.wanted, head.all);
    comparison.only_head = in_first_alone(head.wanted, base.all);
    comparison.not_covered = in_first_alone(in_both(base.all, head.all), comparison.names);
    if (plan.leave_out) {
        const auto rest =
            std::stable_partition(comparison.names.begin(), comparison.names.end(),
                                  [&](const std::string& name) { return !plan.leave_out(name); });
        comparison.same_code.assign(rest, comparison.names.end());
        comparison.names.erase(rest, comparison.names.end());
    }
    if (comparison.names.empty() && comparison.same_code.empty())
        throw support::MisuseError(nothing_matches(plan.filter, in_both(base.all, head.all)));
    for (const std::string& name : comparison.names)
        comparison.evidence.push_back(planned_evidence(plan, name));
    return comparison;
}

}  // namespace

bool looks_around(std::string_view name) {
    for (std::size_t k = 0; k < bench::kernel_count(); ++k)
        if (const bench::KernelInfo& kernel = bench::info(static_cast<bench::KernelId>(k));
            kernel.name == kernel_of(name))
            return kernel.all_pairs;
    return false;
}

Evidence evidence_of(std::string_view name, double tau) {
    // Where the pages of a process lie makes 5 % of the time beyond the L2, and 10 % in memory.
    constexpr std::uint64_t beyond_l2 = 100'000;
    constexpr std::uint64_t in_memory = 1'000'000;
    const std::uint64_t agents = number_in(name, "agents");
    Evidence one{.tau = tau};
    if (agents >= beyond_l2) one.tau = std::max(tau, 0.03);
    // The linker's order makes 3 % there: alignment on AVX2, in two of two layouts. Of approach with a pick
    // in every vector, which is branches, 1.8 in two of two; of building path sets and programs up to 4.4.
    if (looks_around(name) || name.find("/brisk") != std::string_view::npos) one.tau = std::max(tau, 0.03);
    if (!has_kernel(name)) one.tau = std::max(tau, name.starts_with("journal/") ? 0.03 : 0.05);
    if (has_threads(name)) one.tau = std::max(tau, 0.05);
    if (agents >= in_memory) {
        one.tau = std::max(tau, 0.08);
        one.most_pairs = 32;
    }
    if (name.starts_with("first_call/")) one.tau = std::max(tau, 0.1);
    return one;
}

std::size_t Comparison::count(State state) const {
    return static_cast<std::size_t>(std::count_if(evidence.begin(), evidence.end(),
                                                  [&](const Evidence& one) { return one.state == state; }));
}

std::size_t Comparison::count_grown() const {
    return static_cast<std::size_t>(std::count_if(exact.begin(), exact.end(), [&](const ExactChange& one) {
        return one.is_grown() && !accepted.contains(one.name);
    }));
}

void Comparison::confirm(const Comparison& other, const Rule& rule) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto found = std::find(other.names.begin(), other.names.end(), names[i]);
        if (found == other.names.end()) continue;
        const Evidence& again = other.evidence[static_cast<std::size_t>(found - other.names.begin())];
        evidence[i].state = confirmed_state(evidence[i], again, rule);
        other_layout.emplace(names[i], again);
    }
}

Comparison compare(const ComparisonPlan& plan) {
    Comparison comparison = planned(plan);
    const auto start = std::chrono::steady_clock::now();
    // They take seconds. If no case of the suite can have changed, they cannot have either.
    const bool all_same = plan.filter.empty() && comparison.names.empty();
    if (!plan.google && plan.compare_exact && !all_same) compare_exact(plan, comparison);
    measure_and_decide(plan, comparison);
    comparison.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return comparison;
}

int exit_status(const Comparison& comparison) {
    if (comparison.count(State::regressed) > 0 || comparison.count_grown() > 0) return exit_regression;
    return comparison.count(State::unclear) > 0 || !comparison.failed.empty() ? exit_unclear : exit_none;
}

bench::Estimate overall(const Comparison& comparison) {
    std::size_t pairs = comparison.evidence.empty() ? 0 : comparison.evidence[0].pairs.size();
    for (const Evidence& one : comparison.evidence) pairs = std::min(pairs, one.pairs.size());
    // Of cases that were measured longer, several pairs together count as one.
    std::vector<double> means(pairs);
    for (const Evidence& one : comparison.evidence)
        for (std::size_t i = 0; i < pairs; ++i) {
            const std::size_t first = one.pairs.size() * i / pairs, last = one.pairs.size() * (i + 1) / pairs;
            const double sum = std::accumulate(one.pairs.begin() + static_cast<std::ptrdiff_t>(first),
                                               one.pairs.begin() + static_cast<std::ptrdiff_t>(last), 0.0);
            means[i] += sum / static_cast<double>((last - first) * comparison.evidence.size());
        }
    if (means.empty()) return {0, 0, 0};
    const bench::Estimate estimate = bench::estimate_centre(means, Rule{}.interval_alpha);
    return {std::exp(estimate.middle), std::exp(estimate.low), std::exp(estimate.high)};
}

StoredRun to_run(const Comparison& comparison, const ComparisonPlan& plan, RunKind kind) {
    StoredRun run;
    run.kind = kind;
    run.a = build_of(plan, plan.base);
    run.b = build_of(plan, plan.head);
    run.machine = this_machine();
    run.started = comparison.started;
    run.load = comparison.load;
    run.tool = tool_name();
    run.seed = plan.seed;
    nlohmann::json parameters{{"clock", plan.google ? "cpu_time" : "thread cpu; wall of threads"},
                              {"filter", plan.filter},
                              {"failed", comparison.failed},
                              {"only_base", comparison.only_base},
                              {"only_head", comparison.only_head},
                              {"same_code", comparison.same_code},
                              {"tau", plan.tau}};
    run.parameters = parameters.dump();
    for (std::size_t i = 0; i < comparison.names.size(); ++i) {
        const Evidence& one = comparison.evidence[i];
        run.results.push_back({.name = comparison.names[i],
                               .samples = comparison.samples[i],
                               .verdict = Verdict{.ratio = one.ratio,
                                                  .low = one.low,
                                                  .high = one.high,
                                                  .p = one.p,
                                                  .p_adjusted = one.p_adjusted,
                                                  .least_effect = one.tau,
                                                  .state = std::string(name(one.state)),
                                                  .pairs = static_cast<std::uint32_t>(one.pairs.size()),
                                                  .confirmed_by = ""}});
        for (std::uint32_t pair = 0; pair < one.pairs.size(); ++pair)
            run.results.back().counters.push_back(
                {.side = Side::b, .round = pair, .name = pair_counter, .value = one.pairs[pair]});
        if (one.crowded > 0)
            run.results.back().counters.push_back({.side = Side::b,
                                                   .round = 0,
                                                   .name = crowded_counter,
                                                   .value = static_cast<double>(one.crowded)});
    }
    for (const ExactChange& change : comparison.exact) {
        BenchResult& result = run.results.emplace_back(BenchResult{.name = change.name});
        for (const auto& [side, value] : {std::pair(Side::a, change.base), std::pair(Side::b, change.head)})
            result.counters.push_back(
                {.side = side, .round = 0, .name = "exact", .value = value, .unit = change.unit});
        if (!change.is_grown()) continue;
        const double ratio = change.base > 0 ? change.head / change.base : 1 + change.head;
        result.verdict =
            Verdict{.ratio = ratio,
                    .low = ratio,
                    .high = ratio,
                    .p = 0,
                    .p_adjusted = 0,
                    .least_effect = change.limit,
                    .state = comparison.accepted.contains(change.name) ? "accepted" : "regressed",
                    .pairs = 0,
                    .confirmed_by = ""};
    }
    return run;
}

}  // namespace wend::perf
