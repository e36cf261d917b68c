// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "wend/export.hpp"

namespace wend {

/// The outcome of a call; all codes except `ok` and `threading_failed` mean that nothing was written.
enum class Code : std::uint8_t {
    ok,
    missing_stream,          ///< `subject` is a stream that the program needs and the view lacks
    length_mismatch,         ///< `subject` is a stream; `value` its length, `expected` that of `other`
    too_many_elements,       ///< `subject` is a stream; `value` elements exceed the address space
    element_type_mismatch,   ///< `subject` is a stream that was bound with another element type
    read_only_stream,        ///< `subject` is a stream that the program writes, bound read-only
    streams_overlap,         ///< `subject` shares memory with `other` in a way that is not legal
    given_twice,             ///< `subject` is both a stage's value and a stream
    parameter_out_of_range,  ///< `subject` is a parameter; `value` is outside [low, high]
    empty_rectangle,         ///< `subject` is a rectangle with max <= min or a side too large for float
    invalid_program,         ///< `subject` is the violated rule of composition
    unknown_isa,             ///< `subject` is the source of the unknown name
    unsupported_isa,         ///< `subject` is an ISA that this build, CPU or operating system lacks
    unknown_stream,          ///< `word` is not the name of a stream, or `value` not the number of one
    missing_callback,        ///< threading is callback, and `subject` is null
    empty_path,              ///< path `index` has no point
    bad_point,               ///< path `index`, point `sub_index` is NaN, infinite or beyond 1e18: `value`
    too_few_points,    ///< path `index` has fewer than two distinct points (`sub_index` when a stage says so)
    too_many_nodes,    ///< `value` points are more than a path set can hold (2^28)
    bad_point_count,   ///< `value` points are not a chain of such curves; `other` is the legal number
    too_many_points,   ///< a tolerance of `value` needs more than `expected` points
    threading_failed,  ///< the thread runtime threw; the streams are in an undefined state
    missing_tick,      ///< the program draws, and the call names no first tick (wend/clock.hpp)
    missing_workspace,  ///< agents look at each other; the view's workspace has `value` floats of `expected`
    bad_stride,  ///< `subject` is a stream; its stride of `value` bytes is not a multiple of 4 or too small
    misaligned,  ///< `subject` is a stream; its address is `value` bytes above a multiple of `expected`
    bad_selection,  ///< the view's selection has `value` elements of `expected`, or no memory
    bad_value,  ///< from explain: `subject` is a stream whose `value` is outside [low, high], or not `other`
    null_function,     ///< `subject` is a custom stage's function
    not_tunable,       ///< `subject` is the part that tune would have to rebuild
    one_tick_only,     ///< `subject` takes one tick where agents look at each other or inputs are state
    bad_snapshot,      ///< `subject` is the reason why the bytes do not fit this program and view
    needs_whole_view,  ///< the program's agents look at each other, and the view is a slice
    unstable_step,  ///< a notice: `subject` is `value`, from `high` on agents oscillate about their targets
    coarse_positions,  ///< a notice: `subject` is `value` for the agent in slot `sub_index`, less than `low`,
                       ///< the spacing of floats at its position
    no_way,            ///< a notice: for `value` agents, the first in slot `sub_index`, no way leads to a
                       ///< goal of stage `index`, because of `other`
    weak_walls,        ///< a notice: agents may pass walls, or bodies be pressed into them: `subject` is
                       ///< "obstacles", those of the stage, which the locomotion lacks, or is `value`, above
                       ///< `high`
    threading_after_fork,  ///< oneTBB in the child of a process that had used it: the child lacks its
                           ///< threads; serial and callback work
    wide_turn,             ///< a notice: `subject` is `value`, above `high` agents may circle a node for ever
    short_sight,   ///< a notice: `subject` is `value`, below `low` bodies meet that have not seen each other
    bad_views,     ///< `subject` is the rule of run_views that view `index` violates (with view `sub_index`)
    costly_sight,  ///< a notice: for its `value` agents, each call sorts the `expected` ones of another view
    full_pool,     ///< a pool: `subject` is a limit, or its memory, with `expected`; `value` does not fit
    unknown_path,  ///< a pool has no path `index`
    named_twice,   ///< path `index` is in a list twice
    pool_in_use,   ///< a change of a pool during a call, or while a PreparedRun uses it
    unknown_obstacle,  ///< a pool has no obstacle `index`
    bad_corridor,      ///< of a corridor, number `index` of `subject` is `other`
};

/// The outcome of a call with its details. Plain data; the strings are never freed.
struct Status {
    Code code = Code::ok;         ///< kind of outcome
    const char* subject = "";     ///< a stream's or parameter's name, or a rule
    const char* other = "";       ///< the conflicting stream, or the owner
    const char* stage = "";       ///< the name of the stage, the program's `index`-th; empty: none
    double value = 0;             ///< the offending value or length
    double expected = 0;          ///< the length that `value` should have
    double low = 0, high = 0;     ///< the legal range of `value`
    bool high_excluded = false;   ///< `high` itself is not legal
    char word[31] = {};           ///< a name that the caller gave, cut off
    std::uint64_t index = 0;      ///< stage or path
    std::uint64_t sub_index = 0;  ///< point, or a stage's path

    /// Whether the call was carried out.
    [[nodiscard]] constexpr bool ok() const noexcept { return code == Code::ok; }
    /// The same as ok().
    constexpr explicit operator bool() const noexcept { return ok(); }
};

/// One sentence that names the stream, parameter or path and the value.
[[nodiscard]] WEND_API std::string message(const Status& status);

/// The result of a run: the status, and the agents skipped because of invalid values.
struct Result {
    Status status;                       ///< ok, or the reason for the refusal
    std::uint64_t faults = 0;            ///< agent-ticks skipped
    std::uint64_t first_fault = 0;       ///< smallest slot with a fault; meaningful when faults > 0
    std::uint64_t first_fault_view = 0;  ///< of several views: the one of first_fault
    /// Agent-ticks in which a stage ignored neighbours beyond its max_neighbours. Agents at fault do not
    /// count.
    std::uint64_t capped = 0;
    /// From `validate`: legal but probably unintended (unstable_step ...); ok: none.
    Status notice{};

    /// Whether the call was carried out, with or without faults.
    constexpr explicit operator bool() const noexcept { return status.ok(); }
};

/// A value, or the status that explains why there is none.
template <class T>
class Expected {
  public:
    /// With a value.
    Expected(T value) : held_(std::move(value)) {}
    /// Without a value: the status is not ok.
    Expected(Status status) : held_(status) {}

    /// Whether there is a value.
    [[nodiscard]] bool ok() const noexcept { return held_.index() == 1; }
    /// The same as ok().
    explicit operator bool() const noexcept { return ok(); }
    /// The reason why there is none; ok if there is one.
    [[nodiscard]] Status status() const noexcept { return ok() ? Status{} : std::get<0>(held_); }
    /// @{
    /// The value; throws std::bad_variant_access where there is none.
    [[nodiscard]] T& operator*() { return std::get<1>(held_); }
    [[nodiscard]] const T& operator*() const { return std::get<1>(held_); }
    [[nodiscard]] T* operator->() { return &std::get<1>(held_); }
    [[nodiscard]] const T* operator->() const { return &std::get<1>(held_); }
    /// @}

  private:
    std::variant<Status, T> held_;
};

}  // namespace wend
