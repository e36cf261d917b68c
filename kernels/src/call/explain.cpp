// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/explain.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <variant>

#include "call/call.hpp"
#include "columns/elements.hpp"
#include "float_environment.hpp"
#include "neighbours/grid.hpp"
#include "program/plan.hpp"

namespace wend {
namespace {

using detail::uses_of;

/// Whether the agent of this view has a fault in the first tick, on the reference: that needs no workspace.
bool has_fault(const Program& program, const AgentView& agent, Ticks ticks) {
    constexpr Execution on_reference{.isa = Isa::reference, .threading = Threading::serial};
    constexpr auto kind = detail::CallKind::explain;
    ticks.count = 1;
    const detail::Checked checked = detail::check(program, agent, ticks, on_reference, kind);
    if (!checked.status) return false;
    detail::Tally tally;
    detail::Call(program, agent, ticks, on_reference, detail::reference_table, kind, checked, tally)
        .run_here();
    return tally.count.load() != 0;
}

/// One element of any type.
using Element = std::array<std::byte, 8>;

Element element_of(double value, ElementType type) {
    Element element{};
    const auto put = [&]<class T>(T typed) { std::memcpy(element.data(), &typed, sizeof typed); };
    switch (type) {
        case ElementType::f32: put(static_cast<float>(value)); break;
        case ElementType::f64: put(value); break;
        case ElementType::i32: put(static_cast<std::int32_t>(value)); break;
        case ElementType::u32: put(static_cast<std::uint32_t>(value)); break;
    }
    return element;
}

double number_of(const Element& element, ElementType type) {
    const auto get = [&]<class T>(T typed) {
        std::memcpy(&typed, element.data(), sizeof typed);
        return static_cast<double>(typed);
    };
    switch (type) {
        case ElementType::f32: return get(float{});
        case ElementType::f64: return get(double{});
        case ElementType::i32: return get(std::int32_t{});
        case ElementType::u32: return get(std::uint32_t{});
    }
    return 0;
}

/// A value that is legal in every stage.
double harmless(Stream stream) {
    switch (stream) {
        case Stream::mass:
        case Stream::max_force:
        case Stream::max_speed:
        case Stream::neighbour_horizon:
        case Stream::direction: return 1;
        default: return is_slot_stream(stream) ? -1 : 0;
    }
}

/// The largest body that every stage takes which reads the stream body_radius.
double largest_body(const detail::Plan& plan) {
    float largest = component_limit;
    for (const Stage& stage : plan.stages)
        detail::visit_stage(
            [&](const auto& one) {
                if constexpr (requires { one.body_radius; })
                    if (const std::optional<float> body = one.body_radius) largest = std::min(largest, *body);
            },
            stage);
    return static_cast<double>(largest);
}

/// The legal values of the stream: words, or the range of a number.
Status legal(const detail::Plan& plan, Stream stream, std::size_t others) {
    const auto words = [](const char* text) { return Status{.other = text}; };
    const auto range = [](double low, double high) { return Status{.low = low, .high = high}; };
    const double limit = 1e18;
    if (is_slot_stream(stream)) return range(-1, static_cast<double>(others) - 1);
    switch (stream) {
        case Stream::direction: return words("1 or -1");
        case Stream::path: return words("the index of a path, or -1 for none");
        case Stream::node: return words("the index of a node of its path");
        case Stream::segment: return words("the index of a segment of its path");
        case Stream::mass: return range(0x1p-60, limit);
        case Stream::max_speed: return range(plan.positive_max_speed ? 0x1p-60 : 0, limit);
        case Stream::max_force: return range(0, limit);
        case Stream::body_radius: return range(0, largest_body(plan));
        case Stream::responsibility: return range(0, 1);
        case Stream::neighbour_horizon:
            return range(static_cast<double>(avoidance_horizon.low),
                         static_cast<double>(avoidance_horizon.high));
        case Stream::neighbour_radius: return range(0, limit);
        case Stream::neighbour_weight:
            return range(static_cast<double>(own_weight.low), static_cast<double>(own_weight.high));
        case Stream::speed:
            return range(std::holds_alternative<Approach>(plan.stages.front()) ? 0 : -limit, limit);
        default: return range(-limit, limit);
    }
}

/// A copy of one agent, and a view of it alone.
class OneAgent {
  public:
    OneAgent(const Program& program, const AgentView& agents, std::size_t slot)
        : view_(agents.first_id() + static_cast<std::uint32_t>(slot)) {
        const detail::Plan& plan = detail::PlanAccess::plan(program);
        const StreamSet inputs = plan.uses.required() | detail::bound_inputs(plan, agents);
        for (const Stream stream : inputs) {
            const Column& column = agents.column(stream);
            Element& element = elements_[static_cast<std::size_t>(stream)];
            std::memcpy(element.data(), detail::element_at(column, slot), size_of(column.element));
            static_cast<void>(view_.bind(stream, Column{element.data(), 1, column.element, true}));
        }
        if (!plan.sight.others) return;
        const detail::SeenColumns seen(agents, plan.sight);
        AgentView others(seen.first_id);
        const auto bind = [&others](Stream stream, Column column) {
            column.writable = false;
            static_cast<void>(others.bind(stream, column));
        };
        for (std::size_t i = 0; i < detail::seen_streams.size(); ++i)
            bind(detail::seen_streams[i], seen.motion[i]);
        if (seen.ids.count != 0) bind(Stream::id, seen.ids);
        for (std::size_t i = 0; i < neighbour_extras.size(); ++i)
            if (seen.extras[i].count != 0) bind(neighbour_extras[i], seen.extras[i]);
        others_ = others.size();
        view_.look_at(others);
    }

