# SPDX-FileCopyrightText: 2026 The wend authors
# SPDX-License-Identifier: MIT
#
# Sourced. find_python MODULES PACKAGES: sets `python` to one that has these modules; otherwise says which packages are
# missing, and ends the script with status 77.
find_python() {
    for python in python3 /usr/bin/python3; do
        if "$python" -c "import $1" 2>/dev/null; then return; fi
    done
    echo "skipped: no python3 here has $2"
    exit 77
}
