// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <bit>
#include <cstdint>
#include <optional>
#include <variant>

#include "api/column_size.hpp"
#include "driver/float_environment.hpp"
#include "driver/plan.hpp"

namespace wend::detail {
namespace {

Status about(Code code, Stream stream) { return {.code = code, .subject = name(stream).data()}; }

/// Names the first stage that needs the stream.
Status missing(const Plan& plan, Stream stream) {
    const StreamSet bit = stream_set(stream);
    Status status = about(Code::missing_stream, stream);
    if ((plan.uses.stream_or_value & bit) != 0) status.other = "value";
    for (std::size_t i = 0; i < plan.stages.size(); ++i)
        if ((uses_of(plan.stages[i]).required() & bit) != 0) return about_stage(status, plan.stages[i], i);
    return status;
}

/// Written memory is shared with no other stream, except that an input may be exactly the same array as state
/// or output.
Status check_overlap(const AgentView& agents, StreamSet used, StreamSet written, StreamSet scratch) {
    for (StreamSet left = written & used; left != 0; left &= left - 1) {
        const auto a = static_cast<Stream>(std::countr_zero(left));
        const Column& ours = agents.column(a);
        const auto begin = reinterpret_cast<std::uintptr_t>(ours.data);
        const std::uintptr_t end = begin + ours.count * size_of(info(a).element);
        for (StreamSet others = used & ~stream_set(a); others != 0; others &= others - 1) {
            const auto b = static_cast<Stream>(std::countr_zero(others));
            const Column& theirs = agents.column(b);
            const auto other_begin = reinterpret_cast<std::uintptr_t>(theirs.data);
            const std::uintptr_t other_end = other_begin + theirs.count * size_of(info(b).element);
            if (begin >= other_end || other_begin >= end) continue;
            const bool same = begin == other_begin && end == other_end;
            if (same && (written & stream_set(b)) == 0 && (scratch & stream_set(a)) == 0) continue;
            return {.code = Code::streams_overlap, .subject = name(a).data(), .other = name(b).data()};
        }
    }
    return {};
}

/// The weight of a force that makes agents settle at a target: one with a slowing radius, where that is set.
/// 0 for the others, and on paths without an end.
template <class S>
float settling_share(const S& stage) {
    if constexpr (requires { stage.slowing_radius; }) {
        if constexpr (requires { stage.mode; })
            if (stage.mode != PathMode::once) return 0;
        const std::optional<float> slowing_radius = stage.slowing_radius;
        return slowing_radius ? stage.weight : 0;
    } else {
        return 0;
    }
}

}  // namespace

StreamSet bound_extras(const Plan& plan, const AgentView& agents) {
    StreamSet extras = agents.has(Stream::id) ? stream_set(Stream::id) : 0;
    for (StreamSet left = plan.uses.output; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        if (agents.has(stream)) extras |= stream_set(stream);
    }
    return extras;
}

bool inputs_change(const Plan& plan, const AgentView& agents) {
    const StreamSet used = plan.uses.required() | bound_extras(plan, agents);
    for (StreamSet left = (plan.uses.written | plan.uses.output) & used; left != 0; left &= left - 1) {
        const auto written = static_cast<Stream>(std::countr_zero(left));
        for (StreamSet others = used & ~stream_set(written); others != 0; others &= others - 1)
            if (agents.column(static_cast<Stream>(std::countr_zero(others))).data ==
                agents.column(written).data)
                return true;
    }
    return false;
}

Status check_call(const Plan& plan, const AgentView& agents, const Ticks& ticks) {
    if (Status s = check_range("dt", ticks.dt, not_negative); !s) return s;
    if (plan.draws && !ticks.first_tick) return {.code = Code::missing_tick, .subject = "first_tick"};
    if (plan.looks_at_others && agents.is_slice()) {
        const bool first = (plan.uses.read & stream_set(Stream::target_agent)) != 0;
        return about(Code::needs_whole_view, first ? Stream::target_agent : Stream::other_agent);
    }

    StreamSet used = plan.uses.required();
    // A stage may take a value beside one that reads the stream.
    const StreamSet values = plan.uses.stream_or_value & plan.uses.given_as_value & ~plan.uses.read;
    for (StreamSet left = values; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        if (agents.has(stream)) return about(Code::given_twice, stream);
    }
    used |= bound_extras(plan, agents);
    const StreamSet written = plan.uses.written | plan.uses.scratch | plan.uses.output;

    const std::size_t count = agents.size();
    for (StreamSet left = used; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        const Column& column = agents.column(stream);
        if (!agents.has(stream) && count != 0) return missing(plan, stream);
        if (column.count != count)
            return {.code = Code::length_mismatch,
                    .subject = name(stream).data(),
                    .other = "position_x",
                    .value = static_cast<double>(column.count),
                    .expected = static_cast<double>(count)};
        if (!fits_memory(column))
            return {.code = Code::too_many_elements,
                    .subject = name(stream).data(),
                    .value = static_cast<double>(column.count)};
        if (column.data == nullptr && count != 0) return missing(plan, stream);
        if ((written & stream_set(stream)) != 0 && !column.writable && count != 0)
            return about(Code::read_only_stream, stream);
    }
    return check_overlap(agents, used, written & used, plan.uses.scratch);
}

Status check_step(const Plan& plan, const AgentView& agents, const Ticks& ticks) {
    return in_default_float_environment([&]() -> Status {
        const Locomotion* const locomotion = plan.locomotion();
        if (locomotion == nullptr) return {};
        float mass = locomotion->mass.value_or(0);
        if (!locomotion->mass)
            for (const float each : agents.get<Stream::mass>())
                if (each > 0 && (mass == 0 || each < mass)) mass = each;
        if (mass == 0) return {};  // no agent moves
        constexpr float high = 2;
        for (std::size_t i = 0; i < plan.stages.size(); ++i) {
            const float share =
                std::visit([](const auto& stage) { return settling_share(stage); }, plan.stages[i]);
            const float gain = share * (ticks.dt / mass);
            if (gain > high)
                return about_stage({.code = Code::unstable_step,
                                    .subject = "weight * dt / mass",
                                    .value = static_cast<double>(gain),
                                    .high = static_cast<double>(high)},
                                   plan.stages[i], i);
        }
        return {};
    });
}

}  // namespace wend::detail
