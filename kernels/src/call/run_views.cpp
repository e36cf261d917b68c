// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "call/call.hpp"
#include "call/dispatch.hpp"
#include "call/parallel.hpp"
#include "float_environment.hpp"
#include "wend/layout.hpp"
#include "wend/program.hpp"

namespace wend {
namespace {

using detail::Call;
using detail::CallKind;
using detail::Checked;

/// Views in an array.
struct GivenViews {
    std::span<const AgentView> views;

    [[nodiscard]] std::size_t size() const { return views.size(); }
    template <class Use>
    Status with(std::size_t index, const Use& use) const {
        return use(views[index]);
    }
};

/// Views that are made one by one.
struct MadeViews {
    const ViewSource& source;

    [[nodiscard]] std::size_t size() const { return source.count; }
    template <class Use>
    Status with(std::size_t index, const Use& use) const {
        Status status;
        const AgentView view = source.make(source.context, index, status);
        return status ? use(view) : status;
    }
};

/// Views of chunks.
struct ChunkViews {
    std::span<const ChunkView> chunks;

    [[nodiscard]] std::size_t size() const { return chunks.size(); }
    template <class Use>
    Status with(std::size_t index, const Use& use) const {
        return use(chunks[index].view());
    }
};

/// Many views: each is the work of one thread, and several small ones are together.
template <class ViewsOf>
struct RunOfViews {
    const Program& program;
    ViewsOf views;
    const Ticks& ticks;
    const Execution& execution;
    const detail::KernelTable& table;
    Checked all_checked;  ///< plain: all views are; inputs_change: those of some do
    std::size_t views_per_block;
    detail::Tally tally{};  ///< its first: the view's index, and its slot in the lower 32 bits

    void run(std::uint32_t begin, std::uint32_t end) {
        const std::size_t last = std::min(std::size_t{end} * views_per_block, views.size());
        const std::size_t first = std::size_t{begin} * views_per_block;
        // Once for all of them: reading the flags waits for the arithmetic of the view before.
        detail::in_default_float_environment([&] {
            if (in_one_pass())
                run_alike(first, last);
            else
                for (std::size_t i = first; i < last; ++i)
                    static_cast<void>(
                        views.with(i, [&](const AgentView& view) { return run_view(i, view); }));
        });
    }

    /// Whether views that bind the same streams can share a call.
    [[nodiscard]] bool in_one_pass() const {
        return all_checked.plain &&
               (execution.ticks_per_pass == 0 || execution.ticks_per_pass >= ticks.count);
    }

    /// Views that bind the same streams, one after the other.
    struct Alike {
        RunOfViews& all;
        AgentView model{};  ///< the first of them
        AgentView next{};   ///< the first that binds others
        std::size_t at;     ///< its index
        std::size_t last;

        static void each(void* context, detail::ViewFeed::Take take, void* take_context) {
            Alike& alike = *static_cast<Alike*>(context);
            take(take_context, alike.model, static_cast<std::uint32_t>(alike.at++));
            for (bool more = true; more && alike.at < alike.last;) {
                const Status s = alike.all.views.with(alike.at, [&](const AgentView& view) -> Status {
                    more = view.bound() == alike.model.bound();
                    if (more)
                        take(take_context, view, static_cast<std::uint32_t>(alike.at));
                    else
                        alike.next = view;
                    return {};
                });
                if (more || !s) ++alike.at;
            }
        }
    };

    void run_alike(std::size_t first, std::size_t last) {
        Alike alike{.all = *this, .at = first, .last = last};
        if (first < last)
            static_cast<void>(views.with(first, [&](const AgentView& view) -> Status {
                alike.next = view;
                return {};
            }));
        const detail::Plan& plan = detail::PlanAccess::plan(program);
        while (alike.at < last) {
            alike.model = alike.next;
            const detail::PlainStreams streams = detail::plain_streams(plan, alike.model.bound(), ticks);
            const detail::StageFunction function = detail::SinglePass::function_of(plan, table, streams.used);
            if (function != nullptr && execution.scratch.of_this_thread == nullptr)
                run_single_pass(function, streams, alike);
            else
                Call(program, alike.model, ticks, execution, table, CallKind::run, all_checked, tally, true)
                    .advance_views({&alike, Alike::each});
        }
    }

    /// A function of its own: it alone has a SinglePass in its frame.
    [[gnu::noinline]] void run_single_pass(detail::StageFunction function,
                                           const detail::PlainStreams& streams, Alike& alike) {
        const detail::RestOfCall rest(program, ticks, execution, table);
        detail::SinglePass pass(detail::PlanAccess::plan(program), table, function, streams, ticks,
                                detail::trusts_inputs(execution), true, tally, rest.rest());
        const detail::ViewFeed feed{&alike, Alike::each};
        feed([&](const AgentView& view, std::uint32_t index) {
            pass.advance_view(detail::ViewMemory(view), index);
        });
        pass.finish();
    }

