#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# run.sh SOURCE LIBRARY FOLDER EXAMPLE: compiles kernels/csharp/Wend.cs by Mono's compiler into FOLDER, with the test
# (with and without Span) and with the example of entity chunks, and runs them with LIBRARY. The example must print the
# same as EXAMPLE, the one in C++; "" where it was not built. Exit status 77 and the reason where Mono is missing.
set -euo pipefail
source=$1 library=$2 folder=$3 example=${4:-}
for tool in mcs mono; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: no $tool here (Debian: mono-mcs, mono-runtime)"
        exit 77
    fi
done
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cp "$library" "$folder/libwend_c.so" # an assembly's folder is the first place where Mono looks
compile() { mcs -unsafe -optimize -warn:4 -warnaserror "$@" "$source/kernels/csharp/Wend.cs"; }
run() { MONO_GC_PARAMS=nursery-size=512k mono "$folder/$1.exe" "${@:2}"; }

compile -out:"$folder/pointers.exe" -r:System.Core.dll "$source/tests/csharp/WendTest.cs"
compile -out:"$folder/spans.exe" -r:System.Core.dll -d:WEND_SPAN "$source/tests/csharp/WendTest.cs"
compile -out:"$folder/chunks.exe" "$source/kernels/examples/csharp/EntityChunks.cs"
for test in pointers spans; do
    run "$test" "$source/tests/c/layout.txt"
done
actual=$(run chunks)
echo "$actual"
[[ $actual == *" agents in 1000 chunks, hash "* ]]
if [[ -n $example && $actual != "$("$example")" ]]; then
    echo "csharp: entity_chunks printed another line in C++" >&2
    exit 1
fi
