#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# shell_test.sh WEND MANUAL COMPLETION: the manual page has the subcommands of `wend --help`, and the completion for bash
# offers them, their options and the scenarios.
set -euo pipefail
wend=$1 manual=$2
fail() { echo "shell: $*" >&2; exit 1; }
# The build's folder is on no path; the completion calls the program by the name that was typed.
# shellcheck source=/dev/null
source "$3"

expected=$("$wend" --help | sed -nE '/^Examples:/q; s/^  ([a-z]+) .*/\1/p')
(($(wc -l <<<"$expected") >= 5)) || fail "only these subcommands: $expected"
while read -r name; do
    grep -q "^\.SS wend $name\$" "$manual" || fail "the manual page lacks $name"
done <<<"$expected"
grep -q '^  \\-\\-seed N ' "$manual" || fail "the manual page lacks wend run --seed"

# completed WORD...: the completions of the last word, one a line.
completed() {
    COMP_WORDS=("$wend" "$@")
    COMP_CWORD=$#
    _wend
    printf '%s\n' "${COMPREPLY[@]}"
}
has() {
    local word=$1 words
    shift
    words=$(completed "$@")  # no pipe: grep may end before all is written
    grep -qxe "$word" <<<"$words" || fail "no $word after wend $*: $words"
}
[[ $(completed "") == "$expected" ]] || fail "subcommands: $(completed "")"
[[ $(completed ve) == verify ]] || fail "ve: $(completed ve)"
has --version -
has --out run -
has --seed run wander --se
has behaviours/flock run beha
[[ -z $(completed run --out no_such) ]] || fail "--out takes a file: $(completed run --out no_such)"
if grep -qx perf <<<"$expected"; then
    has gate perf ""
    has --base perf gate --b
fi
if command -v man >/dev/null; then
    warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$manual" 2>&1 >/dev/null)
    [[ -z $warnings ]] || fail "$warnings"
fi
