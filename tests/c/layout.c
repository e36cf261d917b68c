// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT

// Prints sizes and offsets of the public structs of wend/wend.h, as this C compiler has them. layout.txt
// holds what callers were compiled with: the line of a member never changes, and new members stand last.
#include <stdio.h>

#include <wend/wend.h>

#define SIZE(type) printf("%s %lu\n", #type, (unsigned long)sizeof(type))
#define MEMBER(type, member)                                                         \
    printf("%s.%s %lu %lu\n", #type, #member, (unsigned long)offsetof(type, member), \
           (unsigned long)sizeof(((type*)0)->member))

int main(void) {
    SIZE(wend_result);
    MEMBER(wend_result, struct_size);
    MEMBER(wend_result, code);
    MEMBER(wend_result, faults);
    MEMBER(wend_result, first_fault);
    MEMBER(wend_result, notice);
    MEMBER(wend_result, high_excluded);
    MEMBER(wend_result, subject);
    MEMBER(wend_result, other);
    MEMBER(wend_result, stage);
    MEMBER(wend_result, index);
    MEMBER(wend_result, sub_index);
    MEMBER(wend_result, value);
    MEMBER(wend_result, expected);
    MEMBER(wend_result, low);
    MEMBER(wend_result, high);
    MEMBER(wend_result, message);
    MEMBER(wend_result, first_fault_view);
    MEMBER(wend_result, capped);
    SIZE(wend_column);
    MEMBER(wend_column, struct_size);
    MEMBER(wend_column, stream);
    MEMBER(wend_column, data);
    MEMBER(wend_column, count);
    MEMBER(wend_column, stride);
    MEMBER(wend_column, element);
    MEMBER(wend_column, read_only);
    SIZE(wend_view);
    MEMBER(wend_view, struct_size);
    MEMBER(wend_view, first_id);
    MEMBER(wend_view, columns);
    MEMBER(wend_view, column_count);
    MEMBER(wend_view, workspace);
    MEMBER(wend_view, workspace_count);
    MEMBER(wend_view, others);
    MEMBER(wend_view, selection);
    MEMBER(wend_view, slice);
    MEMBER(wend_view, selected);
    MEMBER(wend_view, selected_count);
    SIZE(wend_point);
    MEMBER(wend_point, x);
    MEMBER(wend_point, y);
    SIZE(wend_path);
    MEMBER(wend_path, struct_size);
    MEMBER(wend_path, closed);
    MEMBER(wend_path, points);
    MEMBER(wend_path, point_count);
    MEMBER(wend_path, offsets);
    MEMBER(wend_path, offset_count);
    SIZE(wend_parameter);
    MEMBER(wend_parameter, struct_size);
    MEMBER(wend_parameter, reserved);
    MEMBER(wend_parameter, name);
    MEMBER(wend_parameter, word);
    MEMBER(wend_parameter, number);
    MEMBER(wend_parameter, area);
    SIZE(wend_stage);
    MEMBER(wend_stage, struct_size);
    MEMBER(wend_stage, reserved);
    MEMBER(wend_stage, kind);
    MEMBER(wend_stage, parameters);
    MEMBER(wend_stage, parameter_count);
    MEMBER(wend_stage, paths);
    MEMBER(wend_stage, custom);
    MEMBER(wend_stage, field);
    SIZE(wend_flow_field);
    MEMBER(wend_flow_field, struct_size);
    MEMBER(wend_flow_field, columns);
    MEMBER(wend_flow_field, rows);
    MEMBER(wend_flow_field, reserved);
    MEMBER(wend_flow_field, area);
    MEMBER(wend_flow_field, velocities);
    MEMBER(wend_flow_field, velocity_count);
    SIZE(wend_custom);
    MEMBER(wend_custom, struct_size);
    MEMBER(wend_custom, draws);
    MEMBER(wend_custom, function);
    MEMBER(wend_custom, context);
    MEMBER(wend_custom, reads);
    MEMBER(wend_custom, read_count);
    MEMBER(wend_custom, writes);
    MEMBER(wend_custom, write_count);
    SIZE(wend_custom_call);
    MEMBER(wend_custom_call, struct_size);
    MEMBER(wend_custom_call, dt);
    MEMBER(wend_custom_call, count);
    MEMBER(wend_custom_call, tick);
    MEMBER(wend_custom_call, seed);
    MEMBER(wend_custom_call, force_x);
    MEMBER(wend_custom_call, force_y);
    MEMBER(wend_custom_call, reads);
    MEMBER(wend_custom_call, writes);
    MEMBER(wend_custom_call, slots);
    MEMBER(wend_custom_call, first_slot);
    MEMBER(wend_custom_call, ids);
    MEMBER(wend_custom_call, first_id);
    MEMBER(wend_custom_call, reserved);
    MEMBER(wend_custom_call, call);
    SIZE(wend_stream_use);
    MEMBER(wend_stream_use, struct_size);
    MEMBER(wend_stream_use, stream);
    MEMBER(wend_stream_use, name);
    MEMBER(wend_stream_use, element);
    MEMBER(wend_stream_use, use);
    SIZE(wend_ticks);
    MEMBER(wend_ticks, struct_size);
    MEMBER(wend_ticks, dt);
    MEMBER(wend_ticks, count);
    MEMBER(wend_ticks, reserved);
    MEMBER(wend_ticks, first_tick);
    MEMBER(wend_ticks, seed);
    SIZE(wend_clock);
    MEMBER(wend_clock, struct_size);
    MEMBER(wend_clock, dt);
    MEMBER(wend_clock, seed);
    MEMBER(wend_clock, tick);
    SIZE(wend_execution);
    MEMBER(wend_execution, struct_size);
    MEMBER(wend_execution, threading);
    MEMBER(wend_execution, isa);
    MEMBER(wend_execution, max_threads);
    MEMBER(wend_execution, block);
    MEMBER(wend_execution, grain);
    MEMBER(wend_execution, ticks_per_pass);
    MEMBER(wend_execution, parallel_for);
    MEMBER(wend_execution, parallel_for_context);
    MEMBER(wend_execution, scratch);
    MEMBER(wend_execution, scratch_context);
    MEMBER(wend_execution, threads);
    MEMBER(wend_execution, inputs);
    printf("WEND_PREPARED_RUN_BYTES %lu\n", (unsigned long)WEND_PREPARED_RUN_BYTES);
    return 0;
}
