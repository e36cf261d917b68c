#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# packaged.sh SOURCE: what tools/package makes is unpacked elsewhere, and runs there with its own libraries.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1/tools/package" "$folder/archive.tar.gz"
tar -xz -C "$folder" -f "$folder/archive.tar.gz"
cd "$folder/wend-perf"
ls ci/gate ci/base ci/comment >/dev/null
LD_DEBUG=libs bin/wend --version >/dev/null 2>loaded
for library in lib/*; do
    grep -q "calling init: $PWD/.*${library##*/}" loaded || { echo "$library is not used" >&2; exit 1; }
done
if grep 'calling init' loaded | grep -v -E "$PWD/|/(libc|libm|libmvec|libdl|librt|libpthread|ld-linux[^/]*)\.so"; then
    echo "these are of the machine" >&2
    exit 1
fi
for executable in bin/*; do
    [[ $(echo about | "$executable" perf worker) == *"about revision "* ]]
done
