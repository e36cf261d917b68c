#!/bin/bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# vectors.sh MODULE REFERENCE: the module has instructions on vectors of floats, the one for old browsers has none.
set -euo pipefail
command -v llvm-objdump >/dev/null || { echo "no llvm-objdump here"; exit 77; }
count() { llvm-objdump --disassemble "$1" | awk -v pattern="$2" '$0 ~ pattern { n++ } END { print n + 0 }'; }
floats=$(count "$1" '\tf32x4') any=$(count "$2" '\t(v128|[fi](8x16|16x8|32x4|64x2))')
echo "$floats instructions on vectors of floats; without SIMD128: $any"
((floats > 1000 && any == 0))
