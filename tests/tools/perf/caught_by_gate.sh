#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# caught_by_gate.sh WEND SOURCE SLOW_DOWNS: applies slow-downs to a clone of the sources, one after the other
# (the patches of the folder SLOW_DOWNS). `wend perf gate` must find each, and must find that a comment changes
# no machine code. Builds the measured executable once for each. Status 77 (skipped) if the sources are not a
# git repository.
#
# A patch names before its first hunk the cases that show it ("Filter: REGEX"), and the text that gate must print
# ("Found: REGEX", several).
set -euo pipefail
wend=$1 source=$2 slow_downs=$3
git -C "$source" rev-parse --verify --quiet HEAD >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone -q "$source" "$folder/clone"
cd "$folder/clone"
git config user.name gate
git config user.email gate@localhost

# gate HEAD FILTER: against `base`; its output in ../out.txt.
gate() {
    local status=0
    "$wend" perf gate --base base --head "$1" --db ../history.db --all --filter "$2" >../out.txt || status=$?
    cat ../out.txt
    return "$status"
}
wrong() {
    echo "$1" >&2
    exit 1
}

git tag base
echo '// A comment alone.' >>kernels/src/stages/seek/kernel.hpp
git commit -q -a -m comment
gate HEAD '^seek' || wrong "a comment ended with status $?"
grep -q 'the same machine code' ../out.txt || wrong "a comment was measured"

for patch in "$slow_downs"/*.patch; do
    name=$(basename "$patch" .patch)
    echo "== $name"
    git checkout -q base
    git apply "$patch"
    git commit -q -a -m "$name"
    status=0
    gate HEAD "$(sed -n 's/^Filter: //p' "$patch")" || status=$?
    [[ $status == 1 ]] || wrong "$name ended with status $status"
    while read -r found; do
        grep -qE "$found" ../out.txt || wrong "$name: gate does not print $found"
    done < <(sed -n 's/^Found: //p' "$patch")
done
