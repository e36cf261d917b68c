#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# Answers like `wend perf worker`, with times set by variables or by lines of a file with this script's name and ".conf":
#   slow_one=N     slices of the cases in `one` take N thousandths more
#   one=PATTERN    the names of those cases (default: one/*)
#   wobble=N       all slices of a process take up to N thousandths more, by the size of its environment
#   names="..."    the names of all cases
#   suite="..."    those that are compared unless others are asked for (default: all)
#   exact="..."    lines of exact numbers, "VALUE LIMIT UNIT NAME;" each
#   switches=N     during each slice the system took a processor away so often
#   dies_at=N      the N-th slice of a process ends it by a signal
#   no_time_every=N    every N-th slice took no time of the thread's
slow_one=0 one="one/*" wobble=0 names="one/x/agents:8192/threads:1 two/x/agents:8192/threads:1" dies_at=0 switches=0 no_time_every=0 suite= exact=
[[ -f $0.conf ]] && . "$0.conf"
process=$((1000 + ${#WEND_WORKER_PADDING} % (wobble + 1))) slices=0
echo "wend worker 1"
while read -r what first second third fourth; do
    case $what in
        about) printf 'about revision 1\nabout compiler none\nend\n' ;;
        list) for name in $names; do echo "case $name"; done; echo end ;;
        suite) for name in ${suite:-$names}; do echo "case $name"; done; echo end ;;
        exact) IFS=';' read -ra numbers <<<"$exact"
               for number in "${numbers[@]}"; do echo "exact $number"; done; echo end ;;
        open) time=$process; [[ $fourth == $one ]] && time=$((time + slow_one)); echo opened ;;
        pilot) echo "call 25000" ;;
        slice) ((++slices == dies_at)) && kill -SEGV $$
               wall=$((first * time * 600)) cpu=$wall
               ((no_time_every != 0 && slices % no_time_every == 0)) && cpu=0
               echo "slice $wall $cpu $switches" ;;
        *) echo "error no such request: $what" ;;
    esac
done
