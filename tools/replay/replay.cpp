// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/replay/replay.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>

#include "tools/replay/journal_file.hpp"
#include "tools/replay/journal_page.hpp"
#include "tools/support/output_file.hpp"
#include "tools/support/progress.hpp"
#include "wend/first_difference.hpp"
#include "words/file_error.hpp"
#include "words/printable.hpp"

namespace wend::replay {
namespace {

using Json = nlohmann::json;

std::string place_of(const JournalCall& call) {
    return call.ticks.first_tick ? fmt::format("call {} (tick {})", call.number, *call.ticks.first_tick)
                                 : fmt::format("call {}", call.number);
}

/// A finding, in words and as JSON.
struct Finding {
    std::string text;
    Json json = Json::object();
};

Finding finding_at(const JournalCall& call, std::string_view cause) {
    Finding found;
    found.json = {{"call", call.number}, {"cause", cause}};
    if (call.ticks.first_tick) found.json["tick"] = *call.ticks.first_tick;
    return found;
}

/// The finding of a replay, and its page, which is opened before the minutes that a replay takes.
class Report {
  public:
    Report(std::span<const std::filesystem::path> journals, const Options& options, std::ostream& out,
           std::ostream& err)
        : journals_(journals), options_(options), out_(out), err_(err) {
        if (!options.html.empty()) page_.emplace(options.html);
    }

    /// Returns the exit status.
    int write(const std::optional<Finding>& found) {
        if (found && options_.json)
            out_ << found->json.dump(2) << "\n";
        else if (found)
            err_ << found->text << "\n";
        if (page_) {
            std::optional<Mark> mark;
            if (found) mark = {.call = found->json["call"], .text = found->text};
            if (found && found->json.contains("agent")) mark->agent = found->json["agent"];
            write_page(*page_, journals_, options_.execution, mark);
            if (!options_.json) support::print_written(stdout, options_.html);
        }
        return found ? 1 : 0;
    }

