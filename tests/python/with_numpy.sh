#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# with_numpy.sh ARGUMENT...: runs the first Python here that has NumPy. Exit status 77, which ctest takes for skipped,
# and the reason where none has it.
set -euo pipefail
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" -B "$@"
    fi
done
echo "skipped: no python3 here has NumPy (Debian: python3-numpy)"
exit 77
