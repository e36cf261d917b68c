#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# golden_page.sh SOURCE GOLDEN.wasm HASHES.json: the golden programs in Chromium, in a page from the disk.
set -euo pipefail
command -v chromium >/dev/null || { echo "no Chromium here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
node "$1/web/golden.mjs" "$2" "$3" --page "$folder/golden.html"
chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/profile" \
    --virtual-time-budget=60000 --dump-dom "file://$folder/golden.html" 2>/dev/null >"$folder/page.txt"
grep -o '<pre id="said">[^<]*' "$folder/page.txt"
grep -q '<pre id="said">[0-9]* programs on reference, simd128: all with' "$folder/page.txt"
