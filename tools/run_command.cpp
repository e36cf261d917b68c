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
#include "tools/pictures/svg_picture.hpp"
#include "tools/player/player_page.hpp"
#include "tools/scenario/advance.hpp"
#include "tools/scenario/agents_writer.hpp"
#include "tools/scenario/explain.hpp"
#include "tools/scenario/find_scenario.hpp"
#include "tools/scenario/pace.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/scenario/state_dump.hpp"
#include "tools/subcommands.hpp"
#include "tools/support/command_line.hpp"
#include "tools/support/input_file.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "tools/support/system.hpp"
#include "tools/support/utf8_path.hpp"
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
    int signal = 0;  ///< that ended the run before its last tick; 0: none
};

/// Runs ticks from `outcome.tick` on.
void advance(Scenario& loaded, std::uint64_t count, const Execution& execution, Outcome& outcome) {
    const AgentView agents = loaded.agents.view();
    const auto start = std::chrono::steady_clock::now();
    const Result result =
        scenario::advance(loaded.program, agents, loaded.ticks_from(outcome.tick, count), execution);
    outcome.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!result.status) throw MisuseError(message(result.status));
    if (outcome.faults == 0 && result.faults > 0)
        outcome.first_fault_id = agents.get<Stream::id>()[result.first_fault];
    outcome.faults += result.faults;
    outcome.tick += count;
}

struct Loaded {
    Scenario scenario;
    std::uint64_t tick = 0;
};