    [[nodiscard]] Element& operator[](Stream stream) { return elements_[static_cast<std::size_t>(stream)]; }
    [[nodiscard]] const AgentView& view() const { return view_; }
    [[nodiscard]] std::size_t others() const { return others_; }

  private:
    std::array<Element, stream_count> elements_{};
    AgentView view_;
    std::size_t others_ = 0;
};

/// Whether the stage acts on the agent.
bool acts(OneAgent& agent, std::size_t stage) {
    if (!agent.view().has(Stream::stages)) return true;
    std::uint32_t bits = 0;
    std::memcpy(&bits, agent[Stream::stages].data(), sizeof bits);
    return (bits >> stage & 1) != 0;
}

/// The first stage that uses the stream, of those that act on the agent.
std::size_t place_of(const detail::Plan& plan, OneAgent& agent, Stream stream) {
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
        if (const StreamUses uses = uses_of(plan.stages[i]);
            acts(agent, i) && ((uses.all() | uses.where_bound) & stream_set(stream)) != 0)
            return i;
    return plan.stages.size() - 1;
}

/// The custom stage that reports a fault for an agent with legal values, found by running each one alone;
/// none if there is no such stage.
std::optional<std::size_t> custom_at_fault(const Program& program, OneAgent agent, const Ticks& ticks) {
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const bool custom = std::holds_alternative<CustomForce>(plan.stages[i]) ||
                            std::holds_alternative<CustomLocomotion>(plan.stages[i]);
        if (!custom || !acts(agent, i)) continue;
        AgentView view = agent.view();
        const std::uint32_t bits = std::uint32_t{1} << i;
        view.bind<Stream::stages>(std::span(&bits, 1));
        if (has_fault(program, view, ticks)) return i;
    }
    return std::nullopt;
}

bool is_within(const Status& legal, double value) {
    return *legal.other == '\0' && value >= legal.low && value <= legal.high;
}

Status bad_custom(const detail::Plan& plan, std::size_t stage) {
    return detail::about_stage({.code = Code::bad_value, .other = "custom stage"}, plan.stages[stage], stage);
}

Status explain_fault(const Program& program, const AgentView& agents, const Ticks& ticks, std::size_t slot,
                     std::size_t skip) {
    const detail::Plan& plan = detail::PlanAccess::plan(program);
    if (Status s = detail::check_call(plan, agents, ticks); !s) return s;
    if (slot >= agents.size())
        return {.code = Code::parameter_out_of_range,
                .subject = "slot",
                .value = static_cast<double>(slot),
                .high = static_cast<double>(agents.size()),
                .high_excluded = true};
    if (!detail::takes_part(agents.selection(), slot)) return {};
    OneAgent agent(program, agents, slot);
    const auto faults = [&] { return has_fault(program, agent.view(), ticks); };
    if (!faults()) return {};
    const std::optional<std::size_t> custom = custom_at_fault(program, agent, ticks);

    // The path first, because nodes depend on it.
    std::array<Stream, stream_count> suspects{};
    std::size_t count = 0;
    for (const StreamUse& use : program.streams()) suspects[count++] = use.stream;
    for (const Stream stream : program.optional_inputs())
        if (agents.has(stream)) suspects[count++] = stream;
    const auto end = suspects.begin() + static_cast<std::ptrdiff_t>(count);
    if (const auto path = std::find(suspects.begin(), end, Stream::path); path != end)
        std::rotate(suspects.begin(), path, path + 1);
    std::array<Element, stream_count> values{};
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = agent[suspects[i]];
        agent[suspects[i]] = element_of(harmless(suspects[i]), info(suspects[i]).element);
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Stream stream = suspects[i];
        agent[stream] = values[i];
        if (!faults()) continue;
        agent[stream] = element_of(harmless(stream), info(stream).element);
        if (found++ < skip) continue;
        Status status = legal(plan, stream, agent.others());
        status.code = Code::bad_value;
        status.subject = name(stream).data();
        status.value = number_of(values[i], info(stream).element);
        if (is_within(status, status.value) && is_slot_stream(stream))
            status.other = "that of an agent with legal values";
        if (is_within(status, status.value)) {
            if (custom) return bad_custom(plan, *custom);
            status.other = "one from which a finite position comes";
        }
        const std::size_t stage = place_of(plan, agent, stream);
        return detail::about_stage(status, plan.stages[stage], stage);
    }
    if (found != 0 || skip != 0) return {};
    if (custom) return bad_custom(plan, *custom);
    return {.code = Code::bad_value, .subject = "", .other = "values that go together"};
}

}  // namespace

Status explain(const Program& program, const AgentView& agents, const Ticks& ticks, std::size_t slot,
               std::size_t skip) noexcept {
    return detail::in_default_float_environment(
        [&] { return explain_fault(program, agents, ticks, slot, skip); });
}

}  // namespace wend
