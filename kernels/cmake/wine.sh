#!/bin/sh
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# wine.sh PROGRAM.exe [ARGUMENT...]: runs it under Wine. Output goes through a file: Wine's services, which the first
# program starts, keep its pipe open until the last program has ended, and ctest waits for that (a test of 15 s took
# 1,185 s, and the others had one core).
output=$(mktemp)
trap 'rm -f "$output"' EXIT
LC_ALL=C.UTF-8 WINEDEBUG=-all /usr/lib/wine/wine64 "$@" >"$output" 2>&1
status=$?
cat "$output"
exit $status