  private:
    std::span<const std::filesystem::path> journals_;
    const Options& options_;
    std::ostream& out_;
    std::ostream& err_;
    std::optional<support::OutputFile> page_{};
};

std::string isa_text(const Execution& execution) {
    return std::string(name(execution.isa ? *execution.isa : *default_isa()));
}

/// Whether two calls and their programs are alike.
std::optional<Finding> difference_of_calls(JournalFile& a, JournalFile& b) {
    const auto differs = [&](std::string_view cause, const std::string& what) {
        Finding found = finding_at(a.call, cause);
        found.text = fmt::format("{}: {}: the callers diverged, not wend", place_of(a.call), what);
        return found;
    };
    const Ticks &ours = a.call.ticks, &theirs = b.call.ticks;
    if (ours.dt != theirs.dt)
        return differs("ticks",
                       fmt::format("dt is {} in {} and {} in {}", ours.dt, a.name(), theirs.dt, b.name()));
    if (ours.count != theirs.count)
        return differs("ticks", fmt::format("{} ticks in {} and {} in {}", ours.count, a.name(), theirs.count,
                                            b.name()));
    if (ours.first_tick != theirs.first_tick)
        return differs("ticks",
                       fmt::format("the first tick is {} in {} and {} in {}", ours.first_tick.value_or(0),
                                   a.name(), theirs.first_tick.value_or(0), b.name()));
    if (ours.seed != theirs.seed)
        return differs("ticks", fmt::format("the seed is {} in {} and {} in {}", ours.seed, a.name(),
                                            theirs.seed, b.name()));
    const auto other_program = [](const JournalCall& call) {
        return call.number == 0 || call.tuned || call.other_sets;
    };
    if (other_program(a.call) || other_program(b.call)) {
        const std::string stage = first_other_parameter(a.reader().program(), b.reader().program());
        if (!stage.empty()) return differs("program", fmt::format("the programs differ: {}", stage));
    }
    if (a.reader().agents().size() != b.reader().agents().size())
        return differs("agents", fmt::format("{} agents in {} and {} in {}", a.reader().agents().size(),
                                             a.name(), b.reader().agents().size(), b.name()));
    return std::nullopt;
}

/// The first element that differs before the call.
std::optional<Finding> difference_of_agents(JournalFile& a, JournalFile& b) {
    const AgentView &ours = a.reader().agents(), &theirs = b.reader().agents();
    const auto difference = first_difference(ours.bound() & theirs.bound(), ours, theirs);
    if (!difference) words::fail(b.name(), message(difference.status()));
    if (!*difference) return std::nullopt;
    const Difference& first = **difference;
    const bool changed = a.call.changed.has(static_cast<std::size_t>(first.stream)) ||
                         b.call.changed.has(static_cast<std::size_t>(first.stream));
    Finding found = finding_at(a.call, "caller");
    found.text = fmt::format("{}: before it {}: {} was written by {}: the callers diverged, not wend",
                             place_of(a.call), difference_text(first, "in " + a.name(), "in " + b.name()),
                             name(first.stream), changed ? "the caller since the call before" : "the caller");
    found.json.update({{"agent", first.id},
                       {"slot", first.slot},
                       {"stream", name(first.stream)},
                       {"a", first.a},
                       {"b", first.b},
                       {"a_bits", first.a_bits},
                       {"b_bits", first.b_bits},
                       {"values", first.count}});
    return found;
}

/// Where two machines computed different bits from the same inputs.
std::optional<Finding> difference_of_hashes(JournalFile& a, JournalFile& b, const Execution& execution) {
    if (!a.call.hash || !b.call.hash || *a.call.hash == *b.call.hash) return std::nullopt;
    if (!a.can_run() || !b.can_run()) {
        Finding found = finding_at(a.call, "stages");
        found.json["custom_stages"] = a.reader().missing_stages();
        found.text = fmt::format(
            "{}: from the same inputs the states differ after it: hash {:016x} in {}, {:016x} in {}. "
            "Look at the custom stages first: {}. They are no part of a journal, so nothing ran here; "
            "a JournalReader in their program names agent and stream",
            place_of(a.call), *a.call.hash, a.name(), *b.call.hash, b.name(),
            fmt::join(a.reader().missing_stages(), ", "));
        return found;
    }
    const std::uint64_t here = a.hash();
    const std::string odd = here == *a.call.hash   ? b.name()
                            : here == *b.call.hash ? a.name()
                                                   : "each of them";
    Finding found = finding_at(a.call, "wend");
    found.text = fmt::format(
        "{}: from the same inputs the states differ after it: hash {:016x} in {}, {:016x} in {}, {:016x} "
        "here ({}): look at the machine of {}, at its custom stages and by `wend verify`",
        place_of(a.call), *a.call.hash, a.name(), *b.call.hash, b.name(), here, isa_text(execution), odd);
    found.json.update({{"a_hash", fmt::format("{:016x}", *a.call.hash)},
                       {"b_hash", fmt::format("{:016x}", *b.call.hash)},
                       {"hash_here", fmt::format("{:016x}", here)}});
    return found;
}

}  // namespace

int replay_journal(const std::filesystem::path& file, const Options& options, std::ostream& out,
                   std::ostream& err) {
    JournalFile journal(file);
    Report report(std::span(&file, 1), options, out, err);
    std::uint64_t calls = 0, hashes = 0;
    const std::size_t agents = journal.reader().agents().size();
    while (journal.next()) {
        ++calls;
        journal.run(options.execution);
        const JournalCall& call = journal.call;
        if (!call.hash) continue;
        ++hashes;
        const std::uint64_t here = journal.hash();
        if (here == *call.hash) continue;
        Finding found = finding_at(call, "wend");
        found.text =
            fmt::format("{}: {}: the hash after it is {:016x} here ({}), and was {:016x}", journal.name(),
                        place_of(call), here, isa_text(options.execution), *call.hash);
        found.json.update(
            {{"hash_here", fmt::format("{:016x}", here)}, {"hash", fmt::format("{:016x}", *call.hash)}});
        return report.write(found);
    }
    err << journal.end();
    if (options.json)
        out << Json{{"calls", calls},
                    {"hashes", hashes},
                    {"agents", agents},
                    {"ended", journal.reader().ended()}}
                   .dump(2)
            << "\n";
    else
        out << fmt::format("{} calls of {} agents at first, {} hashes: all the same on {}\n", calls, agents,
                           hashes, isa_text(options.execution));
    return report.write(std::nullopt);
}

int compare_journals(const std::filesystem::path& a_file, const std::filesystem::path& b_file,
                     const Options& options, std::ostream& out, std::ostream& err) {
    const std::array both{a_file, b_file};
    JournalFile a(a_file, true), b(b_file, true);
    Report report(both, options, out, err);
    std::uint64_t calls = 0;
    while (true) {
        const bool more_of_a = a.next(), more_of_b = b.next();
        if (!more_of_a || !more_of_b) {
            // `ended` is known at the end alone.
            if (!more_of_a) err << a.end();
            if (!more_of_b) err << b.end();
            const bool whole = !more_of_a && !more_of_b && a.reader().ended() && b.reader().ended();
            const std::string rest = whole ? ""
                                           : fmt::format("; {}, and peers may part after it",
                                                         more_of_a   ? b.name() + " ends there"
                                                         : more_of_b ? a.name() + " ends there"
                                                                     : "the journals end there");
            if (options.json)
                out << Json{{"calls", calls}, {"cause", nullptr}, {"whole", whole}}.dump(2) << "\n";
            else
                out << fmt::format("{} calls: all the same{}\n", calls, rest);
            return report.write(std::nullopt);
        }
        std::optional<Finding> found = difference_of_calls(a, b);
        if (!found) found = difference_of_agents(a, b);
        if (!found) {
            a.run(options.execution);
            b.run(options.execution);
            found = difference_of_hashes(a, b, options.execution);
        }
        if (found) return report.write(found);
        ++calls;
    }
}

}  // namespace wend::replay
