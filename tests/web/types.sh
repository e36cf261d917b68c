#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# types.sh SOURCE PACKAGE: compiles types.ts against the types of the folder PACKAGE. Status 77 (skipped) where there is
# no TypeScript.
set -euo pipefail
command -v tsc >/dev/null || { echo "no tsc here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/node_modules"
ln -s "$2" "$folder/node_modules/wend"
cp "$1/tests/web/types.ts" "$folder/types.mts"
tsc --noEmit --strict --noUncheckedIndexedAccess --target es2022 --module node16 --moduleResolution node16 "$folder/types.mts"
