// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

#include "wend/status.hpp"

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "float_environment.hpp"
#include "number_text.hpp"
#include "wend/streams.hpp"

namespace wend {
namespace {

std::string number(double value) { return detail::number_text(value); }

std::string join(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

/// "[0, 1000]"
std::string range_text(const Status& status) {
    return join({"[", number(status.low), ", ", number(status.high), status.high_excluded ? ")" : "]"});
}

std::string unknown_stream(const Status& status) {
    const std::string_view word = status.word;
    if (std::string_view(status.subject) != "bind" || (word.empty() && status.value != 0))
        return join({status.subject, ": no stream has the number ", number(status.value)});
    return join({"no stream is named \"", word, "\"",
                 word.ends_with("_z") ? ": steering is planar, and position_z the only height" : ""});
}

/// The sentence without the stage.
std::string what_is_wrong(const Status& status) {
    const std::string_view of = status.subject;
    const std::string path = join({of == "obstacles" ? "obstacle "
                                   : of == "goals"   ? "goal "
                                                     : "path ",
                                   std::to_string(status.index)});
    switch (status.code) {
        case Code::ok: return "ok";
        case Code::missing_stream:
            return join({"stream ", status.subject,
                         *status.other == '\0' ? " is needed, and not bound"
                                               : " is needed, and neither bound nor given as a value"});
        case Code::length_mismatch:
            return join({"streams ", status.subject, " and ", status.other, " differ in length: ",
                         number(status.value), " and ", number(status.expected), " elements"});
        case Code::too_many_elements:
            return join({"stream ", status.subject, " has ", number(status.value),
                         " elements, more than memory has addresses"});
        case Code::element_type_mismatch:
            return join({"stream ", status.subject, " has another element type"});
        case Code::read_only_stream:
            return join({"stream ", status.subject, " is written, and bound read-only"});
        case Code::streams_overlap:
            return join({find_stream(status.subject) && find_stream(status.other) ? "streams " : "",
                         status.subject, " and ", status.other, " share memory"});
        case Code::given_twice: return join({status.subject, " is given as a value and as a stream"});
        case Code::parameter_out_of_range:
            return join(
                {*status.other == '\0' ? "" : join({status.other, " ", std::to_string(status.index), ": "}),
                 status.subject, " is ", number(status.value), ", must be in ", range_text(status)});
        case Code::empty_rectangle:
            return join({"rectangle ", status.subject, " has a side of ", number(status.value),
                         ", must be greater than 0 and finite"});
        case Code::invalid_program:
            return *status.other == '\0' ? status.subject : join({status.subject, ": ", status.other});
        case Code::unknown_isa:
            return join(
                {status.subject,
                 " names no instruction set (reference, scalar, sse2, avx2, avx512, neon64, simd128)"});
        case Code::unsupported_isa:
            return join({"instruction set ", status.subject,
                         " is not supported by this build, CPU or operating system"});
        case Code::unknown_stream: return unknown_stream(status);
        case Code::missing_callback: return join({"threading is callback, and ", status.subject, " is null"});
        case Code::empty_path: return join({path, " has no point"});
        case Code::bad_point:
            return join({path, ", point ", std::to_string(status.sub_index), ": coordinate is ",
                         number(status.value), ", must be in [-1e18, 1e18]"});
        case Code::too_few_points:
            return join({"path ", std::to_string(status.sub_index), " has fewer than two distinct points"});
        case Code::too_many_nodes:
            return join({number(status.value), " nodes are more than a path set can hold (2^28)"});
        case Code::bad_point_count:
            return join(
                {"a chain of ", number(status.value), " points is no such curve, must be ", status.other});
        case Code::too_many_points:
            return join({status.subject, " is ", number(status.value), ", which needs more than ",
                         number(status.expected), " points"});
        case Code::threading_failed: return "the thread runtime failed; the streams are half advanced";
        case Code::missing_tick:
            return "the program draws, and the call has no tick: give the number of its first tick, or take "
                   "the ticks from a Clock";
        case Code::missing_workspace:
            if (std::string_view(status.subject) == "sort_by_cell")
                return join({"sort_by_cell needs a workspace of ", number(status.expected),
                             " floats, the view's has ", number(status.value)});
            if (std::string_view(status.subject) == "see")
                return join({"with see = all_views, run_views needs a workspace of ", number(status.expected),
                             " floats, the given one has ", number(status.value)});
            return join({"the agents look at each other, and the view's workspace has ", number(status.value),
                         " floats, must have ", number(status.expected)});
        case Code::bad_stride:
            return join({"stream ", status.subject, " has a stride of ", number(status.value),
                         " bytes, must be a multiple of 4 and no less than an element"});
        case Code::misaligned:
            return join({"stream ", status.subject, " begins ", number(status.value),
                         " bytes above a multiple of ", number(status.expected), ", must begin at one"});
        case Code::bad_selection:
            return join({"the selection has ", number(status.value), " ", status.subject, ", must have ",
                         number(status.expected)});
        case Code::bad_value:
            if (*status.subject == '\0')
                return *status.stage == '\0' ? join({"an agent's values must be ", status.other})
                                             : std::string(
                                                   "it makes a fault of the agent: its force, or what it "
                                                   "writes, is NaN or beyond 1e18, or it calls fault");
            return join({status.subject, " is ", number(status.value),
                         *status.other == '\0' ? ", must be in " + range_text(status)
                                               : std::string(", must be ") + status.other});
        case Code::null_function: return join({status.subject, " is null"});
        case Code::not_tunable: return join({"tune changes parameters alone, and ", status.subject});
        case Code::one_tick_only:
            return join(
                {status.subject,
                 " takes one tick where agents look at others of the view, or an input is the memory of "
                 "a written stream"});
        case Code::bad_snapshot: return status.subject;
        case Code::needs_whole_view:
            if (std::string_view(status.subject) == "neighbours")
                return "a slice lacks some of the neighbours: let it look at a view of all agents";
            return join({"the agents look at each other, and ", status.subject,
                         " names slots of the whole view: let the slice look at a view of all agents"});
        case Code::unstable_step:
            return join({status.subject, " is ", number(status.value), ", should be in ", range_text(status),
                         ": from there on, agents swing about their target for ever"});
        case Code::wide_turn:
            return join({status.subject, " is ", number(status.value), ", should be in ", range_text(status),
                         ": above, agents may circle a node for ever"});
        case Code::short_sight:
            return join({status.subject, " is ", number(status.value), ", should be in ", range_text(status),
                         ": below, bodies meet that have not seen each other"});
        case Code::bad_views:
            if (status.expected != 0)
                return join(
                    {status.subject, ": ", number(status.value), " for ", number(status.expected), " views"});
            if (*status.other == '\0') return status.subject;
            return join({status.subject, status.other, std::to_string(status.index),
                         status.sub_index == status.index ? std::string()
                                                          : " and view " + std::to_string(status.sub_index)});
        case Code::costly_sight:
            return join({"a call for ", number(status.value), " agents sorts the ", number(status.expected),
                         " that they look at: run the views of one population in one call of run_views with "
                         "see = all_views, which sorts them once"});
        case Code::full_pool:
            return join({"the pool's ", status.subject, ": ", number(status.value),
                         " do not fit, it has room for ", number(status.expected)});
        case Code::unknown_path: return join({"the pool has no path ", std::to_string(status.index)});
        case Code::unknown_obstacle: return join({"the pool has no obstacle ", std::to_string(status.index)});
        case Code::named_twice: return join({path, " is named twice"});
        case Code::pool_in_use: return "the pool is in use by a call";
        case Code::bad_corridor:
            return join({"of the corridor's ", status.subject, ", number ", std::to_string(status.index),
                         " is ", status.other});
        case Code::coarse_positions:
            return join({status.subject, " is ", number(status.value), " for the agent in slot ",
                         std::to_string(status.sub_index), ", less than ", number(status.low),
                         ", the spacing of floats at its position: steps below half of it are lost, others "
                         "rounded up "
                         "to it; move the origin"});
        case Code::no_way:
            return join({"no way leads to a goal from ", number(status.value),
                         status.value == 1 ? " agent, in slot " : " agents, the first in slot ",
                         std::to_string(status.sub_index), ": ", status.other});
        case Code::weak_walls:
            if (std::string_view(status.subject) == "obstacles")
                return "the locomotion is not given the obstacles, which agents may be pushed through";
            return join({status.subject, " is ", number(status.value), ", should be in ", range_text(status),
                         ": above, bodies may be pressed into obstacles"});
        case Code::threading_after_fork:
            return join({status.subject,
                         " ran in this process's parent and has no threads here: after fork(), run on "
                         "the caller's thread (serial), or on threads of its own"});
    }
    return "unknown status";
}

}  // namespace

std::string message(const Status& status) {
    return detail::in_default_float_environment([&] {
        const std::string text = what_is_wrong(status);
        if (*status.stage == '\0') return text;
        return join({"stage ", std::to_string(status.index), " (", status.stage, "): ", text});
    });
}

}  // namespace wend
