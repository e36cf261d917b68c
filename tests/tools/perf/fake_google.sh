#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# Answers like an executable of Google Benchmark 1.7. The file with this script's name and ".conf" sets the time: time=N.
time=1000
[[ -f $0.conf ]] && . "$0.conf"
case $* in
    *--benchmark_list_tests=true*) printf 'BM_a\nBM_b/8\nBM_a\n' ;;
    *'--benchmark_filter=^BM_a$ '*'--benchmark_format=json'*)
        echo '{"context": {}, "benchmarks": [{"name": "BM_a", "run_type": "iteration", "iterations": 10, "real_time": 5, "cpu_time": '"$time"', "time_unit": "us"}]}' ;;
    *'--benchmark_filter=^BM_b/8$ '*)
        echo '{"context": {}, "benchmarks": [{"name": "BM_b/8", "run_type": "iteration", "iterations": 10, "real_time": 5, "cpu_time": 7, "time_unit": "ns"}]}' ;;
    *) echo "unknown arguments: $*" >&2; exit 1 ;;
esac
