// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <thread>

#include "bench/usable_threads.hpp"
#include "tools/arguments.hpp"
#include "tools/files/trajectory.hpp"
#include "tools/pictures/svg_picture.hpp"
#include "tools/play_command.hpp"
#include "tools/player/player_page.hpp"
#include "tools/ranks/ranks.hpp"
#include "tools/ranks/shared_agents.hpp"
#include "tools/scenario/agents_writer.hpp"
#include "tools/scenario/explain.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/scenario/needs.hpp"
#include "tools/scenario/pace.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/scenario/trajectory_writer.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/system.hpp"
#include "tools/support/utf8_path.hpp"
#include "tools/sweep_command.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::command {
namespace {

using scenario::Scenario;
using support::MisuseError;
using support::NamedFile;

constexpr int exit_faults = 1;

struct Outcome {
    std::uint64_t faults = 0;
    std::uint32_t first_fault_id = 0;
    double seconds = 0;  ///< of the ticks alone
    std::uint64_t tick = 0;
    int signal = 0;                      ///< that ended the run before its last tick; 0: none
    bool first_tick_has_faults = false;  ///< known of several ranks
};

/// Runs ticks from `outcome.tick` on.
void advance(const Scenario& loaded, ranks::SharedAgents& agents, std::uint64_t count,
             const Execution& execution, Outcome& outcome) {
    const auto start = std::chrono::steady_clock::now();
    const Result result = agents.advance(loaded.ticks_from(outcome.tick, count), execution);
    outcome.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ranks::together([&] {
        if (!result.status) throw MisuseError(message(result.status));
    });
    if (outcome.faults == 0 && result.faults > 0)
        outcome.first_fault_id = static_cast<std::uint32_t>(result.first_fault);
    outcome.faults += result.faults;
    outcome.tick += count;
}

struct Loaded {
    Scenario scenario;
    std::uint64_t tick = 0;
};

/// The scenario at its start, or at the tick of --resume. All ranks call together.
Loaded load(RunArguments& options) {
    const std::filesystem::path file =
        ranks::together([&] { return scenario::find_scenario(options.scenario); });
    scenario::Share& share = options.overrides.share;
    share = {static_cast<std::uint64_t>(ranks::rank()), static_cast<std::uint64_t>(ranks::count())};
    // Once, and not by each rank: hundreds of them would read one file.
    if (ranks::count() > 1)
        options.overrides.read_paths = [](const std::filesystem::path& paths) {
            return ranks::that_of_first(ranks::together(
                [&] { return ranks::rank() == 0 ? support::read_text(paths) : std::string(); }));
        };
    const auto load_agents = [&] { return scenario::load_scenario(file, options.overrides); };
    const auto load_whole = [&] {
        scenario::Scenario loaded = ranks::together(load_agents);
        loaded.fingerprint.agents = ranks::sum(loaded.fingerprint.agents);
        return loaded;
    };
    if (options.resume.empty()) return {load_whole(), 0};

    const scenario::DumpShare part =
        ranks::together([&] { return scenario::read_share(options.resume, share); });
    const std::uint64_t sum = ranks::sum(part.sum);
    ranks::together([&] { scenario::require_sum(sum, part, options.resume); });
    options.overrides.seed = part.dump.seed;
    Loaded start{load_whole(), part.dump.tick};
    ranks::together([&] {
        scenario::require_same_scenario(part.dump, start.scenario, options.resume);
        if (part.dump.tick > start.scenario.ticks)
            throw MisuseError(fmt::format("{} was saved after {} ticks, the run has {}: give more --ticks",
                                          options.resume.string(), part.dump.tick, start.scenario.ticks));
    });
    scenario::restore_state(part.dump, start.scenario);
    return start;
}

scenario::AgentsFormat agents_format(const RunArguments& options) {
    if (options.out.extension() == ".geojson") return scenario::AgentsFormat::geojson;
    return options.degrees ? scenario::AgentsFormat::csv_degrees : scenario::AgentsFormat::csv;
}

/// Refuses what would write over an input or another output.
void refuse_same_files(const RunArguments& options) {
    const NamedFile out{"--out", options.out};
    const NamedFile save{"--save", options.save};
    const NamedFile resume{"--resume", options.resume};
    const NamedFile paths{"--paths", options.overrides.paths.value_or(std::filesystem::path())};
    const NamedFile input{"the scenario", scenario::find_scenario(options.scenario)};
    for (const NamedFile& other : {save, resume, paths, input})
        support::refuse_same_files(std::array{out, other});
    // A dump may replace the one that the run resumes: that is read before.
    for (const NamedFile& other : {paths, input}) support::refuse_same_files(std::array{save, other});
    const bool saves_often = options.save_every.ticks > 0 || options.save_every.seconds > 0;
    std::error_code ignored;
    const bool is_replaced =
        !support::is_stdout(options.save) && (!std::filesystem::exists(options.save, ignored) ||
                                              std::filesystem::is_regular_file(options.save, ignored));
    if (saves_often && !is_replaced)
        throw MisuseError(fmt::format("--save {} with --save-every: is no file", options.save.string()));
    for (const NamedFile& one : {out, save})
        if (options.hash && !one.file.empty() && support::is_stdout(one.file))
            throw MisuseError(
                fmt::format("{} {} and --hash both write to stdout", one.option, one.file.string()));
}

Execution execution_of(const RunArguments& options) {
    Execution execution;
    execution.isa = support::choose_isa(options.isa);
    execution.threading = options.threads == 1 ? Threading::serial : Threading::tbb;
    execution.max_threads = options.threads;
    // oneTBB does not know what control groups grant.
    if (const unsigned usable = bench::usable_threads();
        options.threads == 0 && usable < std::thread::hardware_concurrency())
        execution.max_threads = usable;
    execution.block = options.block;
    execution.grain = options.grain;
    execution.ticks_per_pass = options.ticks_per_pass;
    return execution;
}

/// The ticks between samples of a picture or a page, where none are given.
void choose_interval(RunArguments& options, const Scenario& loaded) {
    if (options.every != 0) return;
    const std::filesystem::path extension = options.out.extension();
    if (extension == ".svg") options.every = pictures::picture_interval(loaded.ticks);
    if (extension == ".html") options.every = player::recording_interval(loaded.ticks, loaded.all_agents);
    if (files::is_trajectory(options.out)) options.every = scenario::frame_interval(loaded.dt);
}

/// A run's files, which rank 0 writes. All are made before the first tick: a name that cannot be written is
/// refused at once. All ranks call together.
class Outputs {
  public:
    Outputs(const RunArguments& options, const Scenario& loaded, ranks::SharedAgents& agents)
        : options_(options), shared_(agents) {
        ranks::together([&] {
            if (ranks::rank() == 0) open(loaded);
        });
    }

