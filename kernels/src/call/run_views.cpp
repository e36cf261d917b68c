// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "call/call.hpp"
#include "call/dispatch.hpp"
#include "call/joined_views.hpp"
#include "float_environment.hpp"
#include "threads/parallel.hpp"
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
    std::span<const ViewStart> starts;
    const Execution& execution;
    const detail::KernelTable& table;
    Checked all_checked;        ///< plain: all views are; inputs_change: those of some do
    std::size_t largest_world;  ///< the most agents of a view that sees itself and shares tiles
    std::size_t views_per_block;
    detail::Tally tally{};  ///< its first: the view's index, and its slot in the lower 32 bits

    void run(std::uint32_t begin, std::uint32_t end) {
        const std::size_t last = std::min(std::size_t{end} * views_per_block, views.size());
        const std::size_t first = std::size_t{begin} * views_per_block;
        // Once for all of them: reading the flags waits for the arithmetic of the view before.
        detail::in_default_float_environment([&] {
            if (shares_tiles())
                run_alike(first, last);
            else
                for (std::size_t i = first; i < last; ++i)
                    static_cast<void>(
                        views.with(i, [&](const AgentView& view) { return run_view(i, view); }));
        });
    }

    [[nodiscard]] const detail::Plan& plan() const { return detail::PlanAccess::plan(program); }
    [[nodiscard]] ViewStart start_of(std::size_t index) const {
        return starts.empty() ? ViewStart{ticks.first_tick.value_or(0), ticks.seed} : starts[index];
    }

    /// Whether views that bind the same streams can share a call.
    [[nodiscard]] bool shares_tiles() const {
        if (plan().sight.others) return all_checked.plain && largest_world != 0;
        return all_checked.plain &&
               (execution.ticks_per_pass == 0 || execution.ticks_per_pass >= ticks.count);
    }

    /// Whether a view among those is to run by itself.
    [[nodiscard]] bool is_alone(const AgentView& view) const {
        return plan().sight.others && (view.size() > largest_world || view.has(Stream::stages));
    }

    /// Views that bind the same streams, one after the other.
    struct Alike {
        RunOfViews& all;
        AgentView model{};  ///< the first of them
        AgentView next{};   ///< the first that binds others, or runs by itself
        std::size_t at;     ///< its index
        std::size_t last;

        static void each(void* context, detail::ViewFeed::Take take, void* take_context) {
            Alike& alike = *static_cast<Alike*>(context);
            const auto hand_out = [&](const AgentView& view, std::size_t index) {
                take(take_context, view, static_cast<std::uint32_t>(index), alike.all.start_of(index));
            };
            hand_out(alike.model, alike.at++);
            for (bool more = true; more && alike.at < alike.last;) {
                const Status s = alike.all.views.with(alike.at, [&](const AgentView& view) -> Status {
                    more = view.size() == 0 ||
                           (view.bound() == alike.model.bound() && !alike.all.is_alone(view));
                    if (more)
                        hand_out(view, alike.at);
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
        const auto fetch = [&] {
            if (alike.at < last)
                static_cast<void>(views.with(alike.at, [&](const AgentView& view) -> Status {
                    alike.next = view;
                    return {};
                }));
        };
        const auto kind = plan().sight.others ? detail::Views::worlds : detail::Views::many;
        fetch();
        while (alike.at < last) {
            alike.model = alike.next;
            if (is_alone(alike.model)) {
                static_cast<void>(run_view(alike.at++, alike.model));
                fetch();
                continue;
            }
            const detail::PlainStreams streams = detail::plain_streams(plan(), alike.model.bound(), ticks);
            const detail::StageFunction function =
                detail::SinglePass::function_of(plan(), table, streams.used);
            if (function != nullptr && execution.scratch.of_this_thread == nullptr && starts.empty())
                run_single_pass(function, streams, alike);
            else
                Call(program, alike.model, ticks, execution, table, CallKind::run, all_checked, tally, kind)
                    .advance_views({&alike, Alike::each});
        }
    }

    /// A function of its own: it alone has a SinglePass in its frame.
    [[gnu::noinline]] void run_single_pass(detail::StageFunction function,
                                           const detail::PlainStreams& streams, Alike& alike) {
        const detail::RestOfCall rest(program, ticks, execution, table);
        detail::SinglePass pass(plan(), table, function, streams, ticks, execution.profiler,
                                detail::trusts_inputs(execution), true, tally, rest.rest());
        const detail::ViewFeed feed{&alike, Alike::each};
        feed([&](const AgentView& view, std::uint32_t index, const ViewStart&) {
            pass.advance_view(detail::ViewMemory(view), index);
        });
        pass.finish();
    }

    Status run_view(std::size_t index, const AgentView& view) {
        if (view.size() == 0) return {};
        detail::Tally own;
        Checked checked = all_checked;
        if (checked.inputs_change) checked.inputs_change = detail::inputs_change(plan(), view);
        Ticks its = ticks;
        if (!starts.empty()) {
            its.first_tick = starts[index].first_tick;
            its.seed = starts[index].seed;
        }
        Call(program, view, its, execution, table, CallKind::run, checked, own).run_here();
        const std::uint64_t slot = std::min<std::uint64_t>(own.first.load(), 0xffffffff);
        tally.capped += own.capped.load();
        if (own.count.load() != 0) tally.add(own.count.load(), std::uint64_t{index} << 32 | slot);
        return {};
    }
};

/// Views that one task advances: at least a grain, and no more than 32 bits can count.
std::size_t views_per_block(const detail::Plan& plan, std::size_t agents, std::size_t views,
                            const Ticks& ticks, const Execution& execution) {
    const std::size_t each = std::max<std::size_t>(agents / views, 1) * ticks.count * plan.cost;
    return std::max(
        {std::size_t{1}, std::min<std::size_t>(detail::grain_of(execution) / each, views), views >> 31});
}

Result result_of_views(const detail::Tally& tally) {
    Result result = detail::result_of(tally);
    result.first_fault_view = result.first_fault >> 32;
    result.first_fault &= 0xffffffff;
    return result;
}

/// The views as one array: copied into the workspace, advanced, and copied back.
template <class ViewsOf>
Result run_joined(const Program& program, const ViewsOf& views, const Ticks& ticks,
                  const Execution& execution, const detail::KernelTable& table,
                  const detail::JoinedShape& shape, std::span<float> workspace) {
    detail::JoinedViews joined(shape, workspace);
    for (std::size_t i = 0; i < views.size(); ++i)
        static_cast<void>(views.with(i, [&](const AgentView& view) -> Status {
            joined.number(i, view);
            return {};
        }));
    if (Status s = joined.check_ids(); !s) return {.status = s, .first_fault_view = s.index};
    detail::Tally tally, listed;
    // An input in the memory of a written stream changes with it.
    Ticks some = ticks;
    if (shape.inputs_change) some.count = 1;
    const std::uint64_t first_tick = ticks.first_tick.value_or(0);
    Call call(program, joined.view(), some, execution, table, CallKind::run, {}, tally);
    const std::size_t blocks = std::min(
        {views.size(), std::size_t{256}, std::max<std::size_t>(shape.agents / detail::default_grain, 1)});
    const auto for_each_view = [&](const auto& use) {
        return detail::for_blocks(
            execution, static_cast<std::uint32_t>(blocks), [&](std::uint32_t begin, std::uint32_t end) {
                const std::size_t last = views.size() * end / blocks;
                for (std::size_t i = views.size() * begin / blocks; i < last; ++i)
                    static_cast<void>(views.with(i, [&](const AgentView& view) -> Status {
                        use(i, view);
                        return {};
                    }));
            });
    };
    const std::size_t most_blocks = std::max<std::size_t>(blocks, call.blocks().count());
    if (Status s = detail::check_threads(execution, most_blocks); !s) return {.status = s};
    for (std::uint32_t done = 0; done < ticks.count; done += some.count) {
        if (ticks.first_tick) some.first_tick = first_tick + done;
        const bool ran =
            for_each_view(
                [&](std::size_t i, const AgentView& view) { joined.gather(i, view, some.count, listed); }) &&
            call.run(execution) &&
            for_each_view([&](std::size_t i, const AgentView& view) { joined.scatter(i, view); });
        if (!ran) return {.status = detail::threading_failed};
    }
    Result result = detail::result_of(tally);
    std::uint64_t first = listed.first.load();
    if (result.faults != 0) first = std::min(first, joined.place_of(result.first_fault));
    result.faults += listed.count.load();
    result.first_fault = result.faults == 0 ? 0 : first & 0xffffffff;
    result.first_fault_view = result.faults == 0 ? 0 : first >> 32;
    return result;
}

template <class ViewsOf>
Result run_all_views(const Program& program, const ViewsOf& views, const Ticks& ticks,
                     const Execution& execution, const ViewOptions& options) {
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    const bool joins = options.see == See::all_views && plan.sight.others;
    Ticks checked_ticks = ticks;
    if (!options.starts.empty()) {
        if (options.starts.size() != views.size())
            return {.status = {.code = Code::bad_views,
                               .subject = "there is one start a view, or none",
                               .value = static_cast<double>(options.starts.size()),
                               .expected = static_cast<double>(views.size())}};
        if (joins)
            return {.status = {.code = Code::bad_views,
                               .subject = "with see = all_views, all views have one start"}};
        checked_ticks.first_tick = 0;
    }
    // Errors of program, ticks or execution are refused without views too.
    if (views.size() == 0)
        if (Status s = detail::check(program, AgentView(), checked_ticks, execution).status; !s)
            return {.status = s};
    std::size_t agents = 0;
    Checked all_checked{.plain = true};
    // Views that bind the same streams are plain alike, but for their memory.
    const bool has_jobs = detail::has_jobs(execution);
    StreamSet bound = 0;
    detail::PlainStreams streams;
    detail::JoinedShape shape(plan);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Status s = views.with(i, [&](const AgentView& view) {
            agents += view.size();
            if (view.bound() != bound) {
                bound = view.bound();
                streams = detail::plain_streams(plan, bound, checked_ticks, joins);
            }
            Checked checked{.plain = has_jobs && detail::is_plain(streams, view)};
            if (!checked.plain)
                checked = detail::check(program, view, checked_ticks, execution,
                                        joins ? CallKind::joined : CallKind::run);
            all_checked.plain &= checked.plain || view.size() == 0;
            all_checked.inputs_change |= checked.inputs_change;
            if (!joins || !checked.status) return checked.status;
            const Status joinable = shape.add(view, checked.inputs_change);
            return joinable ? detail::check_apart(options.workspace, view, shape.used & view.bound())
                            : joinable;
        });
        if (!s) return {.status = s, .first_fault_view = i};
    }
    const std::size_t words = options.workspace.data() == nullptr ? 0 : options.workspace.size();
    if (words < shape.words())
        return {.status = {.code = Code::missing_workspace,
                           .subject = "see",
                           .value = static_cast<double>(words),
                           .expected = static_cast<double>(shape.words())}};
    const detail::KernelTable* const table = detail::choose_table(execution);
    if (table == nullptr) return {.status = detail::missing_table(execution)};
    if (agents == 0 || ticks.count == 0) return {};
    if (joins) return run_joined(program, views, ticks, execution, *table, shape, options.workspace);
    RunOfViews<ViewsOf> all{program,
                            views,
                            ticks,
                            options.starts,
                            execution,
                            *table,
                            all_checked,
                            detail::largest_world(plan, *table),
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
            detail::SinglePass pass(plan, *table, function, streams, ticks, execution.profiler,
                                    detail::trusts_inputs(execution), true, tally, rest.rest());
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

template <class ViewsOf>
std::size_t joined_words(const Program& program, const ViewsOf& views) {
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    if (!plan.sight.others) return 0;
    detail::JoinedShape shape(plan);
    for (std::size_t i = 0; i < views.size(); ++i)
        static_cast<void>(views.with(i, [&](const AgentView& view) { return shape.add(view); }));
    return shape.words();
}

}  // namespace

Result run_views(const Program& program, std::span<const AgentView> views, const Ticks& ticks,
                 const Execution& execution, const ViewOptions& options) noexcept {
    const detail::PoolUse pools(detail::PlanAccess::plan(program));
    const detail::Zone zone(execution.profiler, "run_views");
    return run_all_views(program, GivenViews{views}, ticks, execution, options);
}

Result run_chunks(const Program& program, std::span<const ChunkView> chunks, const Ticks& ticks,
                  const Execution& execution) noexcept {
    const detail::PoolUse pools(detail::PlanAccess::plan(program));
    const detail::Zone zone(execution.profiler, "run_views");
    Result result;
    if (run_plain_chunks(program, chunks, ticks, execution, result)) return result;
    return run_all_views(program, ChunkViews{chunks}, ticks, execution, {});
}

Result run_views(const Program& program, const ViewSource& views, const Ticks& ticks,
                 const Execution& execution, const ViewOptions& options) noexcept {
    if (views.make == nullptr && views.count != 0)
        return {.status = {.code = Code::null_function, .subject = "make"}};
    const detail::PoolUse pools(detail::PlanAccess::plan(program));
    const detail::Zone zone(execution.profiler, "run_views");
    return run_all_views(program, MadeViews{views}, ticks, execution, options);
}

std::size_t workspace_size(const Program& program, std::span<const AgentView> views) noexcept {
    return joined_words(program, GivenViews{views});
}

std::size_t workspace_size(const Program& program, const ViewSource& views) noexcept {
    return views.make == nullptr ? 0 : joined_words(program, MadeViews{views});
}

}  // namespace wend
