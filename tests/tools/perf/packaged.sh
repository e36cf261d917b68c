#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# packaged.sh SOURCE: the archive of tools/package is unpacked elsewhere, and runs there with its own libraries.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1/tools/package" "$folder/archive.tar.gz"
tar -xz -C "$folder" -f "$folder/archive.tar.gz"
cd "$folder/wend-perf"
ls ci/gate ci/base ci/comment >/dev/null
LD_DEBUG=libs bin/wend-perf --help >/dev/null 2>loaded
for library in lib/*; do
    grep -q "calling init: $PWD/.*${library##*/}" loaded || { echo "$library is not used" >&2; exit 1; }
done
if grep 'calling init' loaded | grep -v -E "$PWD/|/(libc|libm|libmvec|libdl|librt|libpthread|ld-linux[^/]*)\.so"; then
    echo "these are of the machine" >&2
    exit 1
fi
[[ $(echo about | bin/wend_perf_worker perf worker) == *"about revision "* ]]
