// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#include "tools/replay/journal_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/player/player_page.hpp"
#include "tools/player/recording.hpp"
#include "tools/replay/journal_file.hpp"
#include "tools/scenario/scenario.hpp"
#include "tools/support/interruption.hpp"
#include "tools/support/output_file.hpp"
#include "words/file_error.hpp"

namespace wend::replay {
namespace {

/// Paths and obstacles are drawn anew at so many changes: each takes up to a megabyte of the page.
constexpr std::size_t most_grounds = 16;

std::uint32_t id_of(const AgentView& agents, std::size_t slot) {
    return agents.has(Stream::id) ? agents.get<Stream::id>()[slot]
                                  : agents.first_id() + static_cast<std::uint32_t>(slot);
}

/// A program of its own: the reader's changes from call to call.
Program copy_of(const Program& program) {
    return *Program::build({program.stages().begin(), program.stages().end()});
}

/// A journal as a run: its agents are those of all calls, in the order in which they came.
class JournalRun {
  public:
    JournalRun(std::filesystem::path file, const Execution& execution, const std::optional<Mark>& mark)
        : file_(std::move(file)), execution_(execution), mark_(mark) {
        std::vector<std::uint32_t> ids;
        std::vector<Stream> streams;
        bool is_first = true, looks_elsewhere = false;
        for_each_moment([&](std::uint64_t tick, JournalFile& journal, bool is_marked) {
            const AgentView& agents = journal.reader().agents();
            for (std::size_t slot = 0; slot < agents.size(); ++slot)
                if (const std::uint32_t id = id_of(agents, slot); slot_of_.try_emplace(id, ids.size()).second)
                    ids.push_back(id);
            if (std::exchange(is_first, false)) {
                run_.program = copy_of(journal.reader().program());
                run_.dt = journal.call.ticks.dt;
                run_.seed = journal.call.ticks.seed;
                first_tick_ = tick;
                for (std::size_t i = 0; i < stream_count; ++i)
                    if (agents.has(static_cast<Stream>(i))) streams.push_back(static_cast<Stream>(i));
            } else if (journal.call.other_sets && run_.events.size() < most_grounds &&
                       (run_.events.empty() || run_.events.back().tick < tick)) {
                run_.events.push_back({.tick = tick, .program = copy_of(journal.reader().program())});
            }
            if (is_marked) marked_tick_ = tick;
            looks_elsewhere = looks_elsewhere || agents.looks_elsewhere();
            run_.ticks = tick - first_tick_;
            ++moments_;
        });
        if (moments_ == 0) words::fail(file_, "has no call to show");
        if (looks_elsewhere) {  // their places alone: the page's forces are of one view
            run_.program = Program();
            run_.events.clear();
        }
        run_.agents = AgentBuffer(streams);
        run_.agents.spawn(ids.size());
        std::ranges::copy(ids, run_.agents.get<Stream::id>().begin());
        run_.agents.make_workspace(run_.program);
        for (const scenario::Event& event : run_.events) run_.agents.make_workspace(event.program);
        run_.all_agents = ids.size();
    }

    [[nodiscard]] std::string html(const std::string& other) {
        const std::uint64_t every = player::recording_interval(moments_, run_.all_agents);
        const auto marked = mark_ && mark_->agent ? slot_of_.find(*mark_->agent) : slot_of_.end();
        std::optional<std::size_t> slot;
        if (marked != slot_of_.end()) slot = marked->second;
        player::PlayerPage page(run_, file_.filename().string(),
                                std::max<std::uint64_t>(1, run_.ticks * every / moments_), slot);
        std::uint64_t moment = 0;
        for_each_moment([&](std::uint64_t tick, JournalFile& journal, bool is_marked) {
            if (moment++ % every == 0 || moment == moments_ || is_marked)
                page.sample(tick, agents_of(journal));
        });
        if (mark_) page.open_at({.tick = marked_tick_, .agent = mark_->agent, .text = mark_->text});
        page.add_other(other);
        return page.html(run_.agents.view());
    }

  private:
    /// Calls visit(tick, journal, is_marked) with the agents before each call, and after the last.
    template <class Visit>
    void for_each_moment(const Visit& visit) const {
        JournalFile journal(file_);
        std::uint64_t tick = 0;
        bool is_first = true;
        while (journal.next()) {
            support::check_interruption();
            if (std::exchange(is_first, false)) tick = journal.call.ticks.first_tick.value_or(0);
            visit(tick, journal, mark_ && mark_->call == journal.call.number);
            journal.run(execution_);
            if (journal.call.code == Code::ok) tick += journal.call.ticks.count;
        }
        if (!is_first) visit(tick, journal, false);
    }

    /// The agents of a call, those that are not there nowhere.
    [[nodiscard]] AgentView agents_of(JournalFile& journal) {
        const AgentView& there = journal.reader().agents();
        const AgentView all = run_.agents.view();
        std::ranges::fill(run_.agents.get<Stream::position_x>(), std::numeric_limits<float>::quiet_NaN());
        std::vector<std::size_t> places(there.size());
        for (std::size_t slot = 0; slot < there.size(); ++slot)
            places[slot] = slot_of_.at(id_of(there, slot));
        for (std::size_t i = 0; i < stream_count; ++i) {
            const auto stream = static_cast<Stream>(i);
            if (stream == Stream::id || !all.has(stream) || !there.has(stream)) continue;
            const Column &from = there.column(stream), &to = all.column(stream);
            const std::size_t size = size_of(from.element);
            for (std::size_t slot = 0; slot < there.size(); ++slot)
                std::memcpy(static_cast<std::byte*>(to.data) + places[slot] * size,
                            static_cast<const std::byte*>(from.data) + slot * size, size);
        }
        return all;
    }

    std::filesystem::path file_;
    const Execution& execution_;
    const std::optional<Mark>& mark_;
    scenario::Scenario run_{};
    std::unordered_map<std::uint32_t, std::size_t> slot_of_;
    std::uint64_t first_tick_ = 0;
    std::uint64_t marked_tick_ = 0;
    std::uint64_t moments_ = 0;
};

}  // namespace

void write_page(support::OutputFile& page, std::span<const std::filesystem::path> journals,
                const Execution& execution, const std::optional<Mark>& mark) {
    std::string html;
    for (std::size_t i = journals.size(); i-- > 0;)
        html = JournalRun(journals[i], execution, mark).html(html);
    page.write(html);
    page.commit();
}

}  // namespace wend::replay