/// The scenario at its start, or at the tick of --resume.
Loaded load(RunArguments& options) {
    const std::filesystem::path file = scenario::find_scenario(options.scenario);
    if (options.resume.empty()) return {scenario::load_scenario(file, options.overrides), 0};
    const std::string bytes = scenario::read_dump(options.resume);
    const scenario::StateDump dump = scenario::read_state(std::as_bytes(std::span(bytes)), options.resume);
    options.overrides.seed = dump.seed;
    Loaded start{scenario::load_scenario(file, options.overrides), dump.tick};
    scenario::require_same_scenario(dump, start.scenario, options.resume);
    if (dump.tick > start.scenario.ticks)
        throw MisuseError(fmt::format("{} was saved after {} ticks, the run has {}: give more --ticks",
                                      options.resume.string(), dump.tick, start.scenario.ticks));
    scenario::restore_state(dump, start.scenario);
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

/// A run's files. All are made before the first tick: a name that cannot be written is refused at
/// once.
class Outputs {
  public:
    Outputs(RunArguments& options, const Scenario& loaded) : save_(options.save) {
        if (!save_.empty()) dump_.emplace(save_);
        if (options.out.empty()) return;
        const std::filesystem::path extension = options.out.extension();
        const std::string title = support::utf8_path(options.scenario).stem().string();
        if (extension == ".svg") {
            if (options.every == 0) options.every = pictures::picture_interval(loaded.ticks);
            picture_.emplace(options.out, loaded, title, options.every,
                             options.animate ? pictures::Motion::moving : pictures::Motion::still);
        } else if (extension == ".html") {
            if (options.every == 0)
                options.every = player::recording_interval(loaded.ticks, loaded.agents.size());
            player_.emplace(options.out, loaded, title, options.every);
        } else {
            agents_.emplace(options.out, loaded, agents_format(options));
        }
    }

    void sample_start(std::uint64_t tick, const AgentView& agents) {
        if (picture_) picture_->sample(tick, agents);
        if (player_) player_->sample(tick, agents);
    }
    void sample(std::uint64_t tick, const AgentView& agents) {
        if (agents_) agents_->sample(tick, agents);
        sample_start(tick, agents);
    }
    void save(Scenario& loaded, std::uint64_t tick) {
        if (dump_) scenario::save_state(*dump_, loaded, tick);
        dump_.reset();
    }
    /// The run goes on; a later dump takes the place of this one.
    void save_meanwhile(Scenario& loaded, std::uint64_t tick) {
        save(loaded, tick);
        dump_.emplace(save_);
    }
    void commit(const AgentView& agents) {
        if (agents_) agents_->commit();
        if (picture_) picture_->commit(agents);
        if (player_) player_->commit(agents);
    }

  private:
    std::filesystem::path save_;
    std::optional<support::OutputFile> dump_;
    std::optional<scenario::AgentsWriter> agents_;
    std::optional<pictures::SvgPicture> picture_;
    std::optional<player::PlayerPage> player_;
};

bool has_neighbours(const Program& program) {
    const std::span<const Stream> inputs = program.optional_inputs();
    return std::find(inputs.begin(), inputs.end(), Stream::seen_groups) != inputs.end();
}

/// Runs the ticks that are left, in calls of about a tenth of a second, between which signals are heeded and
/// progress is shown.
void run_ticks(Scenario& loaded, const RunArguments& options, const Execution& execution, Outputs& outputs,
               Outcome& outcome) {
    const bool all_pairs = execution.isa == Isa::reference && has_neighbours(loaded.program);
    scenario::Pace pace(loaded.agents.size(), all_pairs);
    scenario::Progress progress(outcome.tick, loaded.ticks, loaded.agents.size());
    const AgentView agents = loaded.agents.view();
    using Clock = std::chrono::steady_clock;
    Clock::time_point saved = Clock::now();
    const auto [save_ticks, save_seconds] = options.save_every;
    outputs.sample_start(outcome.tick, agents);
    do {
        support::check_interruption();
        const std::uint64_t left = loaded.ticks - outcome.tick;
        const auto until = [&](std::uint64_t every) {
            return every == 0 ? left : std::min(left, every - outcome.tick % every);
        };
        const std::uint64_t to_sample = until(options.every);
        const std::uint64_t to_save = until(save_ticks);
        const std::uint64_t count = std::min({to_sample, to_save, pace.ticks()});
        const double before = outcome.seconds;
        advance(loaded, count, execution, outcome);
        const double seconds = outcome.seconds - before;
        pace.took(count, seconds);
        if (all_pairs && before == 0 && outcome.tick < loaded.ticks)
            fmt::print(
                stderr, "wend run: the reference compares all pairs of agents: about {} in all\n",
                support::duration_text(seconds * static_cast<double>(loaded.ticks - outcome.tick + 1)));
        if (count == to_sample) outputs.sample(outcome.tick, agents);
        const bool is_due =
            save_seconds > 0 && std::chrono::duration<double>(Clock::now() - saved).count() >= save_seconds;
        if (outcome.tick < loaded.ticks && (is_due || (save_ticks > 0 && count == to_save))) {
            outputs.save_meanwhile(loaded, outcome.tick);
            saved = Clock::now();
        }
        progress.show(outcome.tick);
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

/// Names the run's files and their sizes; not pipes and devices.
void print_written(std::FILE* stream, const RunArguments& options) {
    for (const std::filesystem::path& file : {options.out, options.save}) {
        std::error_code ignored;
        if (file.empty() || support::is_stdout(file) || !std::filesystem::is_regular_file(file, ignored))
            continue;
        fmt::print(stream, "wrote    {}, {}\n", words::printable(file.string()),
                   support::size_text(std::filesystem::file_size(file, ignored)));
    }
}

void print_summary(std::FILE* stream, const Scenario& loaded, std::uint64_t first_tick,
                   const RunArguments& options, Isa isa, const Outcome& outcome) {
    const double agent_ticks =
        static_cast<double>(loaded.agents.size()) * static_cast<double>(loaded.ticks - first_tick);
    fmt::print(stream, "agents   {}\n", loaded.agents.size());
    fmt::print(stream, "ticks    {}{} of {} s, seed {}\n",
               first_tick == 0 ? "" : fmt::format("{} to ", first_tick), loaded.ticks, loaded.dt,
               loaded.seed);
    fmt::print(stream, "ISA      {}\n", name(isa));
    fmt::print(stream, "threads  {}\n",
               options.threads == 0 ? fmt::format("all ({})", bench::usable_threads())
                                    : fmt::format("{}", options.threads));
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

/// Says which agents were skipped and why; returns the exit status.
int report_faults(Scenario& loaded, const RunArguments& options, const Execution& execution,
                  std::uint64_t ticks, bool from_the_first, const Outcome& outcome) {
    if (outcome.faults == 0) return 0;
    // Agents at fault keep their values, so that those of the last tick still have them.
    const Ticks next{.dt = loaded.dt, .count = 1, .first_tick = outcome.tick, .seed = loaded.seed};
    std::vector<std::string> reasons =
        scenario::explain_first_fault(scenario::program_at(loaded.program, loaded.events, outcome.tick),
                                      loaded.agents.view(), next, execution);
    if (reasons.empty() && loaded.after_tick)
        reasons =
            scenario::explain_first_fault(loaded.after_tick->program, loaded.agents.view(), next, execution);
    for (const std::string& reason : reasons) fmt::print(stderr, "fault: {}\n", reason);
    const bool to_the_last = !reasons.empty() && outcome.faults >= ticks;
    if (!from_the_first || !to_the_last || options.allow_faults) return 0;
    fmt::print(stderr, "wend run: agents were at fault in every tick; --allow-faults accepts that\n");
    return exit_faults;
}

}  // namespace

int main_run(int argc, char** argv) {
    RunArguments options;
    if (const std::optional<int> status = parse(options, argc, argv)) return *status;

    const std::filesystem::path extension = options.out.extension();
    if (!extension.empty() && extension != ".csv" && extension != ".svg" && extension != ".html" &&
        extension != ".geojson")
        throw MisuseError(fmt::format(
            "--out {}: the extension is {}, must be .csv, .svg (a picture), .html (a page that plays "
            "the run), .geojson or none",
            options.out.string(), extension.string()));
    if (options.animate && extension != ".svg")
        throw MisuseError(
            fmt::format("--animate with --out {}: only a picture moves, FILE.svg", options.out.string()));
    refuse_same_files(options);
    const Execution execution = execution_of(options);
    Loaded start = load(options);
    Scenario& loaded = start.scenario;
    const std::uint64_t first_tick = start.tick;
    for (const std::string& note : loaded.notes) fmt::print(stderr, "note: {}\n", note);
    const auto is_faulty = [&](const Program& program) {
        const Ticks next{.dt = loaded.dt, .count = 1, .first_tick = first_tick, .seed = loaded.seed};
        return validate(program, loaded.agents.view(), next, execution).faults > 0;
    };
    const bool from_the_first = is_faulty(scenario::program_at(loaded.program, loaded.events, first_tick)) ||
                                (loaded.after_tick && is_faulty(loaded.after_tick->program));

    support::watch_signals();
    Outcome outcome{.tick = first_tick};
    Outputs outputs(options, loaded);
    try {
        run_ticks(loaded, options, execution, outputs, outcome);
    } catch (const support::Interrupted& interrupted) {
        outcome.signal = interrupted.signal();
    }
    outputs.save(loaded, outcome.tick);
    if (outcome.signal != 0) {
        print_interruption(options, loaded, outcome);
        return support::exit_interrupted(outcome.signal);
    }
    outputs.commit(loaded.agents.view());

    if (options.hash) {
        if (outcome.faults > 0)
            fmt::print(stderr,
                       "note: {} agent-ticks skipped because of invalid values; the first is agent {}\n",
                       outcome.faults, outcome.first_fault_id);
        fmt::print("hash {:016x}\n", state_hash(loaded.program, loaded.agents.view()));
        print_written(stderr, options);
    } else {
        const bool taken = (!options.out.empty() && support::is_stdout(options.out)) ||
                           (!options.save.empty() && support::is_stdout(options.save));
        print_summary(taken ? stderr : stdout, loaded, first_tick, options, execution.isa.value(), outcome);
    }
    return report_faults(loaded, options, execution, loaded.ticks - first_tick, from_the_first, outcome);
}

}  // namespace wend::command
