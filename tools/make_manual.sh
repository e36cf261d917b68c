#!/bin/sh
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# make_manual.sh WEND TEMPLATE VERSION: prints the manual page: the template with the help of all subcommands.
set -eu
wend=$1 template=$2 version=$3

names_of() { "$wend" "$@" --help | sed -nE '/^Examples:/q; s/^  ([a-z]+) .*/\1/p'; }
section() {
    printf '.SS wend %s\n.nf\n.in 0\n' "$*"
    "$wend" "$@" --help | sed "s/\\\\/\\\\e/g; s/-/\\\\-/g; s/^[.']/\\\\\\&&/"
    printf '.in\n.fi\n'
}

sed "s/@VERSION@/$version/; /^@SUBCOMMANDS@/,\$d" "$template"
for name in $(names_of); do
    section "$name"
    [ "$name" != perf ] || for part in $(names_of perf); do section perf "$part"; done
done
sed '1,/^@SUBCOMMANDS@/d' "$template"
