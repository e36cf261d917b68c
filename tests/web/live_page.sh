#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# live_page.sh LIVE.html WEND: the live page in Chromium beside the native command. Status 77 (skipped), with the reason
# as its last line, where one of them is missing.
set -euo pipefail
chromium=$(command -v chromium) || { echo "no Chromium here"; exit 77; }
[[ -x $2 ]] || { echo "no native wend here: tools/build release wend_command"; exit 77; }
exec node "$(dirname "$0")/live_page_test.mjs" "$chromium" "$1" "$2"