    /// The start of the run, which a table leaves out.
    void sample_start(std::uint64_t tick) {
        const std::filesystem::path extension = options_.out.extension();
        if (extension == ".svg" || extension == ".html" || files::is_trajectory(options_.out))
            sample(tick, false);
    }
    void sample(std::uint64_t tick) {
        if (!options_.out.empty()) sample(tick, true);
    }
    void save(std::uint64_t tick) {
        if (options_.save.empty()) return;
        shared_.save(dump_ ? &*dump_ : nullptr, tick);
        dump_.reset();
    }
    /// After an interruption, which may have left a part of a dump.
    void start_dump_again() {
        ranks::together([&] {
            dump_.reset();
            if (ranks::rank() == 0 && !options_.save.empty()) dump_.emplace(options_.save);
        });
    }
    /// The run goes on; a later dump takes the place of this one.
    void save_meanwhile(std::uint64_t tick) {
        save(tick);
        ranks::together([&] {
            if (ranks::rank() == 0) dump_.emplace(options_.save);
        });
    }
    void commit() {
        if (options_.out.empty()) return;
        const AgentView agents = files::is_trajectory(options_.out) ? AgentView() : shared_.whole();
        ranks::together([&] {
            if (agents_) agents_->commit();
            if (picture_) picture_->commit(agents);
            if (player_) {
                page_->write(player_->html(agents));
                page_->commit();
            }
            if (trajectory_) trajectory_->commit();
        });
    }

  private:
    void open(const Scenario& loaded) {
        if (!options_.save.empty()) dump_.emplace(options_.save);
        if (dump_ && ranks::count() > 1 && dump_->partial().empty())
            throw MisuseError(fmt::format("--save {} on several ranks: is no file", options_.save.string()));
        if (options_.out.empty()) return;
        const std::filesystem::path extension = options_.out.extension();
        const std::string title = support::utf8_path(options_.scenario).stem().string();
        if (extension == ".svg")
            picture_.emplace(options_.out, loaded, title, options_.every,
                             options_.animate ? pictures::Motion::moving : pictures::Motion::still);
        else if (extension == ".html") {
            page_.emplace(options_.out);
            player_.emplace(loaded, title, options_.every);
        } else if (files::is_trajectory(options_.out))
            trajectory_.emplace(options_.out, loaded, options_.every);
        else
            agents_.emplace(options_.out, loaded, agents_format(options_));
    }

