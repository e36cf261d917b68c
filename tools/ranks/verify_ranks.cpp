// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/ranks/verify_ranks.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cstring>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tools/ranks/ranks.hpp"
#include "tools/verify/program_cases.hpp"
#include "wend/first_difference.hpp"

namespace wend::ranks {
namespace {

using scenario::Scenario;
using scenario::Share;

/// Makes a share of what is verified; `ticks` are those of the golden hash.
using Load = std::function<Scenario(const Share& share)>;

Scenario load_scenario(const std::filesystem::path& file, const Share& share) {
    scenario::Overrides overrides;
    overrides.share = share;
    Scenario loaded = scenario::load_scenario(file, overrides);
    loaded.ticks /= 2;
    return loaded;
}

Scenario load_case(std::string_view name, const Share& share) {
    verify::Subject subject = verify::golden_subject(verify::program_case(name));
    const AgentView all = subject.start.view(subject.first_id);
    const std::uint64_t first = share.first_of(all.size());
    const std::uint64_t count = share.size_of(all.size());
    std::vector<Stream> streams;
    for (const Stream stream : all.bound()) streams.push_back(stream);
    AgentBuffer agents(streams);
    agents.set_next_id(subject.first_id + static_cast<std::uint32_t>(first));
    agents.spawn(count);
    agents.make_workspace(subject.program);
    const AgentView own = agents.view();
    for (const Stream stream : streams) {
        const std::size_t size = size_of(info(stream).element);
        if (count > 0)
            std::memcpy(own.column(stream).data,
                        static_cast<const std::byte*>(all.column(stream).data) + first * size, count * size);
    }
    return {.program = subject.program,
            .agents = std::move(agents),
            .dt = subject.dt,
            .ticks = subject.ticks,
            .seed = subject.seed,
            .notes = {},
            .fingerprint = {},
            .projected = {},
            .share = share,
            .all_agents = all.size()};
}

class Verifier {
  public:
    Verifier(std::ostream& out, std::ostream& err, const Disturb& disturb)
        : out_(out), err_(err), disturb_(disturb) {}

    /// Whether the ranks give the hash.
    bool check(const std::string& name, std::uint64_t golden, const Load& load) {
        ++cases_;
        const std::uint64_t found = hash_of(load);
        if (is_first_) {
            fmt::print(out_, "{:<40} {}\n", name, found == golden ? "ok" : "differs");
            out_.flush();
        }
        if (found == golden) return true;
        const std::string where = explain(load);
        if (is_first_)
            fmt::print(err_, "{} on {} ranks has the hash {:016x}, the committed one is {:016x}\n  {}\n",
                       name, count(), found, golden,
                       where.empty() ? "tick by tick there is no difference to one process here" : where);
        return false;
    }

    void close() const {
        if (is_first_)
            fmt::print(out_, "\n{} cases on {} rank{}: all with the committed bits\n", cases_, count(),
                       count() == 1 ? "" : "s");
    }

  private:
    static Scenario load_share(const Load& load) {
        return together([&] {
            return load({static_cast<std::uint64_t>(rank()), static_cast<std::uint64_t>(count())});
        });
    }

    void advance(SharedAgents& agents, const Scenario& share, std::uint64_t tick, std::uint64_t ticks) const {
        static_cast<void>(agents.advance(share.ticks_from(tick, ticks), {}));
        if (disturb_) disturb_(agents, tick);
    }

    [[nodiscard]] std::uint64_t hash_of(const Load& load) const {
        Scenario share = load_share(load);
        SharedAgents agents(share);
        const std::uint64_t at_once = disturb_ ? 1 : share.ticks;
        for (std::uint64_t tick = 0; tick < share.ticks; tick += at_once)
            advance(agents, share, tick, at_once);
        return agents.state_hash();
    }

    /// The first difference to one process; empty: there is none.
    [[nodiscard]] std::string explain(const Load& load) const {
        Scenario share = load_share(load);
        SharedAgents agents(share);
        Scenario alone = load({});
        const AgentView expected = alone.agents.view();
        for (std::uint64_t tick = 0; tick < alone.ticks; ++tick) {
            advance(agents, share, tick, 1);
            static_cast<void>(scenario::advance(alone.program, expected, alone.ticks_from(tick, 1),
                                                {.threading = Threading::serial}));
            const std::vector<std::uint32_t> ranks = agents.ranks_of_slots();
            const AgentView actual = agents.whole();
            const std::string text =
                that_of_first(is_first_ ? difference(tick, expected, actual, ranks) : "");
            if (!text.empty()) return text;
        }
        return {};
    }

    static std::string difference(std::uint64_t tick, const AgentView& expected, const AgentView& actual,
                                  const std::vector<std::uint32_t>& ranks) {
        const auto found = first_difference(expected.bound() & ~record_streams, expected, actual);
        if (!found) return message(found.status());
        if (!*found) return {};
        const Difference& first = **found;
        return fmt::format(
            "after tick {}, agent {} (slot {}, on rank {}), stream {}: one process {} ({:08x}), ranks {} "
            "({:08x}); {} values "
            "differ",
            tick + 1, first.id, first.slot, ranks[first.slot], name(first.stream), first.a, first.a_bits,
            first.b, first.b_bits, first.count);
    }

    std::ostream& out_;
    std::ostream& err_;
    const Disturb& disturb_;
    bool is_first_ = rank() == 0;
    std::size_t cases_ = 0;
};

}  // namespace

int verify_ranks(const verify::GoldenHashes& golden, const std::filesystem::path& scenarios,
                 std::ostream& out, std::ostream& err, const Disturb& disturb) {
    Verifier verifier(out, err, disturb);
    for (const auto& one : golden.hashes)
        if (!verifier.check(one.first, one.second,
                            [&](const Share& share) { return load_case(one.first, share); }))
            return 1;
    for (const auto& one : golden.scenarios)
        if (!verifier.check(one.first, one.second, [&](const Share& share) {
                return load_scenario(scenarios / (one.first + ".json"), share);
            }))
            return 1;
    verifier.close();
    return 0;
}

}  // namespace wend::ranks
