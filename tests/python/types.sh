#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# types.sh PACKAGE CACHE: mypy on the package's type hints, by its pyproject.toml. Exit status 77 and the reason
# where mypy or a Python with NumPy is missing.
set -euo pipefail
package=$1 cache=$2
if ! command -v mypy >/dev/null; then
    echo "skipped: no mypy here (Debian: mypy)"
    exit 77
fi
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec mypy --config-file "$package/pyproject.toml" --cache-dir "$cache" --python-executable "$(command -v "$python")" \
            "$package/wend"
    fi
done
echo "skipped: no python3 here has NumPy (Debian: python3-numpy)"
exit 77
