#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# package.sh SOURCE PACKAGE: packs the folder PACKAGE with npm, installs the archive in an empty project without a
# network, and runs package_test.mjs and the package's bench there.
set -euo pipefail
source=$1 package=$2
command -v npm >/dev/null || { echo "no npm here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export npm_config_cache=$folder/cache npm_config_update_notifier=false
npm pack --silent "$package" >packed
tar -tzf "$(<packed)" | LC_ALL=C sort >files
printf 'package/%s\n' LICENSE README.md api.js fetchers.js host.js index.d.ts index.js journal.js node.js package.json stages.d.ts view.js wend.wasm wend_reference.wasm | diff - files
npm init --yes >/dev/null
npm install --offline --no-audit --no-fund --silent "./$(<packed)"
cp "$source/tests/web/package_test.mjs" .
WEND_SCENARIOS=$source/bench/scenarios/behaviours node --test package_test.mjs
node "$source/kernels/npm/bench.mjs" node_modules/wend 512
