#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# command_test.sh WEND MPIEXEC: `wend run` on several ranks has the files of one process, byte by byte; errors are told
# once, with exit status 2.
set -euo pipefail
wend=$(readlink -f "$1") mpiexec=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "command_test: $*" >&2
    exit 1
}
ranks() { "$mpiexec" -n "$1" "$wend" "${@:2}"; }

for scenario in behaviours/flock behaviours/resolve_overlaps behaviours/pursue wander; do
    "$wend" run $scenario --ticks 90 --save one.dump --out one.csv --every 40 --hash >one.hash
    ranks 3 run $scenario --ticks 90 --save many.dump --out many.csv --every 40 --hash >many.hash
    for file in dump csv hash; do cmp "one.$file" "many.$file" || fail "$scenario: $file"; done
    ranks 2 run $scenario --ticks 120 --resume many.dump --save later.dump --hash >many.hash 2>said
    "$wend" run $scenario --ticks 120 --save one.dump >said
    cmp one.dump later.dump || fail "$scenario, a dump of a resumed run"
    "$wend" run $scenario --ticks 120 --hash | cmp - many.hash || fail "$scenario, resumed"
    "$wend" run $scenario --ticks 120 --resume many.dump --hash | cmp - many.hash || fail "$scenario, resumed by one process"
done
# The path file is a pipe, which can be read once.
printf 'path,x,y\n1,0,0\n1,50,0\n1,50,30\n2,0,9\n2,70,9\n' >paths.csv
mkfifo pipe.csv
"$wend" run behaviours/path_follow_once --paths paths.csv --projection none --ticks 30 --hash >one.hash
cat paths.csv >pipe.csv &
ranks 3 run behaviours/path_follow_once --paths pipe.csv --projection none --ticks 30 --hash >many.hash
cmp one.hash many.hash || fail "paths that rank 0 reads"
for page in flock.svg flock.html; do
    "$wend" run behaviours/flock --ticks 60 --out one.$page >summary
    ranks 2 run behaviours/flock --ticks 60 --out many.$page >summary
    cmp one.$page many.$page
done
grep -q '^ranks    2$' summary || fail "the summary does not say ranks"
ranks 3 run behaviours/flock --ticks 9 --verbose --hash 2>said >hash
[[ $(grep -c '^rank [0-2]: .* agents, ' said) == 3 ]] || fail "--verbose: $(cat said)"

# Rank 0 takes trajectories part by part.
trajectories=(trajectory.txt trajectory.sqlite trajectory.h5)
"$wend" run behaviours/flock --ticks 1 --out trajectory.h5 >summary 2>said || {
    grep -q "this build has no HDF5" said || fail "$(cat said)"
    trajectories=(trajectory.txt trajectory.sqlite)
}
for file in "${trajectories[@]}"; do
    "$wend" run behaviours/flock --ticks 60 --out "one_$file" >summary
    ranks 3 run behaviours/flock --ticks 60 --out "many_$file" >summary
    cmp "one_$file" "many_$file" || fail "$file"
done
sweep=(run door --ticks 90 --sweep width=0.8:2.4:3 --seeds 3 --out)
"$wend" "${sweep[@]}" one_sweep.csv >summary
ranks 2 "${sweep[@]}" many_sweep.csv >summary
cmp one_sweep.csv many_sweep.csv || fail "the table of a sweep"
cmp one_sweep.svg many_sweep.svg || fail "the picture of a sweep"  # titled by the scenario
ranks 3 "${sweep[@]}" many_sweep.csv >summary
grep -q '^runs     9, 9 of them from many_sweep.csv$' summary || fail "a sweep goes on: $(cat summary)"

# refused STATUS_TEXT ARGUMENT...: two ranks end with status 2 and say that once.
refused() {
    local status=0
    ranks 2 "${@:2}" >out 2>said || status=$?
    [[ $status == 2 ]] || fail "${*:2}: status $status: $(cat said)"
    [[ $(grep -c -F "$1" said) == 1 ]] || fail "${*:2} says: $(cat said)"
}
refused "no such file, and no scenario of that name" run unknown_scenario
head -c 300 many.dump >cut.dump
refused "cut.dump: is truncated" run wander --resume cut.dump
cp many.dump flipped.dump
printf x | dd of=flipped.dump bs=1 seek=2000000 conv=notrunc status=none
refused "flipped.dump: is damaged: its checksum does not match" run wander --resume flipped.dump
refused "stages/4/locomotion/mass=-1, seed 3: " run door --sweep stages/4/locomotion/mass=1:-1:2
refused "is a dump of another scenario" run behaviours/seek --resume many.dump
refused "no/such.dump" run wander --save no/such.dump --ticks 5
# A dump of 24 MB that finds no room for more than 16: the one before stays. The limit is inside of the ranks, because
# MPI's own shared memory is in files.
cat >million.json <<'EOF'
{ "dt": 0.1, "ticks": 2, "agents": { "count": 1000000, "area": [0, 0, 1000, 1000] },
  "stages": [ { "wander": {} }, { "locomotion": { "max_force": 1, "max_speed": 1, "mass": 1 } } ] }
EOF
cp many.dump kept.dump
wend_there=$wend wend=$folder/limited
printf '#!/bin/bash\nulimit -f 16384\nexec %q "$@"\n' "$wend_there" >limited
chmod +x limited
refused "cannot be written: File too large" run million.json --save kept.dump
cmp many.dump kept.dump
[[ -z $(find . -name '*.partial') ]] || fail "a part of a file is left"
