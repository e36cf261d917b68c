#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# Answers like an executable of Google Benchmark 1.7, with the settings in the file of this script's name and ".conf":
#   time=N     of BM_a
#   wall=N     there is a BM_w/real_time, of that real time
#   second=N   there are two BM_two, of which the second takes that
#   median=N   there is a BM_few that reports aggregates alone, with that median
#   problem=T  there is a BM_bad, which reports that error
time=1000 wall= second= median= problem=
context='"context": {"date": "2026-01-01T00:00:00+00:00", "num_cpus": 1}'
[[ -f $0.conf ]] && . "$0.conf"
case $* in
    *--benchmark_list_tests=true*)
        printf 'BM_a\nBM_b/8\nBM_a\n'; [[ -n $wall ]] && echo BM_w/real_time; [[ -n $second ]] && printf 'BM_two\nBM_two\n'
        [[ -n $median ]] && echo BM_few/repeats:3; [[ -n $problem ]] && echo BM_bad; true ;;
    *'--benchmark_filter=^BM_few/repeats:3$ '*)
        times='"run_type": "aggregate", "run_name": "BM_few/repeats:3", "iterations": 3, "real_time": 1, "time_unit": "ns"'
        echo '{'"$context"', "benchmarks": [{"name": "BM_few/repeats:3_mean", "aggregate_name": "mean", '"$times"', "cpu_time": 1}, {"name": "BM_few/repeats:3_median", "aggregate_name": "median", '"$times"', "cpu_time": '"$median"'}]}' ;;
    *'--benchmark_filter=^BM_bad$ '*)
        echo '{'"$context"', "benchmarks": [{"name": "BM_bad", "error_occurred": true, "error_message": "'"$problem"'"}]}' ;;
    *'--benchmark_filter=^BM_w/real_time$ '*)
        echo '{'"$context"', "benchmarks": [{"name": "BM_w/real_time", "iterations": 10, "real_time": '"$wall"', "cpu_time": 7, "time_unit": "ns"}]}' ;;
    *'--benchmark_filter=^BM_two$ '*)
        echo '{'"$context"', "benchmarks": [{"name": "BM_two", "iterations": 10, "real_time": 9, "cpu_time": 9, "time_unit": "ns"}, {"name": "BM_two", "iterations": 10, "real_time": 9, "cpu_time": '"$second"', "time_unit": "ns"}]}' ;;
    *'--benchmark_filter=^BM_a$ '*'--benchmark_format=json'*)
        echo '{'"$context"', "benchmarks": [{"name": "BM_a", "run_type": "iteration", "iterations": 10, "real_time": 5, "cpu_time": '"$time"', "time_unit": "us"}]}' ;;
    *'--benchmark_filter=^BM_b/8$ '*)
        echo '{'"$context"', "benchmarks": [{"name": "BM_b/8", "run_type": "iteration", "iterations": 10, "real_time": 5, "cpu_time": 7, "time_unit": "ns"}]}' ;;
    *) echo "unknown arguments: $*" >&2; exit 1 ;;
esac
