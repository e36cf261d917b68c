// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include <bit>
#include <cstdint>

#include "driver/plan.hpp"

namespace wend::detail {
namespace {

Status about(Code code, Stream stream, double value = 0) {
    return {.code = code, .subject = name(stream).data(), .value = value};
}

/// Written memory is nobody else's, except that an input may be exactly the same array.
Status check_overlap(const AgentView& agents, StreamMask used, StreamMask written) {
    for (StreamMask left = written & used; left != 0; left &= left - 1) {
        const auto a = static_cast<Stream>(std::countr_zero(left));
        const Column& ours = agents.column(a);
        const auto begin = reinterpret_cast<std::uintptr_t>(ours.data);
        const std::uintptr_t end = begin + ours.count * size_of(info(a).element);
        for (StreamMask others = used & ~mask(a); others != 0; others &= others - 1) {
            const auto b = static_cast<Stream>(std::countr_zero(others));
            const Column& theirs = agents.column(b);
            const auto other_begin = reinterpret_cast<std::uintptr_t>(theirs.data);
            const std::uintptr_t other_end = other_begin + theirs.count * size_of(info(b).element);
            if (begin >= other_end || other_begin >= end) continue;
            const bool same = begin == other_begin && end == other_end;
            if (same && (written & mask(b)) == 0) continue;
            return {.code = Code::streams_overlap, .subject = name(a).data(), .other = name(b).data()};
        }
    }
    return {};
}

/// A side must be positive and finite in float, and so must its double (the triangle wave's period).
Status check_side(const char* name, float low, float high) {
    if (Status s = in_range(name, low, -component_limit, component_limit); !s) return s;
    if (Status s = in_range(name, high, -component_limit, component_limit); !s) return s;
    if (!(high - low > 0))
        return {.code = Code::empty_rectangle, .subject = name, .value = static_cast<double>(high - low)};
    return {};
}

}  // namespace

Status check_rectangle(const char* parameter, const Rectangle& rectangle) {
    if (Status s = check_side(parameter, rectangle.min_x, rectangle.max_x); !s) return s;
    return check_side(parameter, rectangle.min_y, rectangle.max_y);
}

Status in_range(const char* parameter, float value, float low, float high) {
    if (value >= low && value <= high) return {};
    return {.code = Code::parameter_out_of_range, .subject = parameter, .value = static_cast<double>(value)};
}

StreamMask bound_extras(const Program::Plan& plan, const AgentView& agents) {
    StreamMask extras = agents.has(Stream::id) ? mask(Stream::id) : 0;
    for (StreamMask left = plan.needs.output; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        if (agents.has(stream)) extras |= mask(stream);
    }
    return extras;
}

bool inputs_change(const Program::Plan& plan, const AgentView& agents) {
    const StreamMask used = plan.needs.required() | bound_extras(plan, agents);
    for (StreamMask left = (plan.needs.written | plan.needs.output) & used; left != 0; left &= left - 1) {
        const auto written = static_cast<Stream>(std::countr_zero(left));
        for (StreamMask others = used & ~mask(written); others != 0; others &= others - 1)
            if (agents.column(static_cast<Stream>(std::countr_zero(others))).data ==
                agents.column(written).data)
                return true;
    }
    return false;
}

Status check_call(const Program::Plan& plan, const AgentView& agents, const Ticks& ticks) {
    if (Status s = in_range("dt", ticks.dt, 0, component_limit); !s) return s;

    StreamMask used = plan.needs.required();
    for (StreamMask left = plan.needs.alternative & plan.needs.valued; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        if (agents.has(stream)) return about(Code::given_twice, stream);
    }
    used |= bound_extras(plan, agents);
    const StreamMask written = plan.needs.written | plan.needs.scratch | plan.needs.output;

    const std::size_t count = agents.size();
    for (StreamMask left = used; left != 0; left &= left - 1) {
        const auto stream = static_cast<Stream>(std::countr_zero(left));
        const Column& column = agents.column(stream);
        if (!agents.has(stream) && count != 0) return about(Code::missing_stream, stream);
        if (column.count != count)
            return about(Code::length_mismatch, stream, static_cast<double>(column.count));
        if (column.data == nullptr && count != 0) return about(Code::missing_stream, stream);
        if ((written & mask(stream)) != 0 && !column.writable && count != 0)
            return about(Code::read_only_stream, stream);
    }
    return check_overlap(agents, used, written & used);
}

}  // namespace wend::detail