    Status run_view(std::size_t index, const AgentView& view) {
        if (view.size() == 0) return {};
        detail::Tally own;
        Checked checked = all_checked;
        if (checked.inputs_change)
            checked.inputs_change = detail::inputs_change(detail::PlanAccess::plan(program), view);
        Call(program, view, ticks, execution, table, CallKind::run, checked, own).run_here();
        const std::uint64_t slot = std::min<std::uint64_t>(own.first.load(), 0xffffffff);
        tally.capped += own.capped.load();
        if (own.count.load() != 0) tally.add(own.count.load(), std::uint64_t{index} << 32 | slot);
        return {};
    }
};

/// Views that one task advances: at least a grain, and no more than 32 bits can count.
std::size_t views_per_block(const detail::Plan& plan, std::size_t agents, std::size_t views,
                            const Ticks& ticks, const Execution& execution) {
    const std::size_t grain = execution.grain == 0 ? detail::default_grain : execution.grain;
    const std::size_t each = std::max<std::size_t>(agents / views, 1) * ticks.count * plan.cost;
    return std::max({std::size_t{1}, std::min(grain / each, views), views >> 31});
}

Result result_of_views(const detail::Tally& tally) {
    Result result = detail::result_of(tally);
    result.first_fault_view = result.first_fault >> 32;
    result.first_fault &= 0xffffffff;
    return result;
}

template <class ViewsOf>
Result run_all_views(const Program& program, const ViewsOf& views, const Ticks& ticks,
                     const Execution& execution) {
    // Errors of program, ticks or execution are refused without views too.
    if (views.size() == 0)
        if (Status s = detail::check(program, AgentView(), ticks, execution).status; !s) return {.status = s};
    std::size_t agents = 0;
    Checked all_checked{.plain = true};
    // Views that bind the same streams are plain alike, but for their memory.
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    const bool has_jobs = detail::has_jobs(execution);
    StreamSet bound = 0;
    detail::PlainStreams streams;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Status s = views.with(i, [&](const AgentView& view) {
            agents += view.size();
            if (view.bound() != bound) {
                bound = view.bound();
                streams = detail::plain_streams(plan, bound, ticks);
            }
            if (has_jobs && detail::is_plain(streams, view)) return Status{};
            const Checked checked = detail::check(program, view, ticks, execution);
            all_checked.plain &= checked.plain;
            all_checked.inputs_change |= checked.inputs_change;
            return checked.status;
        });
        if (!s) return {.status = s, .first_fault_view = i};
    }
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) return {.status = detail::missing_table(execution)};
    if (agents == 0 || ticks.count == 0) return {};
    RunOfViews<ViewsOf> all{program,
                            views,
                            ticks,
                            execution,
                            *table,
                            all_checked,
                            views_per_block(plan, agents, views.size(), ticks, execution)};
    const std::size_t blocks = (views.size() + all.views_per_block - 1) / all.views_per_block;
    if (Status s = detail::check_threads(execution, blocks); !s) return {.status = s};
    const auto body = [&](std::uint32_t begin, std::uint32_t end) { all.run(begin, end); };
    if (!detail::for_blocks(execution, static_cast<std::uint32_t>(blocks), body))
        return {.status = detail::threading_failed};
    return result_of_views(all.tally);
}

/// Plain chunks of one layout in single passes, without a view of each. Returns false, having done nothing,
/// where some are not.
bool run_plain_chunks(const Program& program, std::span<const ChunkView> chunks, const Ticks& ticks,
                      const Execution& execution, Result& result) {
    if (chunks.empty() || chunks[0].layout == nullptr || ticks.count == 0 || !detail::has_jobs(execution) ||
        execution.scratch.of_this_thread != nullptr ||
        (execution.ticks_per_pass != 0 && execution.ticks_per_pass < ticks.count))
        return false;
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) return false;
    const detail::PlainStreams streams = detail::plain_streams(plan, chunks[0].layout->bound(), ticks);
    const detail::StageFunction function = detail::SinglePass::function_of(plan, *table, streams.used);
    if (function == nullptr) return false;
    std::size_t agents = 0;
    for (const ChunkView& chunk : chunks) {
        if (chunk.layout != chunks[0].layout || (chunk.count != 0 && !detail::is_plain(streams, chunk)))
            return false;
        agents += chunk.count;
    }
    const std::size_t in_block = views_per_block(plan, agents, chunks.size(), ticks, execution);
    const std::size_t blocks = (chunks.size() + in_block - 1) / in_block;
    result.status = detail::check_threads(execution, blocks);
    if (!result.status) return true;
    detail::Tally tally;
    const auto run_blocks = [&](std::uint32_t begin, std::uint32_t end) {
        const detail::RestOfCall rest(program, ticks, execution, *table);
        detail::in_default_float_environment([&] {
            detail::SinglePass pass(plan, *table, function, streams, ticks, detail::trusts_inputs(execution),
                                    true, tally, rest.rest());
            const std::size_t last = std::min(std::size_t{end} * in_block, chunks.size());
            for (std::size_t i = std::size_t{begin} * in_block; i < last; ++i)
                pass.advance_view(detail::ChunkMemory(chunks[i]), static_cast<std::uint32_t>(i));
            pass.finish();
        });
    };
    if (!detail::for_blocks(execution, static_cast<std::uint32_t>(blocks), run_blocks))
        result.status = detail::threading_failed;
    else
        result = result_of_views(tally);
    return true;
}

}  // namespace

Result run_views(const Program& program, std::span<const AgentView> views, const Ticks& ticks,
                 const Execution& execution) noexcept {
    return run_all_views(program, GivenViews{views}, ticks, execution);
}

Result run_chunks(const Program& program, std::span<const ChunkView> chunks, const Ticks& ticks,
                  const Execution& execution) noexcept {
    Result result;
    if (run_plain_chunks(program, chunks, ticks, execution, result)) return result;
    return run_all_views(program, ChunkViews{chunks}, ticks, execution);
}

Result run_views(const Program& program, const ViewSource& views, const Ticks& ticks,
                 const Execution& execution) noexcept {
    if (views.make == nullptr && views.count != 0)
        return {.status = {.code = Code::null_function, .subject = "make"}};
    return run_all_views(program, MadeViews{views}, ticks, execution);
}

}  // namespace wend
