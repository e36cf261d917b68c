#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# caught_by_gate.sh WEND SOURCE PATCH: applies a slow-down to a real kernel in a clone of the sources. `wend
# perf gate` must find it, and must find that a comment changes no machine code. Builds the command three
# times. Status 77 (skipped) if the sources are not a git repository.
set -euo pipefail
wend=$1 source=$2 patch=$3
git -C "$source" rev-parse --verify --quiet HEAD >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone -q "$source" "$folder/clone"
cd "$folder/clone"
git config user.name gate
git config user.email gate@localhost
gate() { "$wend" perf gate --db ../history.db --filter '^seek[^/]*/(sse2|avx2)/agents:8192/threads:1$' --all "$@"; }

echo '// A comment alone.' >>kernels/src/stages/seek/kernel.hpp
git commit -q -a -m comment
status=0
gate --base HEAD~1 --head HEAD | tee ../same.txt || status=$?
[[ $status == 0 ]] && grep -q 'the same machine code' ../same.txt || { echo "a comment ended with status $status" >&2; exit 1; }

git apply "$patch"
git commit -q -a -m slower
status=0
gate --base HEAD~1 --head HEAD || status=$?
[[ $status == 1 ]] || { echo "the slow-down ended with status $status" >&2; exit 1; }