    void sample(std::uint64_t tick, bool table) {
        if (files::is_trajectory(options_.out))  // of more agents than rank 0 has room for
            return shared_.for_each_part([&](const AgentView& agents) { trajectory_->sample(tick, agents); });
        const AgentView agents = shared_.whole();
        ranks::together([&] {
            if (agents_ && table) agents_->sample(tick, agents);
            if (picture_) picture_->sample(tick, agents);
            if (player_) player_->sample(tick, agents);
        });
    }

    const RunArguments& options_;
    ranks::SharedAgents& shared_;
    std::optional<support::OutputFile> dump_;
    std::optional<scenario::AgentsWriter> agents_;
    std::optional<pictures::SvgPicture> picture_;
    std::optional<player::PlayerPage> player_;
    std::optional<support::OutputFile> page_;  ///< the player's
    std::optional<scenario::TrajectoryWriter> trajectory_;
};

bool has_neighbours(const Program& program) {
    const std::span<const Stream> inputs = program.optional_inputs();
    return std::find(inputs.begin(), inputs.end(), Stream::seen_groups) != inputs.end();
}

/// Ends the run of all ranks where one has got a signal.
void check_interruption() {
    if (ranks::count() == 1) return support::check_interruption();
    if (ranks::largest(static_cast<std::uint64_t>(support::pending_signal())) == 0) return;
    ranks::together(support::check_interruption);
}

/// Runs the ticks that are left, in calls of about a tenth of a second, between which signals are heeded and
/// progress is shown.
void run_ticks(const Scenario& loaded, ranks::SharedAgents& agents, const RunArguments& options,
               const Execution& execution, Outputs& outputs, Outcome& outcome) {
    const bool all_pairs = execution.isa == Isa::reference && has_neighbours(loaded.program);
    scenario::Pace pace(loaded.all_agents, all_pairs);
    scenario::Progress progress(outcome.tick, loaded.ticks, loaded.all_agents);
    using Clock = std::chrono::steady_clock;
    Clock::time_point saved = Clock::now();
    const std::uint64_t first_tick = outcome.tick;
    const auto [save_ticks, save_seconds] = options.save_every;
    outputs.sample_start(outcome.tick);
    do {
        check_interruption();
        const std::uint64_t left = loaded.ticks - outcome.tick;
        const auto until = [&](std::uint64_t every) {
            return every == 0 ? left : std::min(left, every - outcome.tick % every);
        };
        const std::uint64_t to_sample = until(options.every);
        const std::uint64_t to_save = until(save_ticks);
        std::uint64_t count = std::min({to_sample, to_save, ranks::that_of_first(pace.ticks())});
        const bool is_first_call = ranks::count() > 1 && left == loaded.ticks - first_tick;
        if (is_first_call) count = std::min<std::uint64_t>(count, 1);
        const double before = outcome.seconds;
        advance(loaded, agents, count, execution, outcome);
        if (is_first_call) outcome.first_tick_has_faults = outcome.faults > 0;
        const double seconds = outcome.seconds - before;
        pace.took(count, seconds);
        if (all_pairs && before == 0 && outcome.tick < loaded.ticks && ranks::rank() == 0)
            fmt::print(
                stderr, "wend run: the reference compares all pairs of agents: about {} in all\n",
                support::duration_text(seconds * static_cast<double>(loaded.ticks - outcome.tick + 1)));
        if (count == to_sample) outputs.sample(outcome.tick);
        const bool is_late =
            save_seconds > 0 && std::chrono::duration<double>(Clock::now() - saved).count() >= save_seconds;
        const bool is_due =
            ranks::that_of_first(std::uint64_t{is_late}) != 0 || (save_ticks > 0 && count == to_save);
        if (outcome.tick < loaded.ticks && is_due) {
            outputs.save_meanwhile(outcome.tick);
            saved = Clock::now();
        }
        ranks::together([&] {
            if (ranks::rank() == 0) progress.show(outcome.tick);
        });
    } while (outcome.tick < loaded.ticks);
}

void print_interruption(const RunArguments& options, const Scenario& loaded, const Outcome& outcome) {
    const std::string signal = support::signal_name(outcome.signal);
    if (signal.empty()) return;
    std::string files;
    if (!options.out.empty() && !support::is_stdout(options.out))
        files += fmt::format("; {} is not written", options.out.string());
    if (!options.save.empty())
        files += fmt::format("; its state is in {0}: --resume {0} goes on", options.save.string());
    fmt::print(stderr, "wend run: ended after tick {} of {} by {}{}\n", outcome.tick, loaded.ticks, signal,
               files);
}

void print_written(std::FILE* stream, const RunArguments& options) {
    for (const std::filesystem::path& file : {options.out, options.save})
        support::print_written(stream, file);
}

void print_threads(std::FILE* stream, const RunArguments& options) {
    fmt::print(stream, "threads  {}\n",
               options.threads == 0 ? fmt::format("all ({})", bench::usable_threads())
                                    : fmt::format("{}", options.threads));
}

void print_summary(std::FILE* stream, const Scenario& loaded, std::uint64_t first_tick,
                   const RunArguments& options, Isa isa, const Outcome& outcome) {
    const double agent_ticks =
        static_cast<double>(loaded.all_agents) * static_cast<double>(loaded.ticks - first_tick);
    fmt::print(stream, "agents   {}\n", loaded.all_agents);
    fmt::print(stream, "ticks    {}{} of {} s, seed {}\n",
               first_tick == 0 ? "" : fmt::format("{} to ", first_tick), loaded.ticks, loaded.dt,
               loaded.seed);
    fmt::print(stream, "ISA      {}\n", name(isa));
    if (ranks::count() > 1) fmt::print(stream, "ranks    {}\n", ranks::count());
    print_threads(stream, options);
    fmt::print(stream, "time     {:.3f} s", outcome.seconds);
    if (agent_ticks > 0)
        fmt::print(stream, ", {:.2f} ns per agent and tick", outcome.seconds * 1e9 / agent_ticks);
    fmt::print(stream, "\nfaults   {}", outcome.faults);
    if (outcome.faults > 0)
        fmt::print(stream, " agent-ticks skipped because of invalid values; the first is agent {}",
                   outcome.first_fault_id);
    fmt::print(stream, "\n");
    print_written(stream, options);
}

/// Why the first agent with a fault has it.
std::vector<std::string> reasons_of(const Scenario& loaded, const AgentView& agents,
                                    const Execution& execution, const Outcome& outcome) {
    // Agents at fault keep their values, so that those of the last tick still have them.
    const Ticks next{.dt = loaded.dt, .count = 1, .first_tick = outcome.tick, .seed = loaded.seed};
    std::vector<std::string> reasons = scenario::explain_first_fault(
        scenario::program_at(loaded.program, loaded.events, outcome.tick), agents, next, execution);
    if (reasons.empty() && loaded.after_tick)
        reasons = scenario::explain_first_fault(loaded.after_tick->program, agents, next, execution);
    return reasons;
}

/// More of several ranks are not brought to one for an explanation.
constexpr std::uint64_t most_agents_to_explain = 1'000'000;

/// Says which agents were skipped and why; returns the exit status.
int report_faults(const Scenario& loaded, ranks::SharedAgents& shared, const RunArguments& options,
                  const Execution& execution, std::uint64_t ticks, bool from_the_first,
                  const Outcome& outcome) {
    if (outcome.faults == 0) return 0;
    std::vector<std::string> reasons;
    if (ranks::count() == 1 || loaded.all_agents <= most_agents_to_explain) {
        const AgentView agents = shared.whole();
        if (ranks::rank() == 0) reasons = reasons_of(loaded, agents, execution, outcome);
    }
    if (ranks::rank() != 0) return 0;
    for (const std::string& reason : reasons) fmt::print(stderr, "fault: {}\n", reason);
    const bool to_the_last = !reasons.empty() && outcome.faults >= ticks;
    if (!from_the_first || !to_the_last || options.allow_faults) return 0;
    fmt::print(stderr, "wend run: agents were at fault in every tick; --allow-faults accepts that\n");
    return exit_faults;
}

void print_hash(const RunArguments& options, const Outcome& outcome, std::uint64_t hash) {
    if (outcome.faults > 0)
        fmt::print(stderr, "note: {} agent-ticks skipped because of invalid values; the first is agent {}\n",
                   outcome.faults, outcome.first_fault_id);
    fmt::print("hash {:016x}\n", hash);
    print_written(stderr, options);
}

/// Refuses options that do not go together.
void check(const RunArguments& options) {
    const std::filesystem::path extension = options.out.extension();
    if (!extension.empty() && extension != ".csv" && extension != ".svg" && extension != ".html" &&
        extension != ".geojson" && !files::is_trajectory(options.out))
        throw MisuseError(fmt::format(
            "--out {}: the extension is {}, must be .csv, .svg (a picture), .html (a page that plays "
            "the run), .txt, .sqlite or .h5 (trajectories), .geojson or none",
            options.out.string(), extension.string()));
    if (options.animate && extension != ".svg")
        throw MisuseError(
            fmt::format("--animate with --out {}: only a picture moves, FILE.svg", options.out.string()));
    refuse_same_files(options);
}

int print_plan(const RunArguments& options) {
    const scenario::Needs needs =
        scenario::needs_of(scenario::find_scenario(options.scenario), options.overrides);
    const std::uint64_t memory = support::memory_bytes() / 10 * 9;  // the system needs some, too
    const std::uint64_t ranks = needs.ranks(memory);
    fmt::print("agents   {}\n", needs.agents);
    fmt::print("memory   {} an agent in streams, {} in the workspace; {} in all\n",
               support::size_text(needs.stream_bytes), support::size_text(needs.workspace_bytes),
               support::size_text(needs.bytes()));
    print_threads(stdout, options);
    fmt::print("ranks    {}\n", ranks == 1
                                    ? fmt::format("1: this machine has {}", support::size_text(memory))
                                    : fmt::format("{}, on as many machines like this one, which has {}",
                                                  ranks, support::size_text(memory)));
    return 0;
}

int run_scenario(RunArguments& options) {
    const Execution execution = ranks::together([&] {
        check(options);
        return execution_of(options);
    });
    Loaded start = load(options);
    Scenario& loaded = start.scenario;
    const std::uint64_t first_tick = start.tick;
    const bool is_first = ranks::rank() == 0;
    if (is_first)
        for (const std::string& note : loaded.notes) fmt::print(stderr, "note: {}\n", note);
    const auto is_faulty = [&](const Program& program) {
        const Ticks next{.dt = loaded.dt, .count = 1, .first_tick = first_tick, .seed = loaded.seed};
        return validate(program, loaded.agents.view(), next, execution).faults > 0;
    };
    // Agents of one rank may look at those of others: there the first tick tells.
    bool from_the_first =
        ranks::count() == 1 && (is_faulty(scenario::program_at(loaded.program, loaded.events, first_tick)) ||
                                (loaded.after_tick && is_faulty(loaded.after_tick->program)));

    support::watch_signals();
    choose_interval(options, loaded);
    Outcome outcome{.tick = first_tick};
    ranks::SharedAgents agents(loaded);
    Outputs outputs(options, loaded, agents);
    try {
        run_ticks(loaded, agents, options, execution, outputs, outcome);
    } catch (const support::Interrupted& interrupted) {
        outcome.signal = interrupted.signal();
        outputs.start_dump_again();
    }
    outputs.save(outcome.tick);
    if (outcome.signal != 0) {
        if (is_first) print_interruption(options, loaded, outcome);
        return support::exit_interrupted(outcome.signal);
    }
    outputs.commit();

    const std::string report = options.verbose ? agents.report() : std::string();
    if (is_first) fmt::print(stderr, "{}", report);
    if (options.hash) {
        const std::uint64_t hash = agents.state_hash();
        if (is_first) print_hash(options, outcome, hash);
    } else if (is_first) {
        const bool taken = (!options.out.empty() && support::is_stdout(options.out)) ||
                           (!options.save.empty() && support::is_stdout(options.save));
        print_summary(taken ? stderr : stdout, loaded, first_tick, options, execution.isa.value(), outcome);
    }
    from_the_first = from_the_first || outcome.first_tick_has_faults;
    const int status =
        report_faults(loaded, agents, options, execution, loaded.ticks - first_tick, from_the_first, outcome);
    return static_cast<int>(ranks::that_of_first(static_cast<std::uint64_t>(status)));
}

}  // namespace

int main_run(int argc, char** argv) {
    RunArguments options;
    if (const std::optional<int> status = parse(options, argc, argv)) return *status;
    return ranks::run("wend run", [&] {
        if (support::utf8_path(options.scenario).extension() == ".journal")
            throw MisuseError(fmt::format("{0} is a journal: `wend replay {0} --html FILE.html` plays it",
                                          words::printable(options.scenario)));
        if (files::is_trajectory(support::utf8_path(options.scenario)))
            return ranks::together([&] { return ranks::rank() == 0 ? play_trajectory(options) : 0; });
        if (!options.sweep.empty())
            return run_sweep(options, ranks::together([&] { return execution_of(options); }));
        if (!options.plan) return run_scenario(options);
        return ranks::together([&] { return ranks::rank() == 0 ? print_plan(options) : 0; });
    });
}

}  // namespace wend::command
