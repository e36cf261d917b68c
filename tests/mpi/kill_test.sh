#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# kill_test.sh WEND MPIEXEC KILLS: runs on 2 to 4 ranks of which one is killed at any moment. The dump that is there then
# goes on, on another number of ranks, to the hash of an undisturbed run.
set -euo pipefail
wend=$(readlink -f "$1") mpiexec=$2 kills=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ranks() { pgrep -f "wend run behaviours/flock .*--save $dump --save" | grep -vx "$job"; }

resumed=0
for ((kill = 0; kill < kills; ++kill)); do
    dump=$kill.dump  # in the arguments of this run's ranks alone
    "$mpiexec" -n $((2 + kill % 3)) "$wend" run behaviours/flock --ticks 100000000 --save "$dump" --save-every $((1 + kill % 4)) \
        >/dev/null 2>said &
    job=$!
    sleep "0.$((RANDOM % 900 + 100))"
    [[ $((kill % 2)) == 0 ]] || while [[ ! -e $dump ]] && kill -0 $job; do sleep 0.02; done
    processes=()
    while ((${#processes[@]} == 0)) && kill -0 $job 2>/dev/null; do
        mapfile -t processes < <(ranks)
        sleep 0.01
    done
    kill -KILL "${processes[RANDOM % ${#processes[@]}]}" 2>/dev/null || true
    # Open MPI 4.1: mpiexec may wait for ever for a rank that is killed while it connects ("PMIX ERROR: UNREACHABLE").
    for ((tenths = 0; tenths < 300; ++tenths)); do
        kill -0 $job 2>/dev/null || break
        sleep 0.1
    done
    [[ -n $(ranks) ]] || kill -KILL $job 2>/dev/null || true
    status=0
    wait $job || status=$?
    ((status != 0)) || { echo "kill_test: a run without one of its ranks ended with status 0" >&2; exit 1; }
    [[ -e $dump ]] || continue
    tick=$(od -An -t u8 -j 16 -N 8 "$dump" | tr -d ' ')
    ticks=$((tick + 5))
    found=$("$mpiexec" -n $((1 + (kill + 1) % 4)) "$wend" run behaviours/flock --ticks $ticks --resume "$dump" --hash)
    expected=$("$wend" run behaviours/flock --ticks $ticks --hash)
    if [[ $found != "$expected" ]]; then
        echo "kill_test: resumed at tick $tick: $found, not $expected" >&2
        exit 1
    fi
    resumed=$((resumed + 1))
done
echo "kill_test: $kills runs killed, $resumed resumed, all with the hash of an undisturbed run"
((resumed >= kills / 3))
